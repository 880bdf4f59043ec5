"""What a reader is handed and what it hands back, and how a row cites its lines."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from logsleuth.model.relation import Row
from logsleuth.model.run import Note

MAX_ROWS = 20_000
"""Rows kept of one relation of one snapshot: the first half and the last half of them."""

MAX_LINE = 20_000
"""Characters of a line that are read; what follows is passed over."""

MAX_ENVIRON_LINE = 2 << 20
"""The same for an environment, which the kernel keeps in one line."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One segment of an artifact: its cleaned lines, and where they stand.

    `first_line` is the number of `lines[0]` in the file, counted from 1. `taken_at` (UTC) is the file's time, used only where
    the lines do not tell when they were printed.
    """

    path: str
    lines: Sequence[str]
    first_line: int
    taken_at: datetime | None
    kind: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What one snapshot tells.

    A relation is a key of `rows`, perhaps with no rows, when the lines tell about it at all; a snapshot that could not be read
    has no key, and a note.
    """

    rows: Mapping[str, Sequence[Row]]
    notes: tuple[Note, ...] = ()


def cite(snapshot: Snapshot, first: int, last: int | None, columns: Mapping[str, Any]) -> Row:
    """A row that cites the lines from index `first` to index `last` (the same line where None); columns that are None are left out."""
    place = {
        "path": snapshot.path,
        "line": snapshot.first_line + first,
        "end_line": snapshot.first_line + (first if last is None else last),
    }
    return place | {name: value for name, value in columns.items() if value is not None}


def unread(snapshot: Snapshot) -> Reading:
    """The reading of a snapshot of which no line could be read; blank lines need none."""
    if not any(line.strip() for line in snapshot.lines):
        return Reading({})
    message = f"taken for {snapshot.kind}, but no line of {len(snapshot.lines)} could be read as such"
    return Reading({}, (Note(message, snapshot.path, snapshot.first_line),))


def bounded(snapshot: Snapshot) -> Snapshot:
    """The snapshot with its longest lines cut, so that no line costs more than another."""
    limit = MAX_ENVIRON_LINE if snapshot.kind == "environ" else MAX_LINE
    if all(len(line) <= limit for line in snapshot.lines):
        return snapshot
    return replace(snapshot, lines=[line[:limit] for line in snapshot.lines])


def capped(reading: Reading, path: str) -> Reading:
    """The reading with at most `MAX_ROWS` rows of each relation, and a note where rows were left out."""
    if all(len(rows) <= MAX_ROWS for rows in reading.rows.values()):
        return reading
    half = MAX_ROWS // 2
    kept = {
        name: rows if len(rows) <= MAX_ROWS else [*rows[:half], *rows[-half:]] for name, rows in reading.rows.items()
    }
    left_out = sum(len(rows) - len(kept[name]) for name, rows in reading.rows.items())
    note = Note(f"{left_out} rows of the middle were left out: more than {MAX_ROWS} in one snapshot", path)
    return Reading(kept, (*reading.notes, note))
