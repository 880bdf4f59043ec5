"""Tests of encodings."""

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intake.made import pieces
from logsleuth.intake.encodings import Encoding, encoding_of, to_utf8

LINE = "2026-12-01 10:00:00 INFO Überlauf: naïve café 温度\n"


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"plain\n", "ascii"),
        (b"", "ascii"),
        (LINE.encode(), "utf-8"),
        (LINE.encode()[:-4], "utf-8"),  # the head ends inside a character
        (codecs.BOM_UTF8 + b"x", "utf-8-sig"),
        (codecs.BOM_UTF16_LE + "x".encode("utf-16-le"), "utf-16-le"),
        (codecs.BOM_UTF16_BE + "x".encode("utf-16-be"), "utf-16-be"),
        (codecs.BOM_UTF32_LE + "x".encode("utf-32-le"), "utf-32-le"),
        ((LINE * 9).encode("utf-16-le"), "utf-16-le"),
        ((LINE * 9).encode("utf-16-be"), "utf-16-be"),
        ("café déjà vu\n".encode("latin-1"), "latin-1"),
        (bytes(5000) + b"2026-12-01 after a hole\n" * 50, "ascii"),
        (b"HOME=/root\0PATH=/bin\0", "ascii"),
    ],
)
def test_encoding_of(data: bytes, name: str) -> None:
    """The encoding is told by its mark or by its bytes; NULs alone are no UTF-16."""
    assert name == encoding_of(data).name


@pytest.mark.parametrize("data", [LINE.encode() + b"\xff\xfe\n", b"cut \x80\x81\n"])
def test_stray_bytes(data: bytes) -> None:
    """Bytes that belong to no encoding beside proper UTF-8, and those that Latin-1 has no sign for, are stray bytes."""
    assert Encoding("utf-8", stray=True) == encoding_of(data)


@given(st.text(max_size=100), st.sampled_from(["utf-16-le", "utf-16-be", "utf-32-le", "utf-8-sig"]), st.integers(1, 9))
def test_to_utf8(text: str, name: str, piece: int) -> None:
    """In whatever pieces the bytes come, the text comes out in UTF-8 and without its mark."""
    marks = {
        "utf-16-le": codecs.BOM_UTF16_LE,
        "utf-16-be": codecs.BOM_UTF16_BE,
        "utf-32-le": codecs.BOM_UTF32_LE,
        "utf-8-sig": codecs.BOM_UTF8,
    }
    data = marks[name] + text.encode("utf-8" if name == "utf-8-sig" else name)
    assert text.encode() == b"".join(to_utf8(pieces(data, piece), Encoding(name, len(marks[name]))))


@given(st.binary(max_size=100), st.integers(1, 9))
def test_narrow_bytes_are_passed_as_they_are(data: bytes, piece: int) -> None:
    """What is not wide is not touched."""
    assert data == b"".join(to_utf8(pieces(data, piece), Encoding("latin-1")))


@given(st.binary(max_size=60))
def test_any_bytes(data: bytes) -> None:
    """No bytes raise, and broken UTF-16 becomes replacement characters."""
    encoding = encoding_of(data)
    b"".join(to_utf8(pieces(data, 7), encoding)).decode("utf-8", "replace")
    assert b"".join(to_utf8(iter([b"\x41"]), Encoding("utf-16-le"))) == b"\xef\xbf\xbd"
