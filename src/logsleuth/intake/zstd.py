"""Zstandard streams: decoded with bounded output, and watched for where a frame ends.

The decoder reads past a missing end without a word, so the frames are walked beside it. The format is that of RFC 8878.
"""

from typing import IO, cast

from logsleuth.intake.stream import CHUNK, Chunks, Reader, StreamError

_MAGIC = 0xFD2FB528
_SKIPPABLE = 0x184D2A50
_READ = 131_075  # what the library asks for at a time


class FrameWalk:
    """Follows the frames of a stream that it is fed piece by piece, and knows whether it stands between two of them."""

    def __init__(self) -> None:
        self._skip = 0
        self._held = b""
        self._in_frame = False
        self._checksum = False

    @property
    def between(self) -> bool:
        """Whether every frame that began has ended."""
        return not (self._in_frame or self._held or self._skip)

    def feed(self, data: bytes) -> None:
        """Go on over the next bytes of the stream."""
        at = 0
        while True:
            step = min(self._skip, len(data) - at)
            at += step
            self._skip -= step
            if self._skip or at >= len(data):
                return
            used = self._step(self._held + data[at : at + 16])
            if not used:
                self._held += data[at:]
                return
            at += used - len(self._held)
            self._held = b""

    def _step(self, data: bytes) -> int:
        """Read the header at the start of `data`; its length, or 0 if more is needed."""
        return self._block(data) if self._in_frame else self._frame(data)

    def _frame(self, data: bytes) -> int:
        if len(data) < 5:
            return 0
        magic = int.from_bytes(data[:4], "little")
        if magic & 0xFFFFFFF0 == _SKIPPABLE:
            if len(data) < 8:
                return 0
            self._skip = int.from_bytes(data[4:8], "little")
            return 8
        flags = data[4]
        single = bool(flags & 0x20)
        self._in_frame, self._checksum = magic == _MAGIC, bool(flags & 4)
        self._skip = (0 if single else 1) + (0, 1, 2, 4)[flags & 3] + (int(single), 2, 4, 8)[flags >> 6]
        return 5

    def _block(self, data: bytes) -> int:
        if len(data) < 3:
            return 0
        header = int.from_bytes(data[:3], "little")
        run = (header >> 1) & 3 == 1
        self._skip = 1 if run else header >> 3
        if header & 1:
            self._in_frame = False
            self._skip += 4 if self._checksum else 0
        return 3


class _Feed:
    """The packed bytes as the decoder reads them; an error of theirs is kept until the decoder has given all."""

    def __init__(self, source: Reader) -> None:
        self._source = source
        self.walk = FrameWalk()
        self.error: StreamError | None = None

    def read(self, size: int = -1, /) -> bytes:
        try:
            data = self._source.read(size)
        except StreamError as error:
            self.error = error
            return b""
        self.walk.feed(data)
        return data


def zstd_chunks(source: Reader) -> Chunks:
    """All frames of the source; `StreamError` where they are cut or damaged."""
    import zstandard  # noqa: PLC0415 - an extra, needed for this format alone

    feed, out = _Feed(source), 0
    decoder = zstandard.ZstdDecompressor().stream_reader(
        cast("IO[bytes]", feed), read_size=_READ, read_across_frames=True
    )
    while True:
        try:
            chunk = decoder.read1(CHUNK)
        except zstandard.ZstdError as error:
            raise StreamError(f"the zstd data are damaged: {out} bytes could be read") from error
        if not chunk:
            break
        out += len(chunk)
        yield chunk
    if feed.error is not None:
        raise feed.error
    if not feed.walk.between:
        raise StreamError(f"the zstd data are cut: {out} bytes could be read")
