"""The page on queries shows what the program does."""

import re
import shlex
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests/cli"))

from test_bad_input import program  # noqa: E402 - a folder of tests is no package

PAGE = (ROOT / "docs/query.md").read_text(encoding="utf-8")
WORKED = re.findall(r"^### (.+?)\n.*?^```sh\n(.*?)^```\n\n```text\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


def test_the_page_has_eight_worked_queries_or_more() -> None:
    """One for each kind of question."""
    assert 8 <= len(WORKED)


@pytest.mark.parametrize(("title", "call", "shown"), WORKED, ids=[title for title, _, _ in WORKED])
def test_a_worked_query_gives_the_rows_that_are_shown(title: str, call: str, shown: str) -> None:
    """Character by character, and nothing on standard error."""
    name, *words = shlex.split(call.replace("\\\n", ""))
    done = program(*words, cwd=ROOT)

    assert ("logsleuth", 0, "") == (name, done.returncode, done.stderr.decode()), title
    assert shown == done.stdout.decode()


@pytest.mark.parametrize("table", sorted(set(re.findall(r"^- `(\w+)`", PAGE, re.MULTILINE))))
def test_a_table_that_the_page_names_is_there(table: str) -> None:
    """By `--tables`."""
    assert 0 == program("query", "--tables", table, cwd=ROOT).returncode
