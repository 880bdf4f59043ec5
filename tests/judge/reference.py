"""What a row of a rule is, as plainly as it can be said: nested loops over plain rows, with three values.

It is slow on purpose and shares nothing with the room but the values that go in; `docs/rules.md` is its only source.
"""

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from judge.sqlref import both, evaluate
from logsleuth.model.book import Condition, Count, Matcher, Missing, Near, Pattern, Rule, Same, TableRows
from logsleuth.model.relation import COMMON, RELATIONS, Row, Table
from logsleuth.model.verdict import Matches

ORIGIN = tuple(f"origin.{name}" for name in ("host", "container", "program", "pid", "thread", "rank", "local_rank"))
EACH = {"rank": "origin.rank", "host": "origin.host", "process": "origin.pid", "file": "path"}
WEAKER = {"weak": "weak", "moderate": "weak", "strong": "moderate", "conclusive": "strong"}


class AbsentError(Exception):
    """A table was not handed over."""


@dataclass(frozen=True)
class Held:
    """A row of a condition: its columns, its variables, and why it may not hold."""

    row: Row
    variables: Mapping[str, Any]
    doubt: str | None = None


@dataclass(frozen=True)
class Found:
    """A finding, as far as it is compared."""

    rule: str
    subject: Mapping[str, Any]
    weight: str
    weaker: tuple[str, ...]
    count: int
    variables: Mapping[str, Any]
    cited: tuple[tuple[str, int], ...]
    began: datetime | None


@dataclass
class Verdict:
    """All that the rules came to."""

    found: list[Found] = field(default_factory=list)
    not_judged: set[tuple[str, str]] = field(default_factory=set)
    given: dict[str, list[dict[str, Any]]] = field(default_factory=dict)


def judge(rules: Sequence[Rule], matches: Mapping[str, Matches], tables: Mapping[str, Table]) -> Verdict:
    """The same door as that of the room."""
    verdict = Verdict()
    known = dict(tables)
    waiting = list(rules)
    while waiting:
        rule = next(each for each in waiting if not any(other.gives in _reads(each) for other in waiting))
        waiting.remove(rule)
        _Rule(rule, matches, known, verdict).judge()
    verdict.found.sort(key=lambda found: (found.rule, found.cited[0], repr(sorted(found.variables.items()))))
    return verdict


def _reads(rule: Rule) -> set[str]:
    read = set()
    for condition in rule.conditions:
        if isinstance(condition.what, TableRows):
            read.add(condition.what.table)
        if isinstance(condition.what, Missing):
            read |= {"boots", "phases", "origins", "settings"}
    return read


def place(row: Row) -> tuple[Any, ...]:
    """Path, line, end, and all that it says."""
    said = sorted((name, value) for name, value in row.items() if value is not None)
    return row["path"], row["line"], row.get("end_line") or row["line"], repr(said)


class _Rule:
    """One rule."""

    def __init__(self, rule: Rule, matches: Mapping[str, Matches], tables: dict[str, Table], verdict: Verdict) -> None:
        self.rule, self.matches, self.tables, self.verdict = rule, matches, tables, verdict
        self.by_name = {condition.name: condition for condition in rule.conditions}
        self.names = [condition.name for condition in rule.when]

    def judge(self) -> None:
        left, why, ran = self._left()
        self.verdict.not_judged |= {(self.rule.id, reason) for reason in why}
        if self.rule.gives is not None:
            if ran:
                self._give(left, dropped=bool(why))
        else:
            self._report(left)

    def _left(self) -> tuple[list[tuple[dict[str, Held], tuple[str, ...]]], list[str], bool]:
        """The rows left, each with the conditions of `unless` that are unknown; why not all was judged; whether it ran."""
        held: dict[str, list[Held]] = {}
        absent = []
        for condition in self.rule.when:
            try:
                held[condition.name] = self.rows(condition)
            except AbsentError as error:
                absent.append(f"no `{error}` were handed over")
        hidden = [name for name in self.names if name in held and self._hidden(name)]
        if any(not rows and name not in hidden for name, rows in held.items()):
            return [], [], True
        if absent:
            return [], absent, False
        sure, unsure = self._kept(held)
        left, why = [], list[str]()
        for names, doubts in sure + unsure:
            states = {condition.name: self._excused(condition, names) for condition in self.rule.unless}
            weaker = tuple(name for name, state in states.items() if state is None)
            if True in states.values():
                continue
            if doubts:
                why += doubts
            elif weaker and self.rule.weight == "conclusive":
                why += [f"`unless` {name} could not be judged, and the rule is conclusive" for name in weaker]
            else:
                left.append((names, weaker))
        if not left:
            why += [f"a bound dropped rows of `{name}`" for name in hidden]
        return left, why, True

    def _hidden(self, name: str) -> bool:
        return self.gap(self.by_name[name]) and (len(self.names) > 1 or self._is_table(name))

    def _is_table(self, name: str) -> bool:
        what = self.by_name[name].what if name in self.by_name else TableRows("phases")
        if isinstance(what, Count):
            return self._is_table(what.of)
        if isinstance(what, Missing):
            return self._is_table(what.after)
        return isinstance(what, TableRows)

    def gap(self, condition: Condition) -> bool:
        """Whether rows of it may be among those that a bound kept out."""
        what = condition.what
        if isinstance(what, Pattern):
            return what.key in self.matches and self.matches[what.key].gap
        if isinstance(what, TableRows):
            return self.tables[what.table].dropped > 0
        if isinstance(what, Missing):
            after = self._after(what)
            return self.gap(after) and (isinstance(after.what, TableRows) or not self.rows(after))
        of = self.by_name[what.of]
        alone = what.within is None and what.distinct is None and len(self._groups(of)) == 1
        return self.gap(of) and not (alone and self._sure_to_fit(of))

    # What each condition has by itself

    def rows(self, condition: Condition) -> list[Held]:
        what = condition.what
        if isinstance(what, Pattern):
            held = [self._match(row, what) for row in sorted(self._matched(what).rows, key=place)]
        elif isinstance(what, TableRows):
            held = list(self._table(what))
        elif isinstance(what, Missing):
            held = sorted(self._missing(condition.name, what), key=lambda one: place(one.row)[:3])
        else:
            held = sorted(self._count(condition.name, what), key=lambda one: place(one.row)[:3])
        return self._own(condition, held) if condition.where else held

    def _matched(self, pattern: Pattern) -> Matches:
        return self.matches.get(pattern.key, Matches((), 0))

    def _match(self, row: Row, pattern: Pattern) -> Held:
        values = {name: self._typed(name, row.get(name)) for name in pattern.captures}
        return Held({**row, **values}, values)

    def _typed(self, name: str, text: str | None) -> Any:
        kind = self.rule.types.get(name, "text")
        for condition in self.rule.conditions:
            if isinstance(condition.what, Missing) and condition.what.each == name:
                kind = "text" if name in {"host", "file"} else "integer"
        for condition in self.rule.conditions:
            if isinstance(condition.what, TableRows):
                for matcher in condition.what.matchers:
                    column = RELATIONS[condition.what.table].column(matcher.column)
                    if matcher.variable == name and column is not None:
                        kind = column.type.value
        return None if text is None else _as(text, kind)

    def _table(self, what: TableRows) -> Iterator[Held]:
        if what.table not in self.tables:
            raise AbsentError(what.table)
        for row in sorted(self.tables[what.table].rows, key=place):
            variables: dict[str, Any] = {}
            fits = True
            for matcher in what.matchers:
                value = row.get(matcher.column)
                if matcher.variable is not None:
                    if matcher.variable in variables:
                        fits &= value is not None and value == variables[matcher.variable]
                    variables.setdefault(matcher.variable, value)
                elif matcher.is_null:
                    fits &= value is None
                elif matcher.expression is not None:
                    fits &= value is not None and re.search(matcher.expression, str(value)) is not None
                else:
                    fits &= value in matcher.values
            if fits:
                yield Held(row, variables)

    def _own(self, condition: Condition, held: list[Held]) -> list[Held]:
        """Those whose own `where` is not false, if it names nothing else."""
        kept = []
        for one in held:
            try:
                value, names = self._ask(condition.where or "", {condition.name: one})
            except KeyError:
                return held
            if value is not False:
                null = [name for name in names if _named(name, {condition.name: one}) is None]
                doubt = one.doubt or (None if value else _not_known(null, condition.where or ""))
                kept.append(Held(one.row, one.variables, doubt))
        return kept

    def _ask(self, expression: str, names: Mapping[str, Held]) -> tuple[Any, list[str]]:
        return evaluate(expression, _Names(names))

    def _after(self, what: Missing) -> Condition:
        if what.after.startswith("phase:"):
            return Condition(what.after, TableRows("phases", (Matcher("phase", (what.after[6:],)),)))
        return self.by_name[what.after]

    def _missing(self, name: str, what: Missing) -> Iterator[Held]:
        after = self.rows(self._after(what))
        found = self._matched(what.pattern)
        hidden = f"a bound dropped the lines of `{name}`" if found.count and not found.rows else None
        if what.each is None:
            for one in _first_by(after, lambda row: (row["path"], row.get("boot"))):
                if not any(_one_boot(row, one.row) for row in found.rows):
                    yield Held(one.row, {}, one.doubt or self._uncovered(name, [one.row]) or hidden)
            return
        if not after:
            return
        column, shown = EACH[what.each], self._shown(what.each)
        untold = any(row.get(column) is None for row in found.rows)
        for value in sorted(shown):
            if any(row.get(column) == value for row in found.rows):
                continue
            mine = [one for one in after if one.row.get(column) == value] or after
            one = _first_by(mine, lambda _: None)[0]
            doubt = one.doubt or self._uncovered(name, [one.row, *shown[value]])
            doubt = doubt or (f"a line of `{name}` does not tell its {what.each}" if untold else None) or hidden
            yield Held({**one.row, what.each: value}, {what.each: value}, doubt)

    def _shown(self, each: str) -> dict[Any, list[Row]]:
        """The ranks (hosts, processes, files) that the run shows, with the rows of `origins` of each."""
        shown: dict[Any, list[Row]] = {}
        sizes = [
            int(row["value"]) for row in self._rows_of("settings") if row.get("name") == "world_size" and each == "rank"
        ]
        if "origins" not in self.tables and not sizes:
            raise AbsentError("origins")
        for row in self._rows_of("origins"):
            if row.get(EACH[each]) is not None:
                shown.setdefault(row[EACH[each]], []).append(row)
        for rank in range(max(sizes, default=0)):
            shown.setdefault(rank, [])
        return shown

    def _rows_of(self, table: str) -> Sequence[Row]:
        return self.tables[table].rows if table in self.tables else ()

    def _uncovered(self, name: str, rows: Sequence[Row]) -> str | None:
        for row in rows:
            boots = [boot for boot in self._rows_of("boots") if boot["path"] == row["path"]]
            if row.get("boot") is not None:
                boots = [boot for boot in boots if boot["number"] == row["boot"]]
            if not boots or not all(boot.get("covered") for boot in boots):
                return f"the log does not cover the boot in which `{name}` would stand"
        return None

    def _groups(self, of: Condition) -> list[list[Held]]:
        columns = {
            Same.BOOT: ("path", "boot"),
            Same.ORIGIN: ("path", "boot", *ORIGIN),
            Same.HOST: ("origin.host",),
            Same.RUN: (),
        }[self.rule.same]
        groups: dict[Any, list[Held]] = {}
        for one in self.rows(of):
            key = [one.variables[name] for name in self.rule.subject if name in one.variables]
            groups.setdefault((*key, *(one.row.get(column) for column in columns)), []).append(one)
        return list(groups.values())

    def _sure_to_fit(self, of: Condition) -> int:
        """How many dropped rows surely fit the condition."""
        if isinstance(of.what, Pattern) and not of.where:
            found = self._matched(of.what)
            return found.count - len(found.rows)
        return 0

    def _count(self, name: str, what: Count) -> Iterator[Held]:
        of = self.by_name[what.of]
        groups = self._groups(of)
        for group in groups:
            extra = self._sure_to_fit(of) if what.within is None and what.distinct is None else 0
            sure = [
                one for one in group if one.doubt is None and (what.within is None or one.row.get("time") is not None)
            ]
            if what.within is not None:
                sure.sort(key=lambda one: one.row["time"])
            vague = [one for one in group if one not in sure]
            times = [one.row["time"] for one in sure if one.row.get("time") is not None]
            variables = {each: group[0].variables[each] for each in self.rule.subject if each in group[0].variables}
            alone = extra if len(groups) == 1 else 0
            start = next(
                (i for i in range(len(sure)) if self._size(what, self._window(what, sure, i)) + alone >= what.at_least),
                None,
            )
            own = {
                "count": self._size(what, sure) + alone,
                "first_time": min(times, default=None),
                "last_time": max(times, default=None),
            }
            if start is not None:
                yield Held({**sure[start].row, **own}, variables)
                continue
            doubtful = {**group[0].row, **dict.fromkeys(own)}
            windows = [self._window(what, sure, i) for i in range(len(sure))] or [[]]
            if vague and any(self._size(what, window + vague) >= what.at_least for window in windows):
                timeless = what.within is not None and any(one.doubt is None for one in vague)
                why = "rows without a time" if timeless else "rows that may not hold"
                yield Held(doubtful, variables, f"{why} could decide the count `{name}`")
            elif len(groups) > 1 and extra and len(group) + extra >= what.at_least:
                yield Held(doubtful, variables, f"rows that a bound dropped could decide the count `{name}`")

    def _window(self, what: Count, rows: list[Held], start: int) -> list[Held]:
        if what.within is None:
            return rows if start == 0 else []
        return [one for one in rows[start:] if one.row["time"] - rows[start].row["time"] <= what.within]

    def _size(self, what: Count, rows: list[Held]) -> int:
        if what.distinct is None:
            return len(rows)
        values = []
        for one in rows:
            value = one.variables.get(what.distinct, one.row.get(what.distinct, one.row.get(f"origin.{what.distinct}")))
            values += [value] if value is not None and value not in values else []
        return len(values)

    # The join

    def _kept(
        self, held: Mapping[str, list[Held]]
    ) -> tuple[list[tuple[dict[str, Held], list[str]]], list[tuple[dict[str, Held], list[str]]]]:
        """The joined rows that the rule's `where` and `near` keep, the sure ones first, the others with why they are not."""
        asked = []
        for numbers in itertools.product(*(range(len(held[name])) for name in self.names)):
            names = {name: held[name][number] for name, number in zip(self.names, numbers, strict=True)}
            if self._joins(names):
                state, doubts = self._conditions(names)
                if state is not False:
                    asked.append((dict(zip(self.names, numbers, strict=True)), names, doubts))
        sure = [one for one in asked if not one[2]]
        unsure = [one for one in asked if one[2]]
        near = [condition for condition in self.rule.when if condition.near]
        nearest = [one for one in sure if all(self._is_nearest(condition, one, sure) for condition in near)]
        nearest += [one for one in unsure if not any(self._settled(condition.name, one, sure) for condition in near)]
        kept = []
        for _, names, doubts in nearest:
            state, more = self._all_of(list(self.rule.where), names)
            if state is not False:
                kept.append((names, doubts + more))
        return [one for one in kept if not one[1]], [one for one in kept if one[1]]

    def _joins(self, names: Mapping[str, Held]) -> bool:
        for one, other in itertools.combinations(names.values(), 2):
            for variable in one.variables.keys() & other.variables.keys():
                if one.variables[variable] is None or one.variables[variable] != other.variables[variable]:
                    return False
            if not self._same(one.row, other.row):
                return False
        return True

    def _same(self, one: Row, other: Row) -> bool:
        if self.rule.same is Same.RUN:
            return True
        columns = {Same.BOOT: (), Same.HOST: ORIGIN[:1], Same.ORIGIN: ORIGIN}[self.rule.same]
        if one["path"] == other["path"] and _differ(one.get("boot"), other.get("boot")):
            return False
        return not any(_differ(one.get(column), other.get(column)) for column in columns)

    def _conditions(self, names: dict[str, Held]) -> tuple[bool | None, list[str]]:
        """Whether the rows hold, are near, and pass their conditions' own `where` that name others."""
        state: bool | None = True
        doubts = [one.doubt for one in names.values() if one.doubt is not None]
        for condition in self.rule.when:
            if condition.near is not None:
                near = _near(condition.near, names[condition.name].row, names[condition.near.of].row)
                state = both(state, near)
                doubts += [_near_unknown(condition, names)] if near is None else []
        open_ = [condition.where for condition in self.rule.when if condition.where and not self._is_own(condition)]
        more, why = self._all_of(open_, names)
        return both(state, more), doubts + why

    def _is_own(self, condition: Condition) -> bool:
        """Whether a `where` names nothing but its own condition."""
        for one in self.rows(condition):
            try:
                self._ask(condition.where or "", {condition.name: one})
            except KeyError:
                return False
        return True

    def _all_of(self, expressions: Sequence[str], names: Mapping[str, Held]) -> tuple[bool | None, list[str]]:
        state: bool | None = True
        doubts = []
        for expression in expressions:
            value, used = self._ask(expression, names)
            state = both(state, value)
            if value is None:
                doubts.append(_not_known([name for name in used if _named(name, names) is None], expression))
        return state, doubts

    def _settled(self, name: str, one: Any, sure: Sequence[Any]) -> bool:
        return any(_others(other[0], name) == _others(one[0], name) for other in sure)

    def _is_nearest(self, condition: Condition, one: Any, sure: Sequence[Any]) -> bool:
        rivals = [other for other in sure if _others(other[0], condition.name) == _others(one[0], condition.name)]
        return all(self._far(condition, one) <= self._far(condition, other) for other in rivals)

    def _far(self, condition: Condition, one: Any) -> Any:
        near = condition.near
        assert near is not None
        row, of = one[1][condition.name].row, one[1][near.of].row
        column = "line" if near.within is None else "time"
        return abs(row[column] - of[column]), one[0][condition.name]

    def _excused(self, condition: Condition, names: dict[str, Held]) -> bool | None:
        try:
            rows = self.rows(condition)
            result: bool | None = None if self.gap(condition) else False
        except AbsentError:
            return None
        for one in rows:
            if not self._joins_all(one, names):
                continue
            state: bool | None = None if one.doubt else True
            if condition.near is not None:
                state = both(state, _near(condition.near, one.row, names[condition.near.of].row))
            if condition.where is not None and not self._is_own(condition):
                state = both(state, self._ask(condition.where, {**names, condition.name: one})[0])
            if state is True:
                return True
            result = None if state is None else result
        return result

    def _joins_all(self, one: Held, names: Mapping[str, Held]) -> bool:
        variables = _variables(names)
        shared = variables.keys() & one.variables.keys()
        agree = all(one.variables[name] is not None and one.variables[name] == variables[name] for name in shared)
        return agree and all(self._same(one.row, other.row) for other in names.values())

    # What comes of the rows left

    def _give(self, left: Sequence[tuple[dict[str, Held], tuple[str, ...]]], *, dropped: bool) -> None:
        table = str(self.rule.gives)
        rows = self.verdict.given.setdefault(table, [])
        new = []
        for names, _ in left:
            source = names[self.rule.anchor or self.names[0]].row
            row = {column.name: source.get(column.name) for column in COMMON}
            row |= {column: self._ask(expression, names)[0] for column, expression in self.rule.columns.items()}
            row = {name: value for name, value in row.items() if value is not None}
            if row not in rows:
                rows.append(row)
                new.append(row)
        before = self.tables.get(table, Table(RELATIONS[table]))
        self.tables[table] = Table(before.relation, [*before.rows, *new], before.dropped + dropped)

    def _report(self, left: Sequence[tuple[dict[str, Held], tuple[str, ...]]]) -> None:
        anchor = self.rule.anchor or self.names[0]
        order = [anchor, *(name for name in self.names if name != anchor)]
        by_place = sorted(left, key=lambda one: [self._number(name, one[0][name]) for name in [anchor, *self.names]])
        groups: dict[str, list[tuple[dict[str, Held], tuple[str, ...]]]] = {}
        for names, weaker in by_place:
            values = _variables(names)
            key = [values[name] for name in self.rule.subject or sorted(values)]
            groups.setdefault(repr(key), []).append((names, weaker))
        for group in groups.values():
            self.verdict.found.append(self._found(group, order))

    def _number(self, name: str, one: Held) -> int:
        """The number of a row among those of its condition."""
        held = self.rows(self.by_name[name])
        return next(number for number, each in enumerate(held) if each.row == one.row)

    def _found(self, group: list[tuple[dict[str, Held], tuple[str, ...]]], order: list[str]) -> Found:
        first = group[0][0]
        values = _variables(first)
        unsure = {name for _, weaker in group for name in weaker} if all(weaker for _, weaker in group) else set()
        weaker = tuple(condition.name for condition in self.rule.unless if condition.name in unsure)
        return Found(
            self.rule.id,
            {name: values[name] for name in self.rule.subject if values[name] is not None},
            WEAKER[self.rule.weight] if weaker else self.rule.weight,
            weaker,
            len(group),
            values,
            _cited([names for names, _ in group], order),
            self._began([names for names, _ in group], order[0]),
        )

    def _began(self, group: list[dict[str, Held]], anchor: str) -> datetime | None:
        times: list[tuple[datetime | None, Any]] = []
        for names in group:
            time = self._ask(self.rule.began, names)[0] if self.rule.began else names[anchor].row.get("time")
            times.append((time, names[anchor].row.get("clock")))
        if times[0][0] is None:
            return None
        return min(time for time, clock in times if time is not None and clock == times[0][1])


def _cited(group: list[dict[str, Held]], order: list[str]) -> tuple[tuple[str, int], ...]:
    cited = [(group[0][name].row["path"], group[0][name].row["line"]) for name in order]
    for names in group[1:]:
        places = [(names[name].row["path"], names[name].row["line"]) for name in order]
        new = [each for each in places if each not in cited]
        if len(cited) < len(order) + 3 and new:
            cited.append(new[0])
    return tuple(cited)


def _variables(names: Mapping[str, Held]) -> dict[str, Any]:
    return {variable: value for one in reversed(list(names.values())) for variable, value in one.variables.items()}


class _Names(dict[str, Any]):
    """`condition.column` and variables as one mapping."""

    def __init__(self, names: Mapping[str, Held]) -> None:
        super().__init__()
        self.held = names

    def __missing__(self, name: str) -> Any:
        return _named(name, self.held)


def _named(name: str, names: Mapping[str, Held]) -> Any:
    condition, dot, column = name.partition(".")
    return names[condition].row.get(column) if dot else _variables(names)[name]


def _not_known(null: list[str], expression: str) -> str:
    return f"{' and '.join(f'`{name}`' for name in null or [expression])} not known"


def _near_unknown(condition: Condition, names: Mapping[str, Held]) -> str:
    assert condition.near is not None
    pairs = [(condition.name, names[condition.name]), (condition.near.of, names[condition.near.of])]
    return _not_known([f"{name}.time" for name, one in pairs if one.row.get("time") is None], "")


def _near(near: Near, row: Row, of: Row) -> bool | None:
    if near.lines is not None and row["path"] != of["path"]:
        return False
    column, limit = ("line", near.lines) if near.within is None else ("time", near.within)
    if row.get(column) is None or of.get(column) is None:
        return None
    zero = 0 if near.within is None else timedelta(0)
    far: Any = row[column] - of[column]
    sides = {"before": far <= zero, "after": far >= zero, "either": True}
    return bool(sides[near.side] and abs(far) <= limit)


def _one_boot(row: Row, other: Row) -> bool:
    return bool(row["path"] == other["path"]) and not _differ(row.get("boot"), other.get("boot"))


def _differ(one: Any, other: Any) -> bool:
    return one is not None and other is not None and one != other


def _others(numbers: Mapping[str, int], name: str) -> dict[str, int]:
    return {each: number for each, number in numbers.items() if each != name}


def _first_by(held: Sequence[Held], key: Any) -> list[Held]:
    """For each key the first row that is sure, else the first."""
    groups: dict[Any, list[Held]] = {}
    for one in held:
        groups.setdefault(key(one.row), []).append(one)
    return [next((one for one in group if one.doubt is None), group[0]) for group in groups.values()]


def _as(text: str, kind: str) -> Any:
    """The few conversions that the generated rules need."""
    try:
        if kind == "integer":
            return int(text.replace(",", "")) if re.fullmatch(r"\d+|\d{1,3}(,\d{3})+", text) else None
        if kind == "float":
            return float(text)
        if kind == "time":
            return datetime.fromisoformat(text).replace(tzinfo=UTC)
    except ValueError:
        return None
    return text if kind == "text" else None
