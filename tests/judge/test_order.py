"""Rules that fill a table run before those that read it."""

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from judge.making import line, row, rows_of, rule, run
from logsleuth.judge.order import in_turn, reads
from logsleuth.model.book import Condition, Missing, Pattern, Rule

CHAIN = [
    Rule("first", (line("a", "p"),), gives="launches", columns={"pid": "p"}),
    Rule("second", (rows_of("a", "launches", pid="$p"),), gives="deaths", columns={"pid": "p"}),
    Rule("third", (rows_of("a", "deaths", pid="$p"),), cause="x"),
]


@given(st.permutations(CHAIN))
def test_the_order_of_rules_does_not_matter(rules: list[Rule]) -> None:
    """A chain of tables is filled from its beginning, and read at its end."""
    assert (CHAIN, []) == in_turn(rules)
    assert [{"p": 7}] == [finding.variables for finding in run(rules, a=[row(1, p="7")]).findings]


def test_a_circle_is_not_judged() -> None:
    """Rules that wait for each other are said to, and the others run."""
    circle = [Rule(one, (rows_of("a", one),), gives=other) for one, other in permutations(["deaths", "launches"])]
    judgement = run([*circle, rule(line("a"))], a=[row(1)])
    assert ["deaths", "launches"] == [each.rule for each in judgement.not_judged]
    assert 1 == len(judgement.findings)


def test_a_missing_line_reads_what_tells_of_the_run() -> None:
    """To know whether a line is missing, boots, phases and those who wrote must be known first."""
    absent = Condition("m", Missing(Pattern("r/m", "x"), "phase:ready", "rank"))
    assert {"boots", "phases", "origins", "settings"} == reads(rule(absent))
    assert {"boots"} == reads(rule(line("a"), Condition("m", Missing(Pattern("r/m", "x"), "a"))))
