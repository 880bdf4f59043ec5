"""Every rule holds what its own examples promise."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import runs
from logsleuth import judge
from logsleuth.model.book import Case, Rule


def cases() -> Iterator[Any]:
    """Each example of each rule."""
    for rule in runs.book().rules:
        for number, case in enumerate(rule.tests):
            yield pytest.param(rule, case, id=f"{rule.id}-{number}")


@pytest.mark.parametrize(("rule", "case"), list(cases()))
def test_example(rule: Rule, case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a rule finds in its example, read as any input is, is what the example says."""
    monkeypatch.chdir(tmp_path)
    runs.write(tmp_path, case.inputs)
    found = rows(rule, runs.judgement(case.paths, expected=case.expect, source=case.source))

    if case.finds is None:
        assert [] == found
        return
    assert found, "the rule finds nothing"
    assert any(all(row.get(name) == value for name, value in case.finds.items()) for row in found), found


def rows(rule: Rule, judgement: judge.Judgement) -> list[dict[str, str]]:
    """The variables of the rule's findings, or the rows that it gave, as texts."""
    if rule.gives:
        table = judgement.given.get(rule.gives)
        return [
            {k: str(v) for k, v in row.items()}
            for row in (table.rows if table else ())
            if row.get("rule") in {None, rule.id}
        ]
    found = [finding for finding in judgement.findings if finding.rule == rule.id]
    return [{name: str(value) for name, value in finding.variables.items()} for finding in found]
