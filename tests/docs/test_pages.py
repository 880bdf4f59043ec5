"""The pages say what the code does."""

import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def test_the_page_of_relations_is_current() -> None:
    """A column that is not on the page does not exist for the author of a rule."""
    page = runpy.run_path(str(ROOT / "scripts/relations_page.py"))["page"]

    assert page() == (ROOT / "docs/relations.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", sorted((ROOT / "src/logsleuth").rglob("*.py")), ids=lambda path: path.name)
def test_no_program_is_known_to_the_code(path: Path) -> None:
    """What is known about programs stands in rules/."""
    programs = [entry.stem for entry in (ROOT / "rules/programs").glob("*.yaml")]
    text = path.read_text(encoding="utf-8").lower()

    assert [] == [program for program in programs if program in text]
