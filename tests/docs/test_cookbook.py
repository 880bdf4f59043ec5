"""The pages' own examples: what they show is loaded, and does what they say."""

import functools
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import runs
from logsleuth import language
from logsleuth.model.book import Book, Case, Rule
from rules.test_examples import rows

PAGE = Path(__file__).parents[2] / "docs/cookbook.md"


@functools.cache
def book() -> Book:
    """The built-in rules and those of the cookbook."""
    with tempfile.TemporaryDirectory() as folder:
        runs.write(Path(folder), files())
        return language.load([language.builtin_folder(), Path(folder)])


def files() -> dict[str, str]:
    """The blocks of the page as the files that they are said to be; rules make a pack."""
    blocks = re.findall(r"^```yaml\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    named = {block.split("\n", 1)[0][2:]: block for block in blocks if block.startswith("# ")}
    return {**named, "packs/cookbook.yaml": "\n".join(block for block in blocks if not block.startswith("# "))}


def cases() -> Iterator[Any]:
    """Each test of each rule of the page."""
    for rule in book().rules:
        if rule.id.startswith("orders-"):
            for number, case in enumerate(rule.tests):
                yield pytest.param(rule, case, id=f"{rule.id}-{number}")


def test_the_cookbook_has_twelve_rules_or_more() -> None:
    """One for each kind of question."""
    assert 12 <= sum(rule.id.startswith("orders-") for rule in book().rules)


@pytest.mark.parametrize(("rule", "case"), list(cases()))
def test_a_worked_rule_does_what_it_says(
    rule: Rule, case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On each of its tests."""
    monkeypatch.chdir(tmp_path)
    runs.write(tmp_path, case.inputs)
    judgement = runs.judgement(case.paths, expected=case.expect, source=case.source, of=book())
    found = rows(rule, judgement)
    why = [each for each in judgement.not_judged if each.rule == rule.id]

    if case.finds is None:
        assert [] == found
    else:
        wanted = case.finds.items()
        assert any(all(row.get(name) == value for name, value in wanted) for row in found), (found, why)
