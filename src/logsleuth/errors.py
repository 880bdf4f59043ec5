"""What a caller can do wrong, as a tree of exceptions.

    LogsleuthError            anything that ends a call; shown as one line, with exit status 2
    ├── UsageError            the call itself is wrong (an unknown option, a bad value)
    ├── RuleFault             a rule file is wrong; carries all its faults, each with place and remedy
    └── NoInputError          no input could be read; exit status 3

Trouble with one input among several is no exception: it is a `Note` in the report, and the run goes on.
"""

from collections.abc import Sequence
from dataclasses import dataclass


class LogsleuthError(Exception):
    """Anything that ends a call; its text is one line that says what to do."""

    exit_status = 2


class UsageError(LogsleuthError):
    """The call itself is wrong."""


class NoInputError(LogsleuthError):
    """None of the inputs could be read."""

    exit_status = 3


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of a rule file: where it stands and what was meant.

    `line` and `column` count from 1; `excerpt` is the line of the file, without its end. `code` names the kind of fault (`unknown-column`),
    `section` the anchor of its section in `docs/rules.md`. What is only advice does not keep a rule from being loaded.
    """

    path: str
    line: int
    column: int
    message: str
    excerpt: str = ""
    code: str = ""
    section: str = ""
    advice: bool = False

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}: {self.message}"


class RuleFault(LogsleuthError):
    """A rule file is wrong; `faults` holds all that was found in it, in file order."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("\n".join(str(fault) for fault in faults))
        self.faults = tuple(faults)
