"""Two databases as one: that of the patterns which seldom change, kept between calls, and a small one for those of this call.

Compiling hundreds of needles takes seconds; a call that looks for a line of its own should not pay for all of them again.
"""

from collections.abc import Sequence

from logsleuth.scan.engines import Database, Found, Matcher


class PairDatabase:
    """`first` has the numbers up to `size` and the last of all, `second` those between."""

    def __init__(self, first: Database, second: Database, size: int) -> None:
        self._first = first
        self._second = second
        self._size = size

    def matcher(self) -> Matcher:
        """A matcher for one thread."""
        return _PairMatcher(self._first.matcher(), self._second.matcher(), self._size)

    def dump(self) -> bytes | None:
        """None: its parts are kept, not the pair."""
        return None


class _PairMatcher:
    def __init__(self, first: Matcher, second: Matcher, size: int) -> None:
        self._first = first
        self._second = second
        self._size = size
        self.passed_over = 0

    def find(self, data: bytes, after: int, most: Sequence[int]) -> Found:
        size, last = self._size, len(most) - 1
        found = self._first.find(data, after, [*most[:size], most[last]])
        told = [(end, last if number == size else number) for end, number in found]
        told += [(end, size + number) for end, number in self._second.find(data, after, most[size:last])]
        self.passed_over = self._first.passed_over + self._second.passed_over
        return told
