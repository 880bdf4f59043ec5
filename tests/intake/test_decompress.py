"""Tests of the decoders."""

import bz2
import gzip
import importlib.util
import lzma

import pytest

from intake.made import PACK, TEXT, reader
from logsleuth.intake import decompress
from logsleuth.intake.decompress import Codec, codec_of
from logsleuth.intake.stream import StreamError

CASES = sorted(PACK)


def codec(data: bytes) -> Codec:
    """The codec of packed bytes."""
    found = codec_of(data[:16])
    assert found is not None
    return found


def unpack(data: bytes) -> tuple[bytes, str]:
    """What is decoded, and the error's text."""
    parts = []
    try:
        for part in codec(data).decode(reader(data, 5000)):
            assert len(part) <= 1 << 20
            parts.append(part)
    except StreamError as error:
        return b"".join(parts), str(error)
    return b"".join(parts), ""


@pytest.mark.parametrize("name", CASES)
def test_whole(name: str) -> None:
    """A stream comes out as it was packed."""
    assert unpack(PACK[name](TEXT)) == (TEXT, "")


@pytest.mark.parametrize("name", CASES)
def test_empty(name: str) -> None:
    """A packed nothing is nothing, without an error."""
    assert unpack(PACK[name](b"")) == (b"", "")


@pytest.mark.parametrize("name", CASES)
def test_several_streams(name: str) -> None:
    """Streams one after the other are one text, as the tools read them."""
    pack = PACK[name]
    assert unpack(pack(TEXT) + pack(b"two\n") + pack(TEXT)) == (TEXT + b"two\n" + TEXT, "")


@pytest.mark.parametrize("name", CASES)
def test_cut(name: str) -> None:
    """Of a cut stream, what is there is used, and the error says that it is cut."""
    packed = PACK[name](TEXT)
    text, error = unpack(packed[: len(packed) * 2 // 3])
    assert TEXT.startswith(text)
    assert "cut" in error
    if name != "bz2":  # one block of bzip2 holds all of it
        assert len(text) > len(TEXT) // 10


@pytest.mark.parametrize("name", CASES)
def test_cut_by_a_byte(name: str) -> None:
    """Even the last byte is missed."""
    assert "cut" in unpack(PACK[name](TEXT)[:-1])[1]


@pytest.mark.parametrize("name", CASES)
def test_damaged(name: str) -> None:
    """Of a damaged stream, what came before is used, and the error says that it is damaged."""
    packed = bytearray(PACK[name](TEXT) + PACK[name](TEXT))
    at = len(packed) * 3 // 4
    packed[at : at + 40] = bytes(40)
    text, error = unpack(bytes(packed))
    assert text[:1000] == TEXT[: len(text)][:1000]
    assert "damaged" in error


def test_damage_loses_little_of_gzip() -> None:
    """What gzip could decode up to the damaged byte is given."""
    packed = bytearray(gzip.compress(TEXT))
    packed[-3] ^= 255  # the length at the end
    text, error = unpack(bytes(packed))
    assert text == TEXT
    assert "damaged" in error


@pytest.mark.parametrize("name", ["gz", "xz"])
def test_padding(name: str) -> None:
    """Zeros after a stream, as a tape leaves them, are no trouble."""
    assert unpack(PACK[name](TEXT) + bytes(4096)) == (TEXT, "")


def test_other_bytes_follow() -> None:
    """What is no stream after a stream is told and left out."""
    text, error = unpack(gzip.compress(TEXT) + b"and then some")
    assert text == TEXT
    assert "other bytes follow" in error


def test_xz_that_asks_for_too_much_memory() -> None:
    """A header that asks for gigabytes is refused, not served."""
    filters = [{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 30}]
    packed = lzma.compress(b"x" * 100, filters=filters, check=lzma.CHECK_CRC32)
    assert "damaged" in unpack(packed)[1]


def test_magic_decides() -> None:
    """A text that begins like a magic number is none."""
    assert codec_of(b"BZh is how bzip2 begins") is None
    assert codec_of(b"") is None
    assert codec_of(bz2.compress(b"")) is not None


def test_missing_package_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without its package, a codec says which extra brings it."""
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    messages = {item.name: item.missing() for item in decompress.CODECS}
    assert "logsleuth[zstd]" in (messages["zstd"] or "")
    assert "logsleuth[lz4]" in (messages["lz4"] or "")
    assert messages["gzip"] is None
