"""The runner of rules' own tests."""

import dataclasses

import pytest

import runs
from logsleuth.author import examples
from logsleuth.model.book import Case, Rule

IDS = sorted(rule.id for rule in runs.book().rules)[::24]


def rule(name: str) -> Rule:
    """A built-in rule."""
    return next(each for each in runs.book().rules if each.id == name)


def test_built_in_rules_pass_beside_nothing_but_what_fills_tables() -> None:
    """The narrowed book gives what the whole book gives."""
    chosen = [rule(name) for name in IDS]
    results = list(examples.run_all(chosen, runs.book(), cache=runs.CACHE))

    assert sum(len(each.tests) for each in chosen) == len(results)
    assert [] == [(result.rule.id, result.number) for result in results if not result.passed]


def test_a_failing_test_tells_what_was_found() -> None:
    """Whether another value was found, something where nothing should be, or nothing."""
    base = rule("lazy-import-lacks-module")
    good = next(case for case in base.tests if case.finds)
    bad = next(case for case in base.tests if case.finds is None)
    cases = (dataclasses.replace(good, finds=None), dataclasses.replace(bad, finds={}), good)
    results = examples.run(dataclasses.replace(base, tests=cases), runs.book(), cache=runs.CACHE)

    assert [False, False, True] == [result.passed for result in results]
    assert results[0].found
    assert not results[1].found


@pytest.mark.parametrize("name", ["../out.log", "/nowhere/out.log", "a/../../out.log", ".", "a\0b"])
def test_an_input_outside_the_run_is_not_written(name: str) -> None:
    """A rule file is no way to write elsewhere."""
    base = dataclasses.replace(rule("lazy-import-lacks-module"), tests=(Case({name: "x"}, None),))
    (result,) = examples.run(base, runs.book(), cache=runs.CACHE)

    assert not result.passed
    assert "is no name of a file" in result.why[0]
