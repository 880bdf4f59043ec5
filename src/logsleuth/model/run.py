"""What is handed over for one attempt: artifacts, their kinds, who wrote a line, and notes about what could not be read."""

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from datetime import datetime
from operator import attrgetter

KINDS = (
    "log",
    "health",
    "processes",
    "listeners",
    "environ",
    "packages",
    "interpreter",
    "kernel",
    "text",
)
"""The kinds an artifact may be. `text` is text of no known kind: its lines are matched, and it is no log of the run."""


@dataclass(frozen=True, slots=True)
class Note:
    """Something about the reading of an input that the user should know; never a finding."""

    message: str
    path: str | None = None
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Origin:
    """Who wrote a record; each field is known or None."""

    host: str | None = None
    container: str | None = None
    program: str | None = None
    pid: int | None = None
    thread: str | None = None
    rank: int | None = None
    local_rank: int | None = None

    def agrees(self, other: "Origin") -> bool:
        """Whether no field that both know differs."""
        if self is other:
            return True
        for mine, theirs in zip(_values(self), _values(other), strict=True):
            if mine is not None and theirs is not None and mine != theirs:
                return False
        return True

    def same(self, other: "Origin") -> bool:
        """Whether a field that both know is equal and none differs."""
        return self.agrees(other) and any(
            getattr(self, item.name) is not None and getattr(self, item.name) == getattr(other, item.name)
            for item in fields(self)
        )

    def over(self, inner: "Origin") -> "Origin":
        """This origin, completed by what an inner prefix of the same line says; the inner one is nearer to the writer."""
        merged = {
            item.name: getattr(inner, item.name) if getattr(inner, item.name) is not None else getattr(self, item.name)
            for item in fields(self)
        }
        return Origin(**merged)

    def label(self) -> str:
        """A short text for people: `gpu-02 rank 3`."""
        parts = [self.host, self.container, self.program]
        parts += [f"rank {self.rank}"] if self.rank is not None else []
        parts += [f"pid {self.pid}"] if self.pid is not None and self.rank is None else []
        return " ".join(part for part in parts if part)


_values = attrgetter(*(item.name for item in fields(Origin)))
"""All fields of an origin: asked for at each line of a traceback, so without a loop over their names."""


@dataclass(frozen=True, slots=True)
class Moment:
    """When something was written, as far as it is known. All times are UTC.

    `time` is None where only bounds are known. `clock` names the host and the source that it was read on.
    """

    time: datetime | None = None
    earliest: datetime | None = None
    latest: datetime | None = None
    clock: str | None = None
    zone_known: bool | None = None


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of an artifact that is of one kind: its first and last line (from 1, inclusive), and why it was taken for it."""

    kind: str
    first: int
    last: int
    why: str


@dataclass(frozen=True, slots=True)
class Artifact:
    """One input, after it was read to its end."""

    path: str
    kind: str
    why: str
    size: int
    sha256: str
    lines: int
    encoding: str
    segments: tuple[Segment, ...] = ()
    first_time: datetime | None = None
    last_time: datetime | None = None
    boots: int = 0
    programs: tuple[str, ...] = ()
    notes: tuple[Note, ...] = field(default_factory=tuple)


def unique(notes: Iterable[Note]) -> tuple[Note, ...]:
    """The notes in their order, each once."""
    return tuple(dict.fromkeys(notes))
