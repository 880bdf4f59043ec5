"""The frozen part of SQL: each operator and function, with nulls, as the engine and the plain evaluator decide it."""

import subprocess
import sys
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from judge.sqlref import evaluate as plainly
from logsleuth.judge.expressions import evaluate, unknown, verdicts
from logsleuth.judge.rows import Joined, Rows, Shown
from logsleuth.judge.sqlnames import prepared
from logsleuth.judge.unjudged import Unjudged
from logsleuth.model.book import Condition, TableRows
from logsleuth.model.relation import Type

SCHEMA = {
    "n": Type.INTEGER,
    "f": Type.FLOAT,
    "t": Type.TEXT,
    "b": Type.BOOLEAN,
    "time": Type.TIME,
    "took": Type.DURATION,
    "items": Type.INTEGERS,
    "words": Type.TEXTS,
    "none": Type.INTEGER,
}
TIME = datetime(2026, 12, 1, 10, 0, tzinfo=UTC)
FULL = {
    "n": 5,
    "f": 1.5,
    "t": "aBc",
    "b": True,
    "time": TIME,
    "took": timedelta(seconds=3),
    "items": [1, 5],
    "words": ["aBc"],
}


def joined(*rows: dict[str, Any]) -> Joined:
    """The rows of a condition `w` whose columns are variables, too."""
    part = Rows(Condition("w", TableRows("x")), rows, SCHEMA, Shown("row"), {name: name for name in SCHEMA})
    return Joined((part,), [(number,) for number in range(len(rows))])


PINNED = [
    ("n = 5", True, None),
    ("n <> 5", False, None),
    ("n < 5.5 and n <= 5 and n > 4 and n >= 5", True, None),
    ("n = 5 or n = 6", True, None),
    ("n = 5 or 1 = 1", True, True),
    ("n = 5 and 1 = 2", False, False),
    ("not n = 5", False, None),
    ("not b", False, None),
    ("b", True, None),
    ("b = true", True, None),
    ("n = none", None, None),
    ("n = null", None, None),
    ("n between 1 and 5", True, None),
    ("n not between 1 and 5", False, None),
    ("n between 6 and none", False, None),
    ("n in (5, 6)", True, None),
    ("n not in (5, 6)", False, None),
    ("n in (6, null)", None, None),
    ("t in ('aBc', null)", True, None),
    ("n is null", False, True),
    ("n is not null", True, False),
    ("t like 'a%c'", True, None),
    ("t not like 'a_'", True, None),
    ("n + 1", 6, None),
    ("n - 7", -2, None),
    ("n * 2 - -1", 11, None),
    ("f * 2", 3.0, None),
    ("n - 1.5", 3.5, None),
    ("time + interval '5 seconds'", TIME + timedelta(seconds=5), None),
    ("time - n * interval '1 millisecond'", TIME - timedelta(milliseconds=5), None),
    ("interval '1 minute' * n", timedelta(minutes=5), None),
    ("time - took", TIME - timedelta(seconds=3), None),
    ("time - time < interval '1 day'", True, None),
    ("took * 2 > interval '5 seconds'", True, None),
    ("took = interval '3 seconds'", True, None),
    ("regexp_like(t, '^a.c$')", True, None),
    ("regexp_like(t, '(?i)^AB')", True, None),
    ("starts_with(t, 'aB')", True, None),
    ("starts_with('x', t)", False, None),
    ("ends_with(t, 'c')", True, None),
    ("length(t)", 3, None),
    ("length(t) - 10", -7, None),
    ("lower(t)", "abc", None),
    ("upper(t)", "ABC", None),
    ("strpos(t, 'B')", 2, None),
    ("strpos(t, 'z')", 0, None),
    ("strpos(t, 'z') - 1", -1, None),
    ("coalesce(none, n, 7)", 5, 7),
    ("abs(n - 7)", 2, None),
    ("array_contains(items, 1)", True, None),
    ("array_contains(items, n)", True, None),
    ("not array_contains(items, 7)", True, None),
    ("not array_contains(items, none)", None, None),
    ("array_contains(words, t)", True, None),
    ("n = 5 and (t = 'it''s' or not (b and f > 1))", False, None),
]


@pytest.mark.parametrize(("expression", "expected", "of_nulls"), PINNED)
def test_the_frozen_part_of_sql(expression: str, expected: Any, of_nulls: Any) -> None:
    """Each operator and function has this value on values, and that on nulls."""
    sql = prepared(expression, SCHEMA.keys())
    assert [expected, of_nulls] == evaluate(sql, joined(FULL, {}))


@pytest.mark.parametrize(("expression", "expected", "of_nulls"), PINNED)
def test_the_plain_evaluator_knows_the_same_sql(expression: str, expected: Any, of_nulls: Any) -> None:
    """What the engine is held against in other tests is pinned by the same table."""
    assert expected == plainly(expression, {**FULL, "none": None})[0]
    assert of_nulls == plainly(expression, dict.fromkeys(SCHEMA))[0]


@pytest.mark.parametrize(
    "expression",
    [
        "n > 'a'",
        "t > 3",
        "abs(t)",
        "array_contains(items, 'x')",
        "regexp_like(t, '(')",
        "n =",
        "nosuch(n)",
        "w.nosuch = 1",
        "time > '2025'",
    ],
)
def test_what_cannot_be_run_is_not_judged(expression: str) -> None:
    """A type that does not fit, a slip or an unknown name is a reason, and no crash."""
    with pytest.raises(Unjudged, match=r"cannot be decided|no column"):
        evaluate(prepared(expression, SCHEMA.keys()), joined(FULL))


@pytest.mark.parametrize("expression", ["n", "t", "n + 1"])
def test_a_condition_is_true_or_false(expression: str) -> None:
    """What is neither true nor false decides nothing."""
    with pytest.raises(Unjudged, match="neither true nor false"):
        verdicts(prepared(expression, SCHEMA.keys()), joined(FULL))


def test_an_expression_over_several_rows_is_refused() -> None:
    """An aggregate is not of one row."""
    with pytest.raises(Unjudged, match="not of one row"):
        evaluate(prepared("unnest(items) = 1", SCHEMA.keys()), joined(FULL))


def test_a_literal_holds_for_all_rows() -> None:
    """An expression without a name has one value, for every row; of no rows there is nothing to say."""
    assert [True, True] == verdicts(prepared("1 = 1", set()), joined(FULL, {}))
    assert [] == verdicts(prepared("nosuch(1)", set()), joined())


def test_values_that_do_not_fit_are_null() -> None:
    """A value that is not of its column's type, or beyond all calendars, does no harm."""
    odd = {"n": 2**70, "f": "x", "time": "now", "took": 3, "items": "x"}
    assert [True] == verdicts(
        prepared("n is null and f is null and time is null and took is null and items is null", SCHEMA.keys()),
        joined(odd),
    )
    assert [None] == evaluate(
        prepared("time + n * interval '1 day'", SCHEMA.keys()), joined({"time": TIME, "n": 10**7})
    )


def test_the_unknown_column_is_named() -> None:
    """Whoever reads that a rule was not judged learns which column was null."""
    run = joined({"n": 1})
    assert "`w.time` and `t` not known" == unknown(
        prepared("w.time > w.time and t = 'x' and n = 1", SCHEMA.keys()), run, 0
    )
    assert "`n = null` not known" == unknown(prepared("n = null", SCHEMA.keys()), run, 0)


def test_the_engine_is_imported_only_when_it_is_needed() -> None:
    """A rule without `where` is settled without Polars, which costs a tenth of a second to import."""
    program = (
        "import sys; from judge.making import line, row, rule, run\n"
        "assert run(rule(line('a', 'x'), line('b', 'x')), a=[row(1, x='1')], b=[row(2, x='1')]).findings\n"
        "assert 'polars' not in sys.modules and 'regex' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", f"import sys; sys.path[:0] = {sys.path!r}\n{program}"], check=True)
