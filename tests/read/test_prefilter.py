"""What a pattern needs: never more than it does."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logsleuth.read.prefilter import Needs, needs


@pytest.mark.parametrize(
    ("pattern", "firsts", "literal"),
    [
        (r"^\[(?P<time>\d{4}-\d\d)\] (?P<message>.*)", "[", "] "),
        (r"^(?:INFO|WARN) +x", "IW", " "),
        (r"^ ?a", " a", "a"),
        (r"^(?P<l>[IWEF])\d{4} ", "IWEF", " "),
        (r"^[a-c]x{2}y", "abc", "xxy"),
        (r"^(ab){2}c", "a", "ab"),
        (r"^(?=z)a(?!b)c\b", "a", "ac"),
        (r"^a+?b*c", "a", "a"),
        (r"^[\]x-]\t", "]x-", ""),
        (r"^ab?c", "a", "a"),
        (r"^\x41\u0042", "AB", ""),
    ],
)
def test_beginnings_and_literals(pattern: str, firsts: str, literal: str) -> None:
    """The characters that a match may begin with, and a text that it must hold."""
    need = needs(pattern)
    assert need.firsts <= set(firsts)
    assert literal in need.literal
    assert not need.wide or pattern.startswith(r"^\x41")


@pytest.mark.parametrize(
    "pattern", ["(?i)a", "(", "a)", "*", r"\1a", "a{x}b(", r"[\1]", "", "a?", "a|", "(?#c)a", "[z-a]"]
)
def test_what_is_not_understood_may_be_anything(pattern: str) -> None:
    """Nothing is claimed about a pattern that is not understood, or that matches the empty text."""
    need = needs(pattern)
    assert (Needs().firsts, True) == (need.firsts, need.wide) or pattern == "[z-a]"


PIECES = st.sampled_from(
    [
        "a",
        "bc",
        r"\d",
        "[xy]",
        "[^x]",
        ".",
        r"\s",
        " ",
        r"\.",
        "(?:a|bc)",
        "(?P<n>d)",
        "(?=a)",
        "(?!q)",
        "é",
        r"\b",
        "^",
        "$",
    ]
)
MARKS = st.sampled_from(["", "", "", "?", "*", "+", "{2}", "{1,3}", "+?", "{0}"])


@settings(max_examples=100)
@given(st.lists(st.tuples(PIECES, MARKS), max_size=6), st.lists(st.text(alphabet="abcdxyé 1.", max_size=6), max_size=8))
def test_a_match_has_what_its_pattern_needs(parts: list[tuple[str, str]], texts: list[str]) -> None:
    """Whatever matches begins with one of the characters and holds the literal: the prefilter loses no match."""
    pattern = "".join(piece + (mark if piece not in {"^", "$", r"\b"} else "") for piece, mark in parts)
    try:
        compiled = re.compile(pattern, re.ASCII)
    except re.error:
        return  # one name twice, or a quantifier on a look-ahead
    need = needs(pattern)
    for text in texts:
        if compiled.match(text):
            assert need.literal in text
            assert need.wide if not text or not text[0].isascii() else text[0] in need.firsts
