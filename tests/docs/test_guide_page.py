"""The guide: its commands, run in order, print what it shows."""

import re
import runpy
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_guide_shows_what_its_commands_print() -> None:
    """But for times; `scripts/guide_page.py` writes it anew."""
    text = (ROOT / "docs/guide.md").read_text(encoding="utf-8")
    page = runpy.run_path(str(ROOT / "scripts/guide_page.py"))["page"]

    assert _untimed(text) == _untimed(page(text))


def _untimed(text: str) -> list[str]:
    return re.sub(r"\d+\.\d+ s\b", "N s", text).splitlines()
