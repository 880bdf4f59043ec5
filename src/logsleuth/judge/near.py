"""`near`: how far a row may be from that of another condition, and which of several is kept.

A row is *near*, or not, or it is not known, since a time is not.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from logsleuth.judge.rows import Combo, Joined
from logsleuth.model.book import Near
from logsleuth.model.relation import Row

_ZERO = timedelta(0)


def is_near(near: Near, row: Row, other: Row) -> bool | None:
    """Whether `row` lies so near to `other`, the row of the condition that `near` names; None where it is not known."""
    states = []
    if near.within is not None:
        states.append(_within(_difference(row, other, "time"), near.within, _ZERO, near.side))
    if near.lines is not None:
        one_path = row.get("path") == other.get("path")
        states.append(one_path and _within(_difference(row, other, "line"), near.lines, 0, near.side))
    return False if False in states else None if None in states else True


def distance(near: Near, row: Row, other: Row) -> Any:
    """How far two rows that are near lie apart: in time where `within` is asked for, else in lines."""
    apart = _difference(row, other, "time" if near.within is not None else "line")
    return 0 if apart is None else abs(apart)


def reason(near: Near, name: str, row: Row, other: Row) -> str:
    """Why it is not known whether they are near."""
    column = "time" if near.within is not None and None in {row.get("time"), other.get("time")} else "line"
    parts = [f"`{part}.{column}`" for part, one in ((name, row), (near.of, other)) if one.get(column) is None]
    return f"{' and '.join(parts)} not known"


def _difference(row: Row, other: Row, column: str) -> Any:
    mine, theirs = row.get(column), other.get(column)
    return None if mine is None or theirs is None else mine - theirs


def _within(difference: Any, limit: Any, zero: Any, side: str) -> bool | None:
    if difference is None:
        return None
    on_side = side == "either" or (difference <= zero if side == "before" else difference >= zero)
    return bool(on_side and abs(difference) <= limit)


@dataclass
class Stretch:
    """Rows of one path and boot, to be searched for those that may be near to a row: a superset, in little time."""

    numbers: Sequence[int]  # in the order of lines
    rows: Sequence[Row]
    _timed: tuple[list[datetime], list[int], list[int]] | None = field(default=None)

    def around(self, near: Near, other: Row) -> Iterable[int]:
        """The numbers of the rows that may be near to the row `other`."""
        if near.lines is not None:
            line = other.get("line")
            return self.numbers if line is None else self._lines(line - near.lines, line + near.lines)
        time = other.get("time")
        if near.within is None or time is None:
            return self.numbers
        try:
            first, last = time - near.within, time + near.within
        except OverflowError:
            return self.numbers
        times, timed, timeless = self._times()
        return timed[bisect_left(times, first) : bisect_right(times, last)] + timeless

    def _lines(self, first: int, last: int) -> Sequence[int]:
        def line(number: int) -> int:
            return self.rows[number].get("line") or 0

        found = self.numbers[bisect_left(self.numbers, first, key=line) : bisect_right(self.numbers, last, key=line)]
        lost = self.numbers[: bisect_left(self.numbers, 1, key=line)] if first > 0 else ()
        return [*lost, *found]

    def _times(self) -> tuple[list[datetime], list[int], list[int]]:
        if self._timed is None:
            pairs = [(self.rows[number].get("time"), number) for number in self.numbers]
            timed = sorted((time, number) for time, number in pairs if time is not None)
            timeless = [number for time, number in pairs if time is None]
            self._timed = ([time for time, _ in timed], [number for _, number in timed], timeless)
        return self._timed


def nearest(joined: Joined, sure: Sequence[Combo], unsure: Iterable[Combo]) -> tuple[list[Combo], list[Combo]]:
    """Of the joined rows that are sure, those in which each `near` condition has its nearest row; and the unsure ones that matter.

    The nearest is asked for with the rows of all other conditions given. A row that is unsure matters only where no sure one
    has the same rows of the others.
    """
    kept, doubtful = set(sure), list(unsure)
    for number, part in enumerate(joined.parts):
        near = part.condition.near
        if near is None:
            continue
        best = _best(joined, sure, number, near)
        kept &= {combo for _, combo in best.values()}
        doubtful = [combo for combo in doubtful if _others(combo, number) not in best]
    return [combo for combo in sure if combo in kept], doubtful


def _best(joined: Joined, combos: Iterable[Combo], number: int, near: Near) -> dict[Combo, tuple[Any, Combo]]:
    """For the rows of all other conditions, the nearest row of this one: of equally near ones that which stands first."""
    rows = joined.parts[number].rows
    of, place = next(
        ((part.rows, place) for place, part in enumerate(joined.parts) if part.name == near.of), (rows, number)
    )
    best: dict[Combo, tuple[Any, Combo]] = {}
    for combo in combos:
        key = _others(combo, number)
        found = distance(near, rows[combo[number]], of[combo[place]]), combo
        if key not in best or found < best[key]:
            best[key] = found
    return best


def _others(combo: Combo, number: int) -> Combo:
    return (*combo[:number], *combo[number + 1 :])
