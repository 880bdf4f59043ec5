"""Rows and rules in few words."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from logsleuth.judge import Judgement, judge
from logsleuth.model.book import Condition, Matcher, Pattern, Rule, TableRows
from logsleuth.model.relation import RELATIONS, Row, Table
from logsleuth.model.verdict import Matches

START = datetime(2026, 12, 1, 10, 0, tzinfo=UTC)


def at(seconds: float) -> datetime:
    """A moment, so long after ten o'clock."""
    return START + timedelta(seconds=seconds)


def row(line: int = 1, seconds: Any = None, path: Any = "a.log", **columns: Any) -> Row:
    """A row; `origin_rank` and such stand for `origin.rank`."""
    named = {
        name.replace("origin_", "origin.", 1) if name.startswith("origin_") else name: value
        for name, value in columns.items()
    }
    time = None if seconds is None else at(seconds)
    return {
        "path": path,
        "line": line,
        "end_line": line,
        "time": time,
        "clock": "gpu-02",
        "text": f"line {line}",
        **named,
    }


def line(name: str, *captures: str, **more: Any) -> Condition:
    """A condition that a pattern decides; its key is that of a rule `r`."""
    return Condition(name, Pattern(f"r/{name}", "x", captures=captures), **more)


def rows_of(name: str, table: str, where: str | None = None, **matchers: Any) -> Condition:
    """A condition on a table: `$x` is a variable, `~x` an expression, a list several values, None null."""
    return Condition(
        name, TableRows(table, tuple(_matcher(column, value) for column, value in matchers.items())), where=where
    )


def _matcher(column: str, value: Any) -> Matcher:
    if value is None:
        return Matcher(column, is_null=True)
    if isinstance(value, str) and value.startswith("$"):
        return Matcher(column, variable=value[1:])
    if isinstance(value, str) and value.startswith("~"):
        return Matcher(column, expression=value[1:])
    return Matcher(column, tuple(value) if isinstance(value, list) else (value,))


def rule(*when: Condition, **more: Any) -> Rule:
    """A rule `r` with these conditions."""
    return Rule("r", when, **{"cause": "some.cause", **more})


def table(name: str, *rows: Row, dropped: int = 0) -> Table:
    """A table of the catalogue."""
    return Table(RELATIONS[name], rows, dropped)


def run(asked: Rule | Sequence[Rule], tables: Any = (), count: Any = None, **matches: Any) -> Judgement:
    """Judge rules on tables and on the rows of the pattern of each condition; `count` is how many each matched in truth."""
    rules = [asked] if isinstance(asked, Rule) else asked
    found = {f"r/{name}": Matches(rows, count or len(rows)) for name, rows in matches.items()}
    return judge(rules, found, {one.relation.name: one for one in tables})


def lines_found(judgement: Judgement) -> list[list[tuple[str, int]]]:
    """The places that each finding cites, condition by condition."""
    return [[(each.condition, each.line) for each in finding.evidence] for finding in judgement.findings]


def reasons(judgement: Judgement) -> list[str]:
    """Why rules were not judged."""
    return [each.why for each in judgement.not_judged]
