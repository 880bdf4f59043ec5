"""What is made from the code is as the code would make it: `make pages` makes it anew."""

import re
import runpy
from pathlib import Path

import pytest

from logsleuth.language.meanings import PARTS, TITLES
from logsleuth.language.schema import kinds, written
from logsleuth.model.relation import RELATIONS

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/reference.md"


def test_the_page_is_current() -> None:
    """A key or option that is not on the page does not exist for its reader."""
    page = runpy.run_path(str(ROOT / "scripts/reference_page.py"))["page"]

    assert page() == PAGE.read_text(encoding="utf-8")


def test_the_page_names_every_part_key_table_and_command() -> None:
    """Whatever the page leaves out to be short, it leaves out once only."""
    page = PAGE.read_text(encoding="utf-8")
    keys = {key for meanings in PARTS.values() for key in meanings}

    assert [] == [title for title in TITLES.values() if 1 != page.count(f"\n### {title}\n")]
    assert [] == [key for key in sorted(keys) if f"\n| `{key}` |" not in page and f"\n| **`{key}`** |" not in page]
    assert [] == [name for name in RELATIONS if f"[`{name}`](relations.md#{name})" not in page]
    assert "\n### `logsleuth analyze`\n" in page
    assert "\n### `logsleuth rules schema`\n" in page


def test_every_link_within_the_page_leads_somewhere() -> None:
    """To a heading, which is there once."""
    page = PAGE.read_text(encoding="utf-8")
    titles = re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```", "", page, flags=re.MULTILINE | re.DOTALL), re.MULTILINE)
    anchors = [re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles]

    assert len(anchors) == len(set(anchors))
    assert set() == set(re.findall(r"\(#([^)]*)\)", page)) - set(anchors)


@pytest.mark.parametrize("kind", kinds())
def test_the_schemas_beside_the_rules_are_current(kind: str) -> None:
    """Editors read the files."""
    assert written(kind) == (ROOT / f"rules/schema/{kind}.json").read_text(encoding="utf-8")


def test_no_other_file_lies_beside_the_schemas() -> None:
    """One that nothing makes would grow old."""
    assert {f"{kind}.json" for kind in kinds()} == {path.name for path in (ROOT / "rules/schema").iterdir()}


def test_make_writes_each_schema() -> None:
    """The goal `pages` lists the kinds."""
    line = next(line for line in (ROOT / "Makefile").read_text(encoding="utf-8").splitlines() if "SCHEMAS :=" in line)

    assert list(kinds()) == line.split(":=")[1].split()
