"""Every record of a log: each head with the lines that continue it, and each line that continues none.

Where a `LogReader` looks at candidates only, this peels every line: it costs some ten microseconds a line, and is for those who ask for all.
Records are handed on in batches of columns, so that a log may be far larger than its records could be as objects.
"""

import re
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from logsleuth.model.book import Book
from logsleuth.model.relation import Row
from logsleuth.model.run import Moment, Origin
from logsleuth.read.finish import origin_columns
from logsleuth.read.gathered import Asked
from logsleuth.read.lines import LONGEST_LINE
from logsleuth.read.log import READ_AS_LINES, RECORD_LINES
from logsleuth.read.peel import NOBODY, Peeled, Peeler
from logsleuth.read.times import Clock
from logsleuth.text.line import clean

BATCH = 50_000
"""Records that are handed on at once."""

LONGEST_RECORD = 1 << 16
"""Characters of a record's message; what goes beyond is left out."""

MOST_RECORDS = 20_000_000
"""Records of one input; later ones are counted only."""

MOST_OPEN = 256
"""Writers whose last record a line may continue."""

LATE = frozenset({"boot", "program"})
"""Columns that are known at the end of the log only."""

_DATED = re.compile(r"[^\w\s]{0,2}[0-9]{4}[-/][0-9]{2}[-/][0-9]{2}[T ][0-9]{2}:[0-9]{2}")
"""A date with a time at the front of a line: no layout may know what follows, and yet the line continues no other."""

_TIMES = frozenset({"time", "earliest", "latest", "clock", "zone_known"})


class Sink(Protocol):
    """What takes the records: `columns` are those wanted, `origin` says whether `origin` (one text) is."""

    @property
    def columns(self) -> AbstractSet[str]:
        """The columns of the relation that are wanted."""
        ...

    @property
    def origin(self) -> bool:
        """Whether the text of the origin is wanted."""
        ...

    def batch(self, columns: Mapping[str, Sequence[Any]]) -> None:
        """Some records of the input that is read."""
        ...

    def late(self, columns: Mapping[str, Sequence[Any]]) -> None:
        """The late columns of all its records; with it the input is done."""
        ...


@dataclass(slots=True)
class _Record:
    line: int
    end_line: int
    peeled: Peeled
    moment: Moment
    parts: list[str]
    size: int


@dataclass(slots=True)
class _Kept:
    """What the late columns need of each record, in numbers."""

    lines: "array[int]" = field(default_factory=lambda: array("q"))
    origins: "array[int]" = field(default_factory=lambda: array("q"))
    layouts: "array[int]" = field(default_factory=lambda: array("q"))


class RecordReader:
    """Reads all records of one input. Feed it the bytes in order, then `finish`."""

    def __init__(self, book: Book, peeler: Peeler, asked: Asked, sink: Sink) -> None:
        self._peeler = peeler
        self._asked = asked
        self._sink = sink
        self._wanted = sink.columns
        self._clock = Clock(reference=asked.modified, source=asked.path, host=None)
        self._programs = {layout.id: layout.program for layout in book.layouts}
        self._timed = bool(_TIMES & self._wanted)
        self._told = "message" in self._wanted
        self._late = bool(LATE & self._wanted)
        self._all = all(segment.kind in READ_AS_LINES for segment in asked.segments)
        self._rest = b""
        self._passing = False  # within a line whose beginning was read
        self._number = 0
        self._partial: tuple[int, Peeled] | None = None
        self._records: list[_Record] = []
        self._open: dict[Origin, _Record] = {}
        self._newest: _Record | None = None
        self._last = Moment()
        self._kept = _Kept()
        self._ids: dict[object, int] = {}
        self._given = 0
        self.dropped = 0
        self.cut = 0

    def feed(self, data: bytes) -> None:
        """The next bytes of the input."""
        *whole, self._rest = (self._rest + data).split(b"\n")
        for raw in whole:
            self._number += 1
            if not self._passing:
                self._line(self._number, raw)
            self._passing = False
        if len(self._rest) > LONGEST_LINE:
            if not self._passing:
                self._line(self._number + 1, self._rest)
            self._passing, self._rest = True, b""

    def finish(self, boots: Iterable[Row] = ()) -> None:
        """The end of the input. `boots` are the rows of its relation `boots`, where they are known."""
        if self._rest and not self._passing:
            self._line(self._number + 1, self._rest)
        self._rest = b""
        if self._partial is not None:
            number, peeled = self._partial
            self._partial = None
            self._add(number, number, peeled)
        self._flush(0)
        self._sink.late(self._late_columns(list(boots)) if self._late else {})

    # Lines to records -------------------------------------------------------------------------------------------------

    def _line(self, number: int, raw: bytes) -> None:
        if not self._all and not self._is_log(number):
            return
        peeled = self._peeler.peel(clean(raw[:LONGEST_LINE]))
        first = number
        if self._partial is not None:
            first, before = self._partial
            if len(before.message) <= LONGEST_RECORD:
                peeled = self._peeler.joined(before, peeled)
            else:
                first = number
        self._partial = (first, peeled) if peeled.partial else None
        if self._partial is None:
            self._add(first, number, peeled)

    def _is_log(self, line: int) -> bool:
        return any(s.first <= line <= s.last and s.kind in READ_AS_LINES for s in self._asked.segments)

    def _add(self, first: int, last: int, peeled: Peeled) -> None:
        begins = peeled.head or _DATED.match(peeled.message) is not None
        if not begins:
            before = self._continued(first, peeled.origin)
            if before is not None:
                self._continue(before, last, peeled)
                return
            if not peeled.message.strip():
                return
        if self._given + len(self._records) >= MOST_RECORDS:
            self.dropped += 1
            self._newest = None
            self._open.clear()
            return
        record = _Record(first, last, peeled, self._moment(peeled) if self._timed else self._last, [], 0)
        if self._told:
            self._say(record, peeled.message)
        self._records.append(record)
        if begins:
            self._opened(record)
        if len(self._records) >= BATCH + RECORD_LINES:
            self._flush(RECORD_LINES)

    def _opened(self, record: _Record) -> None:
        """The record that later lines may continue. Only one that begins with a head is: a line without one is alone."""
        self._newest = record
        origin = record.peeled.origin
        if origin is not NOBODY:
            self._open.pop(origin, None)  # so that the newest stands last
            self._open[origin] = record
            if len(self._open) > MOST_OPEN:
                del self._open[next(iter(self._open))]

    def _continued(self, line: int, origin: Origin) -> _Record | None:
        """The last record whose writer may be that of a line without a head; None if it began too far above."""
        newest = self._newest
        if newest is None or newest.peeled.origin.agrees(origin):
            return newest if newest is not None and line - newest.line <= RECORD_LINES else None
        for other in reversed(self._open.values()):
            if line - other.line <= RECORD_LINES and other.peeled.origin.agrees(origin):
                return other
        return None

    def _continue(self, record: _Record, last: int, peeled: Peeled) -> None:
        if self._told:
            self._say(record, peeled.message)
        if peeled.message.strip():
            record.end_line = last

    def _say(self, record: _Record, text: str) -> None:
        room = LONGEST_RECORD - record.size
        if len(text) > room:
            self.cut += record.size <= LONGEST_RECORD
            text = text[: max(0, room)]
            record.size = LONGEST_RECORD + 1
        if room > 0:
            record.parts.append(text)
            record.size += len(text) + 1

    def _moment(self, peeled: Peeled) -> Moment:
        """When it was written; without a time of its own, not before the last one that was read."""
        stamp = peeled.stamp or peeled.outer
        moment = self._clock.place(stamp) if stamp is not None else None
        if moment is not None and moment.time is not None:
            self._last = moment
            return moment
        last = self._last
        return Moment(earliest=last.time, clock=last.clock, zone_known=last.zone_known)

    # Records to columns -----------------------------------------------------------------------------------------------

    def _flush(self, keep: int) -> None:
        """Hands on all records but the last ones, which lines to come may continue."""
        records = self._records
        done = records[: len(records) - keep]
        if not done:
            return
        latest = self._latest() if "latest" in self._wanted else ()
        columns = {name: values for name, values in self._columns(done, latest) if name in self._wanted}
        if self._sink.origin:
            labels = {origin: origin.label() or None for origin in {r.peeled.origin for r in done}}
            columns["origin"] = [labels[r.peeled.origin] for r in done]
        if self._late:
            self._keep(done)
        self._given += len(done)
        self._records = records[len(done) :]
        self._sink.batch(columns)

    def _latest(self) -> list[datetime | None]:
        """For each record that is held, the time of the next dated one; none where the log goes back in time."""
        found: list[datetime | None] = []
        after: datetime | None = None
        for record in reversed(self._records):
            moment = record.moment
            fits = moment.time is None and after is not None and (moment.earliest is None or moment.earliest <= after)
            found.append(after if fits else None)
            after = moment.time or after
        return found[::-1]

    def _columns(self, done: Sequence[_Record], latest: Sequence[datetime | None]) -> Iterable[tuple[str, list[Any]]]:
        """Each column that is wanted, but for the late ones."""
        makers: Mapping[str, Callable[[_Record], Any]] = {
            "line": lambda r: r.line,
            "end_line": lambda r: r.end_line,
            "time": lambda r: r.moment.time,
            "earliest": lambda r: r.moment.earliest,
            "clock": lambda r: r.moment.clock,
            "zone_known": lambda r: r.moment.zone_known,
            "level": lambda r: r.peeled.level,
            "logger": lambda r: r.peeled.logger,
            "message": lambda r: "\n".join(r.parts).rstrip("\n") if len(r.parts) > 1 else r.parts[0],
        }
        yield from ((name, list(map(make, done))) for name, make in makers.items() if name in self._wanted)
        if "path" in self._wanted:
            yield "path", [self._asked.path] * len(done)
        if "latest" in self._wanted:
            yield "latest", list(latest[: len(done)])
        parts = [name for name in origin_columns(NOBODY) if name in self._wanted]
        if parts:
            told = {origin: origin_columns(origin) for origin in {r.peeled.origin for r in done}}
            for name in parts:
                yield name, [told[r.peeled.origin][name] for r in done]

    # What is known at the end -----------------------------------------------------------------------------------------

    def _keep(self, done: Sequence[_Record]) -> None:
        ids = self._ids
        for record in done:
            origin, layout = record.peeled.origin, record.peeled.layout
            self._kept.lines.append(record.line)
            self._kept.origins.append(ids.setdefault(origin, len(ids)))
            self._kept.layouts.append(ids.setdefault(layout, len(ids)))

    def _late_columns(self, boots: Sequence[Row]) -> Mapping[str, Sequence[Any]]:
        """The start that each record belongs to, and the program: that of its layout, else of that start."""
        things = list(self._ids)
        starts = sorted(boots, key=lambda row: (row["line"], row["number"]))
        of = {number: _Starts(thing, starts) for number, thing in enumerate(things) if isinstance(thing, Origin)}
        kept = self._kept
        rows = [of[origin].at(line) for line, origin in zip(kept.lines, kept.origins, strict=True)]
        late: dict[str, Sequence[Any]] = {}
        if "boot" in self._wanted:
            late["boot"] = [row["number"] if row else None for row in rows]
        if "program" in self._wanted:
            named = [self._programs.get(thing) if isinstance(thing, str) else None for thing in things]
            late["program"] = [
                named[layout] or (row["program"] if row else None)
                for row, layout in zip(rows, kept.layouts, strict=True)
            ]
        return late


class _Starts:
    """The starts that a writer's lines may belong to."""

    def __init__(self, origin: Origin, starts: Sequence[Row]) -> None:
        self._rows = [row for row in starts if _place(row).agrees(Origin(host=origin.host, container=origin.container))]
        self._lines = [row["line"] for row in self._rows]

    def at(self, line: int) -> Row | None:
        """The latest that began at or before a line."""
        index = bisect_right(self._lines, line) - 1
        return self._rows[index] if index >= 0 else None


def _place(row: Row) -> Origin:
    return Origin(host=row.get("origin.host"), container=row.get("origin.container"))
