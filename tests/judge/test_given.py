"""Tables that rules fill."""

from judge.making import at, line, reasons, row, rows_of, rule, run, table
from logsleuth.model.book import Rule


def giver(table_name: str = "deaths", **columns: str) -> Rule:
    """A rule that fills a table from the lines of `a`."""
    return Rule("g", (line("a", "pid", "how"),), gives=table_name, columns=columns, types={"pid": "integer"})


def test_a_row_left_becomes_a_row_of_the_table() -> None:
    """With place, time, boot and origin of the anchor, and the columns named, as the relation's types."""
    judgement = run(
        giver(pid="pid", process="'api'", signal="'9'", exit_code="length(how) * 2"),
        a=[row(3, 1, boot=2, origin_host="h1", pid="7", how="ab")],
    )
    expected = {
        "path": "a.log",
        "line": 3,
        "end_line": 3,
        "time": at(1),
        "clock": "gpu-02",
        "boot": 2,
        "origin.host": "h1",
    }
    assert [{**expected, "pid": 7, "process": "api", "signal": 9, "exit_code": 4}] == [
        dict(one) for one in judgement.given["deaths"].rows
    ]


def test_what_is_given_joins_what_was_handed_over() -> None:
    """Other rules see both; the judgement tells what was given alone, each row once."""
    asked = rule(rows_of("d", "deaths", pid="$pid"))
    judgement = run(
        [asked, giver(pid="pid")],
        [table("deaths", row(1, pid=1))],
        a=[row(2, pid="2"), row(2, pid="2"), row(3, pid="x")],
    )
    assert [1, 2, None] == [finding.variables["pid"] for finding in judgement.findings]
    assert [2, 3] == [one["line"] for one in judgement.given["deaths"].rows]


def test_a_rule_that_ran_hands_its_table_over() -> None:
    """So an empty table is no absent one; a rule that lacks a table did not run."""
    asked = rule(line("a"), unless=(rows_of("u", "deaths"),))
    assert [()] == [
        finding.weaker for finding in run([asked, Rule("g", (line("x"),), gives="deaths")], a=[row(1)]).findings
    ]
    assert [("u",)] == [
        finding.weaker
        for finding in run([asked, Rule("g", (rows_of("x", "kernel"),), gives="deaths")], a=[row(1)]).findings
    ]


def test_a_table_lacks_what_could_not_be_judged() -> None:
    """A row that its rule left unjudged may be the one that counts."""
    filling = Rule("g", (line("a", "pid"),), gives="deaths", columns={"pid": "pid"}, where=("a.level = 'error'",))
    asked = rule(line("b"), unless=(rows_of("u", "deaths", pid=9),))
    judgement = run([filling, asked], a=[row(1, pid="7")], b=[row(2)])
    assert [("u",)] == [finding.weaker for finding in judgement.findings]
    assert 1 == judgement.given["deaths"].dropped


def test_slips_are_reasons() -> None:
    """An unknown table or column, or an expression that cannot be run, leaves the rule unjudged."""
    assert ["`nosuch` is no column of `deaths`"] == reasons(run(giver(nosuch="1"), a=[row(1)]))
    assert ["there is no table `nosuch`"] == reasons(run(giver("nosuch"), a=[row(1)]))
    judgement = run(giver(pid="abs(how)"), a=[row(1)])
    assert (1, 1) == (len(reasons(judgement)), judgement.given["deaths"].dropped)
