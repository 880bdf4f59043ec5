"""Rows of a table from the joined rows that a rule with `gives` left."""

from collections.abc import Mapping
from typing import Any

from logsleuth.judge.convert import fitted
from logsleuth.judge.expressions import evaluate
from logsleuth.judge.query import Left
from logsleuth.judge.sqlnames import Sql
from logsleuth.judge.unjudged import Unjudged
from logsleuth.model.book import Rule
from logsleuth.model.relation import COMMON, Relation, Row


def rows_given(rule: Rule, relation: Relation, left: Left, columns: Mapping[str, Sql]) -> list[Row]:
    """The rows: place, time, boot and origin of the anchor's row, and the columns that the rule names, as the relation's types.

    Raises `Unjudged` where an expression cannot be run, or a column is none of the relation's.
    """
    joined = left.joined
    anchor = next((number for number, part in enumerate(joined.parts) if part.name == rule.anchor), 0)
    values: dict[str, list[Any]] = {}
    for name, sql in columns.items():
        column = relation.column(name)
        if column is None:
            raise Unjudged(f"`{name}` is no column of `{relation.name}`")
        values[name] = [fitted(value, column.type) for value in evaluate(sql, joined)]
    rows: list[Row] = []
    for number, combo in enumerate(joined.combos):
        source = joined.parts[anchor].rows[combo[anchor]]
        row = {column.name: source.get(column.name) for column in COMMON} | {
            name: column[number] for name, column in values.items()
        }
        rows.append({name: value for name, value in row.items() if value is not None})
    return rows
