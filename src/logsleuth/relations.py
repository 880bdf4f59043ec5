"""The relations of one run as rows: those that a caller names, and no work for the others.

Snapshots and what is found by patterns come from the same reading as in an analysis. `records` is filled for those who ask: every
line of every log is peeled then, while an analysis looks at candidates only.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from logsleuth import analyze, read
from logsleuth.analyze import Request
from logsleuth.model.book import Book
from logsleuth.model.relation import RELATIONS, Row, Table
from logsleuth.model.run import Note
from logsleuth.read.records import LATE, RecordReader, Sink

BY_START = frozenset({"phases", "boots", "origins"})
BY_TRACEBACK = frozenset({"tracebacks", "frames"})


@dataclass(frozen=True, slots=True)
class Known:
    """The tables that were asked for (`records` went to its sink), `absent` those that nothing handed over fills.

    `bounded` tells, one line each, of rows that a bound kept out; `unread` of inputs that could not be read, `notes` of those and the others.
    """

    tables: Mapping[str, Table]
    absent: tuple[str, ...]
    bounded: tuple[str, ...]
    notes: tuple[Note, ...]
    unread: tuple[Note, ...]


def relations(request: Request, book: Book, names: AbstractSet[str], records: Sink | None = None) -> Known:
    """Reads one run for the relations of these names; `records` takes those of the relation `records`.

    Raises NoInputError if nothing could be read.
    """
    tap = _Tap(book, records) if records is not None else None
    others = names - {"records"}
    if tap is not None and not others and not LATE & tap.sink.columns:
        told = analyze.read_along(request, book, tap)
        return Known({}, (), tuple(tap.bounded()), told.notes, told.unread)
    told = analyze.told(request, book, tap)
    tables = {name: table for name in sorted(others) if (table := _table(told, name)) is not None}
    bounded = [*(tap.bounded() if tap else ()), *_bounded(told, tables, book)]
    return Known(tables, tuple(sorted(others - tables.keys())), tuple(bounded), told.notes, told.unread)


def _table(told: analyze.Told, name: str) -> Table | None:
    """The rows handed over and those that rules gave, by place."""
    parts = [part for part in (told.tables.get(name), told.given.get(name)) if part is not None]
    if not parts:
        return None
    rows = sorted((row for part in parts for row in part.rows), key=_place)
    return Table(RELATIONS[name], rows, sum(part.dropped for part in parts))


def _place(row: Row) -> tuple[str, int]:
    return row.get("path") or "", row.get("line") or 0


def _bounded(told: analyze.Told, tables: Mapping[str, Table], book: Book) -> Iterator[str]:
    """What bounds kept out of the tables."""
    for name in tables:
        keys = set(_keys(name, book))
        short = sum(count for key, count in told.short.items() if key in keys)
        if short:
            yield f"{name}: {short:,} lines that may give rows are left out, from the middle of what looks alike"
        yield from (f"{name}: {bound}" for bound in told.bounds if any(key in bound.split() for key in keys))


def _keys(table: str, book: Book) -> Iterator[str]:
    """The patterns that a table rests on."""
    for rule in book.rules:
        if rule.gives == table:
            yield from (pattern.key for pattern in rule.patterns())
    if table in BY_START:
        yield from (phase.pattern.key for profile in book.profiles for phase in profile.phases)
    if table in BY_TRACEBACK:
        yield from (pattern.key for pattern in read.START_PATTERNS)


@dataclass
class _Tap:
    """Reads all records along with what else is read."""

    book: Book
    sink: Sink
    _reader: RecordReader | None = None
    _readers: list[tuple[str, int, int]] = field(default_factory=list)
    _path: str = ""

    def opened(self, asked: read.Asked, peeler: read.Peeler) -> Callable[[bytes], None]:
        """An input begins."""
        self._path = asked.path
        self._reader = RecordReader(self.book, peeler, asked, self.sink)
        return self._reader.feed

    def closed(self, boots: Sequence[Row]) -> None:
        """It was read to its end."""
        if self._reader is not None:
            self._reader.finish(boots)
            self._readers.append((self._path, self._reader.dropped, self._reader.cut))
            self._reader = None

    def bounded(self) -> Iterator[str]:
        """What bounds kept out of the records."""
        for path, dropped, cut in self._readers:
            if dropped:
                yield f"records: {dropped:,} more lines of {path} were left out"
            if cut:
                yield f"records: {cut:,} of {path} are longer than a message is kept: their ends were left out"
