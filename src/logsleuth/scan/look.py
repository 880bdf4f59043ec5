"""One chunk, looked through: what a scanning thread does with it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from logsleuth.scan.chunks import Chunk
from logsleuth.scan.engines import Found, Matcher
from logsleuth.scan.unfold import unfolded
from logsleuth.text.line import strip_ansi_bytes

_NEWLINE = re.compile(rb"\n")


@dataclass(frozen=True, slots=True)
class Row:
    """A line with a match: how many lines of the chunk stand before it, its place in the data, the needles found on it."""

    before: int
    start: int
    end: int
    needles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Looked:
    """What became of a chunk: its text without colour codes and NULs, and the lines with a match."""

    data: bytes
    newlines: int
    rows: tuple[Row, ...]
    cut: bool
    overlap: int


def look(chunk: Chunk, matcher: Matcher, *, folded: int, cap: int) -> Looked:
    """Looks through a chunk. `folded` is the number of the needle for text that needs a second look, `cap` bounds the rows of a needle."""
    data = _tidy(chunk.data)
    overlap = len(_tidy(chunk.data[: chunk.overlap])) if len(data) < len(chunk.data) else chunk.overlap
    found = matcher.find(data, overlap, cap + 1)
    rows, newlines = _rows(data, found)
    if any(number == folded for _, number in found):
        rows = _second_look(data, rows, matcher, overlap, cap)
        rows = tuple(bare for row in rows if (bare := _without(row, folded)).needles)
    return Looked(data, newlines, rows, chunk.cut, overlap)


def _tidy(data: bytes) -> bytes:
    """Without NULs and colour codes, as the text of a line is read."""
    return strip_ansi_bytes(data.replace(b"\0", b"") if b"\0" in data else data)


def _without(row: Row, number: int) -> Row:
    if number not in row.needles:
        return row
    return Row(row.before, row.start, row.end, tuple(other for other in row.needles if other != number))


def _rows(data: bytes, found: Found) -> tuple[tuple[Row, ...], int]:
    """The matches by line, and the number of newlines in the data."""
    rows: list[Row] = []
    before = counted = 0
    for start, end, needles in _lines(data, found):
        before += data.count(b"\n", counted, start)
        counted = start
        rows.append(Row(before, start, end, needles))
    return tuple(rows), before + data.count(b"\n", counted)


def _lines(data: bytes, found: Found) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """The lines with matches: start, end, needles in order."""
    found.sort()
    index, size = 0, len(found)
    while index < size:
        last = found[index][0] - 1
        start = data.rfind(b"\n", 0, last) + 1
        end = data.find(b"\n", last)
        end = len(data) if end < 0 else end
        needles = set()
        while index < size and found[index][0] - 1 <= end:
            needles.add(found[index][1])
            index += 1
        yield start, end, tuple(sorted(needles))


def _second_look(data: bytes, rows: Sequence[Row], matcher: Matcher, overlap: int, cap: int) -> tuple[Row, ...]:
    """The rows, with those that are found only in the text as it reads."""
    copy = unfolded(data)
    copied, _ = _rows(copy, matcher.find(copy, len(unfolded(data[:overlap])), cap + 1))
    merged = {row.before: row for row in rows}
    starts = [0, *(match.end() for match in _NEWLINE.finditer(data))] if copied else []
    for row in copied:
        start = starts[row.before]
        end = starts[row.before + 1] - 1 if row.before + 1 < len(starts) else len(data)
        known = merged[row.before].needles if row.before in merged else ()
        merged[row.before] = Row(row.before, start, end, tuple(sorted({*known, *row.needles})))
    return tuple(merged[before] for before in sorted(merged))
