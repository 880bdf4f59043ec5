"""What a logging call will print."""

import ast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logsleuth.source.texts import expression, fits, parts, prints


def written(code: str, *, percent: bool = False) -> tuple[str | None, ...] | None:
    """The parts of an expression; the name `known` stands for a text."""
    return parts(ast.parse(code, mode="eval").body, {"known": ast.Constant("abc")}.get, percent=percent)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("'plain'", ("plain",)),
        ("f'a {x} b {y!r:>3}'", ("a ", None, " b ", None)),
        ("'a ' f'{x}' ' b'", ("a ", None, " b")),
        ("'%s of %-5.2f%%' % (a, b)", (None, " of ", None, "%")),
        ("'a {} b {name!r} {{c}}'.format(x)", ("a ", None, " b ", None, " {c}")),
        ("'a ' + str(x) + ' b'", ("a ", None, " b")),
        ("known", ("abc",)),
        ("unknown", None),
        ("f(x)", None),
    ],
)
def test_parts(code: str, expected: tuple[str | None, ...] | None) -> None:
    """Constants stay, what is filled in is a hole."""
    assert expected == written(code)


def test_percent_is_filled_in_later_only_with_arguments() -> None:
    """A logger's text with arguments has holes; without, it is printed as it is."""
    assert ("at ", None) == written("'at %d'", percent=True)
    assert ("at 100%d",) == written("'at 100%d'")


@pytest.mark.parametrize(
    ("wanted", "least"),
    [("limit enabled", 1.0), ("limit enabled: 24 of 3", 0.75), ("enabled: 7", 0.8), ("Limit  Enabled", 0.9)],
)
def test_fits(wanted: str, least: float) -> None:
    """A stretch of what is printed fits, with whatever stands in the holes."""
    assert least <= fits(wanted, ("Batch limit enabled: ", None, " of ", None))


@pytest.mark.parametrize("wanted", ["", "something else entirely", "limit disabled"])
def test_other_texts_do_not_fit(wanted: str) -> None:
    """A text that the parts could not print is not taken for theirs."""
    assert 0.5 > fits(wanted, ("Batch limit enabled: ", None))


def test_expression_takes_the_longest_constants() -> None:
    """Two constants suffice to find the line; what says too little is not looked for."""
    assert r"second\ part.*the\ longest\ of\ them" == expression(
        ("a", None, "second part", None, "the longest of them")
    )
    assert None is expression((None, ": ", None))


def test_prints() -> None:
    """The constants stand in their order; with `whole`, nothing stands around them."""
    assert prints(("at ", None, " of ", None), "now at 3 of 4")
    assert not prints(("at ", None, " of ", None), "now at 3 of 4", whole=True)
    assert prints(("at ", None, " of ", None), "at 3 of 4", whole=True)
    assert not prints(("at ", None, " of"), "at 3 of 4", whole=True)


@settings(max_examples=100)
@given(st.text(max_size=60), st.lists(st.none() | st.text(max_size=12), max_size=6))
def test_any_text_is_taken(wanted: str, template: list[str | None]) -> None:
    """Nothing that a log or a source holds makes it fail."""
    assert 0 <= fits(wanted, tuple(template)) <= 1
    prints(tuple(template), wanted, whole=True)
    expression(tuple(template))


@settings(max_examples=100)
@given(st.lists(st.none() | st.text("ab ", min_size=1, max_size=6), max_size=6), st.text("xy", max_size=3))
def test_a_template_prints_what_it_makes(template: list[str | None], filling: str) -> None:
    """A line made of the parts is recognised."""
    line = "".join(filling if part is None else part for part in template)

    assert prints(tuple(template), line)
