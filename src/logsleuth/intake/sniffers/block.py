"""A stretch of lines that a heading or the form of its rows gives away."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

Lines = Sequence[str]


@dataclass(frozen=True, slots=True)
class Block:
    """Lines `first` up to, not including, `end` (from 0), of one kind, and why."""

    kind: str
    first: int
    end: int
    why: str


def rows_end(lines: Lines, start: int, is_row: Callable[[str], bool]) -> int:
    """Where the rows that begin at `start` end."""
    at = start
    while at < len(lines) and is_row(lines[at]):
        at += 1
    return at


def runs(lines: Lines, is_row: Callable[[str], bool], kind: str, why: str) -> Iterator[Block]:
    """Stretches of rows, however short."""
    at = 0
    while at < len(lines):
        end = rows_end(lines, at, is_row)
        if end > at:
            yield Block(kind, at, end, why)
        at = end + 1
