"""What the out-of-memory killer says over many lines, put together into one event for each process that it killed.

`X invoked oom-killer` names who asked for memory, not the victim; `oom-kill:constraint=...` tells the control group;
`Killed process N (name)` names the victim.
"""

import re
from dataclasses import dataclass

from logsleuth.machine.pattern import Pattern

_INVOKED = Pattern(r"(?P<process>.{1,64}?) invoked oom-killer: ")
_CONSTRAINT = Pattern(r"oom-kill:constraint=(?P<constraint>\w{1,40})(?P<rest>.*)")
_TASK = Pattern(r"task=(?P<process>.{1,64}?),pid=(?P<pid>\d{1,10})")
_TASK_GROUP = Pattern(r"task_memcg=(?P<cgroup>[^,]{1,1000})")
_KILLED = Pattern(
    r"(?P<group>Memory cgroup )?(?P<out>[Oo]ut of memory)?(?: \(oom_kill_allocating_task\))?(?:: )?Kill(?P<done>ed)? process (?P<pid>\d{1,10})(?:,? (?:UID \d+,? )?\((?P<process>[^)]{1,64})\))?"
)
_OLD_GROUP = Pattern(r"Task in (?P<cgroup>/\S{0,1000}) killed as a result of limit of ")


@dataclass(frozen=True, slots=True)
class Kill:
    """One process that was killed (or chosen, where the lines end before the kill), and the indexes of the lines that tell it."""

    first: int
    last: int
    pid: int | None
    process: str | None
    cgroup: str | None
    scope: str | None


@dataclass(slots=True)
class Killer:
    """Takes messages in order and gives back each kill once it is complete."""

    _first: int | None = None
    _last: int = 0
    _pid: int | None = None
    _process: str | None = None
    _cgroup: str | None = None
    _scope: str | None = None
    _announced: bool = False

    def take(self, index: int, message: str) -> tuple[bool, list[Kill]]:
        """Whether the message is the killer's, and the kills that it completes."""
        if "oom-kill" in message and (_INVOKED.match(message) or _CONSTRAINT.match(message)):
            return True, self._begin(index, message)
        if "Kill" in message and (match := _KILLED.match(message)):
            return True, self._kill(index, match)
        if "killed as a result of limit" in message and (match := _OLD_GROUP.match(message)):
            self._first = index if self._first is None else self._first
            self._cgroup, self._scope = match["cgroup"], "cgroup"
            return True, []
        return False, []

    def finish(self) -> list[Kill]:
        """The kill whose lines were cut before its end."""
        if self._first is None:
            return []
        kill = Kill(self._first, self._last, self._pid, self._process, self._cgroup, self._scope)
        self._first, self._pid, self._process, self._cgroup, self._scope, self._announced = (
            None,
            None,
            None,
            None,
            None,
            False,
        )
        return [kill]

    def _begin(self, index: int, message: str) -> list[Kill]:
        """`invoked oom-killer` begins an event; so does the constraint, where the former is not there."""
        constraint = _CONSTRAINT.match(message)
        done = self.finish() if constraint is None or self._pid is not None else []
        self._first = index if self._first is None else self._first
        self._last = index
        if constraint is not None:
            self._scope = "cgroup" if constraint["constraint"] == "CONSTRAINT_MEMCG" else "host"
            task = _TASK.search(constraint["rest"])
            group = _TASK_GROUP.search(constraint["rest"])
            self._pid = int(task["pid"]) if task else None
            self._process = task["process"] if task else None
            self._cgroup = group["cgroup"] if group else self._cgroup
        return done

    def _kill(self, index: int, match: re.Match[str]) -> list[Kill]:
        """The victim. Older kernels announce one (`Kill process`) and may kill a child in its place, which `Killed process` names."""
        done: list[Kill] = []
        pid = int(match["pid"])
        if self._first is not None and self._pid not in {None, pid} and self._announced and not match["done"]:
            done = self.finish()
        self._first = index if self._first is None else self._first
        self._last = index
        self._pid, self._process = pid, match["process"] or (self._process if self._pid == pid else None)
        self._scope = "cgroup" if match["group"] else self._scope or ("host" if match["out"] else None)
        self._announced = not match["done"]
        return done if self._announced else [*done, *self.finish()]
