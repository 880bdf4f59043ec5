"""What is looked for, as values: apart from how it is derived, which a database that was kept does not need."""

from dataclasses import dataclass


class PatternError(ValueError):
    """A pattern that cannot be scanned for; `key` is the pattern's."""

    def __init__(self, key: str, why: str) -> None:
        super().__init__(f"{key}: {why}")
        self.key = key
        self.why = why


@dataclass(frozen=True, slots=True)
class Form:
    """One regular expression over bytes.

    `core` is its strongest literal, or choice of literals, also as an expression; `anchor` are bytes that stand in every match as they
    are. Either is empty where there is none. `samples` are texts that it matches.
    """

    expression: bytes
    core: bytes = b""
    anchor: bytes = b""
    samples: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class Needle:
    """What to look for: one of its forms is found on every stored line on which the pattern may match."""

    forms: tuple[Form, ...]
