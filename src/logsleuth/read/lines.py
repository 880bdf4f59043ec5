"""Which lines of a log are looked at, and where they stand in their block.

The scan hands over blocks of whole lines with the candidates among them. A line is visited if it is a candidate, if it stands
at the head or the tail of the log, or while something is being read that goes on over several lines.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from logsleuth.text.line import clean

LONGEST_LINE = 1 << 20
"""Bytes of a line that are looked at; the rest of a longer one is passed over."""


class HitLike(Protocol):
    """A candidate line: its number, its place in the block's bytes, the patterns (by index) that may match it."""

    @property
    def line(self) -> int:
        """Its number, from 1."""
        ...

    @property
    def start(self) -> int:
        """Where it begins in the block's bytes."""
        ...

    @property
    def end(self) -> int:
        """Where it ends, before its newline."""
        ...

    @property
    def patterns(self) -> tuple[int, ...]:
        """The patterns that may match it, by index."""
        ...


class BlockLike(Protocol):
    """Whole lines of a log: the number of the first, their bytes, how many newlines they hold, the candidates among them."""

    @property
    def first_line(self) -> int:
        """The number of its first line."""
        ...

    @property
    def data(self) -> bytes:
        """The lines' bytes."""
        ...

    @property
    def newlines(self) -> int:
        """How many newlines they hold."""
        ...

    @property
    def hits(self) -> Sequence[HitLike]:
        """The candidates, in order."""
        ...

    @property
    def cut(self) -> bool:
        """Whether it ends within a line that the next block goes on with."""
        ...


@dataclass(frozen=True, slots=True)
class Visited:
    """A line that is looked at."""

    number: int
    start: int
    end: int
    patterns: tuple[int, ...]

    def beside(self, others: tuple[int, ...]) -> "Visited":
        """The same line, held against other patterns, too."""
        return Visited(self.number, self.start, self.end, tuple(sorted({*self.patterns, *others})))


class Walk:
    """Walks over one block; `all_lines` may be set and cleared between two steps, to visit the lines that follow."""

    def __init__(self, block: BlockLike, *, head: int, tail: int, goes_on: bool = False) -> None:
        """`head` and `tail` are offsets: before the one and from the other on, every line is visited.

        `goes_on` says that the block begins within a line; that piece is visited only if something hit in it.
        """
        self._goes_on = goes_on
        self._block = block
        self._head = head
        self._tail = tail
        self.all_lines = False

    def __iter__(self) -> Iterator[Visited]:
        data, hits = self._block.data, self._block.hits
        number, position, index = self._block.first_line, 0, 0
        size = len(data)
        while position < size:
            hit = hits[index] if index < len(hits) else None
            if not (self.all_lines or position < self._head or position >= self._tail):
                jump = self._jump(hit, number, position)
                if jump is None:
                    return
                number, position = jump
            end = data.find(b"\n", position)
            end = size if end < 0 else end
            patterns: tuple[int, ...] = ()
            if hit is not None and hit.line == number:
                patterns, index = hit.patterns, index + 1
            if patterns or position or not self._goes_on:
                yield Visited(number, position, end, patterns)
            number, position = number + 1, end + 1

    def _jump(self, hit: HitLike | None, number: int, position: int) -> tuple[int, int] | None:
        """The next line to visit when nothing asks for all of them: the next candidate, or the first line of the tail."""
        size = len(self._block.data)
        if hit is not None and hit.start < self._tail:
            return hit.line, hit.start
        start = self._block.data.find(b"\n", max(self._tail - 1, position)) + 1
        if self._tail >= size or start == 0 or start >= size:
            return None
        return number + self._block.data.count(b"\n", position, start), start


def text_at(block: BlockLike, start: int, end: int) -> str:
    """The cleaned text of a line of the block."""
    return clean(block.data[start : min(end, start + LONGEST_LINE)])


def lines_before(block: BlockLike, start: int, most: int) -> Iterator[str]:
    """The cleaned texts of the lines before an offset, nearest first, as far as the block reaches."""
    data = block.data
    end = start - 1
    while end > 0 and most > 0:
        begin = data.rfind(b"\n", 0, end) + 1
        yield text_at(block, begin, end)
        end, most = begin - 1, most - 1


def lines_after(block: BlockLike, end: int, most: int) -> Iterator[str]:
    """The cleaned texts of the lines after the line that ends at an offset."""
    data, position = block.data, end + 1
    while position < len(data) and most > 0:
        stop = data.find(b"\n", position)
        stop = len(data) if stop < 0 else stop
        yield text_at(block, position, stop)
        position, most = stop + 1, most - 1
