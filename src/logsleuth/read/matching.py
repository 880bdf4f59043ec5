"""The exact decision on the candidate lines of the scan, and the rows that are kept of each pattern.

The scan's needles match more than their patterns do; here the pattern itself is held against the peeled message.
"""

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from logsleuth.model.book import Pattern
from logsleuth.model.verdict import Matches

KEPT = 50
"""Rows kept at either end, for each pattern, captures, boot and origin."""

PATIENCE = 0.25
"""Seconds that one search may take."""

STRIKES = 3
"""A pattern that ran out of patience so often is not asked again in this file."""

LONGEST = 1 << 14
"""Characters of a text that a pattern is held against; what it must match lies at the front of a line."""


@dataclass
class Compiled:
    """A pattern that is compiled when it is first needed: most never are."""

    pattern: Pattern
    strikes: int = 0

    @cached_property
    def _search(self) -> Callable[..., Any]:
        import regex  # noqa: PLC0415  # 12 ms at start-up, and not needed where nothing hits

        flags = regex.VERSION0 | (regex.IGNORECASE if self.pattern.ignore_case else 0)
        flags |= 0 if self.pattern.unicode else regex.ASCII
        search: Callable[..., Any] = regex.compile(self.pattern.expression or "", flags).search
        return search

    def find(self, text: str) -> Mapping[str, str] | None:
        """The captures, where the pattern is in the text; None where it is not, or where it took too long."""
        if self.pattern.expression is None:
            return {} if self._literal_in(text) else None
        if self.strikes >= STRIKES:
            return None
        try:
            found = self._search(text[:LONGEST], timeout=PATIENCE)
        except TimeoutError:
            self.strikes += 1
            return None
        return {k: v for k, v in found.groupdict().items() if v is not None} if found else None

    def _literal_in(self, text: str) -> bool:
        if self.pattern.ignore_case:
            text = text.lower()
            return any(literal.lower() in text for literal in self.pattern.literals)
        return any(literal in text for literal in self.pattern.literals)


WATCHED = 1_000_000
"""Texts of which a watched pattern remembers that it matched them."""


@dataclass
class Watched(Compiled):
    """A pattern that tells afterwards what it cost and what it matched, for those who write rules.

    `asked` lines came from the scan, `found` of them match, in `seconds`; `known` has the hash of each text's first line that matched.
    """

    asked: int = 0
    found: int = 0
    seconds: float = 0.0
    known: set[int] = field(default_factory=set)

    def find(self, text: str) -> Mapping[str, str] | None:
        """The captures, as without the watch."""
        began = time.perf_counter()
        captures = super().find(text)
        self.seconds += time.perf_counter() - began
        self.asked += 1
        if captures is not None:
            self.found += 1
            if len(self.known) < WATCHED:
                self.known.add(hash(text.partition("\n")[0]))
        return captures


@dataclass
class Hit:
    """A line that a pattern matched, before its boot and its bounds in time are known.

    `program` is what the line's own layout or origin tells; `extra` are the row's columns beside the captures.
    """

    pattern: Pattern
    line: int
    end_line: int
    text: str
    captures: Mapping[str, str]
    extra: Mapping[str, Any] = field(default_factory=dict)


class Kept:
    """The first and the last rows of each pattern, captures, boot and origin, and how many there were."""

    def __init__(self) -> None:
        self._first: dict[str, dict[object, list[Mapping[str, Any]]]] = {}
        self._last: dict[str, dict[object, deque[Mapping[str, Any]]]] = {}
        self._count: dict[str, int] = {}

    def add(self, key: str, group: object, row: Mapping[str, Any]) -> None:
        """One more row of the pattern `key`; rows of equal `group` share a bound."""
        self._count[key] = self._count.get(key, 0) + 1
        first = self._first.setdefault(key, {}).setdefault(group, [])
        if len(first) < KEPT:
            first.append(row)
        else:
            self._last.setdefault(key, {}).setdefault(group, deque(maxlen=KEPT)).append(row)

    def matches(self) -> dict[str, Matches]:
        """What was kept, by pattern, in the order of lines."""
        return {key: Matches(tuple(self._rows(key)), count) for key, count in self._count.items()}

    def _rows(self, key: str) -> Iterator[Mapping[str, Any]]:
        rows = [row for group in self._first[key].values() for row in group]
        rows += [row for group in self._last.get(key, {}).values() for row in group]
        return iter(sorted(rows, key=lambda row: (row["line"], row["text"])))


def join_matches(parts: Iterable[Mapping[str, Matches]]) -> dict[str, Matches]:
    """The matches of several files as one, by path and line."""
    joined: dict[str, list[Matches]] = {}
    for part in parts:
        for key, matches in part.items():
            joined.setdefault(key, []).append(matches)
    return {key: _join(several) for key, several in joined.items()}


def _join(several: Sequence[Matches]) -> Matches:
    rows = sorted((row for one in several for row in one.rows), key=lambda row: (row["path"], row["line"], row["text"]))
    return Matches(tuple(rows), sum(one.count for one in several))
