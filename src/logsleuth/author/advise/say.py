"""One piece of advice, and where it is said."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from logsleuth.errors import Fault
from logsleuth.model.book import Pattern, Rule

SHOWN = 60
"""Characters of a part of a pattern that are shown."""


class PatternPlace(Protocol):
    """Where the expression of a pattern stands in its file."""

    @property
    def path(self) -> str:
        """The rule file."""

    @property
    def line(self) -> int:
        """The line of the expression's first character, from 1."""

    @property
    def column(self) -> int:
        """Its column, from 1."""

    @property
    def excerpt(self) -> str:
        """That line of the file."""

    def at(self, position: int, /) -> tuple[int, int]:
        """Line and column of a character of the expression."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What there is to say about a pattern; `position` is the character of its expression that it is about."""

    code: str
    message: str
    position: int = 0


def said(advice: Advice, rule: Rule, pattern: Pattern, places: Mapping[str, PatternPlace]) -> Fault:
    """The advice as a fault, at the character that it is about; at the rule where the pattern's place is not known."""
    place = places.get(pattern.key)
    name = pattern.key.rpartition("/")[2]
    if place is None:
        path, line, column, excerpt = rule.spot.path, rule.spot.line, rule.spot.column, ""
    else:
        path, excerpt = place.path, place.excerpt
        line, column = place.at(advice.position)
        excerpt = excerpt if line == place.line else ""
    message = f"`{name}`: {advice.message}"
    return Fault(path, line, column, message, excerpt, code=advice.code, section="conditions", advice=True)


def shown(text: str) -> str:
    """A part of a pattern as it is shown: not too long."""
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 3]}..."
