"""What a shape of tracebacks is to the reader: a small state machine that is offered lines and says how well they fit."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Protocol

from logsleuth.read.tracebacks.values import Part


class Fit(IntEnum):
    """How well a line fits where a traceback stands."""

    NONE = 0  # it does not
    WEAK = 1  # a line of a message, or an empty one: it could be anything
    LOOSE = 2  # it could be the next one, and a better place may exist
    FINAL = 3  # it looks like the line that names the exception
    FIRM = 4  # it can hardly be anything else


class Shape(Protocol):
    """One traceback, or a row of linked ones that the language prints as one, while it is read.

    `strays` counts the lines that came since the last one taken; the reader sets it. `connects` says whether a connector
    (`During handling of ...`) may follow. `awaits` is true right after a frame whose source line has not come.
    """

    strays: int
    connects: bool

    @property
    def done(self) -> bool:
        """Whether the exception has been named, so that nothing but more of its message is missing."""

    @property
    def awaits(self) -> bool:
        """Whether the last line taken was a frame."""

    def fit(self, text: str) -> Fit:
        """How well the line fits next."""

    def take(self, line: int, text: str) -> None:
        """Take the line; it fitted."""

    def parts(self) -> list[Part]:
        """What has been read, in the order of printing; empty if it was no exception."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A line that was fed before: what a start may look back at."""

    line: int
    text: str
    head: bool = False


@dataclass(frozen=True, slots=True)
class Start:
    """A traceback that begins on a line. `lead` is the text before it; `rest` what follows on the same line and is to be offered next.

    A `soft` one gives way to a message that the line may be a part of.
    """

    shape: Shape
    lead: str = ""
    rest: str = ""
    soft: bool = False


Begin = Callable[[int, str, Sequence[Seen]], Start | None]
"""Whether a traceback begins on the line: its number, its text, and the lines before it, the nearest last."""
