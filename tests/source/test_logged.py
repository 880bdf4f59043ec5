"""Lines whose head names a source file and line."""

from pathlib import Path
from typing import Any

from logsleuth.source import logged
from source import making

CODE = "import logging\ndef serve(n):\n    log.info(\n        'available routes are %d', n)\n    log.info('x')\n"


def rows(folder: Path, logger: str, text: str) -> list[Any]:
    """What the tree says of one line: the check, and whether it agrees."""
    tree = making.made(folder, {"acme/launcher.py": CODE})
    line = {"path": "s.log", "line": 3, "end_line": 3, "logger": logger, "text": text}
    return [(row["check"], row["agrees"]) for row in logged.rows(tree, [line, line])]


def test_lines(tmp_path: Path) -> None:
    """The statement that prints the line stands where the head says, or not."""
    assert [("logged", True)] == rows(tmp_path, "launcher.py:3", "available routes are 7")
    assert [("logged", False)] == rows(tmp_path, "acme/launcher.py:31", "available routes are 7")


def test_lines_that_tell_nothing(tmp_path: Path) -> None:
    """Another file, another text, a text that says too little, and a logger's plain name."""
    assert [] == rows(tmp_path, "other.py:31", "available routes are 7")
    assert [] == rows(tmp_path, "launcher.py:31", "now available routes are 7")
    assert [] == rows(tmp_path, "launcher.py:31", "x")
    assert [] == rows(tmp_path, "acme.launcher", "available routes are 7")
