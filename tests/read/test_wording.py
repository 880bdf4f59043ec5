"""Text out of JSON strings."""

from logsleuth.read.wording import tidy_text


def test_each_line_is_as_a_terminal_shows_it() -> None:
    """Colours, NULs and earlier states of a progress bar go, in every line."""
    assert "red\n90%\nab" == tidy_text("\x1b[31mred\x1b[0m\n10%\r90%\na\x00b\n")


def test_halves_of_characters_are_replaced() -> None:
    """A lone surrogate cannot be written to a file."""
    assert "a\ufffdb" == tidy_text("a\ud800b")
