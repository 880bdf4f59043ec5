"""The judge against the reference evaluator, and the laws of its order."""

import time
from dataclasses import replace
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from judge import reference
from judge.making import at, reasons, row, rows_of, rule, run, table
from judge.strategies import World, shuffled, worlds
from logsleuth.judge import judge
from logsleuth.model.book import Condition, Pattern, Rule, Same
from logsleuth.model.relation import Table
from logsleuth.model.verdict import Finding, Matches

GENERATED = settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


def _as_found(finding: Finding) -> reference.Found:
    return reference.Found(
        finding.rule,
        {name: finding.variables[name] for name in finding.subject},
        finding.weight,
        finding.weaker,
        finding.count,
        finding.variables,
        tuple((evidence.path, evidence.line) for evidence in finding.evidence),
        finding.began.time,
    )


def _sorted(found: list[reference.Found]) -> list[Any]:
    return sorted(found, key=lambda one: (one.rule, one.cited, repr(sorted(one.variables.items()))))


@GENERATED
@given(worlds())
def test_the_judge_and_the_reference_say_the_same(world: World) -> None:
    """Whatever the rules and the rows are, the judge finds, and leaves unjudged, what the plain loops do."""
    expected = reference.judge(world.rules, world.matches, world.tables)
    actual = judge(world.rules, world.matches, world.tables)
    assert expected.not_judged == {(each.rule, each.why) for each in actual.not_judged}
    assert _sorted(expected.found) == _sorted([_as_found(finding) for finding in actual.findings])
    given_rows = {name: sorted(rows, key=repr) for name, rows in expected.given.items()}
    assert given_rows == {
        name: sorted((dict(row) for row in table.rows), key=repr) for name, table in actual.given.items()
    }


@GENERATED
@given(worlds(), st.data())
def test_the_order_of_what_is_handed_over_changes_nothing(world: World, data: st.DataObject) -> None:
    """Rules, rows, patterns and tables in another order give the same judgement, to the last note."""
    other = shuffled(data.draw, world)
    assert judge(world.rules, world.matches, world.tables) == judge(other.rules, other.matches, other.tables)


@GENERATED
@given(worlds())
def test_a_rule_does_not_depend_on_the_other_rules(world: World) -> None:
    """Save for the tables that they give, what other rules find makes no difference."""
    together = judge(world.rules, world.matches, world.tables)
    givers = [each for each in world.rules if each.gives is not None]
    for asked in world.rules:
        if asked.gives is None:
            alone = judge([*givers, asked], world.matches, world.tables)
            assert [one for one in together.findings if one.rule == asked.id] == list(alone.findings)
            assert {one for one in together.not_judged if one.rule == asked.id} <= set(alone.not_judged)


OWNER = rule(
    rows_of("launch", "launches", pid="$started"),
    rows_of("ready", "health", ready=True, port="$port"),
    rows_of("owner", "listeners", port="$port", pid="$pid"),
    rows_of("old", "processes", pid="$pid"),
    cause="process.stale-listener",
    says="process {pid} has listened on port {port} since {old.started}; the process that was launched is {started}",
    where=("pid <> started", "not array_contains(old.ancestors, started)"),
    same=Same.RUN,
    weight="conclusive",
    subject=("port",),
)


def _false_positive(**old: Any) -> list[Table]:
    """A launch that failed at once, a poll loop that took the answer of a left-over process for it, and the snapshot that shows it."""
    process = {"pid": 4100, "ancestors": [1], "started": at(-90000), "command": "python3 -m api.serve", **old}
    return [
        table("launches", row(1, 0, path="server.log", pid=7312, command="python3 -m api.serve")),
        table("health", row(2, 10, path="poll.log", ready=True, port=8000, status=200)),
        table(
            "listeners",
            row(3, 60, path="ss.txt", port=8000, pid=4100, process="python3"),
            row(4, 60, path="ss.txt", port=22, pid=900),
        ),
        table("processes", row(5, 60, path="ps.txt", **process), row(6, 60, path="ps.txt", pid=900, ancestors=[1])),
    ]


def test_the_owner_of_the_port_is_not_what_was_launched() -> None:
    """Four tables join: who was launched, which port answered, who listens there, and since when."""
    (finding,) = run(OWNER, _false_positive()).findings
    assert (
        finding.says
        == "process 4100 has listened on port 8000 since 2026-11-30T09:00:00Z; the process that was launched is 7312"
    )
    assert ("process.stale-listener", {"port": "8000"}, "conclusive") == (
        finding.cause,
        finding.subject,
        finding.weight,
    )
    expected = [("launch", "server.log", 1), ("ready", "poll.log", 2), ("owner", "ss.txt", 3), ("old", "ps.txt", 5)]
    assert expected == [(each.condition, each.path, each.line) for each in finding.evidence]
    assert {"started": 7312, "port": 8000, "pid": 4100} == finding.variables


def test_a_worker_of_what_was_launched_may_own_the_port() -> None:
    """The launched process itself, or one that descends from it, is no stranger; where the ancestors are not known, neither is that."""
    assert () == run(OWNER, _false_positive(ancestors=[7312, 1])).findings
    judgement = run(OWNER, _false_positive(ancestors=None))
    assert ((), ["`old.ancestors` not known"]) == (judgement.findings, reasons(judgement))
    assert ["no `listeners` were handed over"] == reasons(
        run(OWNER, [one for one in _false_positive() if one.relation.name != "listeners"])
    )


def test_what_excuses_the_owner_must_be_known_for_a_conclusion() -> None:
    """With `unless`: a second launch, later, that the owner descends from."""
    again = rows_of("again", "launches", pid="$pid", where="again.time < ready.time")
    asked = replace(OWNER, unless=(again,))
    assert 1 == len(run(asked, _false_positive()).findings)
    tables = _false_positive()
    launches = table("launches", *tables[0].rows, row(9, 5, path="server.log", pid=4100))
    assert () == run(asked, [launches, *tables[1:]]).findings
    unclear = table("launches", *tables[0].rows, row(9, path="server.log", pid=4100))
    why = ["`unless` again could not be judged, and the rule is conclusive"]
    assert ((), why) == ((judged := run(asked, [unclear, *tables[1:]])).findings, reasons(judged))
    weaker = run(replace(asked, weight="strong"), [unclear, *tables[1:]]).findings
    assert [("moderate", ("again",))] == [(finding.weight, finding.weaker) for finding in weaker]


def _crowd(captures: tuple[str, ...], size: int) -> Matches:
    rows = [
        row(n + 1, n % 97, path=f"rank{n % 4}.log", origin_rank=n % 8, **{each: str(n % 40) for each in captures})
        for n in range(size)
    ]
    return Matches(rows, len(rows))


def test_a_book_of_rules_is_judged_in_little_time() -> None:
    """500 rules, 50 of them with 8,000 rows, take a tenth of a second; joins that multiply would take a minute. The bound is for these alone."""
    rules: list[Rule] = []
    matches: dict[str, Matches] = {}
    for number in range(500):
        key = f"r{number}"
        when = (
            Condition("a", Pattern(f"{key}/a", "x", captures=("n", "t"))),
            Condition("b", Pattern(f"{key}/b", "x", captures=("t",))),
        )
        where = ("n > 3", "a.line <> b.line")
        rules.append(Rule(key, when, cause="some.cause", where=where, types={"n": "integer"}, subject=("t",)))
        if number % 10 == 0:
            matches |= {f"{key}/a": _crowd(("n", "t"), 100), f"{key}/b": _crowd(("t",), 60)}
    judge(rules[:1], matches, {})  # the engine is imported once
    before = time.process_time()

    assert judge(rules, matches, {}).findings
    assert 5.0 > time.process_time() - before
