"""Rows that join."""

import pytest

from judge.making import line, lines_found, reasons, row, rows_of, rule, run, table
from logsleuth.model.book import Same
from logsleuth.model.relation import Row


def test_shared_variables_join() -> None:
    """A variable in two conditions has one value; null joins nothing."""
    judgement = run(
        rule(line("a", "x", "y"), line("b", "x")), a=[row(1, x="p"), row(2, x="q"), row(3)], b=[row(4, x="q"), row(5)]
    )
    assert [[("a", 2), ("b", 4)]] == lines_found(judgement)
    assert {"x": "q", "y": None} == judgement.findings[0].variables


def test_three_conditions_join_in_a_chain() -> None:
    """Each pair on what it shares, whichever is the smallest."""
    asked = rule(line("a", "x"), line("b", "x", "y"), line("c", "y"))
    judgement = run(
        asked,
        a=[row(1, x="p"), row(2, x="q"), row(3, x="q")],
        b=[row(4, x="q", y="s")],
        c=[row(5, y="s"), row(6, y="t")],
    )
    assert (2, [[("a", 2), ("b", 4), ("c", 5), ("a", 3)]]) == (judgement.findings[0].count, lines_found(judgement))


HERE = row(1, boot=1, origin_host="h1", origin_rank=0)


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        (row(2, boot=1, origin_host="h1", origin_rank=0), {Same.BOOT, Same.ORIGIN, Same.HOST, Same.RUN}),
        (row(2), {Same.BOOT, Same.ORIGIN, Same.HOST, Same.RUN}),
        (row(2, boot=2, origin_host="h1", origin_rank=0), {Same.RUN}),
        (row(2, path="b.log", boot=2, origin_host="h1"), {Same.BOOT, Same.ORIGIN, Same.HOST, Same.RUN}),
        (row(2, boot=1, origin_host="h1", origin_rank=1), {Same.BOOT, Same.HOST, Same.RUN}),
        (row(2, boot=1, origin_host="h2"), {Same.BOOT, Same.RUN}),
    ],
)
def test_what_must_be_the_same(other: Row, expected: set[Same]) -> None:
    """Rows of one path are of one boot; what one of them does not know does not part them."""
    found = {same for same in Same if run(rule(line("a"), line("b"), same=same), a=[HERE], b=[other]).findings}
    assert expected == found


def test_all_pairs_must_agree() -> None:
    """A row whose boot is not known does not make two boots one."""
    rows = {"a": [row(1, boot=1)], "b": [row(2)], "c": [row(3, boot=2)]}
    assert [] == lines_found(run(rule(line("a"), line("b"), line("c")), **rows))


def test_too_many_combinations_are_not_judged() -> None:
    """Beyond 20,000 joined rows the rule gives up, and says so; what is joined on a variable is not too many."""
    rows = [row(n, x=str(n)) for n in range(1, 151)]
    assert ["too many combinations"] == reasons(run(rule(line("a"), line("b")), a=rows, b=rows))
    judgement = run(rule(line("a", "x"), line("b", "x")), a=rows, b=rows)
    assert (150, []) == (len(judgement.findings), reasons(judgement))
    tries = [row(n, x="p", origin_rank=n) for n in range(1, 1201)]
    others = [row(n, x="p", origin_rank=-n) for n in range(1, 1201)]
    asked = rule(line("a"), line("b"), same=Same.ORIGIN)
    assert ["too many combinations"] == reasons(run(asked, a=tries, b=others))


def test_lists_join_as_a_whole() -> None:
    """A list is a value."""
    processes = table("processes", row(1, pid=1, ancestors=[1, 2]), row(2, pid=2, ancestors=[1]))
    asked = rule(rows_of("a", "processes", ancestors="$x", pid=1), rows_of("b", "processes", ancestors="$x"))
    assert [[("a", 1), ("b", 1)]] == lines_found(run(asked, [processes]))
