"""Streams of bytes: chunks one after the other, and a reader over them that can look ahead and take back."""

from collections import deque
from collections.abc import Iterator
from typing import Protocol

Chunks = Iterator[bytes]
CHUNK = 1 << 20
_AHEAD_AFTER = 8 * CHUNK  # a thread costs more than it brings for anything smaller
_AHEAD = 4


class StreamError(Exception):
    """The stream cannot be read further; its text says why, as it is shown in a note."""


class Raw(Protocol):
    """What bytes are read from: a file, a pipe."""

    def read(self, size: int, /) -> bytes | None:
        """At most `size` bytes; none at the end."""


def chunks_of(raw: Raw, limit: int | None = None) -> Chunks:
    """The bytes of a file or pipe, at most `limit` of them: a log that grows while it is read has an end all the same."""
    left = limit
    while left is None or left > 0:
        try:
            chunk = raw.read(CHUNK if left is None else min(CHUNK, left))
        except OSError as error:
            raise StreamError(f"cannot be read further: {error.strerror or error}") from error
        if not chunk:
            return
        if left is not None:
            left -= len(chunk)
        yield chunk


class Reader:
    """Reads chunks in pieces of any size.

    Where the chunks raise `StreamError`, what came before is given first; then the error is raised once, and the stream is at its end.
    `taken` counts the bytes that were read and not taken back.
    """

    def __init__(self, chunks: Chunks) -> None:
        self._chunks = chunks
        self._ready: deque[bytes] = deque()
        self._ended = False
        self._error: StreamError | None = None
        self.taken = 0

    def read(self, size: int) -> bytes:
        """At most `size` bytes, none only at the end."""
        if not self._ready and not self._fill():
            if self._error is not None:
                error, self._error = self._error, None
                raise error
            return b""
        chunk = self._ready.popleft()
        if len(chunk) > size:
            self._ready.appendleft(chunk[size:])
            chunk = chunk[:size]
        self.taken += len(chunk)
        return chunk

    def peek(self, size: int) -> bytes:
        """The next `size` bytes, less only at the end, without taking them."""
        have = sum(map(len, self._ready))
        while have < size and self._fill():
            have += len(self._ready[-1])
        if len(self._ready) > 1:
            self._ready = deque((b"".join(self._ready),))
        return self._ready[0][:size] if self._ready else b""

    def exact(self, size: int) -> bytes:
        """The next `size` bytes, less only at the end."""
        parts, missing = [], size
        while missing > 0 and (part := self.read(missing)):
            parts.append(part)
            missing -= len(part)
        return b"".join(parts)

    def skip(self, size: int) -> int:
        """Pass over `size` bytes; how many there were."""
        missing = size
        while missing > 0 and (part := self.read(min(missing, CHUNK))):
            missing -= len(part)
        return size - missing

    def push(self, data: bytes) -> None:
        """Take bytes back that were read too far."""
        if data:
            self._ready.appendleft(data)
            self.taken -= len(data)

    def rest(self) -> Chunks:
        """All that is left, in chunks."""
        while chunk := self.read(CHUNK):
            yield chunk

    def _fill(self) -> bool:
        """One chunk more; whether there was one."""
        while not self._ended:
            try:
                chunk = next(self._chunks, None)
            except StreamError as error:
                self._error, chunk = error, None
            if chunk is None:
                self._ended = True
            elif chunk:
                self._ready.append(chunk)
                return True
        return False


def ahead(chunks: Chunks) -> Chunks:
    """The same chunks, of a long stream read ahead in a thread: reading, decoding and hashing let go of the interpreter's lock."""
    passed = 0
    for chunk in chunks:
        yield chunk
        passed += len(chunk)
        if passed >= _AHEAD_AFTER:
            break
    else:
        return
    yield from _threaded(chunks)


def _threaded(chunks: Chunks) -> Chunks:
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 - small inputs, which are most, need not pay for its import

    with ThreadPoolExecutor(1, thread_name_prefix="logsleuth-intake") as pool:
        pending = deque(pool.submit(next, chunks, None) for _ in range(_AHEAD))
        try:
            while (chunk := pending.popleft().result()) is not None:
                pending.append(pool.submit(next, chunks, None))
                yield chunk
        finally:
            pool.shutdown(cancel_futures=True)
