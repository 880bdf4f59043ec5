"""Paths, archives and standard input, one source after the other.

A source is a window on a stream that is open for it alone: nothing is unpacked to disk, and no more than a few pieces are in memory.
"""

import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import BinaryIO

from logsleuth.intake.bounds import DEFAULT, Bounds, Meter
from logsleuth.intake.decompress import codec_of
from logsleuth.intake.member import Member, Passed, climbs, hidden, inner_path
from logsleuth.intake.source import Source
from logsleuth.intake.stream import Reader, StreamError, chunks_of
from logsleuth.intake.tar import is_tar, tar_members
from logsleuth.intake.walk import Found, cannot_read, walk
from logsleuth.intake.zip import is_zip, package_kind, zip_members
from logsleuth.model.run import Note

_PACKAGE_HEAD = 256


@dataclass(frozen=True, slots=True)
class _Entry:
    """What is known of a stream before it is read, and how deep it lies."""

    path: str
    modified: datetime | None = None
    local: bool = False
    threaded: bool = False  # a thread may read ahead: not from a pipe, on which it would hang
    archives: int = 0
    packings: int = 0


def sources(
    paths: Sequence[str], *, stdin: BinaryIO | None = None, bounds: Bounds = DEFAULT
) -> Iterator[Source | Note]:
    """What the paths hold, lazily and in order: each source is usable until the next one is asked for.

    `-` is `stdin`. A folder stands for the files in it. What cannot be read is a note with its path; nothing is raised.
    A file that is reached twice is read once.
    """
    meter = Meter(bounds)
    seen: dict[tuple[int, int], str] = {}
    for path in paths:
        if path == "-":
            yield from _standard_input(stdin, meter)
            continue
        for found in walk(path):
            yield from _file(found, seen, meter) if isinstance(found, Found) else (found,)


def _standard_input(stdin: BinaryIO | None, meter: Meter) -> Iterator[Source | Note]:
    if stdin is None:
        yield Note("there is no standard input", "-")
    else:
        yield from _stream(Reader(chunks_of(stdin)), _Entry("-"), meter)


def _file(found: Found, seen: dict[tuple[int, int], str], meter: Meter) -> Iterator[Source | Note]:
    regular = stat.S_ISREG(found.status.st_mode)
    first = seen.setdefault((found.status.st_dev, found.status.st_ino), found.path)
    if regular and first is not found.path:
        yield Note(f"the same file as {first}: read once", found.path)
        return
    try:
        raw = open(found.path, "rb", buffering=0)  # noqa: PTH123, SIM115 - closed below; as in `walk`, the path is kept as given
    except (OSError, ValueError) as error:
        yield cannot_read(found.path, error)
        return
    with raw:
        if regular and hasattr(os, "posix_fadvise"):
            os.posix_fadvise(raw.fileno(), 0, 0, os.POSIX_FADV_SEQUENTIAL)
        modified = datetime.fromtimestamp(found.status.st_mtime, UTC) if regular else None
        entry = _Entry(found.path, modified, local=regular, threaded=regular)
        yield from _stream(Reader(chunks_of(raw, found.status.st_size or None)), entry, meter)


def _stream(stream: Reader, entry: _Entry, meter: Meter) -> Iterator[Source | Note]:
    """A stream, unpacked as far as it is packed."""
    head = stream.peek(512)
    codec = codec_of(head)
    if codec is not None:
        why_not = (
            f"compressed more than {meter.bounds.depth} times: passed over"
            if entry.packings >= meter.bounds.depth
            else codec.missing()
        )
        if why_not:
            yield Note(why_not, entry.path)
            return
        unpacked = Reader(meter.member(meter.unpacking(codec.decode(stream), stream)))
        yield from _stream(unpacked, replace(entry, local=False, packings=entry.packings + 1), meter)
    elif is_tar(head) or is_zip(head):
        yield from _archive(stream, entry, meter)
    else:
        yield from _plain(stream, entry)


def _plain(stream: Reader, entry: _Entry) -> Iterator[Source]:
    source = Source(entry.path, stream, modified=entry.modified, local=entry.local, threaded=entry.threaded)
    try:
        yield source
    finally:
        source.close()


def _archive(stream: Reader, entry: _Entry, meter: Meter) -> Iterator[Source | Note]:
    package = package_kind(stream.peek(_PACKAGE_HEAD))
    if package:
        yield Note(f"binary file ({package}): passed over", entry.path)
        return
    if entry.archives >= meter.bounds.depth:
        yield Note(f"archives nested more than {meter.bounds.depth} deep: passed over", entry.path)
        return
    members = zip_members(stream, meter.unpacking) if is_zip(stream.peek(4)) else tar_members(stream)
    try:
        yield from _members(members, entry, meter)
    except StreamError as error:
        yield Note(str(error), entry.path)


def _members(members: Iterator[Member | Passed], entry: _Entry, meter: Meter) -> Iterator[Source | Note]:
    count = 0
    for member in members:
        name = inner_path(member.name)
        path = f"{entry.path}!{name}" if name else entry.path
        if isinstance(member, Passed):
            yield Note(member.why, path)
            continue
        if meter.full:
            yield Note(meter.why_full(), entry.path)
            return
        meter.members += 1
        count += 1
        if climbs(member.name):
            yield Note("its name leads out of the archive: passed over", path)
        elif not hidden(name):
            yield from _stream(Reader(meter.member(member.chunks)), _inside(entry, path, member), meter)
    if not count:
        yield Note("the archive holds no file", entry.path)


def _inside(entry: _Entry, path: str, member: Member) -> _Entry:
    return replace(
        entry, path=path, modified=_moment(member.modified), local=False, archives=entry.archives + 1, packings=0
    )


def _moment(seconds: float | None) -> datetime | None:
    if seconds is None:
        return None
    try:
        return datetime.fromtimestamp(seconds, UTC)
    except (ValueError, OverflowError, OSError):
        return None
