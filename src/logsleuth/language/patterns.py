"""Patterns of rules, profiles, layouts: compiled once, to see that they are right and what they capture; nothing compiled is kept."""

import re
import warnings
from functools import cache
from typing import Any

from logsleuth.language.faults import BadRegex, LookAround, MatchesEmpty, Trouble
from logsleuth.language.forms import PATTERNS
from logsleuth.language.nodes import Scalar
from logsleuth.language.report import Report
from logsleuth.language.shapes import Got
from logsleuth.model.book import On, Pattern

PATIENCE = 0.25
"""Seconds that one search may take while a rule file is checked."""

_WRONG = (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError, OverflowError, MemoryError)
"""What a library of regular expressions raises on expressions that it did not foresee, beside its own error."""


def compiled(expression: str, *, unicode: bool = False, ignore_case: bool = False) -> Any:
    """The expression as the product compiles it, or a `Trouble`."""
    import regex  # noqa: PLC0415 - 12 ms at start-up, and not needed where the book is kept in the cache

    flags = regex.VERSION0 | (0 if unicode else regex.ASCII) | (regex.IGNORECASE if ignore_case else 0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about sets that a later version may read otherwise
        try:
            return regex.compile(expression, flags)
        except regex.error as error:
            return BadRegex(problem=_problem(error))
        except _WRONG as error:
            return BadRegex(problem=str(error) or type(error).__name__)


def _problem(error: Any) -> str:
    position = getattr(error, "pos", None)
    message = getattr(error, "msg", None) or str(error)
    return message if position is None else f"{message} (at its character {position + 1})"


def pattern_of(fields: Got, key: str, report: Report) -> Pattern | None:
    """The pattern that a mapping describes; None where a fault was said about it."""
    on = next((word for word in PATTERNS if word in fields.value), None)
    if on is None:
        return None
    report.patterns[key] = fields.value[on].node
    ignore_case, unicode = fields.get("case") == "ignore", bool(fields.get("unicode"))
    right = fields.whole
    captures: tuple[str, ...] = ()
    for name in (on, "scan"):
        if name == "text" or name not in fields.value:
            continue
        found = _checked(fields.value[name], report, unicode=unicode, ignore_case=ignore_case)
        right &= found is not None
        if found is not None and name == on:
            captures = tuple(found.groupindex)
    if not right:
        return None
    return Pattern(
        key=key,
        expression=None if on == "text" else fields.get(on),
        literals=texts(fields.value.get("text")) if on == "text" else (),
        on=On.LINE if on == "text" else On(on),
        ignore_case=ignore_case,
        unicode=unicode,
        scan=fields.get("scan"),
        captures=captures,
        kinds=texts(fields.value.get("kind")),
        levels=texts(fields.value.get("level")),
        programs=texts(fields.value.get("program")),
        sees_benign=bool(fields.get("benign")),
    )


def texts(got: Got | None) -> tuple[str, ...]:
    """The plain texts of a list; none if it was not given."""
    return () if got is None else tuple(item.value for item in got.value)


def _checked(got: Got, report: Report, *, unicode: bool, ignore_case: bool) -> Any:
    found = compiled(got.value, unicode=unicode, ignore_case=ignore_case)
    trouble: Trouble | None = found if isinstance(found, Trouble) else None
    if trouble is None and _searches(found, ""):
        trouble = MatchesEmpty()
    if trouble is None:
        return found
    report.add(trouble, got.mark)
    return None


def head_groups(got: Got, report: Report) -> tuple[str, ...] | None:
    """The groups of the pattern of a head, which is compiled by the standard library; None after its fault was said."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return tuple(re.compile(got.value, re.ASCII).groupindex)
        except re.error as error:
            report.add(BadRegex(problem=_problem(error)), got.mark)
        except _WRONG as error:
            report.add(BadRegex(problem=str(error) or type(error).__name__), got.mark)
    return None


def plain_regex(expression: str) -> Trouble | None:
    """What is wrong with an expression that `regexp_like`, or a matcher, is given; the first knows no look-around."""
    found = compiled(expression)
    if isinstance(found, Trouble):
        return found
    around = _around().search(expression)
    return LookAround(what=around[1]) if around else None


@cache
def _around() -> re.Pattern[str]:
    return re.compile(r"(?<!\\)(?:\\\\)*(\(\?<?[=!]|\\[1-9]|\(\?P=)")


def seen_in(pattern: Pattern, text: str) -> bool:
    """Whether a line of a text has the pattern. The heads of lines are not known here, so it may begin at any word of a line."""
    if pattern.expression is None:
        fold = str.lower if pattern.ignore_case else str
        return any(fold(literal) in fold(text) for literal in pattern.literals)
    found = compiled(pattern.expression, unicode=pattern.unicode, ignore_case=pattern.ignore_case)
    if isinstance(found, Trouble):
        return False
    if pattern.on is On.RECORD and _searches(found, text):
        return True
    return any(_in_line(found, line) for line in text.split("\n"))


def _in_line(found: Any, line: str) -> bool:
    line = line[:4096]
    starts = [0, *(match.end() for match in re.finditer(r"[\s\"\\|:\]]+", line))]
    return any(_searches(found, line[start:]) for start in starts[:200])


def _searches(found: Any, text: str) -> bool:
    try:
        return found.search(text, timeout=PATIENCE) is not None
    except TimeoutError:
        return False


def position(got: Got, place: int, report: Report) -> Any:
    """The mark of a character of a value."""
    return report.inside(got.node, place) if isinstance(got.node, Scalar) else got.mark
