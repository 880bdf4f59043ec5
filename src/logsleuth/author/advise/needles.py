"""Patterns without a text that the scan can look for first."""

from collections.abc import Iterator

from logsleuth.author.advise.say import Advice
from logsleuth.model.book import Pattern
from logsleuth.scan import PatternError, derive
from logsleuth.scan.dialect import UnclearError
from logsleuth.scan.nodes import Node, strength
from logsleuth.scan.parse import parse

SHORT = 2
"""A text of so few characters stands in nearly every line."""


def needles(pattern: Pattern) -> Iterator[Advice]:
    """At most one piece of advice: there is nothing to look for first, or hardly anything."""
    try:
        derive(pattern)
    except PatternError as error:
        yield Advice(
            "no-prefilter", f"the scan cannot look for it ({error.why}): give it a text that stands in every match"
        )
        return
    longest = _longest(pattern)
    if longest > SHORT:
        return
    what = "no text stands" if not longest else f"no text of more than {_characters(longest)} stands"
    yield Advice(
        "no-prefilter",
        f"{what} in every match, so that every line of a log is looked at: name a word of the line in it, "
        "or give a cheaper pattern with `scan:`",
    )


def _characters(number: int) -> str:
    return "one character" if number == 1 else f"{number} characters"


def _longest(pattern: Pattern) -> int:
    """The characters of the longest text that stands in every match."""
    expression = pattern.expression if pattern.scan is None else pattern.scan
    if expression is None:
        return min(map(len, pattern.literals), default=0)
    try:
        tree: Node = parse(expression, ignore_case=pattern.ignore_case, unicode=pattern.unicode)
    except UnclearError:
        return SHORT + 1
    return strength(tree)
