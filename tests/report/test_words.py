"""How numbers are said."""

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logsleuth.report.words import band, command, count, listed, rounded, size, subject


@pytest.mark.parametrize(
    ("expected", "confidence"),
    [
        ("almost certain", 1.0),
        ("almost certain", 0.95),
        ("very likely", 0.8),
        ("likely", 0.6),
        ("more likely than not", 0.5),
        ("possible", 0.4999),
        ("unlikely", 0.05),
        ("remote", 0.0),
    ],
)
def test_band(expected: str, confidence: float) -> None:
    """Each confidence has a band, which begins at its lower end."""
    assert expected == band(confidence)


@given(st.lists(st.floats(0, 1), max_size=20))
def test_rounded_adds_up(shares: list[float]) -> None:
    """What adds up to at most 1 does so when rounded."""
    total = sum(shares) or 1.0

    assert sum(rounded(share / total) for share in shares) <= 1.0000001


def test_rounded_keeps() -> None:
    """A half stays a half, and nothing is rounded up to it."""
    assert (0.5, 0.4999) == (rounded(0.5), rounded(0.49999))


@pytest.mark.parametrize(("expected", "number"), [("1 rule", 1), ("0 rules", 0), ("1,200 rules", 1200)])
def test_count(expected: str, number: int) -> None:
    """One has no plural."""
    assert expected == count(number, "rule")


@pytest.mark.parametrize(
    ("expected", "number"),
    [
        ("0 B", 0),
        ("999 B", 999),
        ("1 kB", 1000),
        ("34.1 kB", 34_120),
        ("1 MB", 999_999),
        ("1.2 GB", 1_200_000_000),
        ("5e+03 TB", 5 * 10**15),
    ],
)
def test_size(expected: str, number: int) -> None:
    """Decimal units, three digits."""
    assert expected == size(number)


def test_lists() -> None:
    """Subjects and lists."""
    assert "module=x, port=1" == subject({"module": "x", "port": "1"})
    assert ["", "a", "a and b", "a, b and c"] == [listed(list("abc")[:n]) for n in range(4)]


@given(st.lists(st.text(min_size=1), min_size=1, max_size=5))
def test_command(arguments: list[str]) -> None:
    """A shell reads the arguments that were meant."""
    assert arguments == shlex.split(command(arguments))


def test_command_is_readable() -> None:
    """Single quotes stay as they are within double ones, where nothing in them would act."""
    assert """python3 -c "print('a')" x""" == command(["python3", "-c", "print('a')", "x"])
    assert "'$HOME'" == command(["$HOME"])
