"""Members of a zip archive, read as a stream from its local headers, so that a nested or cut archive is read like any other.

The central directory at the end is not used: a cut archive has none. The format is that of PKWARE's APPNOTE 6.3.
"""

import struct
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from logsleuth.intake.decompress import bzip2_chunks, inflate, xz_chunks
from logsleuth.intake.member import Member, Passed
from logsleuth.intake.stream import CHUNK, Chunks, Reader, StreamError
from logsleuth.intake.zstd import zstd_chunks

_LOCAL = struct.Struct("<4sHHHHHLLLHH")
_MAGIC = b"PK\x03\x04"
_DESCRIPTOR = b"PK\x07\x08"
_ENDS = (b"PK\x01\x02", b"PK\x05\x06", b"PK\x06\x06", b"PK\x06\x08")
_FULL = 0xFFFFFFFF
_STORED, _DEFLATED = 0, 8
Guard = Callable[[Chunks, Reader], Chunks]
_METHODS: dict[int, Callable[[Reader], Chunks]] = {
    _DEFLATED: inflate,
    12: bzip2_chunks,
    93: zstd_chunks,
    95: xz_chunks,
}
_PACKAGES = (
    ("[Content_Types].xml", "an office document"),
    ("META-INF/", "a Java archive"),
    ("mimetype", "a document"),
    ("archive/data.pkl", "a model file"),
    ("data.pkl", "a model file"),
)
"""Files that are zip archives by form only, told by the name of their first member."""


@dataclass(frozen=True, slots=True)
class _Header:
    name: str
    flags: int
    method: int
    packed: int | None  # None: told after the data only
    size: int | None
    modified: float | None
    checksum: int | None  # CRC-32 of the unpacked bytes


def is_zip(head: bytes) -> bool:
    """Whether a stream with this head is a zip archive."""
    return head.startswith((_MAGIC, b"PK\x05\x06"))


def package_kind(head: bytes) -> str | None:
    """What a zip archive with this head is, if it is no collection of files."""
    if len(head) < _LOCAL.size:
        return None
    length = _LOCAL.unpack_from(head)[9]
    name = head[_LOCAL.size : _LOCAL.size + length].decode("utf-8", "replace")
    return next(
        (kind for start, kind in _PACKAGES if name == start or (start[-1] == "/" and name.startswith(start))), None
    )


def zip_members(source: Reader, guard: Guard) -> Iterator[Member | Passed]:
    """The files of the archive, each to be read before the next is asked for, and what was passed over.

    `guard` bounds what is unpacked: it is given the unpacked chunks and the reader of the packed ones.
    """
    while (mark := source.peek(4)) in {_MAGIC, _DESCRIPTOR}:
        if mark == _DESCRIPTOR:  # of a member whose size was told before
            _pass_descriptor(source)
            continue
        header = _read_header(source)
        if header is None:
            break
        body = _body(source, header, guard)
        if body is None:
            yield Passed(
                header.name, "packed in a way that cannot be read as a stream: it and what follows are passed over"
            )
            return
        yield from _entry(header, body)
        body.pass_over()
    if mark not in _ENDS:
        yield Passed("", "the zip archive is cut or damaged: what came before is used")


def _entry(header: _Header, body: "_Body") -> Iterator[Member | Passed]:
    if header.flags & 1:
        yield Passed(header.name, "encrypted: passed over")
    elif header.method != _STORED and header.method not in _METHODS:
        yield Passed(header.name, f"packed with method {header.method}: passed over")
    elif not header.name.endswith("/"):
        yield Member(header.name, _checked(body.chunks, header.checksum), header.modified, header.size)


def _checked(chunks: Chunks, checksum: int | None) -> Chunks:
    """The chunks as they are; `StreamError` after the last one if they are not what was packed."""
    found = 0
    for chunk in chunks:
        found = zlib.crc32(chunk, found) if checksum is not None else 0
        yield chunk
    if checksum is not None and found != checksum:
        raise StreamError("the checksum of this member is wrong: it is damaged")


def _read_header(source: Reader) -> _Header | None:
    fixed = source.exact(_LOCAL.size)
    if len(fixed) < _LOCAL.size:
        return None
    _, _, flags, method, time, date, checksum, packed, size, name_length, extra_length = _LOCAL.unpack(fixed)
    name = source.exact(name_length).decode("utf-8" if flags & 0x800 else "cp437", "replace")
    extra = source.exact(extra_length)
    later = bool(flags & 8) and packed in {0, _FULL}
    wide = _wide(extra)
    if wide is not None:
        size = wide[0] if size == _FULL else size
        packed = wide[1] if packed == _FULL else packed
    if later:
        return _Header(name, flags, method, None, None, _moment(date, time), None)
    return _Header(name, flags, method, packed, size, _moment(date, time), checksum)


def _wide(extra: bytes) -> tuple[int, int] | None:
    """Sizes (unpacked, packed) of more than 4 GiB, from the field 1 of the extra part."""
    while len(extra) >= 4:
        tag, length = struct.unpack_from("<HH", extra)
        if tag == 1 and length >= 16 and len(extra) >= 20:
            size, packed = struct.unpack_from("<QQ", extra, 4)
            return int(size), int(packed)
        extra = extra[4 + length :]
    return None


def _moment(date: int, time: int) -> float | None:
    """Seconds since 1970 of a date of MS-DOS; its zone is not told, and is taken for UTC."""
    try:
        stamp = datetime(
            1980 + (date >> 9), (date >> 5) & 15, date & 31, time >> 11, (time >> 5) & 63, (time & 31) * 2, tzinfo=UTC
        )
    except ValueError:
        return None
    return stamp.timestamp()


class _Body:
    """The packed bytes of one member; once it was read or passed over, the source stands at the next header.

    Where the number of packed bytes is not known, they must be unpacked to find their end.
    """

    def __init__(self, packed: Reader, chunks: Chunks, *, counted: bool) -> None:
        self._packed = packed
        self.chunks = chunks
        self._counted = counted

    def pass_over(self) -> None:
        for _ in self._packed.rest() if self._counted else self.chunks:
            pass
        if not self._counted:
            _pass_descriptor(self._packed)


def _body(source: Reader, header: _Header, guard: Guard) -> _Body | None:
    """How to read the member's bytes; None if where they end cannot be told."""
    decode = _METHODS.get(header.method)
    if header.packed is not None:
        packed = Reader(_counted(source, header.packed))
    elif header.method == _STORED:
        packed = Reader(_until_descriptor(source))
    elif header.method == _DEFLATED and not header.flags & 1:
        return _Body(source, guard(inflate(source), source), counted=False)
    else:
        return None
    return _Body(packed, guard(decode(packed), packed) if decode else packed.rest(), counted=True)


def _counted(source: Reader, size: int) -> Chunks:
    left = size
    while left > 0:
        chunk = source.read(min(left, CHUNK))
        if not chunk:
            raise StreamError("the zip archive is cut inside this member")
        left -= len(chunk)
        yield chunk


def _until_descriptor(source: Reader) -> Chunks:
    """The bytes up to the mark that tells their own number."""
    out = 0
    while window := source.peek(CHUNK):
        if not out and window.startswith((_MAGIC, *_ENDS)):  # nothing, and nothing said of it
            return
        at = window.find(_DESCRIPTOR)
        if at == 0 and int.from_bytes(window[8:12], "little") == out & _FULL:
            _pass_descriptor(source)
            return
        step = at if at > 0 else 1 if at == 0 else max(len(window) - 3, 1)
        yield source.exact(step)
        out += step
    raise StreamError("the zip archive is cut inside this member")


def _pass_descriptor(source: Reader) -> None:
    """Pass over the sizes that follow the data: 12 to 24 bytes, after which another header stands."""
    window = source.peek(28)
    source.skip(next((size for size in (16, 24, 12, 20) if window[size : size + 2] == b"PK"), 0))
