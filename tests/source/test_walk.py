"""Which files are looked at."""

from pathlib import Path

import pytest

from logsleuth.model.run import Note
from logsleuth.source import walk


def test_large_files_and_too_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Generated code of megabytes is noted and passed over, and so is what is beyond the bound."""
    monkeypatch.setattr(walk, "LARGEST", 10)
    monkeypatch.setattr(walk, "MOST", 2)
    for name, size in (("a.py", 11), ("b.py", 1), ("c.py", 1), ("d.py", 1)):
        (tmp_path / name).write_bytes(b"#" * size)
    notes: list[Note] = []

    assert ["b.py", "c.py"] == walk.files(tmp_path, notes)
    assert 2 == len(notes)
