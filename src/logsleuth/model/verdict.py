"""What was found, and what is made of it: findings, hypotheses, expectations."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from logsleuth.model.relation import Row
from logsleuth.model.run import Moment, Origin


@dataclass(frozen=True, slots=True)
class Matches:
    """The lines that one pattern matched: rows of `relation.MATCHES` with a column more for each capture.

    `count` is how many there were; where it exceeds the rows, a bound was met and rows of the middle are gone.
    """

    rows: Sequence[Row]
    count: int

    @property
    def gap(self) -> bool:
        """Whether rows are missing from the middle."""
        return self.count > len(self.rows)


@dataclass(frozen=True, slots=True)
class Evidence:
    """A line, record, traceback or row that bears on a cause. `condition` names the part of the rule that it fills."""

    kind: str  # line, record, traceback or row
    path: str
    line: int
    end_line: int
    text: str
    moment: Moment = Moment()
    origin: Origin = Origin()
    condition: str = ""
    count: int = 1


@dataclass(frozen=True, slots=True)
class Finding:
    """One row that a rule left: for or against one cause.

    `variables` are the values of its captures and variables. `began` bounds when the thing began; a `standing` state has no beginning.
    `count` says how many rows said the same (on other ranks, again and again).
    `weaker` names the conditions of `unless` that could not be judged, for which the weight was lowered by a word.
    """

    rule: str
    cause: str
    subject: Mapping[str, str]
    weight: str
    evidence: tuple[Evidence, ...]
    against: bool = False
    role: str = "cause"
    says: str = ""
    variables: Mapping[str, Any] = field(default_factory=dict)
    began: Moment = Moment()
    standing: bool = False
    count: int = 1
    weaker: tuple[str, ...] = ()
    next: tuple["Command", ...] = ()


@dataclass(frozen=True, slots=True)
class Command:
    """A command to run next, each argument whole, and what it would tell."""

    run: tuple[str, ...]
    tells: str


@dataclass(frozen=True, slots=True)
class NotJudged:
    """A rule that could not be judged on this run, and why."""

    rule: str
    why: str


@dataclass(frozen=True, slots=True)
class Share:
    """One entry of a hypothesis's ledger: a finding, and the bits that it brought. Bits of 0 have a reason why they do not count."""

    finding: Finding
    bits: float
    why: str = ""


@dataclass(frozen=True, slots=True)
class Explained:
    """The hypothesis that explains another one away, over which causes, and by how many bits its claim fell."""

    cause: str
    subject: Mapping[str, str]
    path: tuple[str, ...]
    bits: float


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """All findings on one cause and subject, weighed. `confidence` is the probability that this is the root of the failure.

    `bits` is its score before others explained it away; `prior_bits` the part of it that comes from how common the cause is.
    """

    cause: str
    subject: Mapping[str, str]
    bits: float
    prior_bits: float
    confidence: float
    shares: tuple[Share, ...]
    explained_by: Explained | None = None
    explains: tuple[tuple[str, Mapping[str, str]], ...] = ()
    can_lead: bool = True


@dataclass(frozen=True, slots=True)
class Weighed:
    """All hypotheses, the most confident first; `unknown` is what is left for a cause that nothing speaks for, or for a healthy run."""

    hypotheses: tuple[Hypothesis, ...]
    unknown: float


@dataclass(frozen=True, slots=True)
class Place:
    """A line to cite."""

    path: str
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Emitted:
    """The statement of the source tree that prints a line: its file, line and level, and the conditions that guard it.

    `guard_holds` is None where nothing decides it; `shown` is the line that does, `flag` the name of what it depends on.
    `bracket`: passed (a line printed after it is in the log), before (only one printed before it), or None.
    """

    path: str
    line: int
    level: str | None
    guard: str | None
    guard_holds: bool | None
    shown: Place | None = None
    flag: str | None = None
    bracket: str | None = None
    brackets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Expectation:
    """A line that should be there, and what became of it.

    `status`: found, found-elsewhere, near-miss, missing, not-reached or unknown. `why` says what it rests on; `proof` are the lines that show it.
    """

    text: str
    status: str
    why: str
    near: Place | None = None
    proof: tuple[Place, ...] = ()
    boot: int | None = None
    path: str | None = None
    source: Emitted | None = None
