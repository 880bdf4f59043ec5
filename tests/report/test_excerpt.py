"""Long text cut to the room there is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logsleuth.report.excerpt import cut, few, marked


@pytest.mark.parametrize(
    ("expected", "text", "room"),
    [
        ("short", "short", 10),
        ("aaaaaaaaaaaa…bbbbb", "a" * 50 + "b" * 50, 18),
        ("…aaaa Error: bbbbbb…", "a" * 50 + " Error: " + "b" * 50, 20),
        ("Error: bbbbbbbbbbbb…", "Error: " + "b" * 50, 20),
        ("…aaaaaaaaaaaaa Error", "a" * 50 + " Error", 20),
        ("aaa", "a" * 50, 3),
    ],
)
def test_cut(expected: str, text: str, room: int) -> None:
    """Around a word of alarm where there is one; else the head and the end stay."""
    assert expected == cut(text, room)


def test_cut_around_the_mark() -> None:
    """What the hypothesis is about goes before any word of alarm."""
    assert "port 8000" in cut("Error " + "a" * 50 + " port 8000 " + "b" * 50, 24, ["8000"])


@given(st.text(max_size=80), st.integers(0, 60), st.lists(st.text(max_size=3), max_size=2))
def test_never_longer(text: str, room: int, marks: list[str]) -> None:
    """It never takes more than its room."""
    assert len(cut(text, room, marks)) <= room or text == ""


def test_few() -> None:
    """Of many lines the first and the last two; blank ones do not count."""
    assert ["a", "b"] == few("a\n\n b".replace(" ", ""))
    assert ["a", "… 3 lines …", "e", "f"] == few("a\nb\nc\nd\ne\nf")


def test_marked() -> None:
    """The longest marks first, none within another; single characters are none."""
    assert [(0, 5), (6, 9)] == marked("a.b.c b.c a", ["b.c", "a.b.c", "a"])
