"""One rule, from its conditions to the joined rows that are left: the steps of "What a row of a rule is", in their order."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from logsleuth.judge.conditions import Conditions
from logsleuth.judge.expressions import unknown, verdicts
from logsleuth.judge.join import join
from logsleuth.judge.near import is_near, nearest, reason
from logsleuth.judge.rows import Combo, Joined, Rows
from logsleuth.judge.unjudged import Absent, Unjudged
from logsleuth.judge.unless import excused
from logsleuth.model.book import Condition


@dataclass
class Left:
    """The joined rows that a rule left: `weaker` names for each the conditions of `unless` that could not be judged.

    `why` tells, in order, why the rule was not judged for some rows, or for all.
    """

    joined: Joined = field(default_factory=lambda: Joined((), []))
    weaker: list[tuple[str, ...]] = field(default_factory=list)
    why: list[str] = field(default_factory=list)
    absent: bool = False


def ask(conditions: Conditions) -> Left:
    """The rows that the rule leaves on what was handed over."""
    rule = conditions.rule
    if any(conditions.hopeless(condition) for condition in rule.when):
        return Left()
    try:
        parts, absent = _parts(conditions)
        if any(not part.rows and not _hidden(part, len(rule.when)) for part in parts):
            return Left()
        if absent:
            return Left(why=absent, absent=True)
        left = _Sieve(conditions, parts).left()
    except Unjudged as error:
        return Left(why=[str(error)])
    if not left.joined.combos:
        left.why += [_gap(part) for part in parts if _hidden(part, len(rule.when))]
    return left


def _parts(conditions: Conditions) -> tuple[list[Rows], list[str]]:
    """The rows of the conditions of `when`, and which tables were not handed over. What fails counts only if no condition lacks rows."""
    parts, absent, failed = [], [], []
    for condition in conditions.rule.when:
        try:
            parts.append(conditions.rows(condition.name))
        except Absent as error:
            absent.append(str(error))
        except Unjudged as error:
            failed.append(error)
    empty = any(not part.rows and not _hidden(part, len(conditions.rule.when)) for part in parts)
    if failed and not empty:
        raise failed[0]
    return parts, absent


def _hidden(part: Rows, conditions: int) -> bool:
    """Whether what the rule asks for may be among the rows that a bound kept out."""
    return part.gap and (conditions > 1 or part.shown.table is not None)


def _gap(part: Rows) -> str:
    return f"a bound dropped rows of `{part.name}`"


class _Sieve:
    """The joined rows of one rule, as one step after the other thins them out."""

    def __init__(self, conditions: Conditions, parts: Sequence[Rows]) -> None:
        self.rule = conditions.rule
        self.conditions = conditions
        self.joined = join(parts, self.rule.same)
        self.doubts: dict[Combo, dict[str, None]] = {}
        self.weaker: dict[Combo, tuple[str, ...]] = {}

    def left(self) -> Left:
        """What is left after all steps."""
        self._doubt_rows()
        for part in self.joined.parts:
            if part.open and part.condition.where is not None:
                self._where(part.condition.where)
        self._nearest()
        for expression in self.rule.where:
            self._where(expression)
        for condition in self.rule.unless:
            self._unless(condition)
        return self._sorted_out()

    def _doubt(self, combo: Combo, why: str) -> None:
        self.doubts.setdefault(combo, {})[why] = None

    def _doubt_rows(self) -> None:
        """What is not known of the rows themselves, and of how near they are."""
        parts = self.joined.parts
        doubtful = [(number, part.doubts) for number, part in enumerate(parts) if part.doubts]
        names = [part.name for part in parts]
        near = [
            (i, names.index(part.condition.near.of))
            for i, part in enumerate(parts)
            if part.condition.near and part.condition.near.of in names
        ]
        if not doubtful and not near:
            return
        for combo in self.joined.combos:
            for number, doubts in doubtful:
                if combo[number] in doubts:
                    self._doubt(combo, doubts[combo[number]])
            for number, other in near:
                self._doubt_near(combo, number, other)

    def _doubt_near(self, combo: Combo, number: int, other: int) -> None:
        part, of = self.joined.parts[number], self.joined.parts[other]
        near, row, others = part.condition.near, part.rows[combo[number]], of.rows[combo[other]]
        if near is not None and is_near(near, row, others) is None:
            self._doubt(combo, reason(near, part.name, row, others))

    def _keep(self, combos: list[Combo]) -> None:
        self.joined = Joined(self.joined.parts, combos)

    def _where(self, expression: str) -> None:
        sql = self.conditions.sql(expression)
        states = verdicts(sql, self.joined)
        for number, state in enumerate(states):
            if state is None:
                self._doubt(self.joined.combos[number], unknown(sql, self.joined, number))
        self._keep([combo for combo, state in zip(self.joined.combos, states, strict=True) if state is not False])

    def _nearest(self) -> None:
        if any(part.condition.near for part in self.joined.parts):
            sure = [combo for combo in self.joined.combos if combo not in self.doubts]
            kept, doubtful = nearest(self.joined, sure, [combo for combo in self.joined.combos if combo in self.doubts])
            self._keep(sorted(kept + doubtful))

    def _unless(self, condition: Condition) -> None:
        if not self.joined.combos:
            return
        try:
            rows = self.conditions.rows(condition.name)
        except Absent:
            states: list[bool | None] = [None] * len(self.joined.combos)
        else:
            sql = self.conditions.sql(condition.where) if rows.open and condition.where else None
            states = excused(self.joined, rows, sql, self.rule.same)
        for combo, state in zip(self.joined.combos, states, strict=True):
            if state is None:
                self.weaker[combo] = (*self.weaker.get(combo, ()), condition.name)
        self._keep([combo for combo, state in zip(self.joined.combos, states, strict=True) if state is not True])

    def _sorted_out(self) -> Left:
        why: dict[str, None] = {}
        combos = []
        for combo in self.joined.combos:
            weaker = self.weaker.get(combo, ())
            if combo in self.doubts:
                why |= self.doubts[combo]
            elif weaker and self.rule.weight == "conclusive":
                why |= dict.fromkeys(
                    f"`unless` {name} could not be judged, and the rule is conclusive" for name in weaker
                )
            else:
                combos.append(combo)
        left = Joined(self.joined.parts, combos)
        return Left(left, [self.weaker.get(combo, ()) for combo in combos], list(why))
