"""Members of a tar archive, read as a stream and never unpacked.

Written here because a stream from anywhere must not decide how much memory its headers take. The format is that of POSIX.1-2017
(pax), with the long names of GNU tar.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from logsleuth.intake.member import Member, Passed
from logsleuth.intake.stream import CHUNK, Chunks, Reader, StreamError

_BLOCK = 512
_ZEROS = bytes(_BLOCK)
_SPARSE_HEADERS = 64
_HEADER_BYTES = 1 << 20  # pax headers and long names beyond this are no names
_PASSED = {
    b"1": "a hard link",
    b"2": "a symbolic link",
    b"3": "a device",
    b"4": "a device",
    b"6": "a named pipe",
    b"S": "a sparse file",
}


@dataclass(frozen=True, slots=True)
class _Header:
    kind: bytes
    name: str
    size: int
    modified: float | None
    extended: bool = False


def is_tar(head: bytes) -> bool:
    """Whether a stream with this head (512 bytes) is a tar archive: its first header has the right checksum."""
    return len(head) >= _BLOCK and head[0] != 0 and _header(head[:_BLOCK]) is not None


def tar_members(source: Reader) -> Iterator[Member | Passed]:
    """The files of the archive, each to be read before the next is asked for, and what was passed over."""
    extra: dict[str, str] = {}
    ended = damaged = False
    while block := source.exact(_BLOCK):
        header = _header(block)
        if block == _ZEROS[: len(block)]:
            ended = True
        elif header is None:
            yield from () if damaged else (Passed("", "the tar archive is damaged: looking for its next member"),)
            damaged = True
        elif header.kind in b"xgLK":
            extra = _extra(source, header, extra)
            damaged = ended = False
        else:
            yield from _entry(source, header, extra)
            extra, damaged, ended = {}, False, False
    if not ended:
        yield Passed("", "the tar archive has no end mark: it may be cut")


def _entry(source: Reader, header: _Header, extra: Mapping[str, str]) -> Iterator[Member | Passed]:
    size = _number(extra.get("size"), header.size)
    name = extra.get("path", header.name)
    body = _Body(source, size)
    if header.kind in _PASSED or any(key.startswith("GNU.sparse") for key in extra):
        yield Passed(name, f"{_PASSED.get(header.kind, 'a sparse file')}: passed over")
        size = 0 if header.kind in b"12346" else size  # links say the size of what they point to, and have no body
        body = _Body(source, size)
        source.skip(_sparse_headers(source, header))
    elif header.kind in b"07\0" and not name.endswith("/"):
        modified = extra.get("mtime")
        yield Member(name, body.chunks(), _seconds(modified) if modified else header.modified, size)
    body.pass_over()


def _sparse_headers(source: Reader, header: _Header) -> int:
    """Bytes of the further headers of an old GNU sparse file: each says whether another one follows."""
    count, more = 0, header.extended
    while more and count < _SPARSE_HEADERS:
        count += 1
        more = source.peek(count * _BLOCK)[-8:-7] == b"\1"
    return count * _BLOCK


class _Body:
    """The bytes of one member, and the padding after them."""

    def __init__(self, source: Reader, size: int) -> None:
        self._source = source
        self._left = size
        self._padding = -size % _BLOCK

    def chunks(self) -> Chunks:
        while self._left > 0:
            chunk = self._source.read(min(self._left, CHUNK))
            if not chunk:
                raise StreamError("the tar archive is cut inside this member")
            self._left -= len(chunk)
            yield chunk

    def pass_over(self) -> None:
        self._source.skip(self._left + self._padding)


def _header(block: bytes) -> _Header | None:
    if len(block) < _BLOCK:
        return None
    said = _octal(block[148:156])
    without = block[:148] + b" " * 8 + block[156:]
    signed = sum(byte - 256 if byte > 127 else byte for byte in without)
    size = _octal(block[124:136])
    if said is None or said not in (sum(without), signed) or size is None or size < 0:
        return None
    name = _text(block[:100])
    prefix = _text(block[345:500]) if block[257:263] == b"ustar\0" else ""
    return _Header(
        block[156:157], f"{prefix}/{name}" if prefix else name, size, _octal(block[136:148]), block[482] == 1
    )


def _extra(source: Reader, header: _Header, known: Mapping[str, str]) -> dict[str, str]:
    """What a pax header or a GNU long name says of the next member."""
    body = source.exact(min(header.size, _HEADER_BYTES))
    source.skip(header.size - len(body) + -header.size % _BLOCK)
    if header.kind == b"L":
        return {**known, "path": _text(body)}
    return {**known, **_pax(body)} if header.kind == b"x" else dict(known)


def _pax(body: bytes) -> dict[str, str]:
    """The records `LENGTH KEY=VALUE` of a pax header, each with a newline at its end."""
    found: dict[str, str] = {}
    at = 0
    while at < len(body):
        length, blank, _ = body[at : at + 20].partition(b" ")
        if not blank or not length.isdigit() or int(length) <= len(length) + 1:
            break
        record = body[at + len(length) + 1 : at + int(length)].rstrip(b"\n")
        key, _, value = record.partition(b"=")
        found[_text(key)] = _text(value)
        at += int(length)
    return found


def _text(field: bytes) -> str:
    return field.partition(b"\0")[0].decode("utf-8", "replace")


def _octal(field: bytes) -> int | None:
    """A number of a header: octal digits, or base 256 where its first bit is set."""
    if field[0] & 0x80:
        number = int.from_bytes(field, "big") & ((1 << (8 * len(field) - 1)) - 1)
        return number if field[0] == 0x80 else None
    digits = field.strip(b" \0")
    if not digits:
        return 0
    return int(digits, 8) if all(byte in b"01234567" for byte in digits) else None


def _number(text: str | None, default: int) -> int:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 20 else default


def _seconds(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
