"""Snapshots of processes: `ps` with any columns, busybox, trees, and `top -b`."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from logsleuth.machine import ps_start, ps_table
from logsleuth.machine.commands import Command, base, of_process
from logsleuth.machine.pattern import Pattern
from logsleuth.machine.prompts import host_of, prompt
from logsleuth.machine.ps_start import Lived, Now, Start
from logsleuth.machine.ps_table import Cells, Header
from logsleuth.machine.snapshot import Reading, Snapshot, cite, unread
from logsleuth.machine.when import dated_anywhere, shift
from logsleuth.model.relation import Row
from logsleuth.model.run import Note

_TOP = Pattern(r"top - (?P<clock>\d\d:\d\d:\d\d) up ")
_LISTERS = frozenset({"ps", "top"})  # what takes the snapshot stands in it, started at its moment
_WIDTHS = frozenset({80, 132})  # of terminals
_MAX_ANCESTORS = 64


@dataclass(frozen=True, slots=True)
class _Listed:
    """One row of a table, with its index among the lines."""

    index: int
    cells: Cells
    command: Command
    begun: Start | None
    elapsed: int | None

    @property
    def pid(self) -> int:
        return int(self.cells.values["pid"][:18])


@dataclass(slots=True)
class _Table:
    """One table while it is read: what was said above it, its header, its rows."""

    header: Header
    now: Now
    host: str | None
    lines: list[tuple[int, str]] = field(default_factory=list)
    zone_known: bool = False


def read(snapshot: Snapshot) -> Reading:
    """The processes of all tables in the snapshot."""
    tables = list(_tables(snapshot))
    if not tables:
        return unread(snapshot)
    rows: list[Row] = []
    notes: list[Note] = []
    for table in tables:
        listed = list(_listed(table))
        now = _now(listed, table)
        rows += _rows(snapshot, table, listed, now)
        notes += _notes(snapshot, listed, now)
    return Reading({"processes": rows}, tuple(dict.fromkeys(notes)))


def _tables(snapshot: Snapshot) -> Iterator[_Table]:
    """The tables, each with its lines; a header begins one, and so do rows that lost their header to `grep`."""
    table: _Table | None = None
    now = Now(file=snapshot.taken_at)
    zone_known = False
    host: str | None = None
    for index, line in enumerate(snapshot.lines):
        prompted = prompt(line)
        host = host_of(prompted) or host
        header = ps_table.header(line) or (ps_table.bare(line) if table is None else None)
        if header is not None:
            if table is not None:
                yield table
            table = _Table(header, now, host, zone_known=zone_known)
            now, zone_known = Now(file=snapshot.taken_at), False
            if header not in {ps_table.AUX, ps_table.FULL}:
                continue
        if table is not None:
            table.lines.append((index, line))
        said = _said(line, snapshot)
        if said is not None and (table is None or ps_table.cells(table.header, line) is None):
            now, zone_known = said
    if table is not None:
        yield table


def _said(line: str, snapshot: Snapshot) -> tuple[Now, bool] | None:
    """The moment that a line beside the table tells: `date`, or the first line of `top`."""
    if match := _TOP.match(line):
        begun = ps_start.start(match["clock"])
        return Now(clock=begun.clock if begun else None, clock_sure=True, file=snapshot.taken_at), False
    found = dated_anywhere(line) if len(line) < 200 else None
    return (Now(at=found.time, file=snapshot.taken_at), found.zone_known) if found else None


def _listed(table: _Table) -> Iterator[_Listed]:
    """The rows; of the threads of one process the first."""
    width = _cut_width(table)
    threads = any(column in {"LWP", "SPID", "TID"} for column in table.header.columns)
    seen: set[str] = set()
    for index, line in table.lines:
        found = ps_table.cells(table.header, line)
        if found is None or (threads and found.values["pid"] in seen):
            continue
        seen.add(found.values["pid"])
        text = found.values.get("command") or found.values.get("name") or ""
        yield _Listed(
            index=index,
            cells=found,
            command=of_process(text, cut=len(line) == width),
            begun=ps_start.start(found.values.get("start")),
            elapsed=ps_start.elapsed(found.values.get("elapsed")),
        )


def _cut_width(table: _Table) -> int:
    """The width at which rows were cut; 0 where none seems to be."""
    lengths = [len(line) for _, line in table.lines]
    longest = max(lengths, default=0)
    return longest if longest in _WIDTHS or lengths.count(longest) > 1 else 0


def _now(listed: Sequence[_Listed], table: _Table) -> Now:
    """The moment of the snapshot: what was said beside it, else what its rows prove."""
    now = table.now
    if now.at is None:
        timed = [row for row in listed if row.begun and row.begun.moment and row.elapsed is not None]
        if timed:
            row = min(timed, key=lambda row: row.elapsed or 0)
            moment = row.begun.moment if row.begun else None
            now = replace(now, at=shift(moment, row.elapsed or 0) if moment else None)
    own = [row.begun for row in listed if row.begun and row.command.program in _LISTERS and _is_running(row)]
    if now.at is None and own:
        now = _by_own_row(now, own[-1])
    return ps_start.observed((row.begun for row in listed), now)


def _is_running(row: _Listed) -> bool:
    state = row.cells.values.get("state")
    executable = row.command.executable
    return (state is None or state.startswith("R")) and executable is not None and base(executable) in _LISTERS


def _by_own_row(now: Now, begun: Start) -> Now:
    if begun.moment is not None:
        return replace(now, at=begun.moment)
    if begun.clock is not None and now.clock is None:
        return replace(now, clock=begun.clock, clock_sure=True)
    return now


def _rows(snapshot: Snapshot, table: _Table, listed: Sequence[_Listed], now: Now) -> Iterator[Row]:
    parents = _parents(listed)
    taken = now.at or _taken(now)
    for row in listed:
        begun = ps_start.lived(row.begun, row.elapsed, now)
        columns = _columns(row, begun) | _times(begun, snapshot, table)
        columns |= {"ppid": parents.get(row.pid), "ancestors": _ancestors(row.pid, parents), "snapshot_at": taken}
        yield cite(snapshot, row.index, None, columns | {"origin.host": table.host})


def _taken(now: Now) -> Any:
    """The file's time, at the time of day that the snapshot tells, where it tells one."""
    if now.file is None or now.clock is None or not now.clock_sure:
        return now.file
    midnight = now.file.replace(hour=0, minute=0, second=0, microsecond=0)
    at = shift(midnight, now.clock)
    return shift(at, -86_400) if at and at > now.file else at


def _columns(row: _Listed, begun: Lived) -> dict[str, Any]:
    values, command = row.cells.values, row.command
    return {
        "pid": row.pid,
        "user": values.get("user"),
        "state": values.get("state"),
        "started": begun.started,
        "age_min": begun.age_min,
        "age_max": begun.age_max,
        "command": command.text or None,
        "executable": command.executable,
        "interpreter": command.interpreter,
        "module": command.module,
        "program": command.program,
        "port": command.port,
        "deleted": True if "(deleted)" in f"{command.text} {values.get('exe', '')}" else None,
    }


def _times(begun: Lived, snapshot: Snapshot, table: _Table) -> dict[str, Any]:
    """When it started, as the row's time: the row says no other."""
    if begun.earliest is None and begun.latest is None:
        return {}
    return {
        "time": begun.started,
        "earliest": begun.earliest,
        "latest": begun.latest,
        "clock": f"{table.host} {snapshot.path}" if table.host else snapshot.path,
        "zone_known": table.zone_known,
    }


def _parents(listed: Sequence[_Listed]) -> Mapping[int, int]:
    """Each process's parent, by its column or by the drawn tree."""
    parents: dict[int, int] = {}
    above: list[int] = []
    for row in listed:
        said = row.cells.values.get("ppid")
        if said is not None and said.isascii() and said.isdecimal():
            parents[row.pid] = int(said[:18])
        depth = row.cells.depth
        if depth and depth <= len(above):
            parents.setdefault(row.pid, above[depth - 1])
        del above[depth:]
        above += [row.pid] if len(above) == depth else []
    return parents


def _ancestors(pid: int, parents: Mapping[int, int]) -> list[int]:
    """Parents up to the first that is known."""
    found: list[int] = []
    at = parents.get(pid)
    while at and at not in found and at != pid and len(found) < _MAX_ANCESTORS:
        found.append(at)
        at = parents.get(at)
    return found


def _notes(snapshot: Snapshot, listed: Sequence[_Listed], now: Now) -> Iterator[Note]:
    if now.at is not None or not any(row.begun for row in listed):
        return
    told = "the moment of the snapshot is not written in full"
    if now.file is None:
        yield Note(f"{told}; ages are bounded by what its own rows prove", snapshot.path)
    else:
        yield Note(f"{told}; the file's time, {now.file:%Y-%m-%d %H:%M}, stands in for it", snapshot.path)
