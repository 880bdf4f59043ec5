"""A row near to another one."""

from datetime import UTC, datetime, timedelta

import pytest

from judge.making import line, lines_found, reasons, row, rule, run
from logsleuth.model.book import Near, Rule


def near(seconds: float | None = None, lines: int | None = None, side: str = "either", **more: str) -> Rule:
    """A rule on `a`, and on `b` near to it."""
    window = None if seconds is None else timedelta(seconds=seconds)
    return rule(line("a"), line("b", near=Near("a", window, lines, side), **more))


@pytest.mark.parametrize(
    ("side", "expected"),
    [("either", [8, 10]), ("before", [8]), ("after", [10])],
)
def test_a_side_is_that_of_the_row_that_is_near(side: str, expected: list[int]) -> None:
    """`before` means that the row comes before that of `of`; the end of the stretch counts."""
    found = [run(near(1, None, side), a=[row(9, 9)], b=[row(at, at)]).findings for at in (7, 8, 10, 11)]
    assert expected == [findings[0].evidence[1].line for findings in found if findings]


@pytest.mark.parametrize("side", ["either", "before", "after"])
def test_no_distance_counts_on_every_side(side: str) -> None:
    """One line that both conditions match is near to itself."""
    assert 1 == len(run(near(0, None, side), a=[row(9, 9)], b=[row(9, 9)]).findings)
    assert 1 == len(run(near(None, 0, side), a=[row(9)], b=[row(9)]).findings)


def test_lines_are_near_in_one_path_only() -> None:
    """Line 9 of another file is not near, even if a time is lacking."""
    judgement = run(near(lines=3), a=[row(9)], b=[row(9, path="b.log"), row(12), row(13)])
    assert [[("a", 9), ("b", 12)]] == lines_found(judgement)


def test_the_nearest_is_kept() -> None:
    """For each row of the others the nearest; of equally near ones the first."""
    judgement = run(near(lines=5), a=[row(10), row(20)], b=[row(9), row(11), row(14), row(18)])
    assert [[("a", 10), ("b", 9), ("a", 20)]] == lines_found(judgement)
    assert 2 == judgement.findings[0].count


def test_a_row_that_its_own_where_drops_is_not_the_nearest() -> None:
    """`where` of the condition says which rows may be the nearest; the rule's own is asked after that."""
    rows = {"a": [row(10)], "b": [row(11, level="info"), row(12, level="error")]}
    assert [[("a", 10), ("b", 12)]] == lines_found(run(near(lines=5, where="b.level = 'error'"), **rows))
    assert [[("a", 10), ("b", 12)]] == lines_found(
        run(near(lines=5, where="b.level = 'error' and a.line < 11"), **rows)
    )
    late = rule(line("a"), line("b", near=Near("a", None, 5)), where=("b.level = 'error'",))
    assert [] == lines_found(run(late, **rows))


def test_a_time_that_is_null_leaves_it_open() -> None:
    """The rule is not judged for it, unless another row is surely near."""
    judgement = run(near(5), a=[row(9, 9)], b=[row(8)])
    assert ((), ["`b.time` not known"]) == (judgement.findings, reasons(judgement))
    judgement = run(near(5), a=[row(9)], b=[row(8)])
    assert ["`b.time` and `a.time` not known"] == reasons(judgement)
    judgement = run(near(5), a=[row(9, 9)], b=[row(8), row(10, 10)])
    assert ([[("a", 9), ("b", 10)]], []) == (lines_found(judgement), reasons(judgement))


def test_both_may_be_asked_for() -> None:
    """Within a time and within lines."""
    both = rule(line("a"), line("b", near=Near("a", timedelta(seconds=5), 2)))
    judgement = run(both, a=[row(10, 10)], b=[row(11, 40), row(30, 11), row(12, 12)])
    assert [[("a", 10), ("b", 12)]] == lines_found(judgement)
    assert [] == reasons(run(both, a=[row(10, 10)], b=[row(30)]))


def test_the_first_of_the_conditions_may_be_the_near_one() -> None:
    """The order in which conditions are written does not matter."""
    asked = rule(line("b", near=Near("a", timedelta(seconds=5))), line("a"))
    assert [[("b", 8), ("a", 9)]] == lines_found(run(asked, a=[row(9, 9)], b=[row(8, 8), row(5, 5)]))


def test_the_edges_of_time_are_no_trouble() -> None:
    """A stretch that reaches beyond all calendars is as good as one that does not."""
    first = {**row(1), "time": datetime(1, 1, 1, tzinfo=UTC)}
    assert 1 == len(run(near(10**9), a=[first], b=[{**first, "line": 2}]).findings)
