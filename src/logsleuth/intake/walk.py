"""From the paths of a call to the files that are read: folders in the order of names, links only where they stay inside."""

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePath

from logsleuth.model.run import Note


@dataclass(frozen=True, slots=True)
class Found:
    """A file to be opened, and what the file system says of it."""

    path: str
    status: os.stat_result


def walk(path: str) -> Iterator[Found | Note]:
    """The files under a path that was given: itself, or what the folder holds."""
    try:
        status = os.stat(path)  # noqa: PTH116 - the path is kept as it was given, and Path would tidy it
    except (OSError, ValueError) as error:
        yield cannot_read(path, error)
        return
    if stat.S_ISDIR(status.st_mode):
        yield from _folder(path, os.path.realpath(path))
    elif stat.S_ISREG(status.st_mode) or stat.S_ISFIFO(status.st_mode):
        yield Found(path, status)
    else:
        yield Note(f"{_kind(status.st_mode)}: passed over", path)


def cannot_read(path: str, error: OSError | ValueError) -> Note:
    """What to say of a path that cannot be opened."""
    if isinstance(error, FileNotFoundError):
        return Note("there is no such file or folder", path)
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return Note(f"cannot be read: {reason[:1].lower()}{reason[1:]}", path)


def _folder(path: str, root: str) -> Iterator[Found | Note]:
    """What a folder holds, hidden things left out; links to folders are never followed, so that there is no loop."""
    try:
        with os.scandir(path) as listing:
            entries = sorted(
                (entry for entry in listing if not entry.name.startswith(".")), key=lambda entry: entry.name
            )
    except OSError as error:
        yield cannot_read(path, error)
        return
    for entry in entries:
        inner = os.path.join(path, entry.name)  # noqa: PTH118 - keeps `./` and `..` as they were given
        try:
            yield from _entry(entry, inner, root)
        except OSError as error:
            yield cannot_read(inner, error)


def _entry(entry: "os.DirEntry[str]", path: str, root: str) -> Iterator[Found | Note]:
    if entry.is_symlink():
        yield from _link(path, root)
    elif entry.is_dir():
        yield from _folder(path, root)
    elif entry.is_file():
        yield Found(path, entry.stat())
    else:
        yield Note(f"{_kind(entry.stat().st_mode)}: passed over", path)


def _link(path: str, root: str) -> Iterator[Found | Note]:
    """A link inside a folder. Where its target is read under its own name, reading it twice would count its lines twice."""
    target = os.path.realpath(path)
    inside = os.path.relpath(target, root)
    status = os.stat(path)  # noqa: PTH116 - as above
    parts = PurePath(inside).parts
    if parts[:1] == (os.pardir,):
        yield Note("a link out of the folder: passed over", path)
    elif stat.S_ISREG(status.st_mode) and any(part.startswith(".") for part in parts):
        yield Found(path, status)
    elif not stat.S_ISDIR(status.st_mode):
        yield Note(f"a link to {inside}, which is read itself", path)


def _kind(mode: int) -> str:
    if stat.S_ISSOCK(mode):
        return "a socket"
    if stat.S_ISFIFO(mode):
        return "a named pipe"
    return "a device" if stat.S_ISCHR(mode) or stat.S_ISBLK(mode) else "no file"
