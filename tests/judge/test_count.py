"""So many rows of a condition."""

from datetime import timedelta
from typing import Any

import pytest

from judge.making import at, line, lines_found, reasons, row, rule, run
from logsleuth.model.book import Condition, Count, Rule, Same


def many(at_least: int, within: float | None = None, distinct: str | None = None, **more: Any) -> Rule:
    """A rule on so many rows of a condition `w`, in which those rows are joined, too."""
    window = None if within is None else timedelta(seconds=within)
    return rule(
        line("w", "x"),
        Condition("many", Count("w", at_least, window, distinct)),
        **{"anchor": "many", "same": Same.RUN, **more},
    )


def test_a_group_is_told_by_the_subject() -> None:
    """Rows with another value of a subject's variable are another group; other variables do not divide."""
    rows = [row(1, x="p"), row(2, x="q"), row(3, x="p")]
    assert ["p"] == [finding.subject["x"] for finding in run(many(2, subject=("x",)), w=rows).findings]
    assert [] == lines_found(run(many(4), w=rows))
    judgement = run(
        many(3, says="{many.count} times, {many.first_time} to {many.last_time}, first {many.x}", subject=("x",)),
        w=[row(n, n, x="p") for n in (3, 1, 2)],
    )
    assert ["3 times, 2026-12-01T10:00:01Z to 2026-12-01T10:00:03Z, first p"] == [
        finding.says for finding in judgement.findings
    ]


@pytest.mark.parametrize(
    ("same", "expected"),
    [(Same.RUN, 1), (Same.HOST, 0), (Same.BOOT, 0), (Same.ORIGIN, 0)],
)
def test_a_group_is_told_by_what_must_be_the_same(same: Same, expected: int) -> None:
    """Null is a value of its own here: rows of two hosts and one without make three groups."""
    rows = [row(1, x="p", boot=0, origin_host="h1"), row(2, x="p", boot=1, origin_host="h2"), row(3, x="p")]
    assert expected == len(run(many(3, same=same, subject=("x",)), w=rows).findings)


@pytest.mark.parametrize(
    ("seconds", "within", "expected"),
    [
        ([0, 1, 2], 2, 1),
        ([0, 1, 2.5], 2, None),
        ([5, 0, 6, 7], 2, 1),
        ([9, 0, 0, 0], 0, 2),
    ],
)
def test_the_window_slides(seconds: list[float], within: float, expected: int | None) -> None:
    """Three rows within so long, ends included, give the first row of the first window that suffices."""
    judgement = run(many(3, within, subject=("x",)), w=[row(n, s, x="p") for n, s in enumerate(seconds, 1)])
    assert ([] if expected is None else [expected]) == [finding.evidence[0].line for finding in judgement.findings]


def test_values_told_apart_are_counted_once() -> None:
    """`distinct` counts the values of a variable, a column, or a field of the origin; nulls are left out."""
    rows = [row(n, n, x=x, origin_rank=rank) for n, x, rank in [(1, "p", 0), (2, "p", 1), (3, "q", 1), (4, None, None)]]
    assert [True, False] == [bool(run(many(n, distinct="x"), w=rows).findings) for n in (2, 3)]
    assert [True, False] == [bool(run(many(n, distinct="rank"), w=rows).findings) for n in (2, 3)]
    assert [True, False] == [bool(run(many(n, 1, "line"), w=rows).findings) for n in (2, 3)]
    assert "2" == run(many(2, distinct="origin.rank", says="{many.count}"), w=rows).findings[0].says


def test_rows_without_a_time_are_in_no_window() -> None:
    """If the group would suffice with them, and does not without, it is not judged."""
    rows = [row(1, 0, x="p"), row(2, 1, x="p"), row(3, x="p")]
    assert [True] == [bool(run(many(2, 5), w=rows).findings)]
    assert ((), ["rows without a time could decide the count `many`"]) == (
        (judged := run(many(3, 5), w=rows)).findings,
        reasons(judged),
    )
    assert ((), []) == ((judged := run(many(4, 5), w=rows)).findings, reasons(judged))
    assert ["rows without a time could decide the count `many`"] == reasons(
        run(many(2, 5), w=[row(1, x="p"), row(2, x="p")])
    )


def test_rows_that_may_not_hold_may_decide() -> None:
    """A row on which the `where` of the condition is null counts for what is not known."""
    asked = rule(line("w", where="w.level = 'error'"), Condition("many", Count("w", 2)))
    judgement = run(asked, w=[row(1, level="error"), row(2)])
    assert ["`w.level` not known", "rows that may not hold could decide the count `many`"] == reasons(judgement)


def test_dropped_rows_count_where_they_can_be_of_one_group_only() -> None:
    """With several groups it is not known of which they were."""
    one = [row(1, x="p"), row(2, x="p")]
    assert ["9"] == [
        finding.says for finding in run(many(5, subject=("x",), says="{many.count}"), count=9, w=one).findings
    ]
    two = [row(1, x="p"), row(2, x="q")]
    why = [
        "a bound dropped rows of `many`",
        "a bound dropped rows of `w`",
        "rows that a bound dropped could decide the count `many`",
    ]
    assert why == reasons(run(many(5, subject=("x",)), count=9, w=two))
    assert "a bound dropped rows of `w`" in reasons(run(many(5, 10, subject=("x",)), count=9, w=two))


def test_the_count_is_of_the_whole_group() -> None:
    """`count`, `first_time` and `last_time` tell of all rows of the group, not of the window alone."""
    asked = many(
        2, 1, subject=("x",), where=("many.count = 3", "many.last_time - many.first_time = interval '9 seconds'")
    )
    judgement = run(asked, w=[row(1, 0, x="p"), row(2, 8, x="p"), row(3, 9, x="p")])
    assert [at(8)] == [finding.began.time for finding in judgement.findings]
