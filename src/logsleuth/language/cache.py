"""The book, kept between calls: a warm start reads no YAML and compiles nothing.

An entry is named by all that it depends on, so it is never stale; it carries a checksum, so a damaged one is seen and made anew.

What is kept is a pickle, which may only be read if nobody else could have written it. So an entry counts only if it and its folder belong
to the user and nobody else may write to them (who can write there as this user could as well replace the program); and even then the
reader makes nothing but the values of the model: any other name in the stream is refused.
"""

import hashlib
import io
import os
import pickle
import stat
import sys
import time
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import logsleuth
from logsleuth.language.files import RuleFile
from logsleuth.model import book as model
from logsleuth.model.book import Book

HEAD = b"logsleuth book 1\n"
LARGEST = 64 << 20
KEPT = 8
"""Entries that are kept: those of other versions and folders are of use for a while."""

_ENDING = ".book"
_MODEL = model.__name__
_BROKEN = (
    pickle.UnpicklingError,
    EOFError,
    AttributeError,
    ImportError,
    IndexError,
    KeyError,
    TypeError,
    ValueError,
    OverflowError,
)
"""What reading a pickle that is none may raise."""


def key_of(files: Sequence[RuleFile], disabled: AbstractSet[str] = frozenset()) -> str:
    """The name of the entry for these files: it depends on their paths and bytes, the rules left out, this version of logsleuth and Python's."""
    state = hashlib.blake2b(digest_size=20)
    state.update(f"{logsleuth.__version__}\0{sys.version}\0".encode())
    for source in _sources():
        state.update(source)
    for file in files:
        head = f"{file.folder}\0{file.path}\0{file.kind}\0{file.trouble}\0{len(file.data)}\0"
        state.update(head.encode(errors="surrogateescape"))
        state.update(file.data)
    state.update("".join(f"\0-{name}" for name in sorted(disabled)).encode(errors="surrogateescape"))
    return state.hexdigest()


def _sources() -> list[bytes]:
    """The code that makes a book and says what one is: during development it changes without a new version."""
    package = Path(__file__).parent
    paths = [*sorted(package.glob("*.py")), *sorted((package.parent / "model").glob("*.py"))]
    return [path.read_bytes() for path in paths]


def kept(folder: Path, key: str) -> Book | None:
    """The book of an entry; None if there is none that is whole and can be trusted."""
    data = _trusted_bytes(_place(folder), key)
    payload = data[len(HEAD) + 32 :]
    if not data.startswith(HEAD) or data[len(HEAD) : len(HEAD) + 32] != _checksum(payload):
        return None
    try:
        found = _Reader(io.BytesIO(payload)).load()
    except _BROKEN:
        return None
    return found if isinstance(found, Book) else None


def keep(folder: Path, key: str, book: Book) -> None:
    """Writes an entry, whole or not at all. That it cannot be written is no fault: the next call reads the files again."""
    stream = io.BytesIO()
    _Writer(stream, protocol=5).dump(book)
    payload = stream.getvalue()
    place = _place(folder)
    try:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        if _is_private(place.lstat(), folder=True):
            _write(place, key, HEAD + _checksum(payload) + payload)
            _prune(place)
    except OSError:
        return


def _place(folder: Path) -> Path:
    return folder / "rules"


def _checksum(payload: bytes) -> bytes:
    return hashlib.blake2b(payload, digest_size=32).digest()


def _write(place: Path, key: str, data: bytes) -> None:
    draft = place / f".{key}.{os.getpid()}.{time.monotonic_ns()}"
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0), 0o600)
    try:
        with open(handle, "wb") as file:  # noqa: PTH123 - it is a handle
            file.write(data)
        draft.replace(place / f"{key}{_ENDING}")
    except OSError:
        draft.unlink(missing_ok=True)
        raise


def _prune(place: Path) -> None:
    entries = sorted(place.glob(f"*{_ENDING}"), key=lambda path: path.stat().st_mtime, reverse=True)
    for entry in entries[KEPT:]:
        entry.unlink(missing_ok=True)


def _trusted_bytes(place: Path, key: str) -> bytes:
    """The bytes of an entry that nobody else could have written; none otherwise."""
    try:
        if not _is_private(place.lstat(), folder=True):
            return b""
        flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
        with open(os.open(place / f"{key}{_ENDING}", flags), "rb") as file:  # noqa: PTH123 - it is a handle
            return file.read(LARGEST) if _is_private(os.fstat(file.fileno()), folder=False) else b""
    except OSError:
        return b""


def _is_private(status: os.stat_result, *, folder: bool) -> bool:
    """Whether it is what it should be, belongs to this user, and nobody else may write to it."""
    right = stat.S_ISDIR(status.st_mode) if folder else stat.S_ISREG(status.st_mode)
    if not hasattr(os, "geteuid"):
        return right
    return right and status.st_uid == os.geteuid() and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


class _Writer(pickle.Pickler):
    """Writes each value as its class and its fields in order: read back faster than the state of a frozen dataclass."""

    def reducer_override(self, value: Any) -> Any:
        if type(value).__module__ == _MODEL and is_dataclass(value):
            return type(value), tuple(getattr(value, item.name) for item in fields(value))
        return NotImplemented


class _Reader(pickle.Unpickler):
    """Reads the values of the model, and nothing else."""

    def find_class(self, module: str, name: str) -> Any:
        if module == _MODEL and isinstance(found := getattr(model, name, None), type):
            return found
        if (module, name) == ("datetime", "timedelta"):
            return super().find_class(module, name)
        raise pickle.UnpicklingError(f"{module}.{name} is no part of a book")
