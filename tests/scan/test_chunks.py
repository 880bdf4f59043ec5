"""Cutting an input into chunks of whole lines."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logsleuth.scan.chunks import Chunk, Limits, chunks
from scan.helpers import reader

SMALL = Limits(chunk=64, overlap=16)
TEXT = st.lists(
    st.sampled_from(
        [b"a", b"bc", b"\n", b"\r\n", b"\x1b[31m", "é".encode(), "\U0001f600".encode(), b"\xff", b"\0", b"x" * 50]
    )
).map(b"".join)


def cut(data: bytes, sizes: list[int] | None = None) -> list[Chunk]:
    """All chunks of some bytes."""
    return list(chunks(reader(data, sizes or []), SMALL))


@given(data=TEXT, sizes=st.lists(st.integers(1, 70), max_size=20))
def test_chunks_are_the_input(data: bytes, sizes: list[int]) -> None:
    """Without what is repeated they are the input, whatever pieces it is read in, and none is longer than is promised."""
    found = cut(data, sizes)
    assert b"".join(chunk.data[chunk.overlap :] for chunk in found) == data
    assert all(len(chunk.data) <= SMALL.chunk + SMALL.overlap for chunk in found)
    assert all(chunk.data for chunk in found)


@given(data=TEXT)
def test_lines_are_whole_where_they_fit(data: bytes) -> None:
    """A chunk ends with a newline, or is the last, or is cut within a line that is longer than a chunk; the next one repeats its end."""
    found = cut(data)
    for chunk, after in pairwise(found):
        assert chunk.data.endswith(b"\n") != chunk.cut
        assert after.overlap == (SMALL.overlap if chunk.cut else 0)
        assert chunk.data.endswith(after.data[: after.overlap])
        if chunk.cut:
            assert b"\n" not in chunk.data[chunk.overlap :]
    assert not found or not found[-1].cut


def test_a_cut_spares_characters_and_codes() -> None:
    """A cut within a line goes neither through a character nor through a colour code."""
    for shift in range(8):
        for token in ("\U0001f600".encode(), b"\x1b[38;5;1m"):
            found = cut(b"x" * shift + token * 40)
            assert len(found) > 1
            for chunk in found:
                assert chunk.data.count(token[:1]) * len(token) <= len(chunk.data.lstrip(b"x")) + len(token)
                assert chunk.data.endswith(token)


def test_an_error_comes_after_what_was_read() -> None:
    """What `read` raises is raised once the bytes before it were given out."""

    def read(most: int) -> bytes:
        if pieces:
            return pieces.pop(0)[:most]
        raise OSError("gone")

    pieces = [b"one\ntw", b"o"]
    walk = chunks(read, SMALL)
    assert next(walk).data == b"one\ntwo"
    with pytest.raises(OSError, match="gone"):
        next(walk)


def test_no_input_no_chunk() -> None:
    """An empty input has none."""
    assert cut(b"") == []


def test_limits_leave_room() -> None:
    """An overlap that fills the chunk would never get on."""
    with pytest.raises(ValueError, match="half a chunk"):
        Limits(chunk=10, overlap=6)
