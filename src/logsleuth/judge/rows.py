"""The rows of a condition, and joined rows: what the other parts of this room hand each other."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from logsleuth.model.book import Condition
from logsleuth.model.relation import Row, Type


@dataclass(frozen=True, slots=True)
class Shown:
    """How the rows of a condition are shown as evidence: the kind, and for rows of a table its name and the columns that were asked for."""

    kind: str
    table: str | None = None
    columns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows that one condition has by itself, in the order of their places.

    `binds` maps a variable to the column that it is read from; captures are converted already. `doubts` tells of the rows that may not hold, and why.
    `gap` says that a bound kept rows out, and `dropped` how many of those would surely fit.
    `open` says that the condition's `where` names other conditions, and so is decided where they are joined.
    """

    condition: Condition
    rows: Sequence[Row]
    schema: Mapping[str, Type]
    shown: Shown
    binds: Mapping[str, str] = field(default_factory=dict)
    doubts: Mapping[int, str] = field(default_factory=dict)
    gap: bool = False
    dropped: int = 0
    open: bool = False

    @property
    def name(self) -> str:
        """The condition's name."""
        return self.condition.name

    def values(self, column: str) -> list[Any]:
        """A column as a list."""
        return [row.get(column) for row in self.rows]


Combo = tuple[int, ...]
"""One joined row: for each condition the number of its row."""


@dataclass(frozen=True, slots=True)
class Joined:
    """Rows of several conditions that were joined: `combos` holds, for each joined row, the number of the row of each of `parts`."""

    parts: tuple[Rows, ...]
    combos: Sequence[Combo]

    def find(self, name: str) -> tuple[int, str] | None:
        """Where a name is read: the number of the part and its column; None where no part knows it."""
        condition, dot, column = name.partition(".")
        for number, part in enumerate(self.parts):
            if not dot and name in part.binds:
                return number, part.binds[name]
            if dot and part.name == condition and column in part.schema:
                return number, column
        return None

    def value(self, combo: Combo, name: str) -> Any:
        """The value of `condition.column` or of a variable in one joined row; None where it is null or not known by that name."""
        found = self.find(name)
        return None if found is None else self.parts[found[0]].rows[combo[found[0]]].get(found[1])

    @property
    def variables(self) -> tuple[str, ...]:
        """All variables, in the order of the conditions that bind them."""
        return tuple(dict.fromkeys(name for part in self.parts for name in part.binds))


def place(row: Row) -> tuple[str, int, int]:
    """What rows are ordered by: path, line, end of it."""
    line = row.get("line") or 0
    return row.get("path") or "", line, row.get("end_line") or line


def in_order(rows: Sequence[Row]) -> tuple[Row, ...]:
    """The rows by their places; what stands at one place by what it says, so that the order handed over does not matter."""
    ordered = sorted(rows, key=place)
    start = 0
    for end in range(1, len(ordered) + 1):
        if end == len(ordered) or place(ordered[end]) != place(ordered[start]):
            if end - start > 1:
                ordered[start:end] = sorted(ordered[start:end], key=_said)
            start = end
    return tuple(ordered)


def _said(row: Row) -> str:
    return repr(sorted((name, value) for name, value in row.items() if value is not None))
