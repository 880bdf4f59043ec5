"""Which files of a folder are Python code to look at: no links followed, no environments, nothing huge."""

import os
from collections.abc import Iterator
from pathlib import Path

from logsleuth.model.run import Note

LARGEST = 4 << 20
"""Bytes of a file beyond which it is generated code, and is not read."""

MOST = 50_000
"""Files that are listed at most."""

_PASSED_OVER = frozenset({"__pycache__", "node_modules", "site-packages", "dist-packages", "__pypackages__"})
_ENVIRONMENT = "pyvenv.cfg"


def files(root: Path, notes: list[Note]) -> list[str]:
    """The paths of all Python files below a folder, relative to it and with `/`, in order; trouble becomes a note."""
    if root.is_file():
        return [root.name]
    found: list[str] = []
    for path, size in _all(root):
        if size > LARGEST:
            notes.append(Note(f"{path} has {size:,} bytes, and was not read as code", str(root)))
        elif len(found) == MOST:
            notes.append(Note(f"only the first {MOST:,} Python files were looked at", str(root)))
            break
        else:
            found.append(path)
    if not found:
        notes.append(Note("the source tree holds no Python code", str(root)))
    return sorted(found)


def _all(root: Path) -> Iterator[tuple[str, int]]:
    for folder, names, entries in os.walk(root, followlinks=False):
        if _ENVIRONMENT in entries and folder != str(root):
            names.clear()
            continue
        names[:] = sorted(name for name in names if not name.startswith(".") and name not in _PASSED_OVER)
        for entry in sorted(entries):
            if entry.endswith(".py"):
                path = Path(folder, entry)
                size = _size(path)
                if size is not None:
                    yield path.relative_to(root).as_posix(), size


def _size(path: Path) -> int | None:
    """The size of a regular file; None for anything else."""
    try:
        return path.stat().st_size if path.is_file() else None
    except OSError:
        return None
