"""Trees of code for tests, written into a folder."""

from collections.abc import Mapping
from pathlib import Path

from logsleuth.source.blocks import Blocks
from logsleuth.source.tree import Tree, tree


def made(folder: Path, files: Mapping[str, str | bytes]) -> Tree:
    """A tree of these files."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return tree(str(folder))


def blocks_of(folder: Path, text: str) -> Blocks:
    """What one file's statements do."""
    code = made(folder, {"app.py": text}).code("app.py")
    assert code is not None
    return code.blocks
