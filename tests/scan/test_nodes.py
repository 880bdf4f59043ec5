"""Trees of what must be found, and what can be left out of them."""

import pytest

from logsleuth.scan.emit import emit
from logsleuth.scan.nodes import (
    EMPTY,
    Alt,
    Break,
    Chars,
    Look,
    Node,
    Repeat,
    Seq,
    best_run,
    choices,
    core,
    least,
    one,
    runs,
    strength,
    text,
)
from logsleuth.scan.parse import parse


def expressions(expression: str, *, escaped: bool = False, lines: bool = False) -> list[str]:
    """What is looked for of an expression."""
    nodes = choices(parse(expression, lines=lines), escaped=escaped)
    return [
        emit(node, escaped=escaped).decode("latin-1").replace("\\x20", " ").replace("\\x01-\\x08", "~")
        for node in nodes
    ]


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("^abc$", ["abc"]),
        (".*abc.+", ["abc"]),
        (r"\w+abc\w+", [r"abc[0-9A-Z\_a-z]"]),
        (r"(?:x )?abc(?:y|z)?", ["abc"]),
        (r"a(?:bc|de)", ["a(?:bc|de)"]),
        (r"abc|de\d+|fgh.*", ["abc", "de[0-9]", "fgh"]),
        (r"(?:a|b) .* tail!", [r" tail\!"]),
        (r"one.*tail!", [r"one[^\n]*[~t][~a][~i][~l][~\!]"]),
        (r"long literal\d+ end", ["long literal[0-9][0-9]*[~ ][~e][~n][~d]"]),
        (r"x{3}", ["x{3}"]),
        (r"ab{2,9}", ["ab{2}"]),
        (r"(?=.*needle)x", ["needle"]),
        (r".+", [r"[^\n]+"]),
        (r"[ab]\d", ["[a-b][0-9]".replace("a-b", "ab")]),
    ],
)
def test_what_is_looked_for(expression: str, expected: list[str]) -> None:
    """Options at the ends go, the first stretch with a literal begins it, nothing after a repetition is a literal, alternatives stand apart."""
    assert expected == expressions(expression)


def test_the_quote_before_the_strongest_stretch_stays() -> None:
    """It narrows, and needs no backslashes before it there."""
    assert [r"(?:\"|\\(?:u00|x)22)5[0-9][0-9] out"] == expressions(r'x"5\d\d out', escaped=True)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        (r"first\nthe second", ["the second"]),
        (r"first\s+2nd", ["first"]),
        (r"(?:a\nbcd|efgh) t", ["bcd", "efgh"]),
        (r"(?:abc\n)+x", ["abc"]),
        (r"x(?:abcd\n)*y", ["x"]),
    ],
)
def test_lines_of_a_record(expression: str, expected: list[str]) -> None:
    """What may match the end of a line parts what must stand on one."""
    assert expected == expressions(expression, lines=True)


def test_measures() -> None:
    """Least length and longest literal of each kind of node."""
    node = Seq((text("ab"), Repeat(text("cde"), 2, None), Alt((text("x"), text("yz"))), Look(text("longest")), Break()))
    assert least(node) == 2 + 6 + 1
    assert strength(node) == 3
    assert least(EMPTY) == 0
    assert strength(Repeat(text("abc"), 0, 3)) == 0
    assert strength(Alt(())) == 0
    assert [text("longest")] == [Seq(run) for run in runs(Seq((Look(text("longest")),)))]


def test_the_core() -> None:
    """The strongest literal, or choice of them, of each kind of node."""
    letter: Node = one(ord("a"))
    assert core(letter) == letter
    assert core(Chars(frozenset(b"ab"))) == EMPTY
    assert core(Repeat(text("abc"), 1, None)) == text("abc")
    assert core(Repeat(text("abc"), 0, None)) == EMPTY
    assert core(Alt((text("ab"), EMPTY))) == EMPTY
    assert core(Alt((text("ab"), text("cd")))) == Alt((text("ab"), text("cd")))
    assert core(Break()) == EMPTY
    assert best_run(Break()) == ()
