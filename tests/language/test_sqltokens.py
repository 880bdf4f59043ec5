"""The words of an expression."""

from hypothesis import given, settings
from hypothesis import strategies as st

from logsleuth.language.sqltokens import FUNCTIONS, RESERVED, tokens


def test_tokens_and_places() -> None:
    """Each word has its kind and its place; a doubled quote does not end a text."""
    found = [(token.kind, token.text, token.position) for token in tokens("a.b <> 'it''s' or x>=1.5")]

    assert [
        ("name", "a.b", 0),
        ("sign", "<>", 4),
        ("text", "'it''s'", 7),
        ("name", "or", 15),
        ("name", "x", 18),
        ("sign", ">=", 19),
        ("number", "1.5", 21),
        ("end", "", 24),
    ] == found


def test_functions_cannot_be_names() -> None:
    """A variable called like a function would be read as a call."""
    assert FUNCTIONS.keys() < RESERVED


@given(st.text(max_size=80))
@settings(max_examples=100)
def test_nothing_is_lost(text: str) -> None:
    """The tokens of any text are all of it, but for blanks."""
    assert "".join(text.split()) == "".join("".join(token.text.split()) for token in tokens(text))
