"""One pass over one input: its blocks in order, the lines numbered, and the patterns that hit everywhere held back.

Of each pattern the first candidate lines are kept, up to a bound, whatever the threads were at; then it counts as met, and its matches
are passed over. Once that has cost as much as a compilation, a database without such needles takes the place of the full one.
"""

import sys
import threading
from collections import Counter
from collections.abc import Generator, Mapping
from types import TracebackType
from typing import Protocol, Self

from logsleuth.model.book import Pattern
from logsleuth.scan.block import Block, Hit
from logsleuth.scan.chunks import Chunk, Limits, Read
from logsleuth.scan.crew import Crew, Worker
from logsleuth.scan.engines import Database, Matcher
from logsleuth.scan.look import Looked, Row, look

WASTE = 30_000
"""Matches passed over that cost about as much as compiling one needle of a new database."""


class Compiled(Protocol):
    """What a pass needs of its scanner: the patterns, which of them each needle stands for, and databases without some needles."""

    @property
    def patterns(self) -> tuple[Pattern, ...]:
        """What was asked for."""
        ...

    @property
    def owners(self) -> tuple[tuple[int, ...], ...]:
        """For each needle, the patterns that it stands for."""
        ...

    def database(self, without: frozenset[int]) -> Database:
        """The compiled needles, but for some."""
        ...


class Pass:
    """The blocks of one input, to be taken once. It ends its threads when it is exhausted, closed or given up."""

    def __init__(self, compiled: Compiled, read: Read, jobs: int, limits: Limits) -> None:
        self._tally = _Tally(compiled, limits.cap)
        supply = _Supply(compiled, limits)
        self._blocks = _blocks(Crew(read, supply.worker, limits, jobs), self._tally, supply)

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Block:
        return next(self._blocks)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the pass and its threads; nothing more is read."""
        self._blocks.close()

    @property
    def bounds_met(self) -> Mapping[int, str]:
        """For each pattern that met its bound so far, by index, what to say of it."""
        return self._tally.bounds_met()


def _blocks(crew: Crew[Looked], tally: "_Tally", supply: "_Supply") -> Generator[Block, None, None]:
    line = 1
    for looked in crew.results():
        hits = tuple(hit for row in looked.rows if (hit := tally.hit(row, line)) is not None)
        yield Block(line, looked.data, looked.newlines, hits, looked.cut, looked.overlap)
        line += looked.newlines
        supply.reconsider(frozenset(tally.met), looked.passed_over)


class _Tally:
    """How many candidate lines there were of each needle, and the line on which each met its bound."""

    def __init__(self, compiled: Compiled, cap: int) -> None:
        self._compiled = compiled
        self._cap = cap
        self._count: Counter[int] = Counter()
        self.met: dict[int, int] = {}

    def hit(self, row: Row, first_line: int) -> Hit | None:
        """The candidate that a row is, without what is past its bound; None if nothing is left."""
        line = first_line + row.before
        patterns = [
            index for needle in row.needles if self._admits(needle, line) for index in self._compiled.owners[needle]
        ]
        return Hit(line, row.start, row.end, tuple(sorted(patterns))) if patterns else None

    def _admits(self, needle: int, line: int) -> bool:
        self._count[needle] += 1
        if self._count[needle] <= self._cap:
            return True
        self.met.setdefault(needle, line)
        return False

    def bounds_met(self) -> Mapping[int, str]:
        """What to say, by pattern."""
        return {
            index: f"{self._compiled.patterns[index].key}: more than {self._cap:,} lines might match; it was not looked for after line {line - 1}"
            for needle, line in sorted(self.met.items())
            for index in self._compiled.owners[needle]
        }


class _Supply:
    """The database that the looking threads use at the moment."""

    def __init__(self, compiled: Compiled, limits: Limits) -> None:
        self._compiled = compiled
        self._repeated = limits.overlap
        self._most = [limits.cap + 1] * len(compiled.owners) + [sys.maxsize]
        self._database = compiled.database(frozenset())
        self._without: frozenset[int] = frozenset()
        self._wanted: frozenset[int] = frozenset()
        self._passed_over = 0
        self._compiling = threading.Lock()

    def reconsider(self, met: frozenset[int], passed_over: int) -> None:
        """Has matches passed over once their needle met its bound, and asks for another database once that has cost as much."""
        for needle in met:
            self._most[needle] = 0
        self._passed_over += passed_over
        if self._passed_over >= WASTE * len(self._most):
            self._passed_over = 0
            self._wanted = met

    def worker(self) -> Worker[Looked]:
        """What a looking thread calls; it has a matcher of its own, and changes it when there is another database."""
        database: Database | None = None
        matcher: Matcher | None = None

        def work(chunk: Chunk) -> Looked:
            nonlocal database, matcher
            current = self._current()
            if matcher is None or current is not database:
                database, matcher = current, current.matcher()
            return look(chunk, matcher, self._most, self._repeated)

        return work

    def _current(self) -> Database:
        """The database wanted. Whoever comes first compiles it, and the others go on with the one before."""
        if self._wanted != self._without and self._compiling.acquire(blocking=False):
            try:
                wanted = self._wanted
                self._database, self._without = self._compiled.database(wanted), wanted
            finally:
                self._compiling.release()
        return self._database
