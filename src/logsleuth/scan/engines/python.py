"""The plain engine: one regular expression of `re` after the other. Slow, exact, and everywhere.

On very long lines, where a search could take time without bound, it tells the line by the needle's literal alone, or without one by
its length: candidates may be too many, never too few.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from logsleuth.scan.engines import Database, Found, Matcher, NeedleError
from logsleuth.scan.form import Needle

LONG = 4096
"""Bytes of a line from which on a regular expression is not tried."""


@dataclass(frozen=True, slots=True)
class _Sought:
    number: int
    expression: re.Pattern[bytes]
    anchors: tuple[bytes, ...]


class PythonEngine:
    """Needles as regular expressions of `re`."""

    def identity(self) -> str:
        """Its databases are not kept."""
        return "python"

    def compile(self, needles: Mapping[int, Needle]) -> Database:
        """Compiles each needle by itself."""
        return PythonDatabase([_sought(number, needle) for number, needle in needles.items()])

    def load(self, dumped: bytes) -> Database | None:  # noqa: ARG002  # nothing was dumped
        """Nothing was kept."""
        return None


def _sought(number: int, needle: Needle) -> _Sought:
    try:
        expression = re.compile(b"|".join(form.expression for form in needle.forms))
        return _Sought(number, expression, tuple(form.anchor for form in needle.forms))
    except (re.error, RecursionError, OverflowError) as error:
        raise NeedleError(number, str(error)) from error


class PythonDatabase:
    """Compiled regular expressions; matching changes nothing in it, and needles that are not wanted are not looked for."""

    passed_over = 0

    def __init__(self, sought: Sequence[_Sought]) -> None:
        self._sought = sought

    def matcher(self) -> Matcher:
        """The database itself: it has no state."""
        return self

    def dump(self) -> bytes | None:
        """It is not kept."""
        return None

    def find(self, data: bytes, after: int, most: Sequence[int]) -> Found:
        """One match on each line of each needle."""
        long_lines = list(_long_lines(data))
        found: Found = []
        for sought in self._sought:
            if most[sought.number] and any(anchor in data for anchor in sought.anchors):
                ends = _ends(sought, data, after, long_lines)
                found += [(end, sought.number) for end in islice(ends, most[sought.number])]
        return found


def _long_lines(data: bytes) -> Iterator[tuple[int, int]]:
    """Where the long lines lie: start, end."""
    start = 0
    while start + LONG < len(data):
        end = data.rfind(b"\n", start, start + LONG) + 1
        if not end:
            end = data.find(b"\n", start) + 1 or len(data) + 1
            yield start, end - 1
        start = end


def _ends(sought: _Sought, data: bytes, after: int, long_lines: Sequence[tuple[int, int]]) -> Iterator[int]:
    start = 0
    for first, last in long_lines:
        yield from _ends_between(sought.expression, data, start, first, after)
        ends = [
            at + len(anchor)
            for anchor in sought.anchors
            if (at := data.find(anchor, max(first, after - len(anchor)), last)) >= 0
        ]
        if ends:
            yield max(min(ends), first + 1, after + 1)
        start = last + 1
    yield from _ends_between(sought.expression, data, start, len(data), after)


def _ends_between(expression: re.Pattern[bytes], data: bytes, start: int, stop: int, after: int) -> Iterator[int]:
    """The first match on each line of a stretch of whole lines that ends after an offset."""
    while start < stop and (match := expression.search(data, start, stop)):
        if match.end() <= after:
            start = match.start() + 1
            continue
        yield match.end()
        start = data.find(b"\n", max(match.end() - 1, start), stop) + 1 or stop
