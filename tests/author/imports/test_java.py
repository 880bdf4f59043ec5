r"""Expressions of Java as we read them."""

import pytest
import regex

from logsleuth.author.imports.java import translated
from logsleuth.author.imports.made import Unsaid


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (r"\QERROR: [x]\E \d+", "ERROR: [x] 12"),
        (r"(?<what>\p{Alpha}+)-\1", "abc-abc"),
        (r"[\p{Digit}_]++x", "1_2x"),
        (r"a\hb\z", "a\tb"),
        (r"(?i)error(?-i:X)", "ERRORX"),
        (r"(?>ab|a)c", "abc"),
        (r"\x{41}\R?", "A"),
        (r"[]a]b", "]b"),
        (r"\P{Lower}\Z", "A"),
    ],
)
def test_what_both_know_is_found(expression: str, text: str) -> None:
    """The whole text, as Java finds it."""
    assert regex.fullmatch(translated(expression), text, regex.VERSION0 | regex.ASCII)


@pytest.mark.parametrize(
    "expression", [r"[a-z&&[^b]]", r"\p{javaLowerCase}", r"a(?i)b", r"\G1", r"\k<a>", r"(", r"\011"]
)
def test_what_java_alone_knows_is_refused(expression: str) -> None:
    """With the reason, and never read as something else."""
    with pytest.raises(Unsaid):
        translated(expression)
