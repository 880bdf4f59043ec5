"""What the visited lines of one log told, before boots are known."""

from collections import deque
from dataclasses import dataclass, field
from datetime import datetime

from logsleuth.model.run import Moment, Origin
from logsleuth.read.boots import Step
from logsleuth.read.matching import Hit

SHOWN_TAIL = 20
"""Texts kept of the end of the log."""

KEPT_HEADS = 1000
"""Heads of each writer whose lines are remembered, the last ones."""


@dataclass
class Writer:
    """One origin's first and last line, their times, and the lines of its last heads."""

    first_line: int
    last_line: int
    first_time: datetime | None
    last_time: datetime | None
    heads: deque[int] = field(default_factory=lambda: deque(maxlen=KEPT_HEADS))


@dataclass
class Gathered:
    """All that the visited lines of one log told, before boots are known."""

    hits: list[Hit] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    writers: dict[Origin, Writer] = field(default_factory=dict)
    dated: list[tuple[int, datetime]] = field(default_factory=list)
    levels: set[str | None] = field(default_factory=set)
    programs: dict[str, None] = field(default_factory=dict)
    heads: int = 0
    tail: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=SHOWN_TAIL))
    around: dict[int, tuple[tuple[int, str], ...]] = field(default_factory=dict)
    # a moment of this log whose clock and zone stand for all
    clock: Moment = field(default_factory=Moment)
