"""The kernel's log: out-of-memory kills, faults of GPUs, crashes, hung tasks, errors of disks, file systems and links."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from logsleuth.machine import kernel_events, kernel_heads
from logsleuth.machine.kernel_events import Event
from logsleuth.machine.kernel_heads import Line
from logsleuth.machine.kernel_oom import Kill, Killer
from logsleuth.machine.pattern import Pattern
from logsleuth.machine.snapshot import Reading, Snapshot, cite, unread
from logsleuth.model.relation import Row
from logsleuth.model.run import Note

_MAX_GOES_ON = 200
_BARE = Pattern(
    r"NVRM: |.{1,64} invoked oom-killer: |oom-kill:constraint=|(?:Memory cgroup o|O)ut of memory: Kill|.{1,64}\[\d+\]: segfault at |INFO: task "
)
"""Lines that lost their head to `grep -o` or an editor, and still are the kernel's beyond doubt."""


@dataclass(slots=True)
class _Open:
    """An event that later lines may belong to."""

    event: Event
    first: int
    last: int
    line: Line


@dataclass(slots=True)
class _State:
    snapshot: Snapshot
    killer: Killer = field(default_factory=Killer)
    open: _Open | None = None
    heads: dict[int, Line] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)
    understood: bool = False
    zoneless: bool = False
    yearless: datetime | None = None


def read(snapshot: Snapshot) -> Reading:
    """The events in order of their first lines."""
    state = _State(snapshot)
    for index, text in enumerate(snapshot.lines):
        line = kernel_heads.line(text, snapshot.taken_at) or (Line(text) if _BARE.match(text) else None)
        if line is not None:
            state.understood = True
            _take(state, index, line)
    _close(state)
    _killed(state, state.killer.finish())
    if not state.understood:
        return unread(snapshot)
    return Reading({"kernel": sorted(state.rows, key=lambda row: int(row["line"]))}, _notes(state))


def _take(state: _State, index: int, line: Line) -> None:
    ours, kills = state.killer.take(index, line.message)
    if ours:
        state.heads[index] = line
        _killed(state, kills)
        return
    found = kernel_events.event(line.message)
    if found is not None:
        _close(state)
        state.open = _Open(found, index, index, line)
    elif state.open is not None and not _goes_on(state.open, index, line.message):
        _close(state)


def _goes_on(current: _Open, index: int, message: str) -> bool:
    """Whether the message belongs to the event above it; it then cites that line, too."""
    pattern = current.event.goes_on
    if pattern is None or index - current.first > _MAX_GOES_ON or not pattern.match(message):
        return False
    current.last = index
    return True


def _close(state: _State) -> None:
    current, state.open = state.open, None
    if current is None:
        return
    event = current.event
    columns = {
        "event": event.event,
        "pid": event.pid,
        "process": event.process,
        "device": event.device,
        "code": event.code,
    }
    _add(state, current.first, current.last, current.line, columns)


def _killed(state: _State, kills: list[Kill]) -> None:
    for kill in kills:
        columns = {
            "event": "oom-kill",
            "pid": kill.pid,
            "process": kill.process,
            "cgroup": kill.cgroup,
            "scope": kill.scope,
        }
        line = state.heads.get(kill.last) or state.heads.get(kill.first) or Line("")
        _add(state, kill.first, kill.last, line, columns)


def _add(state: _State, first: int, last: int, line: Line, columns: dict[str, Any]) -> None:
    """A row, with the time of its line; seconds since the machine's boot are no time."""
    written = line.written
    times: dict[str, Any] = {}
    if written is not None:
        path = state.snapshot.path
        times = {
            "time": written.time,
            "clock": f"{line.host} {path}" if line.host else path,
            "zone_known": written.zone_known,
        }
        state.zoneless = state.zoneless or not written.zone_known
        state.yearless = written.time if line.yearless else state.yearless
    state.rows.append(cite(state.snapshot, first, last, columns | times | {"origin.host": line.host}))


def _notes(state: _State) -> tuple[Note, ...]:
    notes = []
    if state.zoneless:
        notes.append(Note("zone not written, taken as UTC", state.snapshot.path))
    if state.yearless is not None:
        told = f"year not written, taken as {state.yearless.year}, the latest that is not after the file's time"
        notes.append(Note(told, state.snapshot.path))
    return tuple(notes)
