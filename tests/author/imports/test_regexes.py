"""Expressions over values, rewritten for stored lines: they decide as the original does on the value."""

import json
import re

import pytest
import regex
from hypothesis import example, given, settings
from hypothesis import strategies as st

from logsleuth.author.imports.jsonline import has
from logsleuth.author.imports.made import Unsaid
from logsleuth.author.imports.regexes import rewritten, sampled

EXPRESSIONS = [
    r"a",
    r"^a",
    r"a$",
    r"^ab?c*$",
    r"[a-c]+\d",
    r'"\w+"',
    r"\\+x",
    r"[^a]b",
    r"(?:a|b){2,3}",
    r"^\s",
    r"\S\s\S",
    r"a/b",
    r"(?i)AB",
    r"[\"\\/-]c",
    r"a.b",
    r"(?s)a.b",
    r"^(?!a)",
    r"\bb",
    r"c\B",
    r"(?=b)\w",
    r"\W\D",
]


@pytest.mark.parametrize("expression", EXPRESSIONS)
@given(value=st.text('abcAB1 "\\/\n\t-x', max_size=6))
@example(value="\\\nb")
@example(value="c\n-")
@settings(max_examples=50, deadline=None)
def test_it_decides_as_on_the_value(expression: str, value: str) -> None:
    """For texts with quotes, backslashes and line ends."""
    line = json.dumps({"before": "abc", "f": value, "z": "a1"})
    expected = re.search(expression, value, re.ASCII) is not None
    found = regex.search(has("f", rewritten(expression).expression), line, regex.VERSION0 | regex.ASCII)

    assert expected == (found is not None), (value, line)


@pytest.mark.parametrize(
    "expression", [each for each in EXPRESSIONS if "(?!" not in each and "(?=" not in each and each != r"c\B"]
)
def test_a_sample_is_found(expression: str) -> None:
    """By the expression that it was made for."""
    assert re.search(expression, sampled(expression), re.ASCII)


@pytest.mark.parametrize(
    ("expression", "why"),
    [(r"(a)\1", "refers back"), (r"(?<=a)b", "looks behind"), (r"(?m)^a", "lines within"), ("(", "cannot be read")],
)
def test_what_cannot_be_rewritten_says_why(expression: str, why: str) -> None:
    """It is never rewritten to something near."""
    with pytest.raises(Unsaid, match=why):
        rewritten(expression)
