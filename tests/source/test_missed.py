"""Exceptions that miss a name, held against what the tree defines."""

from pathlib import Path
from typing import Any

import pytest

from logsleuth.source import missed
from source import making

FILES = {
    "acme/__init__.py": "from acme.worker import Worker\n",
    "acme/worker.py": """
import os
LIMIT = 3

class Worker:
    def __init__(self, n, *, speed=None):
        self.n = n
        if speed:
            self.speed = speed

def run(a, b=1):
    return a

def take(**more):
    return more
""",
    "acme/plugin.py": "def __getattr__(name):\n    return 1\n",
    "acme/state.py": "def start(state):\n    state.client = 1\n",
}
FRAME = {"path": "s.log", "traceback": 0, "depth": 0, "file": "/srv/acme/worker.py", "file_line": 3, "function": "f"}


def asked(folder: Path, message: str, skew: list[dict[str, Any]] | None = None) -> dict[str, Any] | None:
    """The row for one traceback; None where there is none."""
    tree = making.made(folder, FILES)
    traceback = {"path": "s.log", "line": 1, "end_line": 9, "id": 0, "language": "python", "message": message}
    rows = missed.rows(tree, [traceback], [FRAME], skew or [])
    return dict(rows[0]) if rows else None


@pytest.mark.parametrize(
    ("message", "kind", "how"),
    [
        ("'Worker' object has no attribute 'n'", "attribute", "always"),
        ("'Worker' object has no attribute 'speed'", "attribute", "sometimes"),
        ("'Worker' object has no attribute 'colour'", "attribute", "never"),
        ("'Worker' object has no attribute 'n'. Did you mean: 'm'?", "attribute", "always"),
        ("'State' object has no attribute 'client'", "attribute", "elsewhere"),
        ("'State' object has no attribute 'other'", "attribute", "unknown"),
        ("type object 'Worker' has no attribute 'colour'", "attribute", "never"),
        ("module 'acme.worker' has no attribute 'LIMIT'", "module", "always"),
        ("module 'acme.worker' has no attribute 'TOP'", "module", "never"),
        ("module 'acme' has no attribute 'state'", "module", "always"),
        (
            "cannot import name 'run' from 'acme.worker' (/opt/venv/lib/python3.12/site-packages/acme/worker.py)",
            "import",
            "always",
        ),
        ("cannot import name 'walk' from 'acme.worker' (/srv/acme/worker.py)", "import", "never"),
        ("name 'LIMIT' is not defined", "name", "always"),
        ("name 'TOP' is not defined", "name", "never"),
        ("run() got an unexpected keyword argument 'b'", "keyword", "always"),
        ("take() got an unexpected keyword argument 'x'", "keyword", "always"),
        ("Worker.__init__() got an unexpected keyword argument 'colour'", "keyword", "never"),
        ("Worker.__init__() got an unexpected keyword argument 'speed'", "keyword", "always"),
        ("run() missing 1 required positional argument: 'a'", "argument", "never"),
        ("run() missing 1 required positional argument: 'b'", "argument", "always"),
        ("No module named 'acme.state'", "import", "always"),
    ],
)
def test_what_the_tree_says(tmp_path: Path, message: str, kind: str, how: str) -> None:
    """Whether this code would have had what was missed."""
    row = asked(tmp_path, message)

    assert row is not None
    assert (kind, how) == (row["kind"], row["how"])


@pytest.mark.parametrize(
    "message",
    [
        "'NoneType' object has no attribute 'n'",
        "'dict' object has no attribute 'n'",
        "cannot import name 'run' from 'acme' (unknown location)",
        "cannot import name 'run' from partially initialized module 'acme.worker' (most likely due to a circular import)",
        "module 'acme.plugin' has no attribute 'anything'",
        "module 'torch' has no attribute 'compile'",
        "launch() got an unexpected keyword argument 'b'",
        "No module named 'httpx'",
        "out of memory",
    ],
)
def test_what_the_tree_cannot_know(tmp_path: Path, message: str) -> None:
    """Values of built-in types, other packages, and what is made at run time."""
    assert None is asked(tmp_path, message)


@pytest.mark.parametrize(
    ("checks", "expected"),
    [
        ([], "none"),
        ([("length", True)], "none"),
        ([("quoted", True)], "agree"),
        ([("quoted", True), ("code", False)], "differ"),
    ],
)
def test_frames(tmp_path: Path, checks: list[tuple[str, bool]], expected: str) -> None:
    """A frame agrees if its quoted text does and nothing differs."""
    rows = [{"path": "s.log", "traceback": 0, "check": check, "agrees": agrees} for check, agrees in checks]
    row = asked(tmp_path, "'Worker' object has no attribute 'n'", rows)

    assert row is not None
    assert expected == row["frames"]
