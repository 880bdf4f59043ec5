"""Tests of one source."""

import hashlib

import pytest

from intake.made import TEXT, drain, pieces, reader
from logsleuth.intake.source import Source
from logsleuth.intake.stream import Chunks, Reader, StreamError
from logsleuth.model.run import Note


def test_read_gives_what_was_peeked() -> None:
    """Peeking takes nothing away, and is of the text as it is read."""
    source = Source("x", reader(TEXT))
    assert TEXT[:100] == source.peek(100)
    assert TEXT[:70_000] == source.peek(70_000)
    assert drain(source) == TEXT
    assert source.read(10) == b""
    assert source.peek(10) == b""


@pytest.mark.parametrize("size", [1, 7, 4096, 1 << 22])
def test_size_and_digest(size: int) -> None:
    """Size and digest are those of the bytes as they came, in whatever pieces they are read."""
    data = "größer\n".encode("utf-16") * 300
    source = Source("x", reader(data))
    assert "größer\n".encode() * 300 == drain(source, size).replace(b"\xef\xbb\xbf", b"")
    assert len(data) == source.size
    assert hashlib.sha256(data).hexdigest() == source.sha256


def test_long_peek() -> None:
    """Four megabytes can be looked at, transcoded."""
    source = Source("x", reader(("x" * 63 + "\n").encode("utf-16-le") * 70_000, 1 << 20))
    assert len(source.peek(4 << 20)) == 4 << 20
    assert source.encoding == "utf-16-le"


def test_mark_is_dropped() -> None:
    """The mark of UTF-8 is no part of the text, but of the file."""
    source = Source("x", reader(b"\xef\xbb\xbfabc"))
    assert drain(source) == b"abc"
    assert (source.size, source.encoding) == (6, "utf-8-sig")


def test_empty() -> None:
    """An empty file is noted."""
    source = Source("x", reader(b""))
    assert source.read(10) == b""
    assert (Note("empty file", "x"),) == source.notes
    assert hashlib.sha256().hexdigest() == source.sha256


def test_binary() -> None:
    """A binary file is noted at once, and can be read all the same."""
    source = Source("x", reader(b"\x7fELF" + bytes(100)))
    assert source.binary
    assert (Note("binary file (ELF): passed over", "x"),) == source.notes
    assert len(drain(source)) == 104


def test_stray_bytes_are_noted() -> None:
    """Bytes that belong to no encoding are passed on, and noted."""
    data = "ä\n".encode() + b"\xff\xff\n"
    source = Source("x", reader(data))
    assert data == drain(source)
    assert [note.message for note in source.notes] == ["the text is UTF-8 with stray bytes"]


def test_trouble_is_noted() -> None:
    """Where the stream breaks, what came before is read, and the note says why there is no more."""

    def broken() -> Chunks:
        yield b"abc\n"
        raise StreamError("cut")

    source = Source("x", Reader(broken()))
    assert drain(source) == b"abc\n"
    assert (Note("cut", "x"),) == source.notes
    assert source.size == 4


def test_closed() -> None:
    """A source that was passed says so instead of looking empty."""
    source = Source("x", reader(b"abc"))
    source.close()
    with pytest.raises(ValueError, match="was passed"):
        source.read(1)


def test_threaded_is_the_same() -> None:
    """A long source is read ahead in a thread, with the same bytes, size and digest."""
    data = TEXT * (24_000_000 // len(TEXT))
    source = Source("x", Reader(pieces(data, 1 << 20)), threaded=True)
    assert data == drain(source)
    assert (len(data), hashlib.sha256(data).hexdigest()) == (source.size, source.sha256)
    left = Source("x", Reader(pieces(data, 1 << 20)), threaded=True)
    left.peek(12 << 20)
    left.close()


def test_one_line_of_megabytes() -> None:
    """A line without an end is read like any other."""
    source = Source("x", reader(b"x" * 5_000_000, 1 << 20))
    assert len(drain(source)) == 5_000_000
    assert not source.binary
