"""Names in SQL expressions are told apart and quoted, and nothing else is touched."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logsleuth.judge.sqlnames import prepared

VARIABLES = {"pid", "started", "user", "t"}


@pytest.mark.parametrize(
    ("expression", "expected", "names"),
    [
        ("pid <> started", '"pid" <> "started"', ("pid", "started")),
        ("old.started < w.time", '"old.started" < "w.time"', ("old.started", "w.time")),
        ("w.origin.rank = 1.5", '"w.origin.rank" = 1.5', ("w.origin.rank",)),
        ("t = 'w.time pid ''x'''", "\"t\" = 'w.time pid ''x'''", ("t",)),
        ('"old.started" is null', '"old.started" is null', ("old.started",)),
        ("user = 'x' and user = 'y'", "\"user\" = 'x' and \"user\" = 'y'", ("user",)),
        ("length (t)>2", 'cast(length("t") as bigint)>2', ("t",)),
        ("pid in (1, 2)", '"pid" in (1, 2)', ("pid",)),
        ("pid in(1)", '"pid" in(1)', ("pid",)),
        ("w.time - interval '5 seconds'", "\"w.time\" - cast(interval '5 seconds' as interval)", ("w.time",)),
        (
            "starts_with(t, 'a')",
            "(case when (\"t\") is null or ( 'a') is null then null else starts_with(\"t\", 'a') end)",
            ("t",),
        ),
        ("not (pid = 1", 'not ("pid" = 1', ("pid",)),
        ("pid = 1)", '"pid" = 1)', ("pid",)),
    ],
)
def test_names_are_quoted(expression: str, expected: str, names: tuple[str, ...]) -> None:
    """`condition.column` and variables are quoted, texts and numbers are not; functions become null where an argument is."""
    sql = prepared(expression, VARIABLES)
    assert (expression, expected, names) == (sql.written, sql.ready, sql.names)


@given(st.text(alphabet="ab.'\"(), \n1=interval", max_size=60))
def test_any_text_is_read(expression: str) -> None:
    """No expression is too odd to be prepared: the engine refuses it, not this."""
    assert expression == prepared(expression, {"a"}).written
