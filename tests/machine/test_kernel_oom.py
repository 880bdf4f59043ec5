"""The out-of-memory killer's lines, put together."""

from collections.abc import Sequence

from logsleuth.machine.kernel_oom import Kill, Killer

INVOKED = "pytest invoked oom-killer: gfp_mask=0xcc0(GFP_KERNEL), order=0, oom_score_adj=0"
GROUP = "oom-kill:constraint=CONSTRAINT_MEMCG,nodemask=(null),oom_memcg=/a,task_memcg=/a/b,task=python,pid=812,uid=0"
HOST = "oom-kill:constraint=CONSTRAINT_NONE,nodemask=(null),global_oom,task_memcg=/u,task=python,pid=812,uid=0"
KILLED = "Out of memory: Killed process 812 (python) total-vm:1kB, anon-rss:1kB"


def kills(messages: Sequence[str]) -> list[Kill]:
    """All that the messages tell."""
    killer = Killer()
    found = [kill for index, message in enumerate(messages) for kill in killer.take(index, message)[1]]
    return found + killer.finish()


def test_the_invoker_is_not_the_victim() -> None:
    """One event, from the line of the invoker to the kill."""
    assert kills([INVOKED, "Mem-Info:", HOST, KILLED]) == [Kill(0, 3, 812, "python", "/u", "host")]


def test_a_limit_of_a_group_is_no_shortage_of_the_machine() -> None:
    """The constraint, or the kill's own words, tell the scope."""
    assert kills([GROUP, f"Memory cgroup o{KILLED[1:]}"]) == [Kill(0, 1, 812, "python", "/a/b", "cgroup")]
    assert kills([f"Memory cgroup o{KILLED[1:]}"]) == [Kill(0, 0, 812, "python", None, "cgroup")]


def test_a_child_may_be_killed_in_its_place() -> None:
    """Older kernels announce one process and may sacrifice its child."""
    old = [
        "Out of memory: Kill process 7 (parent) score 900 or sacrifice child",
        "Killed process 8 (child) total-vm:1kB",
    ]

    assert kills(old) == [Kill(0, 1, 8, "child", None, "host")]


def test_older_kernels_name_the_group_in_a_line_of_its_own() -> None:
    """`Task in /docker/X killed as a result of limit of /docker/X`."""
    old = [
        INVOKED,
        "Task in /docker/x killed as a result of limit of /docker/x",
        "Memory cgroup out of memory: Kill process 7 (a) score 9",
        "Killed process 7 (a) total-vm:1kB",
    ]

    assert kills(old) == [Kill(0, 3, 7, "a", "/docker/x", "cgroup")]


def test_each_kill_is_an_event() -> None:
    """A group may be killed as a whole, and the killer may come again."""
    assert [(kill.first, kill.pid) for kill in kills([GROUP, KILLED, KILLED.replace("812", "813"), HOST, KILLED])] == [
        (0, 812),
        (2, 813),
        (3, 812),
    ]


def test_lines_that_end_too_early_still_tell() -> None:
    """Of a log that was cut, the constraint names the victim, and the first line says at least that memory was short."""
    assert kills([INVOKED, GROUP]) == [Kill(0, 1, 812, "python", "/a/b", "cgroup")]
    assert kills([INVOKED]) == [Kill(0, 0, None, None, None, None)]


def test_other_messages_are_not_its() -> None:
    """They end nothing."""
    killer = Killer()

    assert killer.take(0, "usb 1-4: reset") == (False, [])
