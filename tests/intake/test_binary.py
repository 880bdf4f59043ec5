"""Tests of what is no text."""

import pickle
import random
import sqlite3
import struct
from pathlib import Path

import pytest

from intake.made import TEXT
from logsleuth.intake.binary import binary_kind
from logsleuth.intake.encodings import encoding_of


def kind(data: bytes) -> str | None:
    """What it is taken for."""
    return binary_kind(data, encoding_of(data))


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"\x7fELF\x02\x01\x01" + bytes(64), "ELF"),
        (b"\x89PNG\r\n\x1a\n" + bytes(20), "PNG image"),
        (pickle.dumps({"a": [1, 2]}, 4), "pickle"),
        (pickle.dumps([1, 2], 2), "pickle"),
        (b"RIFF\x10\x00\x00\x00WEBPVP8 ", "media"),
        (struct.pack("<Q", 60) + b'{"__metadata__":{}}', "safetensors model"),
        (random.Random(7).randbytes(5000), "control bytes"),  # noqa: S311
        (struct.pack("<500I", *range(500)), "control bytes"),
    ],
)
def test_binary(data: bytes, name: str) -> None:
    """Binary files are known by their first bytes, or by bytes that no text has."""
    assert name == kind(data)


def test_sqlite(tmp_path: Path) -> None:
    """A database that was just made is known."""
    base = sqlite3.connect(tmp_path / "x.db")
    base.execute("create table t (x)")
    base.commit()
    base.close()
    assert kind((tmp_path / "x.db").read_bytes()) == "SQLite database"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        TEXT,
        bytes(60_000) + TEXT[:5000],  # a rotated log that its writer went on with
        bytes(65_536),
        b"HOME=/root\0PATH=/bin\0",
        b"\x1b[31mred\x1b[0m progress\r 10%\r 20%\n" * 20,
        b"a log with \x01 and \x02 in a long line of text, as a protocol's bytes leave them now and then\n" * 5,
        "Привет, мир\n".encode("koi8-r") * 50,
        ("INFO started\n" * 50).encode("utf-16-le"),
        b"x" * 100_000,
    ],
)
def test_text(data: bytes) -> None:
    """Holes, colours, a few control bytes and foreign letters do not make a text binary."""
    assert kind(data) is None


def test_broken_utf16_is_binary() -> None:
    """A mark of UTF-16 in front of anything else makes no text."""
    assert kind(b"\xff\xfe" + bytes(range(1, 32)) * 50 + b"\xdc" * 500) == "control bytes"
