"""`unless`: joined rows that go since something else is there, and those for which that could not be told."""

from collections.abc import Sequence

from logsleuth.judge.expressions import verdicts
from logsleuth.judge.join import Budget, Next
from logsleuth.judge.near import is_near
from logsleuth.judge.rows import Combo, Joined, Rows
from logsleuth.judge.sqlnames import Sql
from logsleuth.model.book import Same


def excused(joined: Joined, unless: Rows, sql: Sql | None, same: Same) -> list[bool | None]:
    """For each joined row whether a row of `unless` joins it: true, false, or None where that is not known.

    `sql` is the `where` of the condition, where that names other conditions and so is decided here.
    """
    budget = Budget()
    partners = Next.of(unless, joined.variables, same).partners(joined, budget)
    states: list[bool | None] = [None if unless.gap else False] * len(joined.combos)
    pairs: list[tuple[int, Combo, bool]] = []
    for number, combo in enumerate(joined.combos):
        for partner in partners(combo):
            sure = partner not in unless.doubts and _is_near(unless, partner, joined, combo)
            if sql is not None:
                budget.make_one()
                pairs.append((number, (*combo, partner), sure))
            elif sure:
                states[number] = True
                break
            else:
                states[number] = None
    return (
        states
        if sql is None
        else _decided(states, pairs, sql, Joined((*joined.parts, unless), [pair[1] for pair in pairs]))
    )


def _is_near(unless: Rows, partner: int, joined: Joined, combo: Combo) -> bool:
    """Whether the row is surely near; that it is not surely far was seen in the join."""
    near = unless.condition.near
    if near is None:
        return True
    return all(
        is_near(near, unless.rows[partner], part.rows[number])
        for part, number in zip(joined.parts, combo, strict=True)
        if part.name == near.of
    )


def _decided(
    states: list[bool | None], pairs: Sequence[tuple[int, Combo, bool]], sql: Sql, joined: Joined
) -> list[bool | None]:
    for (number, _, sure), verdict in zip(pairs, verdicts(sql, joined), strict=True):
        if verdict and sure:
            states[number] = True
        elif verdict is not False and states[number] is not True:
            states[number] = None
    return states
