"""Compressed streams, told by their first bytes and decoded as they are read.

Each decoder reads stream after stream as long as another one follows (`cat a.gz b.gz`), gives what it could decode, and then
raises `StreamError` where the data are cut or damaged.
"""

import bz2
import importlib.util
import lzma
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from logsleuth.intake.stream import CHUNK, Chunks, Reader, StreamError
from logsleuth.intake.zstd import zstd_chunks

_DEFLATE_FEED = 1 << 17
_BLOCK_FEED = 1 << 14  # small, since what a decoder made of a piece is lost when the piece is damaged
_XZ_MEMORY = 1 << 29  # `xz -9` needs 65 MiB; a header may ask for 4 GiB
_GZIP = 31  # a window of 2**15, with a gzip header
_RAW = -15
_BZIP2_BLOCKS = (b"1AY&SY", b"\x17rE8P\x90")  # the marks of a block and of an empty stream


class _Decoder(Protocol):
    """What the decoders of bz2, lzma and lz4 have in common."""

    @property
    def eof(self) -> bool: ...
    @property
    def needs_input(self) -> bool: ...
    @property
    def unused_data(self) -> bytes | None: ...
    def decompress(self, data: bytes, max_length: int = -1) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Codec:
    """One compression: its name, its decoder, and the extra that brings the package it needs."""

    name: str
    magic: bytes
    decode: Callable[[Reader], Chunks]
    package: str = ""
    extra: str = ""

    def missing(self) -> str | None:
        """What to say where the package is not installed."""
        if not self.package or importlib.util.find_spec(self.package):
            return None
        return f"compressed with {self.name}: install logsleuth[{self.extra}] to read it"


def codec_of(head: bytes) -> Codec | None:
    """The compression that a stream with this head has."""
    found = next((codec for codec in CODECS if head.startswith(codec.magic)), None)
    if found is not None and found.name == "bzip2" and not (head[3:4].isdigit() and head[4:10] in _BZIP2_BLOCKS):
        return None
    return found


def inflate(source: Reader) -> Chunks:
    """One raw deflate stream, as zip has it; what follows it stays in the source."""
    yield from _inflate(source, _RAW, "deflate")


def bzip2_chunks(source: Reader) -> Chunks:
    """All bzip2 streams of the source."""
    yield from _all(source, b"BZh", lambda: _stream(source, bz2.BZ2Decompressor(), "bzip2"))


def xz_chunks(source: Reader) -> Chunks:
    """All xz streams of the source."""

    def one() -> Chunks:
        return _stream(source, lzma.LZMADecompressor(lzma.FORMAT_XZ, _XZ_MEMORY), "xz")

    yield from _all(source, b"\xfd7zXZ\x00", one)


def gzip_chunks(source: Reader) -> Chunks:
    """All gzip members of the source."""
    yield from _all(source, b"\x1f\x8b", lambda: _inflate(source, _GZIP, "gzip"))


def lz4_chunks(source: Reader) -> Chunks:
    """All lz4 frames of the source."""
    from lz4.frame import LZ4FrameDecompressor  # noqa: PLC0415 - an extra, needed for this format alone

    yield from _all(source, b"\x04\x22\x4d\x18", lambda: _stream(source, LZ4FrameDecompressor(), "lz4"))


def _all(source: Reader, magic: bytes, one: Callable[[], Chunks]) -> Chunks:
    """Stream after stream; zeros between and after them are padding."""
    while True:
        yield from one()
        while (head := source.peek(CHUNK)) and not head.strip(b"\0"):
            source.skip(len(head))
        if not head:
            return
        source.skip(len(head) - len(head.lstrip(b"\0")))
        if source.peek(len(magic)) != magic:
            raise StreamError("other bytes follow the compressed data: left out")


def _stream(source: Reader, decoder: _Decoder, name: str) -> Chunks:
    out = 0
    while not decoder.eof:
        data = source.read(_BLOCK_FEED) if decoder.needs_input else b""
        if decoder.needs_input and not data:
            raise _cut(name, out)
        try:
            chunk = decoder.decompress(data, CHUNK)
        except (OSError, lzma.LZMAError, EOFError, RuntimeError, ValueError) as error:
            raise _damaged(name, out) from error
        out += len(chunk)
        yield chunk
    source.push(decoder.unused_data or b"")


def _inflate(source: Reader, window: int, name: str) -> Chunks:
    decoder, out = zlib.decompressobj(window), 0
    while not decoder.eof:
        data = decoder.unconsumed_tail or source.read(_DEFLATE_FEED)
        if not data:
            yield decoder.flush()
            raise _cut(name, out)
        before = decoder.copy()
        try:
            chunk = decoder.decompress(data, CHUNK)
        except zlib.error as error:
            rescued = _rescue(before, data)
            yield rescued
            raise _damaged(name, out + len(rescued)) from error
        out += len(chunk)
        yield chunk
    source.push(decoder.unused_data)


def _rescue(decoder: "zlib._Decompress", data: bytes) -> bytes:
    """What can be decoded of a damaged piece: byte by byte, up to the damage."""
    parts: list[bytes] = []
    have = 0
    for at in range(len(data)):
        try:
            parts.append(decoder.decompress(data[at : at + 1]))
        except zlib.error:
            break
        have += len(parts[-1])
        if have >= CHUNK:
            break
    return b"".join(parts)


def _cut(name: str, out: int) -> StreamError:
    return StreamError(f"the {name} data are cut: {out} bytes could be read")


def _damaged(name: str, out: int) -> StreamError:
    return StreamError(f"the {name} data are damaged: {out} bytes could be read")


CODECS = (
    Codec("gzip", b"\x1f\x8b\x08", gzip_chunks),
    Codec("bzip2", b"BZh", bzip2_chunks),
    Codec("xz", b"\xfd7zXZ\x00", xz_chunks),
    Codec("zstd", b"\x28\xb5\x2f\xfd", zstd_chunks, "zstandard", "zstd"),
    Codec("lz4", b"\x04\x22\x4d\x18", lz4_chunks, "lz4", "lz4"),
)
