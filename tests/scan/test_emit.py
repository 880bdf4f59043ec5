"""Trees as expressions over bytes."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logsleuth.scan.emit import anchor, emit
from logsleuth.scan.nodes import Alt, Break, Chars, Look, Repeat, Seq, one, text


@given(char=st.characters(exclude_categories=["Cs"]).filter(lambda char: char != "\n"))
def test_a_character_stands_for_all_its_forms(char: str) -> None:
    """As it is, and as JSON writes it, in strings within strings, with and without what is beyond ASCII."""
    expression = re.compile(b"x" + emit(one(ord(char)), escaped=True) + b"y")
    assert re.fullmatch(b"x" + emit(one(ord(char)), escaped=False) + b"y", f"x{char}y".encode())
    for ensure_ascii in (True, False):
        stored = f"x{char}y"
        for _ in range(3):
            assert expression.search(stored.encode()), stored
            stored = json.dumps(stored, ensure_ascii=ensure_ascii)[1:-1]


@given(codes=st.frozensets(st.integers(1, 127).filter(lambda code: code != 10), min_size=1))
def test_classes_are_packed(codes: frozenset[int]) -> None:
    """A class matches its members and nothing else."""
    expression = re.compile(emit(Chars(codes), escaped=False))
    if 92 not in codes or len(codes) == 1:
        assert {code for code in range(256) if expression.fullmatch(bytes((code,)))} == codes
    assert all(expression.fullmatch(bytes((code,))) for code in codes)


@pytest.mark.parametrize(
    ("node", "expected"),
    [
        (text("a.b"), rb"a\.b"),
        (Alt((text("ab"), text("c"))), b"ab|c"),
        (Seq((Alt((text("ab"), text("c"))), one(100))), b"(?:ab|c)d"),
        (Repeat(one(97), 0, None), b"a*"),
        (Repeat(one(97), 1, None), b"a+"),
        (Repeat(one(97), 0, 1), b"a?"),
        (Repeat(text("ab"), 2, 2), b"(?:ab){2}"),
        (Repeat(one(97), 2, None), b"a{2,}"),
        (Repeat(one(97), 1, 1), b"a"),
        (Seq((Break(), Look(one(97)), one(98))), b"b"),
        (Repeat(Break(), 1, None), b""),
    ],
)
def test_expressions(node: Seq | Alt | Repeat, expected: bytes) -> None:
    """Each kind of node."""
    assert expected == emit(node, escaped=False)


def test_anchors() -> None:
    """What may be written in two ways is no anchor."""
    assert anchor(text("say 'hello'"), escaped=True) == b"hello"
    assert anchor(text("say 'hello'"), escaped=False) == b"say 'hello'"
    assert anchor(Chars(frozenset(b"aA")), escaped=False) == b""
