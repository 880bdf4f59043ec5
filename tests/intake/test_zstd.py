"""Tests of Zstandard streams."""

import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from intake.made import TEXT, reader
from logsleuth.intake.zstd import FrameWalk, zstd_chunks


def frames(data: bytes, *, checksum: bool, sized: bool) -> bytes:
    """One frame."""
    return zstandard.ZstdCompressor(write_checksum=checksum, write_content_size=sized).compress(data)


@settings(max_examples=50)
@given(st.binary(max_size=3000), st.booleans(), st.booleans(), st.integers(1, 700))
def test_walk_knows_the_ends(data: bytes, checksum: bool, sized: bool, piece: int) -> None:  # noqa: FBT001
    """Fed in whatever pieces, the walk is between frames after a whole one, and inside one after all but its last byte."""
    packed = frames(data, checksum=checksum, sized=sized) * 2
    whole, cut = FrameWalk(), FrameWalk()
    for at in range(0, len(packed), piece):
        whole.feed(packed[at : at + piece])
        cut.feed(packed[: len(packed) - 1][at : at + piece])
    assert whole.between
    assert not cut.between


def test_skippable_frames() -> None:
    """Frames that carry no data, as parallel packers write them, are passed over."""
    skippable = b"\x50\x2a\x4d\x18\x04\x00\x00\x00abcd"
    packed = (
        frames(TEXT, checksum=True, sized=True) + skippable + frames(b"two\n", checksum=False, sized=False) + skippable
    )
    assert b"".join(zstd_chunks(reader(packed))) == TEXT + b"two\n"


def test_output_is_bounded() -> None:
    """A few bytes that stand for many come out in pieces."""
    packed = zstandard.compress(bytes(100 << 20))
    sizes = [len(chunk) for chunk in zstd_chunks(reader(packed))]
    assert sum(sizes) == 100 << 20
    assert max(sizes) <= 1 << 20
