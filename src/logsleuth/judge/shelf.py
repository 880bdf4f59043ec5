"""The tables of a run, as rules read them: in the order of places, and looked up by value."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from logsleuth.judge.convert import fitted, written
from logsleuth.judge.rows import in_order
from logsleuth.judge.unjudged import Absent, Unjudged
from logsleuth.model.book import Matcher
from logsleuth.model.relation import RELATIONS, Relation, Row, Table, Type, schema

PATIENCE = 1.0
"""Seconds that one `~REGEX` may take on one value."""


@dataclass
class Shelved:
    """One table in order, with an index for each column that was asked for."""

    table: Table
    _values: dict[str, dict[Any, list[int]]] = field(default_factory=dict)
    _found: dict[tuple[str, str], list[int]] = field(default_factory=dict)

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The rows by their places."""
        return in_order(self.table.rows)

    @cached_property
    def schema(self) -> Mapping[str, Type]:
        """The columns and their types."""
        return schema(self.table.relation)

    def fitting(self, matchers: Iterable[Matcher]) -> list[Row]:
        """The rows that fit all matchers (a `$variable` fits all)."""
        asked = [self._fitting(matcher) for matcher in matchers if matcher.variable is None]
        if not asked:
            return list(self.rows)
        first, *others = sorted(asked, key=len)
        sets = [set(other) for other in others]
        return [self.rows[number] for number in sorted(first) if all(number in other for other in sets)]

    def _fitting(self, matcher: Matcher) -> list[int]:
        index = self._index(matcher.column)
        if matcher.is_null:
            return index.get(None, [])
        if matcher.expression is not None:
            key = (matcher.column, matcher.expression)
            if key not in self._found:
                self._found[key] = self._search(index, matcher.expression)
            return self._found[key]
        kind = self.schema.get(matcher.column, Type.TEXT)
        wanted = _wanted(matcher.values, kind)
        if kind in {Type.TEXTS, Type.INTEGERS}:
            return [number for value, numbers in index.items() if _any_of(value, wanted) for number in numbers]
        return [number for value in wanted for number in index.get(value, ())]

    def _index(self, column: str) -> dict[Any, list[int]]:
        if column not in self._values:
            index: dict[Any, list[int]] = {}
            for number, row in enumerate(self.rows):
                index.setdefault(_hashable(row.get(column)), []).append(number)
            self._values[column] = index
        return self._values[column]

    def _search(self, index: Mapping[Any, list[int]], expression: str) -> list[int]:
        import regex  # noqa: PLC0415 - 12 ms at start-up

        try:
            search = regex.compile(expression, regex.VERSION0 | regex.ASCII).search
            found = [
                key for key in index if key is not None and any(search(text, timeout=PATIENCE) for text in _texts(key))
            ]
        except regex.error as error:
            raise Unjudged(f"`~{expression}` is no regular expression: {error}") from None
        except TimeoutError:
            raise Unjudged(f"`~{expression}` took too long") from None
        return [number for key in found for number in index[key]]


def _wanted(values: Iterable[Any], kind: Type) -> dict[Any, None]:
    """The values of a matcher as the column's type, for a list as that of its items; what cannot be of it fits no row."""
    item = {Type.TEXTS: Type.TEXT, Type.INTEGERS: Type.INTEGER}.get(kind, kind)
    pairs = [(value, fitted(value, item)) for value in values]
    return {as_kind: None for value, as_kind in pairs if value is None or as_kind is not None}


def _hashable(value: Any) -> Hashable:
    return tuple(value) if isinstance(value, list) else value


def _any_of(value: Any, wanted: Mapping[Any, None]) -> bool:
    return value in wanted if value is None else any(item in wanted for item in value)


def _texts(key: Any) -> list[str]:
    return [written(item) for item in key] if isinstance(key, tuple) else [written(key)]


@dataclass
class Shelf:
    """All tables of a run: those handed over, and what rules add to them."""

    handed: Mapping[str, Table]
    given: dict[str, Table] = field(default_factory=dict)
    _shelved: dict[str, Shelved] = field(default_factory=dict)

    def get(self, name: str) -> Shelved:
        """The table of that name; raises `Absent` where it was not handed over and no rule that gives it ran."""
        if name not in self._shelved:
            tables = [table for table in (self.handed.get(name), self.given.get(name)) if table is not None]
            if not tables:
                raise Absent(name)
            rows = [row for table in tables for row in table.rows]
            self._shelved[name] = Shelved(Table(tables[0].relation, rows, sum(table.dropped for table in tables)))
        return self._shelved[name]

    def has(self, name: str) -> bool:
        """Whether the table was handed over, or a rule that gives it ran."""
        return name in self.handed or name in self.given

    def relation(self, name: str) -> Relation | None:
        """The schema of a table, whether or not it was handed over."""
        return self.handed[name].relation if name in self.handed else RELATIONS.get(name)

    def give(self, name: str, rows: Iterable[Row], dropped: int) -> None:
        """Add rows to a table; the same row twice counts once. `dropped` rows could not be judged."""
        relation = self.relation(name)
        if relation is None:
            raise Unjudged(f"there is no table `{name}`")
        before = self.given.get(name, Table(relation))
        merged = {repr(sorted(row.items())): row for row in (*before.rows, *rows)}
        self.given[name] = Table(relation, in_order(tuple(merged.values())), before.dropped + dropped)
        self._shelved.pop(name, None)
