"""Lines on a sheet."""

from hypothesis import given
from hypothesis import strategies as st

from logsleuth.report.sheet import Sheet


def sheet(**more: object) -> Sheet:
    """A plain sheet of forty columns."""
    given_options = {"width": 40, "color": False, "encoding": "utf-8"} | more
    return Sheet(**given_options)  # type: ignore[arg-type]


def test_hanging() -> None:
    """Further rows begin under the text, not under its label."""
    page = sheet()
    page.write(("fix  ", "dim"), ("one two three four five six seven eight", ""), indent=2, hang=7)

    assert "  fix  one two three four five six seven\n       eight\n" == page.text()


def test_markup_is_text() -> None:
    """Brackets and colons are no markup."""
    page = sheet()
    page.write(("[red]x[/red] :smile: [link=http://x]y", ""))

    assert "[red]x[/red] :smile: [link=http://x]y\n" == page.text()


def test_nothing_acts() -> None:
    """An escape sequence of a log is shown, with colour and without."""
    for color in (False, True):
        page = sheet(color=color)
        page.write(("\x1b]0;title\x07\u202e", "bold"))

        assert "\\x1b]0;title\\x07\\u202e" in page.text()


def test_ascii() -> None:
    """Where the encoding lacks a sign, a plain one stands in; other characters are escaped."""
    page = sheet(encoding="ascii")
    page.write(("… × é", ""))

    assert "... x \\xe9\n" == page.text()


def test_colour() -> None:
    """Colour is asked for, not guessed."""
    plain, colored = sheet(), sheet(color=True)
    for page in (plain, colored):
        page.write(("x", "bold red"))

    assert "x\n" == plain.text()
    assert "\x1b[1;31mx\x1b[0m\n" == colored.text()


def test_whole() -> None:
    """A command is not wrapped."""
    page = sheet()
    page.whole(("x " * 40, ""), indent=2)

    assert 1 == page.text().count("\n")


@given(st.text(max_size=200), st.integers(0, 200), st.integers(0, 9), st.integers(0, 9))
def test_fits(text: str, width: int, indent: int, hang: int) -> None:
    """Whatever the text: no row is wider than the sheet, none ends in a space, and no control character is left."""
    page = sheet(width=width)
    page.write((text, ""), indent=indent, hang=max(indent, hang))
    rows = page.text().split("\n")

    assert all(len(row) <= page.width and row == row.rstrip() for row in rows)
    assert all(row.isprintable() for row in rows)
