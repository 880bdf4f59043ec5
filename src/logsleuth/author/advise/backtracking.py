"""Patterns whose time grows with more than the length of the line, found by experiment.

What is measured is the time of this thread, the least of several rounds, so other work on the machine does not count.
"""

import time
from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Any

from logsleuth.author.advise.attacks import Attack, attacks
from logsleuth.author.advise.say import Advice, shown
from logsleuth.language.patterns import compiled
from logsleuth.model.book import On, Pattern
from logsleuth.scan.dialect import UnclearError
from logsleuth.scan.parse import parse
from logsleuth.text.escape import visible

SMALL, LARGE = 4096, 16384
"""Characters of the two texts that are compared; more are never held against a pattern."""

SLOW = 0.05
"""Seconds on the large text below which nothing is said."""

_FIRST = 256, 1024
"""Characters of the two texts on which growth is suspected."""

_SUSPECT = 0.0001
"""Seconds on the second of them from which on a growth with the square could be slow on the large text."""

_PATIENCE = 0.1
"""Seconds that one search may take here; enough to see that it is slow."""

_ROUNDS = 3
_SUSPECTS = 2
_GROWS = 8.0
"""Times that four times the text takes longer: 4 if time grows with the length, 16 if with its square."""

_LIKELY = 7.0
"""The same for the two smallest texts, where what each search costs anyhow still counts."""

_CLEAR = 13.0
"""The same, from which on one look is enough."""

_LONGEST = 20_000
"""Characters of an expression from which on it is not tried: to read it alone takes too long."""


def backtracking(pattern: Pattern) -> Iterator[Advice]:
    """At most one piece of advice: the text that takes longest."""
    expression = pattern.expression
    if expression is None or len(expression) > _LONGEST or not any(sign in expression for sign in "*+{"):
        return
    try:
        tree = parse(
            expression, ignore_case=pattern.ignore_case, unicode=pattern.unicode, lines=pattern.on is On.RECORD
        )
    except UnclearError:
        return
    texts = attacks(tree)
    if not texts:
        return
    search = _searcher(pattern)
    if search is None:
        return
    for attack in islice(filter(partial(_suspected, search), texts), _SUSPECTS):
        took = _growth(search, attack)
        if took is not None:
            yield _advice(attack, *took)
            return


def _searcher(pattern: Pattern) -> Any:
    found = compiled(pattern.expression or "", unicode=pattern.unicode, ignore_case=pattern.ignore_case)
    return getattr(found, "search", None)


def _suspected(search: Any, attack: Attack) -> bool:
    """Whether a quick look at two small texts allows that time grows with the square."""
    long = _took(search, attack.text(_FIRST[1]))
    return long >= _SUSPECT and long >= _LIKELY * _took(search, attack.text(_FIRST[0]))


def _growth(search: Any, attack: Attack) -> tuple[float, int] | None:
    """Seconds and characters of a text that shows the growth; None where there is no such growth, or it costs little."""
    small, large = attack.text(SMALL), attack.text(LARGE)
    short = _took(search, small)
    if short >= _PATIENCE:
        return short, SMALL
    if attack.unit.isdigit():  # no log holds a number of ten thousand digits
        return None
    long = _took(search, large)
    if long >= _PATIENCE:  # how long it would have taken is not known: the growth is that up to the smaller text
        return (long, LARGE) if short >= _GROWS * _took(search, attack.text(_FIRST[1])) else None
    if long < SLOW or long < _GROWS * short:
        return None
    if long < min(_PATIENCE, _CLEAR * short):
        long = min(long, *(_took(search, large) for _ in range(_ROUNDS - 1)))
    short = max(short, _took(search, small))
    return (long, LARGE) if long >= SLOW and long >= _GROWS * short else None


def _took(search: Any, text: str) -> float:
    """Seconds of this thread that a search takes; what runs out of patience took all of it."""
    began = time.thread_time()
    try:
        search(text, timeout=_PATIENCE)
    except TimeoutError:
        return _PATIENCE
    return time.thread_time() - began


def _advice(attack: Attack, seconds: float, size: int) -> Advice:
    took = f"{seconds * 1000:.0f} ms" if seconds < _PATIENCE else f"more than {_PATIENCE * 1000:.0f} ms"
    return Advice(
        "backtracks",
        f"its time grows with more than the length of a line ({took} for `{shown(visible(attack.short(size)))}`), and a slow search "
        "is given up: bound its loops (`.{0,300}` for `.*`), and begin it with `^` or `\\b`",
    )
