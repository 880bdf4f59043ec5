"""The files of rule folders: which there are, what kind each is of, their bytes, and what tells two sets of them apart."""

import hashlib
import os
import stat
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import NamedTuple

LARGEST = 4 << 20
"""Bytes of a rule file that are read; a larger one is refused."""

ENDINGS = (".yaml", ".yml")
SUB_FOLDERS = {"packs": "pack", "programs": "program", "layouts": "layouts", "envelopes": "envelopes"}
TOP_FILES = {"causes": "causes", "weighing": "weighing"}
"""Names (without the ending) of files that are no packs at the top of a folder; any other file there is one."""


class RuleFile(NamedTuple):
    """One file of a folder, read. `folder` counts the folders as given; `trouble` says why there is no data, in words."""

    folder: int
    path: str
    name: str
    kind: str
    data: bytes = b""
    trouble: str = ""


def builtin_folder() -> Path:
    """The rules that logsleuth brings along: beside the package where it is installed, else those of the checkout."""
    package = Path(__file__).resolve().parent.parent
    packaged = package / "rules"
    return packaged if packaged.is_dir() else package.parent.parent / "rules"


def read_files(folders: Sequence[Path]) -> list[RuleFile]:
    """All rule files of the folders, in the order of the folders and then of names. Never raises: a file may say what is wrong with it."""
    return [file for number, folder in enumerate(folders) for file in _files(number, Path(folder))]


def read_file(path: Path, folder: int) -> RuleFile:
    """One file that was named by itself. Never raises."""
    return _read(folder, path, path.name, "pack")


def digest(files: Sequence[RuleFile], disabled: AbstractSet[str] = frozenset()) -> str:
    """Hexadecimal digest of names and contents, and of the rules left out; it does not depend on where the folders lie."""
    state = hashlib.blake2b(digest_size=16)
    for file in files:
        state.update(
            f"{file.folder}\0{file.name}\0{file.kind}\0{len(file.data)}\0{file.trouble}\0".encode(
                errors="surrogateescape"
            )
        )
        state.update(file.data)
    for name in sorted(disabled):
        state.update(f"\0-{name}".encode(errors="surrogateescape"))
    return state.hexdigest()


def _files(number: int, folder: Path) -> Iterator[RuleFile]:
    if not folder.is_dir():
        yield RuleFile(number, str(folder), "", "folder", trouble="no such folder")
        return
    for name in sorted(_listed(folder)):
        path = folder / name
        if path.suffix in ENDINGS and path.is_file():
            yield _read(number, path, name, TOP_FILES.get(path.stem, "pack"))
    for sub, kind in SUB_FOLDERS.items():
        for path in _below(folder / sub):
            yield _read(number, path, path.relative_to(folder).as_posix(), kind)


def _listed(folder: Path) -> list[str]:
    """Names in a folder that are not hidden; none if it may not be read."""
    try:
        return [name for name in os.listdir(folder) if not name.startswith(".")]  # noqa: PTH208 - names are what is wanted
    except OSError:
        return []


def _below(folder: Path) -> Iterator[Path]:
    """All rule files below a folder. Folders that are links are not entered."""
    for name in sorted(_listed(folder)):
        path = folder / name
        if path.is_dir():
            if not path.is_symlink():
                yield from _below(path)
        elif path.suffix in ENDINGS:
            yield path


def _read(number: int, path: Path, name: str, kind: str) -> RuleFile:
    try:
        with open(path, "rb", opener=_open) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                return RuleFile(number, str(path), name, kind, trouble="it is no regular file")
            data = file.read(LARGEST + 1)
    except OSError as error:
        return RuleFile(number, str(path), name, kind, trouble=error.strerror or type(error).__name__)
    return RuleFile(number, str(path), name, kind, data)


def _open(path: str, flags: int) -> int:
    """Opens without waiting: a named pipe in a folder of rules must not stop everything."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
