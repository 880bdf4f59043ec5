"""The subset of SQL: what is well formed, and what is wrong and where."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logsleuth.language.faults import Trouble, UnknownName
from logsleuth.language.sql import complaints
from logsleuth.model.relation import Type

NAMES = {
    "n": Type.INTEGER,
    "f": Type.FLOAT,
    "t": Type.TEXT,
    "b": Type.BOOLEAN,
    "at": Type.TIME,
    "took": Type.DURATION,
    "c.ids": Type.INTEGERS,
    "c.names": Type.TEXTS,
    "c.origin.rank": Type.INTEGER,
}


def wrong(expression: str, wanted: Type | None = Type.BOOLEAN) -> list[tuple[int, str]]:
    """The places and messages of what is wrong."""

    def resolve(name: str) -> Type | Trouble | None:
        if name == "odd":
            return None
        return NAMES[name] if name in NAMES else UnknownName(name=name, meant="")

    return [(at, trouble.message) for trouble, at in complaints(expression, resolve, lambda _: None, wanted)]


@pytest.mark.parametrize(
    "expression",
    [
        "n = 1",
        "n = 1 AND NOT b OR t <> 'x'",
        "n between -1 and f * 2 and b",
        "n not between 1 and 2",
        "t in ('a', 'b')",
        "t not in ('a')",
        "n is null or t is not null",
        "at - interval '5 seconds' > at + took",
        "at - n * interval '1 millisecond' < at",
        "at - at > interval '1 hour'",
        "regexp_like(t, '^a') and starts_with(lower(t), upper(t)) and ends_with(t, 'b')",
        "length(t) + strpos(t, 'x') > abs(n - 3)",
        "coalesce(b, false)",
        "coalesce(n, 0) = 0",
        "array_contains(c.ids, n) and array_contains(c.names, t)",
        "c.origin.rank = 0",
        "odd > 1 and odd = 'x'",
        "((b))",
        "true",
        "t = 'it''s'",
    ],
)
def test_right(expression: str) -> None:
    """What the page of the language names is accepted."""
    assert [] == wrong(expression)


@pytest.mark.parametrize(
    ("expression", "at", "part"),
    [
        ("", 0, "ends too early"),
        ("n =", 3, "ends too early"),
        ("n = 1 2", 6, "`2` cannot stand here"),
        ("(n = 1", 6, "`)` is missing"),
        ("n = 1)", 5, "`)` cannot stand here"),
        ("n == 1", 2, "write `=`"),
        ("n != 1", 2, "write `<>`"),
        ("n / 2 = 1", 2, "multiply"),
        ("t like 'a%'", 2, "regexp_like"),
        ('t = "a"', 4, "single quotes"),
        ("case when b then 1 end", 0, "coalesce"),
        ("t = 'a", 4, "does not end"),
        ("n between 1", 11, "`and` is missing"),
        ("n in 1", 5, "`(` is missing"),
        ("n is 1", 5, "`null` is missing"),
        ("n not 1", 6, "`between` or `in`"),
        ("x = 1", 0, "`x` is no variable"),
        ("lenght(t) = 1", 0, "did you mean `length`?"),
        ("length(t, t) = 1", 0, "takes one argument, not 2"),
        ("strpos(t) = 1", 0, "takes 2 arguments, not 1"),
        ("n", 0, "this is an integer"),
        ("n and b", 0, "this is an integer"),
        ("b and t", 6, "this is a text"),
        ("not n", 4, "this is an integer"),
        ("n = '1'", 0, "does not fit an integer and a text; a capture"),
        ("t > 1", 0, "does not fit a text and an integer"),
        ("t + 1 = 2", 0, "`+` does not fit"),
        ("at + at > at", 0, "`+` does not fit"),
        ("at * 2 > at", 0, "`*` does not fit"),
        ("f * interval '1 second' > took", 0, "`*` does not fit"),
        ("-t = 'x'", 1, "`-` does not fit"),
        ("abs(t) = 1", 4, "`abs` does not fit"),
        ("lower(n) = 'x'", 6, "`lower` does not fit"),
        ("c.ids = 1", 0, "array_contains"),
        ("array_contains(c.ids, t)", 15, "`array_contains` does not fit"),
        ("array_contains(n, n)", 15, "`array_contains` does not fit"),
        ("coalesce(n, t) = 1", 9, "`coalesce` does not fit"),
        ("interval 5 > took", 9, "a text such as '5 seconds' is missing"),
        ("took > interval 'soon'", 16, "no interval"),
        ("count(*) > 1", 6, "`*` cannot stand here"),
        ("select n from t", 0, "`select`"),
        ("n; drop", 1, "`;` cannot stand here"),
    ],
)
def test_wrong(expression: str, at: int, part: str) -> None:
    """What is wrong is said at its place, with what was meant."""
    found = wrong(expression)

    assert found, expression
    assert any(place == at and part in message for place, message in found), found


def test_several_at_once() -> None:
    """All that is wrong in a well-formed expression is said."""
    assert [0, 10, 23] == [at for at, _ in wrong("x = 1 and y = 2 or not (n)")]


def test_wanted_type() -> None:
    """An expression that must be a time is one; where nothing is wanted, any will do."""
    assert [] == wrong("at - took", Type.TIME)
    assert [] == wrong("n + 1", None)
    assert "time" in wrong("n + 1", Type.TIME)[0][1]


def test_depth_is_bounded() -> None:
    """No expression is too deep for the reader: it is refused."""
    for opening, closing in (("(", ")"), ("not ", ""), ("-", ""), ("abs(", ")")):
        assert any("inside each other" in message for _, message in wrong(opening * 9999 + "n" + closing * 9999))


@given(
    st.lists(
        st.sampled_from(
            [
                "n",
                "f",
                "t",
                "b",
                "at",
                "took",
                "c.ids",
                "x",
                "and",
                "or",
                "not",
                "between",
                "in",
                "is",
                "null",
                "=",
                "<>",
                "<",
                "(",
                ")",
                ",",
                "+",
                "-",
                "*",
                "'a'",
                "1",
                "1.5",
                "interval",
                "'1",
                "second'",
                "length",
                "coalesce",
                "abs",
                "array_contains",
                "regexp_like",
                "'",
                '"',
                ";",
                "\x00",
            ]
        ),
        max_size=14,
    )
)
@settings(max_examples=100)
def test_never_raises(words: list[str]) -> None:
    """Any row of words gives complaints, each with a place in the expression."""
    expression = " ".join(words)

    assert all(0 <= at <= len(expression) for at, _ in wrong(expression))
