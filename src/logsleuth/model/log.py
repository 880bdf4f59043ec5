"""What one log told: the rows that its lines made, and how far they reach."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from logsleuth.model.relation import Row
from logsleuth.model.run import Note
from logsleuth.model.verdict import Matches


@dataclass(frozen=True, slots=True)
class BootFacts:
    """How far one boot of a log is known. `phases` are those reached, in order; `proof` the line that shows the furthest of them."""

    path: str
    number: int
    program: str | None
    first: int
    last: int
    covered: bool
    judged: bool
    phases: tuple[str, ...] = ()
    proof: tuple[int, str] | None = None


@dataclass(frozen=True, slots=True)
class LogReading:
    """One log, read to its end.

    `matches` holds only what rules may see (judged boots, nothing benign); `elsewhere` what was matched in other boots.
    `levels` are the levels seen, None among them for records whose layout names none. `heads` counts the lines that a layout knew,
    `tail` are the last texts that are not blank.
    """

    path: str
    lines: int
    matches: Mapping[str, Matches]
    elsewhere: Mapping[str, Matches]
    tables: Mapping[str, Sequence[Row]]
    boots: tuple[BootFacts, ...]
    levels: frozenset[str | None] = frozenset()
    heads: int = 0
    programs: tuple[str, ...] = ()
    first_time: datetime | None = None
    last_time: datetime | None = None
    tail: tuple[tuple[int, str], ...] = ()
    cut: bool = False
    notes: tuple[Note, ...] = ()
    bounds_met: tuple[str, ...] = ()
    around: Mapping[int, tuple[tuple[int, str], ...]] = field(default_factory=dict)
