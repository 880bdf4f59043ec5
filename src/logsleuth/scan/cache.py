"""Compiled databases, kept between calls.

An entry is used only if it is whole, was made for just these patterns by just this engine on just this processor, and belongs to the
user. Whatever is wrong with an entry, or with the folder, costs a compilation and nothing else.
"""

import contextlib
import hashlib
import os
import stat
import tempfile
from collections.abc import Sequence
from pathlib import Path

from logsleuth.model.book import Pattern
from logsleuth.scan.engines import Database, Engine

_MAGIC = b"logsleuth scan 1\n"
_DIGEST = hashlib.sha256().digest_size
_PREFIX = "scan-"
_SUFFIX = ".db"
_KEPT = 8
"""Entries that are kept; the oldest goes first."""

_LARGEST = 1 << 28


def digest(patterns: Sequence[Pattern], engine: Engine) -> bytes:
    """What an entry is known by: the patterns, the engine, and the code that makes needles of the ones for the other."""
    told = hashlib.sha256(_MAGIC + engine.identity().encode() + _code())
    for p in patterns:
        what = (p.key, p.expression, p.literals, str(p.on), p.ignore_case, p.unicode, p.scan)
        told.update(repr(what).encode("utf-8", "surrogatepass") + b"\0")
    return told.digest()


def _code() -> bytes:
    """The state of this room's files; another version of them may look for something else."""
    with contextlib.suppress(OSError):
        stats = [(path.name, path.stat()) for path in sorted(Path(__file__).parent.rglob("*.py"))]
        return repr([(name, status.st_size, status.st_mtime_ns) for name, status in stats]).encode()
    return b""


def load(folder: Path, key: bytes, engine: Engine) -> Database | None:
    """The database kept under a key, if there is one that can be trusted."""
    try:
        with _path(folder, key).open("rb") as file:
            if not _ours(file.fileno()):
                return None
            kept = file.read(_LARGEST)
    except OSError:
        return None
    head = _MAGIC + key
    body = kept[len(head) + _DIGEST :]
    if kept[: len(head) + _DIGEST] != head + hashlib.sha256(body).digest():
        return None
    return engine.load(body)


def save(folder: Path, key: bytes, database: Database) -> None:
    """Keeps a database, so that a reader sees all of it or nothing."""
    body = database.dump()
    if body is None:
        return
    with contextlib.suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=_PREFIX, suffix=".part", dir=folder)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(_MAGIC + key + hashlib.sha256(body).digest() + body)
            Path(name).replace(_path(folder, key))
        finally:
            Path(name).unlink(missing_ok=True)
        _tidy(folder)


def _path(folder: Path, key: bytes) -> Path:
    return folder / f"{_PREFIX}{key.hex()[:32]}{_SUFFIX}"


def _ours(handle: int) -> bool:
    """Whether nobody else could have written the file."""
    if not hasattr(os, "getuid"):
        return True
    status = os.fstat(handle)
    return stat.S_ISREG(status.st_mode) and status.st_uid == os.getuid() and not status.st_mode & 0o022


def _tidy(folder: Path) -> None:
    entries = sorted(folder.glob(f"{_PREFIX}*{_SUFFIX}"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in entries[_KEPT:]:
        path.unlink(missing_ok=True)
