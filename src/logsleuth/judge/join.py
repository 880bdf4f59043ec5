"""The join: rows of all conditions that have the same values of shared variables, that `same` lets stand together, and that are near."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from logsleuth.judge.near import Stretch, is_near
from logsleuth.judge.rows import Combo, Joined, Rows
from logsleuth.judge.unjudged import MOST_ROWS, MOST_TRIED, TOO_MANY, Unjudged
from logsleuth.model.book import Near, Same
from logsleuth.model.relation import Row

ORIGIN = (
    "origin.host",
    "origin.container",
    "origin.program",
    "origin.pid",
    "origin.thread",
    "origin.rank",
    "origin.local_rank",
)
"""The columns of an origin."""

Where = tuple[Any, ...]
"""Where a row stands, as far as `same` asks: path, boot, and the fields of the origin."""


def where(row: Row, same: Same) -> Where:
    """Where a row stands, for `agree`."""
    fields = {Same.ORIGIN: ORIGIN, Same.HOST: ORIGIN[:1]}.get(same, ())
    boot = None if same is Same.RUN else row.get("boot")
    return (row.get("path"), boot, *(row.get(name) for name in fields))


def agree(one: Where, other: Where) -> bool:
    """Whether rows that stand so may be of one finding: one boot if of one path, and no field that both know differs."""
    if one[0] == other[0] and _differ(one[1], other[1]):
        return False
    return not any(_differ(mine, theirs) for mine, theirs in zip(one[2:], other[2:], strict=True))


def _differ(one: Any, other: Any) -> bool:
    return one is not None and other is not None and one != other


@dataclass
class Budget:
    """How many pairs of rows may still be tried, and joined rows made; raises `Unjudged` when there are too many."""

    tried: int = 0
    made: int = 0

    def try_one(self) -> None:
        """Count a pair of rows that is tried."""
        self.tried += 1
        if self.tried > MOST_TRIED:
            raise Unjudged(TOO_MANY)

    def make_one(self) -> None:
        """Count a joined row that was made."""
        self.made += 1
        if self.made > MOST_ROWS:
            raise Unjudged(TOO_MANY)


@dataclass(frozen=True)
class Next:
    """A condition that joins others: its rows by the values of the variables that it shares with them, and then by where they stand."""

    rows: Rows
    shared: tuple[str, ...]
    numbers: Mapping[Hashable, Sequence[int]]
    same: Same
    _stretches: dict[Hashable, dict[Where, Stretch]] = field(default_factory=dict)

    @classmethod
    def of(cls, rows: Rows, known: Iterable[str], same: Same) -> "Next":
        """Sort the rows of a condition by what it shares with conditions that know these variables."""
        shared = tuple(name for name in dict.fromkeys(known) if name in rows.binds)
        numbers: dict[Hashable, list[int]] = {}
        columns = [rows.values(rows.binds[name]) for name in shared]
        keys = zip(*columns, strict=True) if columns else ((),) * len(rows.rows)
        for number, values in enumerate(keys):
            key = _key(values)
            if key is not None:
                numbers.setdefault(key, []).append(number)
        return cls(rows, shared, numbers, same)

    def stretches(self, key: Hashable | None) -> Mapping[Where, Stretch]:
        """The rows with these values, by where they stand."""
        if key not in self._stretches:
            by: dict[Where, list[int]] = {}
            for number in self.numbers.get(key, ()):
                by.setdefault(where(self.rows.rows[number], self.same), []).append(number)
            self._stretches[key] = {at: Stretch(found, self.rows.rows) for at, found in by.items()}
        return self._stretches[key]

    def partners(self, joined: Joined, budget: Budget) -> Callable[[Combo], Iterator[int]]:
        """A function that gives, for a joined row, the rows that join it and are near, or may be."""
        sources = [joined.find(name) or (0, name) for name in self.shared]
        nears = _nears(self.rows, joined)
        stands = [[where(row, self.same) for row in part.rows] for part in joined.parts]
        agreed = cache(agree)

        def find(combo: Combo) -> Iterator[int]:
            key = _key([joined.parts[part].rows[combo[part]].get(column) for part, column in sources])
            for at, stretch in self.stretches(key).items():
                budget.try_one()
                if not all(agreed(at, stands[part][number]) for part, number in enumerate(combo)):
                    continue
                for number in _around(stretch, nears, joined, combo):
                    budget.try_one()
                    if all(_may_be(near, self.rows.rows[number], joined, combo) for near in nears):
                        yield number

        return find


_Near = tuple[Near, int, bool]
"""A `near`, the part that it is about, and whether it is the other's: the part's row is near to the new one's."""


def _nears(rows: Rows, joined: Joined) -> list[_Near]:
    """The `near` of the new condition, and those of the others that name it."""
    found: list[_Near] = []
    for number, part in enumerate(joined.parts):
        if rows.condition.near is not None and rows.condition.near.of == part.name:
            found.append((rows.condition.near, number, False))
        if part.condition.near is not None and part.condition.near.of == rows.name:
            found.append((part.condition.near, number, True))
    return found


def _around(stretch: Stretch, nears: Sequence[_Near], joined: Joined, combo: Combo) -> Iterable[int]:
    if not nears:
        return stretch.numbers
    near, number, _ = nears[0]
    return stretch.around(near, joined.parts[number].rows[combo[number]])


def _may_be(near: _Near, row: Row, joined: Joined, combo: Combo) -> bool:
    asked, number, of_other = near
    other = joined.parts[number].rows[combo[number]]
    return (is_near(asked, other, row) if of_other else is_near(asked, row, other)) is not False


def _key(values: Iterable[Any]) -> Hashable | None:
    """The values as a key, or None where one is null: null joins nothing."""
    key = tuple([tuple(value) if isinstance(value, list) else value for value in values])
    return None if None in key else key


def join(parts: Sequence[Rows], same: Same) -> Joined:
    """All joined rows of the conditions, sorted. Raises `Unjudged` where there are too many."""
    order = _order(parts)
    budget = Budget()
    joined = Joined((parts[order[0]],), [(number,) for number in range(len(parts[order[0]].rows))])
    for place in order[1:]:
        following = Next.of(parts[place], joined.variables, same)
        partners = following.partners(joined, budget)
        budget.made = 0
        combos = []
        for combo in joined.combos:
            for number in partners(combo):
                budget.make_one()
                combos.append((*combo, number))
        joined = Joined((*joined.parts, parts[place]), combos)
    back = sorted(range(len(order)), key=order.__getitem__)
    return Joined(tuple(parts), sorted(tuple(combo[number] for number in back) for combo in joined.combos))


def _order(parts: Sequence[Rows]) -> list[int]:
    """The order to join in: the smallest first, then what is tied to it by a variable or by `near`, the smallest first again."""
    left = sorted(range(len(parts)), key=lambda number: (len(parts[number].rows), number))
    order = [left.pop(0)]
    while left:
        known = [parts[number] for number in order]
        chosen = next((number for number in left if any(_tied(parts[number], part) for part in known)), left[0])
        left.remove(chosen)
        order.append(chosen)
    return order


def _tied(one: Rows, other: Rows) -> bool:
    near = {rows.condition.near.of for rows in (one, other) if rows.condition.near is not None}
    return bool(one.binds.keys() & other.binds.keys()) or bool(near & {one.name, other.name})
