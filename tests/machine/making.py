"""Snapshots for tests: of a text, or of a file of the fixtures."""

import shutil
import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from logsleuth import machine
from logsleuth.machine import Reading, Snapshot
from logsleuth.text.line import clean

FIXTURES = Path(__file__).parents[2] / "fixtures" / "machine"
TAKEN = datetime(2026, 12, 1, 9, 33, tzinfo=UTC)


def snapshot(
    text: str, kind: str, *, taken_at: datetime | None = None, path: str = "x.txt", first_line: int = 1
) -> Snapshot:
    """The snapshot that the text is; its final newline begins no line."""
    return Snapshot(
        path, [clean(line.encode()) for line in text.removesuffix("\n").split("\n")], first_line, taken_at, kind
    )


def fixture(name: str, kind: str, *, taken_at: datetime | None = None) -> Snapshot:
    """The snapshot in a file of the fixtures."""
    return snapshot((FIXTURES / name).read_text(encoding="utf-8"), kind, taken_at=taken_at, path=name)


def read(text: str, kind: str, *, taken_at: datetime | None = None) -> Reading:
    """The reading of a text."""
    return machine.read(snapshot(text, kind, taken_at=taken_at))


def rows(reading: Reading, relation: str, *columns: str) -> list[Any]:
    """The rows of a relation: whole without columns, else a tuple of each one's values (the value itself for one column)."""
    found = reading.rows[relation]
    if not columns:
        return [dict(row) for row in found]
    if len(columns) == 1:
        return [row.get(columns[0]) for row in found]
    return [tuple(row.get(column) for column in columns) for row in found]


def printed(*command: str) -> str:
    """What a program of this machine prints; the test is skipped where it is absent or refuses."""
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={"PATH": _path(), "LC_ALL": "C", "COLUMNS": "300"},
    )
    if done.returncode:
        pytest.skip(f"{command[0]} refuses: {done.stderr.strip()[:100]}")
    return done.stdout


def _path() -> str:
    import os  # noqa: PLC0415  # only live tests need it

    return os.environ.get("PATH", "/usr/bin:/bin")


def cites_well(reading: Reading, of: Snapshot) -> bool:
    """Whether each row cites lines that exist, in order."""
    last = of.first_line + len(of.lines) - 1
    every: Sequence[Any] = [row for found in reading.rows.values() for row in found]
    return all(row["path"] == of.path and of.first_line <= row["line"] <= row["end_line"] <= last for row in every)
