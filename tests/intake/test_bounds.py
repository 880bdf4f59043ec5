"""Tests of the bounds."""

import pytest

from intake.made import pieces, reader
from logsleuth.intake.bounds import Bounds, Meter
from logsleuth.intake.stream import StreamError


def test_ratio_counts_only_beyond_the_first_megabytes() -> None:
    """A small text may be packed as tight as it likes; a large one may not."""
    packed = reader(b"x" * 100)
    packed.read(100)
    meter = Meter(Bounds(max_ratio=10))
    assert len(list(meter.unpacking(iter([bytes(1 << 20)] * 64), reader(b"")))) == 64
    with pytest.raises(StreamError, match="expands more than 10 times"):
        list(meter.unpacking(iter([bytes(1 << 20)] * 65), reader(b"")))


def test_member_bytes() -> None:
    """A member is read up to its bound."""
    got: list[bytes] = []
    with pytest.raises(StreamError, match="more than 10 bytes"):
        got.extend(Meter(Bounds(max_member_bytes=10)).member(pieces(b"x" * 30, 5)))
    assert len(b"".join(got)) <= 10


def test_total_bytes() -> None:
    """What all streams unpack to is bounded, and then the meter is full."""
    meter = Meter(Bounds(max_total_bytes=10))
    list(meter.unpacking(pieces(b"x" * 8), reader(b"")))
    assert [meter.full] == [False]
    with pytest.raises(StreamError, match="10 bytes in all"):
        list(meter.unpacking(pieces(b"x" * 8), reader(b"")))
    assert meter.full
    assert "10 bytes in all" in meter.why_full()


def test_members() -> None:
    """After so many members the meter is full."""
    meter = Meter(Bounds(max_members=1))
    meter.members += 1
    assert meter.full
    assert "more than 1 members" in meter.why_full()
