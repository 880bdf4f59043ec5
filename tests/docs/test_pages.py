"""The pages say what the code does."""

import ast
import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def test_the_page_of_relations_is_current() -> None:
    """A column that is not on the page does not exist for the author of a rule."""
    page = runpy.run_path(str(ROOT / "scripts/relations_page.py"))["page"]

    assert page() == (ROOT / "docs/relations.md").read_text(encoding="utf-8")


ALLOWED = {"sockets.py": {"mysql", "postgresql"}, "prompts.py": {"torchrun"}}
"""Names of the registry of services, by which some tools print ports; launchers with which a typed command begins."""


def words(path: Path) -> set[str]:
    """The words of a module's text constants, its docstrings left out, and its names."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docs = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    texts = [
        n.value
        for n in ast.walk(tree)
        if isinstance(n, ast.Constant) and isinstance(n.value, str) and id(n) not in docs
    ]
    texts += [node.id for node in ast.walk(tree) if isinstance(node, ast.Name)]
    return {word for text in texts for word in re.findall(r"[a-z]+", text.lower())}


@pytest.mark.parametrize(
    "path", sorted((ROOT / "src/logsleuth").rglob("*.py")), ids=lambda path: "-".join(path.parts[-2:])
)
def test_no_program_is_known_to_the_code(path: Path) -> None:
    """What is known about programs stands in rules/; a comment may name one as an example."""
    programs = {entry.stem for entry in (ROOT / "rules/programs").glob("*.yaml")}

    assert set() == (words(path) & programs) - ALLOWED.get(path.name, set())
