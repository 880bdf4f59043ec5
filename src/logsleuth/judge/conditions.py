"""The rows that each condition of a rule has by itself: matches with their captures converted, rows of tables that fit, and what is made of these."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from logsleuth.judge.convert import KINDS, convert
from logsleuth.judge.count import counted
from logsleuth.judge.expressions import unknown, verdicts
from logsleuth.judge.kinds import kinds
from logsleuth.judge.missing import missing
from logsleuth.judge.rows import Joined, Rows, Shown, in_order, place
from logsleuth.judge.shelf import Shelf
from logsleuth.judge.sqlnames import Sql, prepared
from logsleuth.judge.unjudged import Unjudged
from logsleuth.model.book import Condition, Count, Matcher, Missing, On, Pattern, Rule, TableRows
from logsleuth.model.relation import MATCHES, Row, Type, schema
from logsleuth.model.run import Note
from logsleuth.model.verdict import Matches

_MATCH_SCHEMA = schema(MATCHES)
_NONE = Matches((), 0)


@dataclass
class Conditions:
    """The conditions of one rule, each read once, when it is first asked for."""

    rule: Rule
    shelf: Shelf
    matches: Mapping[str, Matches]
    lost: dict[str, list[tuple[Row, str]]] = field(
        default_factory=dict
    )  # variable -> rows and texts that did not convert
    _kinds: Mapping[str, str] | None = None
    _read: dict[str, Rows] = field(default_factory=dict)
    _reading: list[str] = field(default_factory=list)

    def hopeless(self, condition: Condition) -> bool:
        """Whether a condition has no rows, seen at a glance."""
        if isinstance(condition.what, Pattern):
            return self.matches.get(condition.what.key, _NONE).count == 0
        if isinstance(condition.what, TableRows) and self.shelf.has(condition.what.table):
            table = self.shelf.get(condition.what.table).table
            return not table.rows and not table.dropped
        return False

    def rows(self, name: str) -> Rows:
        """The rows of a condition for which its own `where` holds, or may hold; raises `Unjudged`."""
        if name not in self._read:
            if name in self._reading:
                raise Unjudged(f"`{name}` is asked for by itself")
            condition = next((each for each in self.rule.conditions if each.name == name), None)
            if condition is None:
                raise Unjudged(f"there is no condition `{name}`")
            self._reading.append(name)
            try:
                self._read[name] = self._narrowed(self._all(condition))
            finally:
                self._reading.pop()
        return self._read[name]

    def sql(self, expression: str) -> Sql:
        """An expression of this rule, ready to be run."""
        return prepared(expression, self.kinds.keys() | self._names())

    @property
    def kinds(self) -> Mapping[str, str]:
        """The types of the variables that are not text."""
        if self._kinds is None:
            self._kinds = kinds(self.rule, self.shelf)
        return self._kinds

    def notes(self) -> list[Note]:
        """What did not convert: one note for each variable, at the first place."""
        notes = []
        for variable, rows in self.lost.items():
            row, text = min(rows, key=lambda lost: (place(lost[0]), lost[1]))
            more = f" (and {len(rows) - 1} more)" if len(rows) > 1 else ""
            message = f"rule {self.rule.id}: `{variable}` is no {self.kinds[variable]}: {text[:80]!r}{more}"
            notes.append(Note(message, row.get("path"), row.get("line")))
        return notes

    def _names(self) -> set[str]:
        patterns = [each.what for each in self.rule.conditions if isinstance(each.what, Pattern)]
        tables = [each.what for each in self.rule.conditions if isinstance(each.what, TableRows)]
        captures = {name for pattern in patterns for name in pattern.captures}
        return captures | {matcher.variable for table in tables for matcher in table.matchers if matcher.variable}

    def _all(self, condition: Condition) -> Rows:
        what = condition.what
        if isinstance(what, Pattern):
            return self._matched(condition, what)
        if isinstance(what, TableRows):
            return self._of_table(condition, what)
        if isinstance(what, Count):
            return counted(condition, what, self.rows(what.of), self.rule)
        return self._missing(condition, what)

    def _missing(self, condition: Condition, what: Missing) -> Rows:
        if what.after.startswith("phase:"):
            wanted = Matcher("phase", (what.after.removeprefix("phase:"),))
            after = self._of_table(
                Condition(what.after, TableRows("phases", (wanted,))), TableRows("phases", (wanted,))
            )
        else:
            after = self.rows(what.after)
        return missing(condition, after, self.matches.get(what.pattern.key, _NONE), self.shelf)

    def _matched(self, condition: Condition, what: Pattern) -> Rows:
        found = self.matches.get(what.key, _NONE)
        rows: Sequence[Row] = in_order(found.rows)
        typed = {name: self.kinds[name] for name in what.captures if self.kinds.get(name, "text") != "text"}
        if typed:
            rows = [self._converted(row, typed) for row in rows]
        columns = {name: KINDS.get(self.kinds.get(name, "text"), Type.TEXT) for name in what.captures}
        dropped = found.count - len(rows)
        return Rows(
            condition,
            rows,
            {**_MATCH_SCHEMA, **columns},
            Shown("record" if what.on is On.RECORD else "line"),
            {name: name for name in what.captures},
            gap=dropped > 0,
            dropped=max(0, dropped),
        )

    def _converted(self, row: Row, typed: Mapping[str, str]) -> Row:
        values = dict(row)
        for name, kind in typed.items():
            text = values.get(name)
            if isinstance(text, str):
                values[name] = convert(text, kind)
                if values[name] is None:
                    self.lost.setdefault(name, []).append((row, text))
        return values

    def _of_table(self, condition: Condition, what: TableRows) -> Rows:
        shelved = self.shelf.get(what.table)
        pairs = [(matcher.variable, matcher.column) for matcher in what.matchers if matcher.variable is not None]
        first = dict(reversed(pairs))
        binds = {variable: first[variable] for variable, _ in pairs}
        twice = [(first[variable], column) for variable, column in pairs if first[variable] != column]
        rows = [row for row in shelved.fitting(what.matchers) if all(_equal(row, *pair) for pair in twice)]
        shown = Shown(
            "traceback" if what.table == "tracebacks" else "row",
            what.table,
            tuple(matcher.column for matcher in what.matchers),
        )
        return Rows(condition, rows, shelved.schema, shown, binds, gap=shelved.table.dropped > 0)

    def _narrowed(self, rows: Rows) -> Rows:
        """The rows for which the condition's own `where` is not false, where that names no other condition."""
        if rows.condition.where is None:
            return rows
        sql = self.sql(rows.condition.where)
        own = Joined((rows,), [(number,) for number in range(len(rows.rows))])
        if not _names_own(sql.names, rows):
            return replace(rows, open=True, dropped=0)
        states = verdicts(sql, own)
        kept = [number for number, state in enumerate(states) if state is not False]
        doubts = {
            new: rows.doubts.get(old) or unknown(sql, own, old)
            for new, old in enumerate(kept)
            if old in rows.doubts or states[old] is None
        }
        return replace(rows, rows=[rows.rows[number] for number in kept], doubts=doubts, dropped=0)


def _equal(row: Row, one: str, other: str) -> bool:
    value: Any = row.get(one)
    return value is not None and value == row.get(other)


def _names_own(names: Iterable[str], rows: Rows) -> bool:
    """Whether all names are of the condition itself: its columns, and variables that it binds."""
    return all(name in rows.binds or name.startswith(f"{rows.name}.") for name in names)
