"""What of a log's text may reach a screen."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logsleuth.text.escape import encodable, visible


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        ("plain – text é 日本", "plain – text é 日本"),
        ("\\x1b[31mred\\x1b[0m", "\x1b[31mred\x1b[0m"),
        ("a\\u202etxt.exe", "a\u202etxt.exe"),
        ("zero\\u200bwidth\\ufeff", "zero\u200bwidth\ufeff"),
        ("x\\u3164y\\ufe0f", "x\u3164y\ufe0f"),
        ("a    b", "a\tb"),
        ("a\\nb\\x0d", "a\nb\r"),
        ("\\U000e0041", "\U000e0041"),
        ("\\x07\\x00\\x9b", "\x07\x00\x9b"),
        ("no break", "no\u00a0break"),
    ],
)
def test_visible(expected: str, text: str) -> None:
    """What acts or hides is written as an escape, all else stays."""
    assert expected == visible(text)


@given(st.text())
def test_nothing_acts(text: str) -> None:
    """No control, format, surrogate or separator character is left, whatever the text, and a second pass changes nothing."""
    shown = visible(text)

    assert not {"Cc", "Cf", "Cs", "Zl", "Zp"} & {unicodedata.category(character) for character in shown}
    assert shown == visible(shown)


@pytest.mark.parametrize(
    ("expected", "encoding"),
    [
        ("é → x", "utf-8"),
        ("é \\u2192 x", "latin-1"),
        ("\\xe9 \\u2192 x", "ascii"),
        ("\\xe9 \\u2192 x", "no-such-encoding"),
    ],
)
def test_encodable(expected: str, encoding: str) -> None:
    """A character that an encoding lacks is written as an escape."""
    assert expected == encodable("é → x", encoding)
