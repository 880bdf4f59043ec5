"""The last lines of each writer: what stands before a line, when others write between."""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from operator import itemgetter
from typing import overload

from logsleuth.model.run import Origin
from logsleuth.read.tracebacks.block import Fed
from logsleuth.read.tracebacks.shape import Seen

KEPT = 8
"""Lines kept of each writer."""

MAX_WRITERS = 64
"""Writers kept; the one that has been silent longest is forgotten first."""


class Recent:
    """The last lines that were fed, by origin."""

    def __init__(self) -> None:
        self._lines: dict[Origin, deque[tuple[int, Seen]]] = {}
        self._count = 0
        self.last: int | None = None

    def add(self, fed: Fed) -> None:
        """Keep a line."""
        lines = self._lines.pop(fed.origin, None)
        if lines is None:
            lines = deque(maxlen=KEPT)
        self._count += 1
        lines.append((self._count, Seen(fed.line, fed.text, fed.head)))
        self._lines[fed.origin] = lines  # at the end: it spoke last
        if len(self._lines) > MAX_WRITERS:
            del self._lines[next(iter(self._lines))]
        self.last = fed.line

    def before(self, origin: Origin) -> Sequence[Seen]:
        """The last lines that may be of the same writer, the nearest last."""
        return _Before(self._lines, origin)


class _Before(Sequence[Seen]):
    """Lines before another one, sought out when they are asked for: few lines look like something that does."""

    def __init__(self, lines: Mapping[Origin, Iterable[tuple[int, Seen]]], origin: Origin) -> None:
        self._lines = lines
        self._origin = origin

    @cached_property
    def _found(self) -> list[Seen]:
        found = [
            entry
            for other, lines in self._lines.items()
            if other == self._origin or other.agrees(self._origin)
            for entry in lines
        ]
        return [seen for _, seen in sorted(found, key=itemgetter(0))[-KEPT:]]

    def __len__(self) -> int:
        return len(self._found)

    @overload
    def __getitem__(self, at: int) -> Seen: ...
    @overload
    def __getitem__(self, at: slice) -> list[Seen]: ...
    def __getitem__(self, at: int | slice) -> Seen | list[Seen]:
        return self._found[at]
