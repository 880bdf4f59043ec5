"""The judge against the reference evaluator, and the laws of its order."""

import math
import time
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from judge import reference
from judge.strategies import World, shuffled, worlds
from logsleuth.judge import Judgement, judge
from logsleuth.model.book import Condition, Count, Matcher, Pattern, Rule, TableRows
from logsleuth.model.relation import RELATIONS, Table
from logsleuth.model.verdict import Finding, Matches

GENERATED = settings(max_examples=2500, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


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
    assert given_rows == {name: sorted((dict(row) for row in table.rows), key=repr) for name, table in actual.given.items()}
