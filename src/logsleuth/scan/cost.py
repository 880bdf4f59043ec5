"""What each pattern costs the scan: the time saved by leaving it out."""

import time
from collections.abc import Mapping, Sequence

from logsleuth.model.book import Pattern
from logsleuth.scan.engines import Engine, Matcher, best
from logsleuth.scan.form import Needle
from logsleuth.scan.needle import derive

_ROUNDS = 5
_SIGNIFICANT = 0.02
"""Share of the whole scan below which a group of patterns is not looked into further."""

_CHUNK = 1 << 20
_GROUP = 16


def costs(patterns: Sequence[Pattern], sample: bytes, *, engine: Engine | None = None) -> list[tuple[str, float]]:
    """Key and cost in seconds of each pattern on a sample, dearest first.

    Patterns are left out in groups, and only a group that costs something is divided: of the others each gets its share. So a cost can
    be slightly off, even below zero, but no dear pattern is hidden among cheap ones. Raises PatternError as `compile_patterns` does.
    """
    needles = {index: derive(pattern) for index, pattern in enumerate(patterns)}
    clock = _Clock(engine or best(), needles, [sample[at : at + _CHUNK] for at in range(0, len(sample), _CHUNK)])
    found: dict[int, float] = {}
    indices = list(needles)
    for start in range(0, len(indices), _GROUP):
        found |= _divided(clock, indices[start : start + _GROUP])
    return sorted(
        ((patterns[index].key, cost) for index, cost in found.items()), key=lambda entry: (-entry[1], entry[0])
    )


def _divided(clock: "_Clock", group: Sequence[int]) -> Mapping[int, float]:
    whole, rest = clock.compare(frozenset(group))
    cost = whole - rest
    if len(group) == 1 or cost < _SIGNIFICANT * whole:
        return dict.fromkeys(group, cost / len(group))
    half = len(group) // 2
    return {**_divided(clock, group[:half]), **_divided(clock, group[half:])}


class _Clock:
    """Times the scan of a sample with and without some needles."""

    def __init__(self, engine: Engine, needles: Mapping[int, Needle], sample: Sequence[bytes]) -> None:
        self._engine = engine
        self._needles = needles
        self._sample = sample
        self._most = [len(chunk) for chunk in sample[:1]] * len(needles)
        self._whole = engine.compile(needles).matcher()

    def compare(self, without: frozenset[int]) -> tuple[float, float]:
        """Seconds with all needles and without some, in turn: the least of a few rounds, since all else on the machine only adds."""
        rest = {number: needle for number, needle in self._needles.items() if number not in without}
        matcher = self._engine.compile(rest).matcher()
        rounds = [(self._round(self._whole), self._round(matcher)) for _ in range(_ROUNDS)]
        return min(whole for whole, _ in rounds), min(other for _, other in rounds)

    def _round(self, matcher: Matcher) -> float:
        began = time.perf_counter()
        for chunk in self._sample:
            matcher.find(chunk, 0, self._most)
        return time.perf_counter() - began
