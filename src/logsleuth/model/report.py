"""What an analysis came to, before it is put into a shape that is shown or saved."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from logsleuth.model.book import Cause
from logsleuth.model.run import Artifact, Moment, Note, Origin
from logsleuth.model.verdict import Expectation, NotJudged, Weighed


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, for the time line: a phase reached, a finding's moment, a health answer."""

    moment: Moment
    origin: Origin
    path: str
    line: int
    what: str


@dataclass(frozen=True, slots=True)
class Sign:
    """Something that speaks for a healthy run, and the line that shows it."""

    what: str
    path: str
    line: int

    def __str__(self) -> str:
        return f"{self.what} ({self.path}:{self.line})"


@dataclass(frozen=True, slots=True)
class Stats:
    """What the analysis cost and where it met a bound."""

    bytes: int
    lines: int
    seconds: float
    rules: int
    rules_version: str
    bounds_met: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """One run, analysed.

    `around` holds the lines before and after a cited line, for people: (path, line) -> lines of the text with their numbers.
    """

    artifacts: tuple[Artifact, ...]
    weighed: Weighed
    causes: Mapping[str, Cause]
    expectations: tuple[Expectation, ...] = ()
    events: tuple[Event, ...] = ()
    not_judged: tuple[NotJudged, ...] = ()
    notes: tuple[Note, ...] = ()
    stats: Stats = Stats(0, 0, 0.0, 0, "")
    healthy_signs: tuple[Sign, ...] = ()
    around: Mapping[tuple[str, int], tuple[tuple[int, str], ...]] = field(default_factory=dict)
