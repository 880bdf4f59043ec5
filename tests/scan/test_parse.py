"""Regular expressions as trees."""

import pytest

from logsleuth.scan.dialect import UnclearError
from logsleuth.scan.nodes import ANY, EMPTY, Alt, Break, Chars, Look, Node, Repeat, Seq, one, text
from logsleuth.scan.parse import folded, parse


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("a", one(97)),
        ("^$", Seq((EMPTY, EMPTY))),
        ("(?P<x>a)", one(97)),
        ("a|bc", Alt((one(97), text("bc")))),
        (".", ANY),
        (r"\n", Break()),
        (r"[\n]", Break()),
        ("a{2,}", Repeat(one(97), 2, None)),
        ("(?=ab)", Look(text("ab"))),
        ("(?!ab)", EMPTY),
        ("(?<!ab)", EMPTY),
        ("(?i)a", Chars(frozenset(b"aA"))),
        ("(?i:a)", Chars(frozenset(b"aA"))),
        ("(?i:(?-i:a))", one(97)),
        ("é", one(0xE9)),
        ("[aé]", Chars(frozenset(b"a"), frozenset({0xE9}))),
        ("[a-\u0400]", Chars(frozenset(range(97, 128)), wide=True)),
        (r"\d", Chars(frozenset(b"0123456789"))),
        ("[^a]", Chars(frozenset(range(128)) - {97, 10}, wide=True)),
    ],
)
def test_trees(expression: str, expected: Node) -> None:
    """Each construct of the language."""
    assert expected == parse(expression)


def test_lines() -> None:
    """In a text of several lines, what may match an end of line is a break."""
    for expression in (r"\s", "[^a]", "(?s:.)", r"(a)\1"):
        tree = parse(expression, lines=True)
        assert Break() in (tree, *(tree.items if isinstance(tree, Seq) else ()))
    assert parse(".", lines=True) == ANY
    assert parse(r"\d", lines=True) == parse(r"\d")


def test_unicode() -> None:
    """With `unicode`, classes reach beyond ASCII, and letters fold to it."""
    digit = parse(r"\d", unicode=True)
    assert isinstance(digit, Chars)
    assert digit.wide
    assert parse("k", ignore_case=True, unicode=True) == Chars(frozenset(b"kK"), frozenset({0x212A}))
    assert parse("k", ignore_case=True) == Chars(frozenset(b"kK"))


def test_folding_literals() -> None:
    """A literal in either case; what is no letter stays."""
    assert folded(Alt((text("a1"), Break()))) == Alt((Seq((Chars(frozenset(b"aA")), one(49))), Break()))


@pytest.mark.parametrize(
    "expression", ["(", "[", "(?:a){e}", "(?u)(?a)x", "a{99999999999999}", "((" * 3000 + "))" * 3000]
)
def test_unclear(expression: str) -> None:
    """What cannot be read is said, never raised as something else."""
    with pytest.raises(UnclearError):
        parse(expression)
