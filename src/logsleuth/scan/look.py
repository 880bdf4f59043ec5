"""One chunk, looked through: what a scanning thread does with it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from logsleuth.scan.chunks import Chunk
from logsleuth.scan.engines import Found, Matcher
from logsleuth.scan.unfold import unfolded
from logsleuth.text.line import strip_ansi_bytes

_ESCAPE = b"\x1b"
_FEW_LINES = 500


@dataclass(frozen=True, slots=True)
class Row:
    """A line with a match: how many lines of the chunk stand before it, its place in the data, the needles found on it."""

    before: int
    start: int
    end: int
    needles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Looked:
    """What became of a chunk: its text without colour codes and NULs, and the lines with a match.

    `passed_over` counts matches of needles of which no more were wanted.
    """

    data: bytes
    newlines: int
    rows: tuple[Row, ...]
    cut: bool
    overlap: int
    passed_over: int = 0


def look(chunk: Chunk, matcher: Matcher, most: Sequence[int], repeated: int) -> Looked:
    """Looks through a chunk. `most` bounds the rows of each needle; the last needle is that of text that needs a second look.

    Of a line that is cut, the last `repeated` bytes come again in the next chunk. What ends in the later half of them is told there
    and not here, so that what follows it can be seen when it is told.
    """
    before = matcher.passed_over
    data = _tidy(chunk.data)
    same = len(data) == len(chunk.data)
    overlap = chunk.overlap if same else len(_tidy(chunk.data[: chunk.overlap]))
    told = overlap - min(overlap, repeated // 2)
    found = matcher.find(data, told, most)
    if chunk.cut:
        again = repeated if same else len(_tidy(chunk.data[-repeated:]))
        last = len(data) - min(again, repeated // 2)
        found = [(end, number) for end, number in found if end <= last]
    rows, newlines = _rows(data, found)
    folded = len(most) - 1
    if any(folded in row.needles for row in rows):
        rows = _second_look(data, rows, matcher, told, most)
    return Looked(data, newlines, tuple(rows), chunk.cut, overlap, matcher.passed_over - before)


def _tidy(data: bytes) -> bytes:
    """Without NULs and colour codes, as the text of a line is read."""
    data = data.replace(b"\0", b"") if b"\0" in data else data
    at = data.find(_ESCAPE)
    return data if at < 0 else _without_codes(data, at)


def _without_codes(data: bytes, at: int) -> bytes:
    """Without colour codes, the first of which is at an offset. Where few lines hold any, only these are searched: it is ten times faster."""
    pieces: list[bytes | memoryview] = []
    view, start = memoryview(data), 0
    for _ in range(_FEW_LINES):
        end = data.find(b"\n", at)
        end = len(data) if end < 0 else end
        pieces += [view[start:at], strip_ansi_bytes(data[at:end])]
        start, at = end, data.find(_ESCAPE, end)
        if at < 0:
            return b"".join((*pieces, view[start:]))
    return b"".join((*pieces, strip_ansi_bytes(data[start:])))


def _rows(data: bytes, found: Found) -> tuple[list[Row], int]:
    """The matches by line, and the number of newlines in the data."""
    rows: list[Row] = []
    before = counted = 0
    for start, end, needles in _lines(data, found):
        before += data.count(b"\n", counted, start)
        counted = start
        rows.append(Row(before, start, end, needles))
    return rows, before + data.count(b"\n", counted)


def _lines(data: bytes, found: Found) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """The lines with matches: start, end, needles in order."""
    found.sort()
    index, size = 0, len(found)
    while index < size:
        last, number = found[index]
        start = data.rfind(b"\n", 0, last - 1) + 1
        end = data.find(b"\n", last - 1)
        end = len(data) if end < 0 else end
        index += 1
        if index == size or found[index][0] > end + 1:
            yield start, end, (number,)
            continue
        needles = {number}
        while index < size and found[index][0] <= end + 1:
            needles.add(found[index][1])
            index += 1
        yield start, end, tuple(sorted(needles))


def _second_look(data: bytes, rows: Sequence[Row], matcher: Matcher, told: int, most: Sequence[int]) -> list[Row]:
    """The rows, with what is found only in the text as it reads, and without the needle that tells of such text."""
    folded = len(most) - 1
    again = [row for row in rows if folded in row.needles]
    more: dict[int, tuple[int, ...]] = {}
    if again[0].start < told:
        line = unfolded(data[again[0].start : again[0].end])
        for _, _, needles in _lines(line, matcher.find(line, len(unfolded(data[again[0].start : told])), most)):
            more[again[0].before] = needles
        again = again[1:]
    copy = b"\n".join(unfolded(data[row.start : row.end]) for row in again)
    for row in _rows(copy, matcher.find(copy, 0, most))[0]:
        more[again[row.before].before] = row.needles
    merged = (replace(row, needles=tuple(sorted({*row.needles, *more.get(row.before, ())} - {folded}))) for row in rows)
    return [row for row in merged if row.needles]
