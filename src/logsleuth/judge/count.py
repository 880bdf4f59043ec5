"""`count`: so many rows of a condition, in one window of time where one is asked for."""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from logsleuth.judge.join import ORIGIN
from logsleuth.judge.rows import Rows, place
from logsleuth.judge.unjudged import Unjudged
from logsleuth.model.book import Condition, Count, Rule, Same
from logsleuth.model.relation import Row, Type

_PLACE: Mapping[Same, tuple[str, ...]] = {
    Same.BOOT: ("path", "boot"),
    Same.ORIGIN: ("path", "boot", *ORIGIN),
    Same.HOST: ORIGIN[:1],
    Same.RUN: (),
}
_OWN = {"count": Type.INTEGER, "first_time": Type.TIME, "last_time": Type.TIME}


def counted(condition: Condition, what: Count, of: Rows, rule: Rule) -> Rows:
    """The rows of a `count` condition: for each group that suffices the first row, with `count`, `first_time` and `last_time`.

    A group that would suffice only with rows that lack a time, may not hold, or were dropped, gives a row in doubt.
    """
    if of.open:
        raise Unjudged(f"`{condition.name}` counts `{of.name}`, whose `where` names other conditions")
    asked = _Asked(condition.name, what, _column(what, of))
    subject = tuple(name for name in rule.subject if name in of.binds)
    keys = [of.binds[name] for name in subject] + list(_PLACE[rule.same])
    groups: dict[Hashable, list[int]] = {}
    for number, row in enumerate(of.rows):
        groups.setdefault(tuple(_hashable(row.get(key)) for key in keys), []).append(number)
    plain = what.within is None and what.distinct is None
    alone = plain and len(groups) == 1
    found = [asked.judge(of, numbers, of.dropped, alone=alone) for numbers in groups.values()]
    rows = sorted(((row, why) for row, why in found if row is not None), key=lambda pair: place(pair[0]))
    doubts = {number: why for number, (_, why) in enumerate(rows) if why}
    gap = of.gap and not (alone and of.dropped)
    return Rows(
        condition,
        [row for row, _ in rows],
        {**of.schema, **_OWN},
        of.shown,
        {name: of.binds[name] for name in subject},
        doubts,
        gap,
    )


def _column(what: Count, of: Rows) -> str | None:
    """The column whose values are told apart: of a variable, by its name, or a field of the origin."""
    if what.distinct is None:
        return None
    names = (of.binds.get(what.distinct), what.distinct, f"origin.{what.distinct}")
    found = next((name for name in names if name in of.schema), None)
    if found is None:
        raise Unjudged(f"`{what.distinct}` is no column of `{of.name}`")
    return found


def _hashable(value: Any) -> Hashable:
    return tuple(value) if isinstance(value, list) else value


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a group must have."""

    name: str
    what: Count
    column: str | None

    def judge(self, of: Rows, numbers: Sequence[int], dropped: int, *, alone: bool) -> tuple[Row | None, str]:
        """The row of one group, or None; and why it is in doubt, or nothing."""
        sure = [of.rows[number] for number in numbers if number not in of.doubts]
        vague = [of.rows[number] for number in numbers if number in of.doubts]
        timed, timeless = self._timed(sure)
        extra = dropped if alone else 0
        start = self._first(timed, extra)
        if start is not None:
            return _filled(start, timed, self._size(timed) + extra), ""
        head = {**of.rows[numbers[0]], **dict.fromkeys(_OWN)}
        if self._may_suffice(timed, vague + timeless):
            why = "rows without a time" if timeless else "rows that may not hold"
            return head, f"{why} could decide the count `{self.name}`"
        plain = self.what.within is None and self.column is None
        if plain and not alone and dropped and len(sure) + len(vague) + dropped >= self.what.at_least:
            return head, f"rows that a bound dropped could decide the count `{self.name}`"
        return None, ""

    def _timed(self, rows: list[Row]) -> tuple[list[Row], list[Row]]:
        """The rows in the order in which they count, and those left out since a window is asked for and they have no time."""
        if self.what.within is None:
            return rows, []
        timed = sorted((row for row in rows if row.get("time") is not None), key=lambda row: row["time"])
        return timed, [row for row in rows if row.get("time") is None]

    def _size(self, rows: Iterable[Row]) -> int:
        return len(list(rows)) if self.column is None else len(self._told_apart(rows))

    def _told_apart(self, rows: Iterable[Row]) -> set[Hashable]:
        values = (_hashable(row.get(self.column or "")) for row in rows)
        return {value for value in values if value is not None}

    def _first(self, rows: Sequence[Row], extra: int) -> Row | None:
        """The first row of the first window that suffices."""
        if self.what.within is None:
            return rows[0] if rows and self._size(rows) + extra >= self.what.at_least else None
        sizes = _window_sizes(rows, self.what.within, self.column, ())
        return next((rows[start] for start, size in enumerate(sizes) if size >= self.what.at_least), None)

    def _may_suffice(self, rows: Sequence[Row], others: Sequence[Row]) -> bool:
        """Whether a window would suffice if all of the other rows, of which not all is known, were in it."""
        if not others:
            return False
        if self.what.within is None:
            return self._size([*rows, *others]) >= self.what.at_least
        told = self._told_apart(others) if self.column is not None else set()
        more = 0 if self.column is not None else len(others)
        sizes = _window_sizes(rows, self.what.within, self.column, told)
        return max(sizes, default=len(told)) + more >= self.what.at_least


def _window_sizes(rows: Sequence[Row], within: timedelta, column: str | None, told: Iterable[Hashable]) -> list[int]:
    """For each row, how many rows (or distinct values, `told` among them) the window that begins with it has. The rows are in order of time."""
    inside: Counter[Hashable] = Counter(told)
    sizes, end = [], 0
    for row in rows:
        while end < len(rows) and rows[end]["time"] - row["time"] <= within:
            value = _hashable(rows[end].get(column)) if column is not None else end
            inside.update([value] if value is not None else [])
            end += 1
        sizes.append(len(inside))
        mine = _hashable(row.get(column)) if column is not None else len(sizes) - 1
        if mine is not None:
            inside[mine] -= 1
            if not inside[mine]:
                del inside[mine]
    return sizes


def _filled(first: Row, rows: Sequence[Row], count: int) -> Row:
    times = [row["time"] for row in rows if row.get("time") is not None]
    return {**first, "count": count, "first_time": min(times, default=None), "last_time": max(times, default=None)}
