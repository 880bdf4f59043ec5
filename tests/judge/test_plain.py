"""Simple expressions are decided without the engine, and just as the engine decides them."""

import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.test_expressions import FULL, PINNED, SCHEMA, joined
from logsleuth.judge.expressions import by_engine
from logsleuth.judge.plain import plain_values
from logsleuth.judge.sqlnames import prepared

NUMBERS = st.sampled_from(["n", "none", "w.n", "0", "5", "n + 1", "n - none", "3 - n", "strpos(t, 'b')", "length(t)"])
TEXTS = st.sampled_from(["t", "w.t", "'aBc'", "'it''s'", "lower(t)", "upper(t)"])
SIGNS = st.sampled_from(["=", "<>", "<", "<=", ">", ">="])
PATTERNS = st.sampled_from(["^a.c$", "[a-c]+", r"(^|\\.)x", "a|b", r"^(?:x|aB)\w", r"\d+$", "(", "a++", "[[:alpha:]]"])
LEAVES = st.one_of(
    st.builds("{} {} {}".format, NUMBERS, SIGNS, NUMBERS),
    st.builds("{} {} {}".format, TEXTS, st.sampled_from(["=", "<>", "!="]), TEXTS),
    st.builds("{} {}between {} and {}".format, NUMBERS, st.sampled_from(["", "not "]), NUMBERS, NUMBERS),
    st.builds("{} is {}null".format, st.one_of(NUMBERS, TEXTS, st.just("b")), st.sampled_from(["", "not "])),
    st.builds("t {}in ('x', 'aBc')".format, st.sampled_from(["", "not "])),
    st.builds("n {}in (1, 5)".format, st.sampled_from(["", "not "])),
    st.builds("regexp_like({}, '{}')".format, TEXTS, PATTERNS),
    st.builds("{}({}, {})".format, st.sampled_from(["starts_with", "ends_with"]), TEXTS, TEXTS),
    st.builds("array_contains(items, {})".format, st.sampled_from(["1", "n", "none"])),
    st.builds("array_contains(words, {})".format, TEXTS),
    st.sampled_from(["b", "true", "false"]),
)
EXPRESSIONS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.builds("{} and {}".format, inner, inner),
        st.builds("{} or {}".format, inner, inner),
        st.builds("not {}".format, inner),
        st.builds("({})".format, inner),
    ),
    max_leaves=5,
)
ROWS = st.fixed_dictionaries(
    {},
    optional={
        "n": st.sampled_from([0, 1, 5, -3, 2**40, 2**63, None]),
        "t": st.sampled_from(["aBc", "", "x", "it's", "größe", "a\nb", None]),
        "b": st.sampled_from([True, False, None]),
        "items": st.sampled_from([[1, 5], [], None]),
        "words": st.sampled_from([["aBc", "x"], (), None]),
    },
)


@settings(max_examples=100, deadline=None)
@given(EXPRESSIONS, st.lists(ROWS, min_size=1, max_size=4))
def test_it_says_what_the_engine_says_or_nothing(expression: str, rows: list[dict[str, Any]]) -> None:
    """Whatever it decides, the engine decides alike; all else it leaves to the engine."""
    sql, run = prepared(expression, SCHEMA.keys()), joined(*rows)
    values = plain_values(sql, run)
    if values is not None:
        assert by_engine(sql, run) == values


@pytest.mark.parametrize(("expression", "expected", "of_nulls"), PINNED)
def test_the_engine_has_these_values_too(expression: str, expected: Any, of_nulls: Any) -> None:
    """The table that pins the language holds for the engine by itself."""
    assert [expected, of_nulls] == by_engine(prepared(expression, SCHEMA.keys()), joined(FULL, {}))


@pytest.mark.parametrize(
    "expression",
    [
        "w.t = 't' and w.n between w.n - 3 and w.n + 20",
        "b is null or not b",
        "not regexp_like(t, '^(distutils|imp|_ssl)(\\..*)?$')",
        "t is null or (strpos(t, 'site-packages') = 0 and strpos(t, 'dist-packages') = 0)",
        "t in ('end-of-file', 'new-head')",
        "t <> t and not array_contains(items, n)",
    ],
)
def test_what_rules_ask_for_is_decided(expression: str) -> None:
    """The forms that the built-in rules use need no engine."""
    assert plain_values(prepared(expression, SCHEMA.keys()), joined(FULL, {})) is not None


@pytest.mark.parametrize(
    "expression",
    [
        "n * 2 = 4",
        "t like 'a%'",
        "n > 'a'",
        "n = 1.5",
        "nosuch(n)",
        "time > time",
        "n =",
        "t < 'b'",
        "a = 1 )",
        "case when b then 1 end",
    ],
)
def test_what_it_does_not_know_is_left_to_the_engine(expression: str) -> None:
    """It never guesses: other words, types that do not fit, slips."""
    assert plain_values(prepared(expression, SCHEMA.keys()), joined(FULL)) is None


def test_text_beyond_ascii_is_left_to_the_engine() -> None:
    """Case, places and patterns may mean other things there."""
    for expression in ("lower(t) = 'x'", "strpos(t, 'x') = 0", "regexp_like(t, '^g')"):
        assert plain_values(prepared(expression, SCHEMA.keys()), joined({"t": "größe"})) is None


def test_a_simple_rule_is_judged_without_the_engine() -> None:
    """The engine takes a tenth of a second to import."""
    program = (
        "import sys; from judge.making import line, row, rule, run\n"
        "assert run(rule(line('a', 'x'), line('b', 'x'), where=('a.line < b.line',)), a=[row(1, x='1')], b=[row(2, x='1')]).findings\n"
        "assert 'polars' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", f"import sys; sys.path[:0] = {sys.path!r}\n{program}"], check=True)
