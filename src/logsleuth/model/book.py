"""What is known about programs and faults, as read from the YAML files under `rules/`: the book that the other rooms are handed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum

WEIGHTS = ("weak", "moderate", "strong", "conclusive")
"""Words of the forensic verbal scale, lightest first; their likelihood ratios stand in `rules/weighing.yaml`."""

PRIORS = ("rare", "uncommon", "common")
PHASES = ("started", "configured", "weights-loaded", "listening", "ready", "serving", "shutting-down", "stopped")
"""The phases that a profile may name, in the order of a life."""


class On(StrEnum):
    """What a pattern is matched on: the message, the stored line, or a head with the lines that continue it."""

    LINE = "line"
    RAW = "raw"
    RECORD = "record"


class Same(StrEnum):
    """What the rows of one finding must have in common."""

    BOOT = "boot"
    ORIGIN = "origin"
    HOST = "host"
    RUN = "run"


@dataclass(frozen=True, slots=True)
class Spot:
    """Where something stands in a rule file: for messages, and to show where a rule comes from."""

    path: str
    line: int = 1
    column: int = 1


@dataclass(frozen=True, slots=True)
class Pattern:
    """One thing to look for in text. Of `expression` and `literals` exactly one is given.

    `key` is unique in the book: `rule-id/condition`, `program/phase/ready`, `program/benign/3`.
    `captures` are the names of the groups of `expression`. `kinds`, `levels` and `programs` narrow where it is looked for; empty means everywhere.
    """

    key: str
    expression: str | None = None
    literals: tuple[str, ...] = ()
    on: On = On.LINE
    ignore_case: bool = False
    unicode: bool = False
    scan: str | None = None
    captures: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    levels: tuple[str, ...] = ()
    programs: tuple[str, ...] = ()
    sees_benign: bool = False


@dataclass(frozen=True, slots=True)
class Matcher:
    """What a column of a table must be: exactly one of the fields is set, or `is_null`.

    `values` holds one value or several (any of them); `expression` is a regular expression that must be found in the value;
    `variable` binds or joins the column to a variable.
    """

    column: str
    values: tuple[object, ...] = ()
    expression: str | None = None
    variable: str | None = None
    is_null: bool = False


@dataclass(frozen=True, slots=True)
class TableRows:
    """Rows of a relation that fit all matchers."""

    table: str
    matchers: tuple[Matcher, ...] = ()


@dataclass(frozen=True, slots=True)
class Missing:
    """A pattern without a match, where `after` was reached: `after` is the name of a condition of the rule, or `phase:NAME`."""

    pattern: Pattern
    after: str
    each: str | None = None  # rank, host, process or file


@dataclass(frozen=True, slots=True)
class Count:
    """At least `at_least` rows of the condition `of`, within `within` where given; `distinct` counts the values of a variable or column."""

    of: str
    at_least: int
    within: timedelta | None = None
    distinct: str | None = None


@dataclass(frozen=True, slots=True)
class Near:
    """The row of the condition must lie near a row of the condition `of`; of several, the nearest is kept."""

    of: str
    within: timedelta | None = None
    lines: int | None = None
    side: str = "either"  # before: it comes before the row of `of`; after; either


@dataclass(frozen=True, slots=True)
class Condition:
    """One named condition of a rule."""

    name: str
    what: Pattern | TableRows | Missing | Count
    near: Near | None = None
    where: str | None = None


@dataclass(frozen=True, slots=True)
class NextStep:
    """A command that would tell more: a list of arguments in which `{capture}` fills whole arguments or parts of one."""

    run: tuple[str, ...]
    tells: str


@dataclass(frozen=True, slots=True)
class Case:
    """One example of a rule. `inputs` maps file names to texts. `finds` is None for `nothing`, else what the finding's variables must be.

    Inputs below `src/` are no inputs of the run: they make the source tree that it is held against.
    """

    inputs: Mapping[str, str]
    finds: Mapping[str, str] | None
    expect: tuple[str, ...] = ()
    spot: Spot | None = None

    @property
    def source(self) -> str | None:
        """The folder of the source tree, if the example has one."""
        return "src" if any(name.startswith("src/") for name in self.inputs) else None

    @property
    def paths(self) -> tuple[str, ...]:
        """The names of the run's inputs, in order."""
        return tuple(sorted(name for name in self.inputs if not name.startswith("src/")))


@dataclass(frozen=True, slots=True)
class Rule:
    """A query over relations. Each row left is a finding on `cause`, or, with `gives`, a row of that table."""

    id: str
    when: tuple[Condition, ...]
    says: str = ""
    cause: str | None = None
    gives: str | None = None
    columns: Mapping[str, str] = field(default_factory=dict)  # column of `gives` -> SQL expression
    unless: tuple[Condition, ...] = ()
    where: tuple[str, ...] = ()
    types: Mapping[str, str] = field(default_factory=dict)
    same: Same = Same.BOOT
    subject: tuple[str, ...] = ()
    weight: str = "moderate"
    against: bool = False
    began: str | None = None
    anchor: str | None = None
    role: str = "cause"  # cause, symptom or advice
    standing: bool = False  # the thing shown is a state (a version, a setting, a full disk): it has no beginning
    next: tuple[NextStep, ...] = ()
    about: str = ""
    status: str = "experimental"
    falsepositives: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    tests: tuple[Case, ...] = ()
    spot: Spot = Spot("")

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """Those of `when`, then those of `unless`."""
        return self.when + self.unless

    def patterns(self) -> tuple[Pattern, ...]:
        """What it looks for in lines; most rules ask for other things as well."""
        asked = (each.what.pattern if isinstance(each.what, Missing) else each.what for each in self.conditions)
        return tuple(what for what in asked if isinstance(what, Pattern))


@dataclass(frozen=True, slots=True)
class Edge:
    """One cause leads to another: `often` or `sometimes`, where the link holds: run, host, subject or time."""

    to: str
    how: str = "often"
    link: str = "run"


@dataclass(frozen=True, slots=True)
class Cause:
    """What somebody would have to change."""

    id: str
    title: str
    meaning: str
    prior: str = "uncommon"
    residual: bool = False
    subject: tuple[str, ...] = ()
    leads_to: tuple[Edge, ...] = ()
    fix: str = ""


@dataclass(frozen=True, slots=True)
class Layout:
    """How one program, or a family of them, writes the head of a line.

    `pattern` has named groups: time, level, logger, host, container, program, pid, thread, rank, local_rank, message.
    `json` and `logfmt` layouts name keys instead: column -> keys in order of preference.
    """

    id: str
    form: str = "pattern"  # pattern, json or logfmt
    pattern: str = ""
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    time: tuple[str, ...] = ()  # forms of `read.times`, tried in order
    zone: str | None = None  # the zone of times that name none, where the program fixes it
    levels: Mapping[str, str] = field(default_factory=dict)  # the layout's word -> our word
    program: str | None = None
    order: int = 50  # smaller is tried first
    examples: tuple[Mapping[str, object], ...] = ()
    spot: Spot = Spot("")


@dataclass(frozen=True, slots=True)
class Envelope:
    """An outer wrapping of each line, peeled before the layout: as `Layout`, its group or key `message` is what is inside."""

    id: str
    form: str = "pattern"  # pattern or json
    pattern: str = ""
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    time: tuple[str, ...] = ()
    zone: str | None = None
    levels: Mapping[str, str] = field(default_factory=dict)
    partial: Mapping[str, str] = field(
        default_factory=dict
    )  # group or key -> the value that says that the line goes on
    order: int = 50
    examples: tuple[Mapping[str, object], ...] = ()
    spot: Spot = Spot("")


@dataclass(frozen=True, slots=True)
class Phase:
    """A step of a program's life and the line that shows it; `start` lines begin a boot."""

    name: str
    pattern: Pattern
    start: bool = False


@dataclass(frozen=True, slots=True)
class Benign:
    """A line that looks alarming and is not; `why` says why. With `unless` it is not benign where that pattern matches with the same captures."""

    pattern: Pattern
    why: str
    unless: Pattern | None = None


@dataclass(frozen=True, slots=True)
class Profile:
    """What is known about one program. Its lines may stand in the log of a program that embeds it (`embedded_in`), and then start nothing of their own."""

    program: str
    title: str
    phases: tuple[Phase, ...] = ()
    benign: tuple[Benign, ...] = ()
    embedded_in: tuple[str, ...] = ()
    levels: tuple[str, ...] = ()  # the levels that it shows by default
    ready: str = "ready"  # the phase that means ready
    spot: Spot = Spot("")

    def patterns(self) -> tuple[Pattern, ...]:
        """Those of its phases, then of its benign lines."""
        benign = (each for known in self.benign for each in (known.pattern, known.unless) if each is not None)
        return (*(phase.pattern for phase in self.phases), *benign)


@dataclass(frozen=True, slots=True)
class Weighing:
    """The few numbers behind the words: likelihood ratios, prior odds, and how far an edge explains."""

    ratios: Mapping[str, float]
    priors: Mapping[str, float]
    unknown: float  # prior odds of "unknown or healthy"
    edges: Mapping[str, float]  # often, sometimes -> share of the effect's claim that the cause takes
    residual: float  # the same share, from any cause to a residual one


@dataclass(frozen=True, slots=True)
class Book:
    """All that was loaded. `digest` tells two books apart; it is the `rules_version` of a report.

    `replaced` tells for a rule's id where the rules stood that it took the place of, the last one first; `disabled` which rules a
    setting left out.
    """

    rules: tuple[Rule, ...]
    causes: Mapping[str, Cause]
    layouts: tuple[Layout, ...]
    envelopes: tuple[Envelope, ...]
    profiles: tuple[Profile, ...]
    weighing: Weighing
    digest: str = ""
    replaced: Mapping[str, tuple[Spot, ...]] = field(default_factory=dict)
    disabled: tuple[str, ...] = ()

    def patterns(self) -> tuple[Pattern, ...]:
        """Every pattern that the scan must look for, in the order of the book."""
        owners: tuple[Rule | Profile, ...] = (*self.rules, *self.profiles)
        return tuple(pattern for owner in owners for pattern in owner.patterns())
