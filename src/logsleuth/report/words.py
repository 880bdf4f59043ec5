"""How numbers are said: bands of confidence, counts, sizes, subjects."""

from collections.abc import Mapping, Sequence
from math import floor
from shlex import quote

LIKELY = 0.5
"""The confidence from which on a hypothesis is the verdict."""

_BANDS = (
    (0.95, "almost certain"),
    (0.8, "very likely"),
    (0.6, "likely"),
    (LIKELY, "more likely than not"),
    (0.2, "possible"),
    (0.05, "unlikely"),
    (0.0, "remote"),
)
"""Verbal bands of a probability, from their lower ends."""


def band(confidence: float) -> str:
    """The words for a confidence."""
    return next(word for least, word in _BANDS if confidence >= least)


def rounded(confidence: float) -> float:
    """Rounded down to four digits, so that confidences never add up to more than 1."""
    return floor(confidence * 10_000) / 10_000


def count(number: int, noun: str, plural: str | None = None) -> str:
    """`1 rule`, `2 rules`, `12,000 lines`."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def size(number: int) -> str:
    """Bytes in decimal units: `812 B`, `34 kB`, `1.2 GB`."""
    value, units = float(number), ["B", "kB", "MB", "GB", "TB"]
    while value >= 999.5 and len(units) > 1:
        value, units = value / 1000, units[1:]
    return f"{number} B" if units[0] == "B" else f"{value:.3g} {units[0]}"


def subject(values: Mapping[str, str]) -> str:
    """`module=x, port=8000`."""
    return ", ".join(f"{key}={value}" for key, value in values.items())


def listed(words: Sequence[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)


def command(arguments: Sequence[str]) -> str:
    """The command as one types it into a shell: double quotes around what holds single ones, where nothing in them would act."""
    return " ".join(f'"{a}"' if "'" in a and not set(a) & set('"$`\\!') else quote(a) for a in arguments)
