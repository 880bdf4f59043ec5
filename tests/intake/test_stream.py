"""Tests of streams and their reader."""

import io
import threading
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intake.made import pieces, reader
from logsleuth.intake.stream import CHUNK, Reader, StreamError, ahead, chunks_of


@given(
    st.binary(max_size=200),
    st.integers(1, 50),
    st.lists(st.tuples(st.sampled_from("rps"), st.integers(1, 60)), max_size=20),
)
def test_reader_is_the_stream(data: bytes, piece: int, steps: list[tuple[str, int]]) -> None:
    """Whatever is read, peeked, or passed over in whatever sizes, the bytes come in order and none is lost."""
    stream, at = reader(data, piece), 0
    for what, size in steps:
        if what == "p":
            assert data[at : at + size] == stream.peek(size)
        elif what == "s":
            at += stream.skip(size)
        else:
            got = stream.read(size)
            assert got == data[at : at + len(got)]
            assert bool(got) == (at < len(data))
            at += len(got)
        assert at == stream.taken
    assert data[at:] == b"".join(stream.rest())


def test_pushed_bytes_come_again() -> None:
    """Bytes that were read too far are read again, and do not count as taken."""
    stream = reader(b"abcdef", 2)
    assert stream.exact(3) == b"abc"
    stream.push(b"bc")
    assert stream.taken == 1
    assert stream.exact(10) == b"bcdef"


def test_error_comes_after_what_could_be_read() -> None:
    """Where the stream breaks, what came before is read first; then the error is raised once, then the stream is at its end."""

    def broken() -> Iterator[bytes]:
        yield b"abc"
        raise StreamError("cut")

    stream = Reader(broken())
    assert stream.peek(10) == b"abc"
    assert stream.read(10) == b"abc"
    with pytest.raises(StreamError, match="cut"):
        stream.read(10)
    assert stream.read(10) == b""


def test_limit_ends_a_growing_file() -> None:
    """No more than the limit is read, even where there is more."""
    assert b"".join(chunks_of(io.BytesIO(b"abcdefgh"), 4)) == b"abcd"


def test_io_error_is_told() -> None:
    """An error of the disk becomes a `StreamError` with the system's words."""

    class Disk(io.RawIOBase):
        def read(self, _: int = -1, /) -> bytes:
            raise OSError(5, "Input/output error")

    with pytest.raises(StreamError, match="Input/output error"):
        list(chunks_of(Disk()))


def test_ahead_is_the_same_and_leaves_no_thread() -> None:
    """A long stream read ahead in a thread is the same stream, and the thread ends with it, also when it is left early."""
    data = bytes(range(256)) * (12 * CHUNK // 256)
    before = threading.active_count()
    assert data == b"".join(ahead(pieces(data, CHUNK)))
    left = ahead(pieces(data, CHUNK))
    for _ in range(10):
        next(left)
    assert before + 1 == threading.active_count()
    left.close()  # type: ignore[attr-defined]
    assert before == threading.active_count()


def test_ahead_passes_errors_on() -> None:
    """An error in the thread reaches whoever reads."""

    def broken() -> Iterator[bytes]:
        for _ in range(10):
            yield bytes(CHUNK)
        raise StreamError("cut")

    with pytest.raises(StreamError, match="cut"):
        list(ahead(broken()))
