"""The steps of one rule: what is found, what is nothing, and what is not judged."""

import pytest

from judge.making import line, lines_found, reasons, row, rows_of, rule, run, table


def test_where_is_three_valued() -> None:
    """True keeps, false drops, null makes it unknown; false beats null."""
    asked = rule(line("a", "n"), where=("n > 1", "a.time is not null", "a.level = 'error'"), types={"n": "integer"})
    judgement = run(asked, a=[row(1, 0, n="2", level="error"), row(2, 0, n="1"), row(3, 0, n="2"), row(4, n="2")])
    assert [[("a", 1)]] == lines_found(judgement)
    assert ["`a.level` not known"] == reasons(judgement)


def test_nothing_is_found_where_a_condition_has_no_rows() -> None:
    """Then it does not matter what was not handed over."""
    judgement = run(rule(line("a"), rows_of("b", "health")), [])
    assert ((), []) == (judgement.findings, reasons(judgement))
    judgement = run(rule(rows_of("a", "launches", port=1), rows_of("b", "health")), [table("launches", row(1, port=2))])
    assert ((), []) == (judgement.findings, reasons(judgement))


def test_absent_tables_are_named() -> None:
    """Where all that is there has rows, the rule is not judged, and every absent table is told."""
    asked = rule(line("a"), rows_of("b", "health"), rows_of("c", "listeners"))
    assert ["no `health` were handed over", "no `listeners` were handed over"] == reasons(run(asked, a=[row(1)]))


@pytest.mark.parametrize(("conditions", "expected"), [(1, []), (2, ["a bound dropped rows of `a`"])])
def test_a_gap_may_hold_what_joins(conditions: int, expected: list[str]) -> None:
    """A rule that joins, one of its conditions with a gap, and finds nothing, is not judged."""
    when = (line("a", "x"), line("b", "x"))[:conditions]
    judgement = run(rule(*when, where=("a.line > 5",)), count=2, a=[row(1, x="p")], b=[row(2, x="p"), row(3, x="p")])
    assert ((), expected) == (judgement.findings, reasons(judgement))


def test_a_table_with_a_gap_may_hold_the_row() -> None:
    """Rows of a table are dropped without regard to what a rule asks for."""
    judgement = run(rule(rows_of("a", "deaths", pid=7)), [table("deaths", row(1, pid=1), dropped=1)])
    assert ["a bound dropped rows of `a`"] == reasons(judgement)


def test_a_gap_does_not_matter_where_something_is_found() -> None:
    """What is found is found."""
    judgement = run(rule(line("a", "x"), line("b", "x")), count=2, a=[row(1, x="p")], b=[row(2, x="p"), row(3, x="p")])
    assert (2, []) == (judgement.findings[0].count, reasons(judgement))


def test_a_slip_in_an_expression_is_a_reason() -> None:
    """An expression that cannot be run leaves the rule unjudged, with the engine's word for it."""
    why = reasons(run(rule(line("a", "x"), where=("x > 3",)), a=[row(1, x="p")]))
    assert ["`x > 3` cannot be decided: cannot compare string with numeric type (i32)"] == why
    assert 1 == len(reasons(run(rule(line("a", "x", where="x > 3"), line("b")), a=[row(1, x="p")], b=[row(2)])))
    assert [] == reasons(run(rule(line("a", "x", where="x > 3"), line("b")), a=[row(1, x="p")]))


def test_what_is_asked_of_the_anti_join_fails_alike() -> None:
    """A slip in `unless` leaves the rule unjudged, too."""
    assert 1 == len(reasons(run(rule(line("a"), unless=(line("u", where="u.text > a.line"),)), a=[row(1)], u=[row(2)])))
