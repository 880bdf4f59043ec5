"""Frames of tracebacks held against the tree."""

from pathlib import Path
from typing import Any

import pytest

from logsleuth.source import skew
from source import making

CODE = """import os


class Worker:
    # a comment
    def price(self, job):
        return job["km"] * 2

    @property
    def rate(self):
        return sum(
            x for x in [1, 2]
        )


WORKER = Worker()
"""


def frame(line: int, function: str | None, quoted: str | None = None, **more: Any) -> dict[str, Any]:
    """A frame in that file of an installed copy."""
    file = "/opt/venv/lib/python3.12/site-packages/acme/worker.py"
    given = {"path": "server.log", "line": 1, "end_line": 9, "traceback": 0, "depth": 0, "file": file}
    return given | {"file_line": line, "function": function, "quoted": quoted} | more


def checked(folder: Path, *frames: dict[str, Any]) -> dict[str, bool]:
    """Each check and whether it agrees."""
    tree = making.made(folder, {"acme/__init__.py": "", "acme/worker.py": CODE})
    return {row["check"]: row["agrees"] for row in skew.rows(tree, frames, {})}


@pytest.mark.parametrize(
    ("line", "function", "quoted"),
    [
        (7, "price", 'return job["km"] * 2'),
        (11, "rate", "return sum("),
        (12, "<genexpr>", "x for x in [1, 2]"),
        (9, "Worker", "@property"),
        (16, "<module>", "WORKER = Worker()"),
        (7, "Worker.price", 'return  job["km"] * 2'),
    ],
)
def test_frames_that_agree(tmp_path: Path, line: int, function: str, quoted: str) -> None:
    """The quoted text, the function and the length fit; a generator's frame has no function of its own to compare."""
    assert all(checked(tmp_path, frame(line, function, quoted)).values())


@pytest.mark.parametrize(
    ("line", "function", "quoted", "differs"),
    [
        (7, "price", 'return job["km"] * 3', {"quoted"}),
        (7, "rate", 'return job["km"] * 2', {"function"}),
        (99, "price", None, {"length"}),
        (99, "price", "return 1", {"length", "quoted"}),
        (8, "price", None, {"code", "function"}),
        (5, "price", None, {"code", "function"}),
    ],
)
def test_frames_that_differ(tmp_path: Path, line: int, function: str, quoted: str | None, differs: set[str]) -> None:
    """Each kind of difference is told by its check."""
    got = checked(tmp_path, frame(line, function, quoted))

    assert differs == {check for check, agrees in got.items() if not agrees}


def test_a_frame_without_its_text(tmp_path: Path) -> None:
    """That a line could not be quoted tells something only where others were, and not of the last frame of a torn log."""
    bare, last = frame(7, "price"), frame(7, "price", depth=1)

    assert "printed" not in checked(tmp_path, bare, last)
    assert not checked(tmp_path, bare, frame(7, "price", 'return job["km"] * 2', depth=1))["printed"]


def test_a_cut_quotation(tmp_path: Path) -> None:
    """A report may cut a line, and marks it."""
    tree = making.made(tmp_path, {"a/__init__.py": "", "a/b.py": f"x = '{'y' * 60}'\n"})
    cut = frame(1, "<module>", f"x = '{'y' * 40}...", file="/srv/a/b.py")

    assert all(row["agrees"] for row in skew.rows(tree, [cut], {}))


def test_the_copy_that_agrees_is_the_one(tmp_path: Path) -> None:
    """Where two files fit a frame's path, one that agrees with it is taken."""
    tree = making.made(
        tmp_path,
        {"x/acme/w.py": "a = 1\n", "x/acme/__init__.py": "", "y/acme/w.py": "b = 1\n", "y/acme/__init__.py": ""},
    )
    rows = skew.rows(tree, [frame(1, "<module>", "b = 1", file="/srv/acme/w.py")], {})

    assert {f"{tmp_path.as_posix()}/y/acme/w.py"} == {row["tree_path"] for row in rows}


def test_the_line_of_the_frame_is_cited(tmp_path: Path) -> None:
    """A row stands where the frame does, if that is known."""
    tree = making.made(tmp_path, {"acme/__init__.py": "", "acme/worker.py": CODE})
    one = frame(7, "price")

    assert {4} == {row["line"] for row in skew.rows(tree, [one], {("server.log", one["file"], 7): [4, 40]})}
    assert {1} == {row["line"] for row in skew.rows(tree, [one], {})}
