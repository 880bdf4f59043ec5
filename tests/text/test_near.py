"""Lines that are almost the wanted one."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logsleuth.text.near import difference, nearest

WANTED = "Dynamic speculation disable enabled"


def test_inside_a_line() -> None:
    """A part of a line that differs by a letter is found, whatever stands around it."""
    lines = [
        (3, "Load weight end."),
        (9, "[2026-12-01 10:00:03 TP1] Dynamic speculation disabled enabled: threshold 8"),
    ]
    got = nearest(WANTED, lines)

    assert got is not None
    assert (9, lines[1][1]) == got[:2]
    assert 0.9 < got[2] < 1


def test_contained_is_one() -> None:
    """A line that holds the text, but for case and spaces, is as like as can be."""
    assert (1, "x dynamic  SPECULATION disable enabled y", 1.0) == nearest(
        WANTED, [(1, "x dynamic  SPECULATION disable enabled y")]
    )


def test_first_of_equals() -> None:
    """Of equally like lines the first is given."""
    lines = [(number, "Dynamic speculation disable enabld") for number in (4, 5)]
    got = nearest(WANTED, lines)

    assert got is not None
    assert 4 == got[0]


@pytest.mark.parametrize("line", ["", "Load weight end.", "speculation", "Dynamic", "disable dynamic enabled"])
def test_unlike(line: str) -> None:
    """A line that shares a word or two is not near."""
    assert nearest(WANTED, [(1, line)]) is None


def test_nothing_wanted() -> None:
    """An empty text is near to nothing."""
    assert nearest("  ", [(1, "  ")]) is None


@given(st.text(max_size=30), st.lists(st.text(max_size=40), max_size=5))
def test_any_text(wanted: str, lines: list[str]) -> None:
    """Whatever the texts: no error, a ratio from the cut-off to 1, a line that was given."""
    numbered = list(enumerate(lines, 1))
    got = nearest(wanted, numbered, cutoff=0.6)

    assert got is None or (0.6 <= got[2] <= 1 and got[:2] in numbered)


@given(st.text(alphabet="abc de", min_size=4, max_size=20), st.text(alphabet="abc de", max_size=20))
def test_a_line_with_the_text_is_found(wanted: str, rest: str) -> None:
    """The text itself, within any line, is always found."""
    if wanted.strip():
        assert nearest(wanted, [(1, f"{rest} {wanted} {rest}")], cutoff=1.0) is not None


def test_quick() -> None:
    """Many long lines without a shared word take no time."""
    lines = [(number, f"zz {number} " + "qwx " * 400) for number in range(2000)]
    began = time.perf_counter()
    nearest(WANTED, lines)

    assert time.perf_counter() - began < 3


@pytest.mark.parametrize(
    ("expected", "found"),
    [
        ("disable -> disabled", "[10:00] Dynamic speculation disabled enabled: 8"),
        ("- speculation", "Dynamic disable enabled"),
        ("+ really", "Dynamic speculation disable really enabled"),
        ("+ x", "x Dynamic speculation disable enabled"),
        ("", "dynamic  speculation DISABLE enabled"),
    ],
)
def test_difference(expected: str, found: str) -> None:
    """The differing words are named; what stands around the text is not."""
    assert expected == difference(WANTED, found)
