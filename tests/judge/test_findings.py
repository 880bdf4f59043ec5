"""What a finding says, cites and proposes."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from judge.making import at, line, row, rows_of, rule, run, table
from logsleuth.model.book import Condition, NextStep, On, Pattern, Rule
from logsleuth.model.run import Moment, Origin
from logsleuth.model.verdict import Command, Finding


def only(asked: Rule, *tables: Any, **matches: Any) -> Finding:
    """The one finding of a rule."""
    (finding,) = run(asked, tables, **matches).findings
    return finding


def test_a_subject_makes_rows_one_finding() -> None:
    """Rows with the same subject are one finding, seen so often; a null key of the subject is left out."""
    rows = [row(n, x=x, y=str(n)) for n, x in enumerate(["p", "q", "p", None, "p", "p", "p"], 1)]
    findings = run(rule(line("a", "x", "y"), subject=("x",)), a=rows).findings
    assert [({"x": "p"}, 5), ({"x": "q"}, 1), ({}, 1)] == [(finding.subject, finding.count) for finding in findings]
    assert [1, 3, 5, 6] == [evidence.line for evidence in findings[0].evidence]
    assert {"x": "p", "y": "1"} == findings[0].variables


def test_without_a_subject_all_variables_tell_findings_apart() -> None:
    """Then the subject of the finding is empty."""
    findings = run(rule(line("a", "x")), a=[row(1, x="p"), row(2, x="q"), row(3, x="p")]).findings
    assert [({}, {"x": "p"}, 2), ({}, {"x": "q"}, 1)] == [
        (each.subject, each.variables, each.count) for each in findings
    ]


def test_the_anchor_is_cited_first() -> None:
    """Then the other conditions, in the order of the rule, then at most three further places."""
    asked = rule(line("a"), line("b"), line("c"), anchor="b")
    finding = only(asked, a=[row(1)], b=[row(n) for n in (12, 11, 13, 14, 15)], c=[row(20)])
    assert [("b", 11), ("a", 1), ("c", 20), ("b", 12), ("b", 13), ("b", 14)] == [
        (e.condition, e.line) for e in finding.evidence
    ]
    finding = only(rule(line("a"), line("b")), a=[row(1)], b=[row(11), row(12)])
    assert [("a", 1), ("b", 11), ("b", 12)] == [(e.condition, e.line) for e in finding.evidence]


def test_other_files_are_cited_first() -> None:
    """Of further places, one of each other file comes before another one of the same: two files say more than one says twice."""
    rows = [*(row(n) for n in (1, 2, 3, 4)), *({**row(n), "path": "b.log"} for n in (7, 8))]
    finding = only(rule(line("a")), a=rows)
    assert [("a.log", 1), ("b.log", 7), ("a.log", 2), ("a.log", 3)] == [(e.path, e.line) for e in finding.evidence]


def test_evidence_is_what_was_matched() -> None:
    """A line, a record, a traceback or a row, with its place, moment and origin."""
    matched = {**row(4, 2, zone_known=True, origin_host="gpu-02", origin_rank=3), "end_line": 6}
    condition = Condition("a", Pattern("r/a", "x", on=On.RECORD))
    evidence = only(rule(condition), a=[matched]).evidence[0]
    assert ("record", "a.log", 4, 6, "line 4") == (
        evidence.kind,
        evidence.path,
        evidence.line,
        evidence.end_line,
        evidence.text,
    )
    assert (Moment(at(2), clock="gpu-02", zone_known=True), Origin(host="gpu-02", rank=3)) == (
        evidence.moment,
        evidence.origin,
    )
    assert "line" == only(rule(line("a")), a=[matched]).evidence[0].kind


@pytest.mark.parametrize(
    ("name", "columns", "matchers", "kind", "text"),
    [
        (
            "listeners",
            {"port": 8000, "pid": 7, "address": "::"},
            {"port": "$port", "process": None},
            "row",
            "port=8000",
        ),
        ("listeners", {"port": 8000, "pid": 7, "address": "::"}, {}, "row", "address=:: port=8000 pid=7"),
        ("tracebacks", {"type": "OSError", "message": "no space"}, {}, "traceback", "OSError: no space"),
        ("tracebacks", {"type": "OSError"}, {}, "traceback", "OSError"),
        ("tracebacks", {"complete": False}, {}, "traceback", "complete=false"),
        ("records", {"level": "error", "message": "it failed"}, {"level": "error"}, "row", "it failed"),
        ("phases", {"phase": "ready", "text": "ready to serve"}, {}, "row", "ready to serve"),
        (
            "expectations",
            {"text": "the cache is on", "status": "missing", "why": "w"},
            {"status": ["missing"]},
            "row",
            "status=missing text=the cache is on",
        ),
    ],
)
def test_a_row_of_a_table_is_shown_by_what_it_says(
    name: str, columns: dict[str, Any], matchers: dict[str, Any], kind: str, text: str
) -> None:
    """Its own text, an exception's type and message, else the columns that were asked for; never a text that its line does not hold."""
    rows = table(name, {**row(1), "text": None, **columns})
    evidence = only(rule(rows_of("a", name, **matchers)), rows).evidence[0]
    assert (kind, text) == (evidence.kind, evidence.text)


def test_the_sentence_is_filled_in() -> None:
    """Variables and `condition.column`; what is null reads `?`, what is long is cut."""
    asked = rule(
        line("a", "n", "x"), types={"n": "float"}, says="{n} {a.line} {a.time} {x} {a.level} {nosuch} {not this}"
    )
    said = only(asked, a=[row(3, 1, n="600050.0", x="y" * 400)]).says
    assert said == f"600050 3 2026-12-01T10:00:01Z {'y' * 299}… ? ? {{not this}}"


def test_commands_are_filled_argument_by_argument() -> None:
    """A value is never split; braces that name nothing stay."""
    step = NextStep(("ps", "-o", "pid,{x}", "--", "{pid}", "{{print}}", "{nosuch}"), "what it is")
    asked = rule(line("a", "x", "pid"), types={"pid": "integer"}, next=(step,))
    expected = Command(("ps", "-o", "pid,a b; rm -r /", "--", "-7", "{{print}}", "{nosuch}"), "what it is")
    assert (expected,) == only(asked, a=[row(1, x="a b; rm -r /", pid="-7")]).next


@pytest.mark.parametrize("value", [None, "a\nb", "a\x1b[2Jb", "a\u202eb", "a\u200bb", "\ud800", "-rf", "--delete"])
def test_a_dangerous_command_is_left_out(value: str | None) -> None:
    """No control characters, nothing that turns the direction of writing, no value that would be read as an option, no null."""
    assert () == only(rule(line("a", "x"), next=(NextStep(("cat", "{x}"), "what"),)), a=[row(1, x=value)]).next


def test_it_began_at_the_anchor_or_when_the_rule_says() -> None:
    """A time-out began at its stamp minus what it waited; where that is null, it is only known not to have been later."""
    assert at(100) == only(rule(line("a")), a=[row(1, 100)]).began.time
    asked = rule(line("a", "ms"), types={"ms": "integer"}, began="a.time - ms * interval '1 millisecond'")
    assert Moment(at(99.5), clock="gpu-02") == only(asked, a=[row(1, 100, ms="500")]).began
    assert Moment(None, latest=at(100), clock="gpu-02") == only(asked, a=[row(1, 100, ms="x")]).began
    bounds = {"earliest": at(1), "latest": at(2)}
    assert Moment(None, at(1), at(2), "gpu-02") == only(rule(line("a")), a=[row(1, **bounds)]).began


def test_it_began_with_the_first_of_its_rows() -> None:
    """Of rows on the clock of the first cited one, the earliest counts: rank 3 may have failed before rank 0."""
    rows = [row(1, 5, path="rank0.log"), row(1, 3, path="rank3.log"), {**row(1, 1, path="rank4.log"), "clock": "other"}]
    assert at(3) == only(rule(line("a")), a=rows).began.time
    assert only(rule(line("a")), a=[row(1), *rows]).began.time is None


def test_a_snapshot_is_standing() -> None:
    """What stands in a snapshot has no beginning; nor has what the rule says so of."""
    packages = table("packages", row(1, name="numpy"))
    assert only(rule(rows_of("a", "packages")), packages).standing
    assert not only(rule(rows_of("a", "deaths")), table("deaths", row(1))).standing
    assert not only(rule(line("b"), rows_of("a", "packages")), packages, b=[row(1)]).standing
    assert only(rule(line("a"), standing=True), a=[row(1)]).standing


def test_what_the_rule_says_of_itself_is_handed_on() -> None:
    """Cause, role, weight, and whether it speaks against the cause."""
    finding = only(rule(line("a"), weight="strong", against=True, role="symptom"), a=[row(1)])
    assert ("r", "some.cause", "strong", True, "symptom") == (
        finding.rule,
        finding.cause,
        finding.weight,
        finding.against,
        finding.role,
    )


def test_findings_stand_in_the_order_of_rules_and_places() -> None:
    """By the rule's id, then path and line."""
    rules = [replace(rule(line("a", "x")), id=name) for name in ("z", "b")]
    findings = run(rules, a=[row(3, x="1"), row(2, x="2", path="b.log"), row(9, x="3"), row(3, x="4")]).findings
    expected = [("a.log", 3), ("a.log", 3), ("a.log", 9), ("b.log", 2)]
    assert [(name, *place) for name in ("b", "z") for place in expected] == [
        (f.rule, f.evidence[0].path, f.evidence[0].line) for f in findings
    ]


def test_durations_are_values_like_others() -> None:
    """A variable keeps its type in the finding, and reads as text in its subject."""
    finding = only(rule(line("a", "took"), types={"took": "duration"}, subject=("took",)), a=[row(1, took="10 min")])
    assert ({"took": timedelta(minutes=10)}, {"took": "600s"}) == (finding.variables, finding.subject)
