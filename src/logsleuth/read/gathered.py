"""What the visited lines of one log told, before boots are known."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from logsleuth.model.run import Moment, Origin, Segment
from logsleuth.read.boots import Step
from logsleuth.read.matching import Hit

SHOWN_TAIL = 20
"""Texts kept of the end of the log."""

KEPT_HEADS = 1000
"""Heads of each writer whose lines are remembered, the last ones."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Which log is read: its path, when it was last written, the kind of each stretch (none: a log throughout), and the boot that is judged instead of the last."""

    path: str
    modified: datetime | None = None
    segments: Sequence[Segment] = ()
    boot: int | None = None


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
    critical: int = 0  # the line of the last record that calls itself critical
    tail: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=SHOWN_TAIL))
    around: dict[int, tuple[tuple[int, str], ...]] = field(default_factory=dict)
    # a moment of this log whose clock and zone stand for all
    clock: Moment = field(default_factory=Moment)
