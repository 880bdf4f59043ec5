"""Patterns: what is compiled, what is refused, and what a test shows of one."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logsleuth.language.faults import LookAround, Trouble
from logsleuth.language.patterns import compiled, plain_regex, seen_in
from logsleuth.model.book import On, Pattern


@pytest.mark.parametrize(
    ("pattern", "text", "seen"),
    [
        (Pattern("x", expression="^ready$"), "2026-12-01 10:00:00 INFO ready", True),
        (Pattern("x", expression="^ready$"), '{"msg":"ready', True),
        (Pattern("x", expression="^ready$"), "not quite readyish", False),
        (Pattern("x", expression="READY", ignore_case=True), "a\nready", True),
        (Pattern("x", literals=("up", "on")), "it is on", True),
        (Pattern("x", literals=("UP",), ignore_case=True), "up", True),
        (Pattern("x", literals=("UP",)), "up", False),
        (Pattern("x", expression=r"a\n b", on=On.RECORD), "a\n b", True),
        (Pattern("x", expression=r"a\n b"), "a\n b", False),
    ],
)
def test_seen(pattern: Pattern, text: str, seen: bool) -> None:  # noqa: FBT001
    """A pattern that begins where the message does is seen behind a head that is not known here."""
    assert seen is seen_in(pattern, text)


def test_expressions_of_sql_know_no_look_around() -> None:
    """What the engine of `regexp_like` cannot read is said; an escaped parenthesis is no look-around."""
    assert isinstance(plain_regex("a(?!b)"), LookAround)
    assert isinstance(plain_regex(r"(a)\1"), LookAround)
    assert plain_regex(r"a\(?=b|c\\d") is None
    assert isinstance(plain_regex("("), Trouble)


@given(st.text(alphabet="ab(){}[]|*+?\\<>=!:P1,^$-&~#'", max_size=16))
@settings(max_examples=100)
def test_no_expression_raises(expression: str) -> None:
    """Any text is a pattern or a trouble."""
    assert compiled(expression) is not None
