"""The input in chunks of whole lines."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

Read = Callable[[int], bytes]
"""Gives the next bytes, at most so many and perhaps fewer; none at the end."""

_ESCAPE_BYTES = 64
"""A colour code is not longer; a cut does not go through one."""

_CHARACTER_BYTES = 5


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is looked at in one go.

    `chunk`: bytes of a block; `overlap`: bytes that are repeated where a line is cut, half of which a needle that lies
    across the cut may fill; `cap`: candidate lines kept of one pattern.
    """

    chunk: int = 1 << 20
    overlap: int = 1 << 17
    cap: int = 10_000

    def __post_init__(self) -> None:
        if not 0 < 2 * self.overlap <= self.chunk:
            raise ValueError("an overlap is at most half a chunk")


@dataclass(frozen=True, slots=True)
class Chunk:
    """Bytes as stored: `overlap` of the last chunk, then whole lines; `cut` if the last line is not over."""

    data: bytes
    cut: bool = False
    overlap: int = 0


def chunks(read: Read, limits: Limits) -> Iterator[Chunk]:
    """The input in chunks. What was read before `read` raised is given out first."""
    carry, overlap = b"", 0
    while True:
        pieces, trouble = _fill(read, carry, limits.chunk + overlap)
        if trouble is not None or not pieces[-1]:
            data = b"".join(pieces)
            if data:
                yield Chunk(data, overlap=overlap)
            if trouble is not None:
                raise trouble
            return
        end = pieces[-1].rfind(b"\n") + 1
        if end:
            yield Chunk(b"".join((*pieces[:-1], memoryview(pieces[-1])[:end])), overlap=overlap)
            carry, overlap = pieces[-1][end:], 0
        else:
            chunk, carry = _split(b"".join(pieces), overlap, limits)
            yield chunk
            overlap = limits.overlap if chunk.cut else 0


def _fill(read: Read, carry: bytes, size: int) -> tuple[list[bytes], Exception | None]:
    """What was carried over and what was read, up to a size; the last piece is empty at the end of the input."""
    pieces, missing = [carry], size - len(carry)
    while missing > 0:
        try:
            pieces.append(read(missing))
        except Exception as error:  # noqa: BLE001  # raised again once the bytes before it were given out
            return pieces, error
        if not pieces[-1]:
            break
        missing -= len(pieces[-1])
    return pieces, None


def _split(data: bytes, overlap: int, limits: Limits) -> tuple[Chunk, bytes]:
    """A chunk, and what is carried over: from its last newline, or, within a long line, from `limits.overlap` before the cut."""
    end = data.rfind(b"\n", overlap) + 1
    if end:
        return Chunk(data[:end], overlap=overlap), data[end:]
    at = _cut(data, overlap + limits.overlap)
    return Chunk(data[:at], cut=True, overlap=overlap), data[at - limits.overlap :]


def _cut(data: bytes, least: int) -> int:
    """Where a long line is cut: not within a colour code or a character, and beyond `least`."""
    escape = data.rfind(b"\x1b", len(data) - _ESCAPE_BYTES)
    at = escape if escape > least else len(data)
    for back in range(1, min(_CHARACTER_BYTES, at - least)):
        if data[at - back] & 0xC0 == 0xC0:
            return at - back
    return at
