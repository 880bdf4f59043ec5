"""What lets a row go, and what weakens it since it could not be told."""

from datetime import timedelta

import pytest

from judge.making import line, lines_found, reasons, row, rows_of, rule, run, table
from logsleuth.model.book import Near


def test_a_row_goes_if_a_condition_holds_for_its_values() -> None:
    """Joined on shared variables, the rows left are those without a partner."""
    judgement = run(
        rule(line("a", "x"), unless=(line("u", "x"),)),
        a=[row(1, x="p"), row(2, x="q"), row(3)],
        u=[row(9, x="p"), row(9)],
    )
    assert [[("a", 2)], [("a", 3)]] == lines_found(judgement)
    assert [()] == list({finding.weaker for finding in judgement.findings})


@pytest.mark.parametrize(("weight", "expected"), [("strong", "moderate"), ("moderate", "weak"), ("weak", "weak")])
def test_an_absent_table_weakens(weight: str, expected: str) -> None:
    """A condition that could not be judged takes a word of the weight, and is named."""
    unless = (rows_of("u", "health", ready=True), rows_of("v", "kernel", event="oom-kill"))
    judgement = run(rule(line("a"), unless=unless, weight=weight), [table("health")], a=[row(1)])
    assert [(expected, ("v",))] == [(finding.weight, finding.weaker) for finding in judgement.findings]


def test_what_is_conclusive_is_not_judged_half() -> None:
    """A conclusive rule needs all of its conditions."""
    judgement = run(rule(line("a"), unless=(rows_of("u", "health"),), weight="conclusive"), a=[row(1)])
    assert ((), ["`unless` u could not be judged, and the rule is conclusive"]) == (
        judgement.findings,
        reasons(judgement),
    )


def test_where_is_decided_in_the_anti_join() -> None:
    """`later, on the same port`: true lets the row go, null weakens it, false does nothing."""
    unless = (line("u", "port", where="u.time > a.time"),)
    for seconds, expected in [(9.0, []), (None, [("u",)]), (0.0, [()])]:
        judgement = run(
            rule(line("a", "port"), unless=unless),
            a=[row(1, 1, port="80")],
            u=[row(9, seconds, port="80"), row(9, seconds, port="81")],
        )
        assert expected == [finding.weaker for finding in judgement.findings]


def test_one_sure_row_is_enough() -> None:
    """A row that surely joins lets the row go, though another one leaves it open."""
    unless = (line("u", where="u.time > a.time"),)
    assert [] == lines_found(run(rule(line("a"), unless=unless), a=[row(1, 1)], u=[row(8), row(9, 9)]))


def test_a_where_of_its_own_may_be_null() -> None:
    """Then it is not known whether the row is one."""
    unless = (line("u", where="u.level = 'error'"),)
    found = [
        run(rule(line("a"), unless=unless), a=[row(1)], u=[row(2, level=level)]).findings
        for level in ("error", None, "info")
    ]
    assert [[], [("u",)], [()]] == [[finding.weaker for finding in findings] for findings in found]


def test_near_is_asked_in_unless_too() -> None:
    """Any row near enough lets the row go; a null time leaves it open."""
    unless = (line("u", near=Near("a", timedelta(seconds=5), None, "after")),)
    for seconds, expected in [(6.0, []), (None, [("u",)]), (0.0, [()]), (99.0, [()])]:
        judgement = run(rule(line("a"), unless=unless), a=[row(1, 1)], u=[row(9, seconds)])
        assert expected == [finding.weaker for finding in judgement.findings]


def test_dropped_rows_leave_it_open() -> None:
    """A bound that dropped rows of the condition may have dropped the one that counts."""
    judgement = run(
        rule(line("a", "x"), unless=(line("u", "x"),)), count=2, a=[row(1, x="p"), row(2, x="q")], u=[row(3, x="p")]
    )
    assert [({"x": "q"}, ("u",))] == [(finding.variables, finding.weaker) for finding in judgement.findings]


def test_a_finding_is_as_strong_as_its_strongest_row() -> None:
    """One row for which all could be judged is enough for the full weight."""
    unless = (line("u", "x", where="u.time > a.time"),)
    rows = {"a": [row(1, 1, x="p", y="1"), row(2, 2, x="q", y="1")], "u": [row(9, x="p")]}
    judgement = run(rule(line("a", "x", "y"), unless=unless, subject=("y",)), **rows)
    assert [(2, (), "moderate")] == [(finding.count, finding.weaker, finding.weight) for finding in judgement.findings]
    rows["u"].append(row(9, x="q"))
    judgement = run(rule(line("a", "x", "y"), unless=unless, subject=("y",)), **rows)
    assert [(2, ("u",), "weak")] == [(finding.count, finding.weaker, finding.weight) for finding in judgement.findings]


def test_what_is_unknown_and_excused_is_gone() -> None:
    """A row on which `where` is null, and that something surely excuses, would not be kept: nothing is left unjudged."""
    asked = rule(line("a"), where=("a.level = 'error'",), unless=(line("u"),))
    assert ["`a.level` not known"] == reasons(run(asked, a=[row(1)]))
    assert [] == reasons(run(asked, a=[row(1)], u=[row(2)]))
