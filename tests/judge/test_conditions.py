"""The rows that a condition has by itself."""

from datetime import timedelta

import pytest

from judge.making import line, lines_found, reasons, row, rows_of, rule, run, table
from logsleuth.model.book import Condition, Count, Missing, Pattern


def test_a_capture_takes_the_type_of_the_column_that_it_meets() -> None:
    """`8,000` in a log is the port 8000 of a socket."""
    sockets = table("listeners", row(5, port=8000), row(6, port=80))
    judgement = run(
        rule(line("a", "port"), rows_of("b", "listeners", port="$port")), [sockets], a=[row(1, port="8,000")]
    )
    assert [[("a", 1), ("b", 5)]] == lines_found(judgement)
    assert {"port": 8000} == judgement.findings[0].variables


def test_a_capture_takes_the_type_that_the_rule_says() -> None:
    """With `types`, sizes and durations can be compared."""
    asked = rule(
        line("a", "free", "took"),
        where=("free < 1048576", "took > interval '1 minute'"),
        types={"free": "size", "took": "duration"},
    )
    judgement = run(
        asked, a=[row(1, free="512k", took="3 min"), row(2, free="2 GiB", took="3 min"), row(3, free="1k", took="5s")]
    )
    assert [("a", 1)] == lines_found(judgement)[0]
    assert {"free": 524288, "took": timedelta(minutes=3)} == judgement.findings[0].variables


def test_what_does_not_convert_is_null_and_noted() -> None:
    """It joins nothing, and one note for each variable says where it first was, and how often."""
    sockets = table("listeners", row(5, port=None), row(6, port=80))
    asked = rule(line("a", "port"), rows_of("b", "listeners", port="$port"))
    judgement = run(asked, [sockets], a=[row(2, port="http"), row(1, port="any"), row(3, port=None)])
    assert () == judgement.findings
    assert [("rule r: `port` is no integer: 'any' (and 1 more)", "a.log", 1)] == [
        (n.message, n.path, n.line) for n in judgement.notes
    ]


def test_null_is_a_value_where_nothing_is_joined() -> None:
    """A group that took no part in a match leaves a null, and the row stays."""
    assert [{"x": None}] == [finding.variables for finding in run(rule(line("a", "x")), a=[row(1)]).findings]


def test_a_where_of_its_own_is_asked_first() -> None:
    """It may name the condition's columns, its captures as columns, and its variables; a row on which it is null is not judged."""
    asked = rule(line("a", "n", where="a.n > 1 and n < 9 and a.level = 'error'"), types={"n": "integer"})
    judgement = run(asked, a=[row(1, n="2", level="error"), row(2, n="1", level="error"), row(3, n="9"), row(4, n="3")])
    assert [[("a", 1)]] == lines_found(judgement)
    assert ["`a.level` not known"] == reasons(judgement)


@pytest.mark.parametrize("what", [Count("a", 1), Missing(Pattern("r/m", "x"), "a")], ids=["count", "missing"])
def test_what_others_rest_on_may_not_ask_for_others(what: Count | Missing) -> None:
    """Rows that are counted, or that a line is missing after, must be known by themselves."""
    asked = rule(line("a", where="a.line < b.line"), line("b"), Condition("c", what))
    assert ["where` names other conditions" in why for why in reasons(run(asked, a=[row(1)], b=[row(2)]))] == [True]


def test_slips_that_loading_refuses_are_no_crash() -> None:
    """A condition that rests on itself, or on none, is not judged."""
    assert ["there is no condition `x`"] == reasons(run(rule(Condition("a", Count("x", 1)))))
    assert ["`a` is asked for by itself"] == reasons(run(rule(Condition("a", Count("a", 1)))))
    assert ["`x` is no column of `a`"] == reasons(
        run(rule(line("a"), Condition("b", Count("a", 1, None, "x"))), a=[row(1)])
    )
