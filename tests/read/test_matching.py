"""The exact decision, and what is kept of many rows."""

from hypothesis import given
from hypothesis import strategies as st

from logsleuth.model.book import Pattern
from logsleuth.read.matching import KEPT, STRIKES, Compiled, Kept, join_matches


def test_captures_are_those_that_took_part() -> None:
    """A group that took no part in the match is no variable of the row."""
    pattern = Compiled(Pattern("k", expression=r"port (?P<port>\d+)|host (?P<host>\w+)"))

    assert {"port": "80"} == pattern.find("port 80")
    assert pattern.find("nothing") is None


def test_classes_are_ascii_unless_unicode_is_asked_for() -> None:
    """What a pattern matches does not depend on the script of the log."""
    assert Compiled(Pattern("k", expression=r"^\d+$")).find("٣") is None
    assert {} == Compiled(Pattern("k", expression=r"^\d+$", unicode=True)).find("٣")


def test_literals_are_taken_as_they_stand() -> None:
    """A literal is no expression, and any of several will do."""
    pattern = Compiled(Pattern("k", literals=("a.b", "c"), ignore_case=True))

    assert {} == pattern.find("x A.B y")
    assert pattern.find("axb") is None


def test_a_pattern_that_backtracks_without_bound_is_cut_off() -> None:
    """It costs its patience a few times, and is then not asked again."""
    pattern = Compiled(Pattern("k", expression=r"^(?:a|aa)+$"))
    for _ in range(STRIKES + 2):
        assert pattern.find("a" * 80 + "b") is None

    assert pattern.strikes <= STRIKES


@given(st.integers(0, 3 * KEPT), st.integers(0, 3 * KEPT))
def test_first_and_last_rows_are_kept_and_all_are_counted(a: int, b: int) -> None:
    """Of each group the first 50 and the last 50."""
    kept = Kept()
    for line in range(a):
        kept.add("k", "a", {"line": line, "text": "a"})
    for line in range(b):
        kept.add("k", "b", {"line": line, "text": "b"})
    matches = kept.matches().get("k")
    lines = [row["line"] for row in matches.rows if row["text"] == "a"] if matches else []

    assert a + b == (matches.count if matches else 0)
    assert sorted({*range(min(a, KEPT)), *range(max(0, a - KEPT), a)}) == lines


def test_matches_of_several_files_are_one() -> None:
    """Rows are ordered by path and line, whatever the order of the files."""
    one, two = Kept(), Kept()
    one.add("k", None, {"path": "b", "line": 1, "text": ""})
    two.add("k", None, {"path": "a", "line": 2, "text": ""})

    assert join_matches([one.matches(), two.matches()]) == join_matches([two.matches(), one.matches()])
    assert ["a", "b"] == [row["path"] for row in join_matches([one.matches(), two.matches()])["k"].rows]
