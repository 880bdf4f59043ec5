"""What a flag is if a command line does not name it."""

from pathlib import Path
from typing import Any

import pytest

from logsleuth.model.verdict import Place
from logsleuth.source.options import left_out
from source import making

SERVER = """
import argparse
parser = argparse.ArgumentParser()
parser.add_argument("--port", type=int, default=80)
parser.add_argument("--enable-fast", action="store_true")
parser.add_argument("--no-cache", dest="cache", action="store_false")
parser.add_argument("--limit", type=int)
parser.add_argument("--kind", default=KINDS[0])
"""


def found(folder: Path, name: str, command: str) -> Any:
    """The default as a list of one, or an empty list."""
    tree = making.made(folder, {"acme/server.py": SERVER})
    reading = left_out(tree, name, [Place("ps.txt", 2, "/sbin/init"), Place("ps.txt", 3, command)])
    return [] if reading is None else [reading.value]


@pytest.mark.parametrize(
    "command",
    [
        "python -m acme.server",
        "python /srv/acme/server.py",
        "server --port 81",
        "python -m acme",
        "acme-server --port=81",
    ],
)
def test_left_out(tmp_path: Path, command: str) -> None:
    """A command line of this program that leaves the flag out gives it its default."""
    assert [False] == found(tmp_path, "enable_fast", command)


@pytest.mark.parametrize(
    ("name", "expected"), [("port", [80]), ("limit", [None]), ("no_cache", [True]), ("kind", []), ("absent", [])]
)
def test_defaults(tmp_path: Path, name: str, expected: list[Any]) -> None:
    """A constant, a switch, none at all; what is computed is unknown."""
    assert expected == found(tmp_path, name, "python -m acme.server")


def test_another_program(tmp_path: Path) -> None:
    """The command line of something else tells nothing."""
    assert [] == found(tmp_path, "enable_fast", "python -m other.server2 --speed 3")
