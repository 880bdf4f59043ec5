"""Tests of zip archives."""

import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from intake.made import TEXT, Pipe, reader, zipped
from logsleuth.intake.member import Member, Passed
from logsleuth.intake.stream import Chunks, Reader, StreamError
from logsleuth.intake.zip import is_zip, package_kind, zip_members

FILES = {"a.log": TEXT, "logs/b.log": b"two\n", "empty.log": b"", "ä.log": b"x"}


def free(chunks: Chunks, _: Reader) -> Chunks:
    """No bounds."""
    return chunks


def read(data: bytes, *, unpack: bool = True) -> tuple[dict[str, bytes], list[str]]:
    """The members, and what was said."""
    members: dict[str, bytes] = {}
    said: list[str] = []
    try:
        for member in zip_members(reader(data, 3000), free):
            if isinstance(member, Passed):
                said.append(member.why)
                continue
            members[member.name] = b""
            for chunk in member.chunks if unpack else ():
                members[member.name] += chunk
    except StreamError as error:
        said.append(str(error))
    return members, said


def streamed(method: int) -> bytes:
    """A zip archive as it is written to a pipe: sizes stand after the data."""
    pipe = Pipe()
    with zipfile.ZipFile(pipe, "w", method) as archive:
        for name, data in FILES.items():
            archive.writestr(name, data)
    return bytes(pipe.written)


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2])
def test_members(method: int) -> None:
    """Files come with their bytes and names, however they are packed."""
    assert read(zipped(FILES, method)) == (FILES, [])


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
@pytest.mark.parametrize("unpack", [True, False])
def test_written_to_a_pipe(method: int, unpack: bool) -> None:  # noqa: FBT001
    """Where sizes stand after the data, the ends are found all the same, whether a member is read or not."""
    members, said = read(streamed(method), unpack=unpack)
    assert list(FILES) == list(members)
    assert members == FILES or not unpack
    assert said == []


def test_unknown_method() -> None:
    """A member that is packed in another way is named and passed over."""
    data = zipped({"a.log": TEXT, "b.log": b"b"}, zipfile.ZIP_LZMA)
    members, said = read(data)
    assert members == {}
    assert said == ["packed with method 14: passed over"] * 2


def test_encrypted() -> None:
    """An encrypted member is named and passed over."""
    data = bytearray(zipped({"a.log": TEXT, "b.log": b"b"}))
    data[6] |= 1
    members, said = read(bytes(data))
    assert members == {"b.log": b"b"}
    assert said == ["encrypted: passed over"]


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_cut(share: float) -> None:
    """Of a cut archive, what is there is used, and the cut is told."""
    data = zipped({"a.log": TEXT, "b.log": TEXT, "c.log": TEXT})
    members, said = read(data[: int(len(data) * share)])
    assert all(TEXT.startswith(text) for text in members.values())
    assert "a.log" in members
    assert any("cut" in message for message in said)


def test_wrong_checksum() -> None:
    """A member that is not what was packed is told, though it can be decoded."""
    data = bytearray(zipped({"a.log": b"abc"}, zipfile.ZIP_STORED))
    data[data.index(b"abc")] = ord("x")
    assert read(bytes(data)) == ({"a.log": b"xbc"}, ["the checksum of this member is wrong: it is damaged"])


def test_time() -> None:
    """A member carries its time, taken for UTC."""
    info = zipfile.ZipInfo("a.log", (2026, 12, 1, 10, 0, 0))
    pipe = Pipe()
    with zipfile.ZipFile(pipe, "w") as archive:
        archive.writestr(info, b"x")
    (member,) = zip_members(reader(bytes(pipe.written)), free)
    assert isinstance(member, Member)
    assert member.modified == 1_796_119_200


@pytest.mark.parametrize(
    ("name", "kind"),
    [("META-INF/MANIFEST.MF", "a Java archive"), ("archive/data.pkl", "a model file"), ("a.log", None)],
)
def test_package_kind(name: str, kind: str | None) -> None:
    """An archive that is a program's own format is known by its first member."""
    assert kind == package_kind(zipped({name: b"x"})[:256])


def test_is_zip() -> None:
    """An empty archive is one, too; text is none."""
    assert is_zip(zipped({}))
    assert read(zipped({})) == ({}, [])
    assert not is_zip(b"PK is no zip")


@settings(max_examples=60)
@given(st.integers(0, 3000), st.binary(min_size=1, max_size=100), st.booleans())
def test_no_bytes_raise(at: int, junk: bytes, piped: bool) -> None:  # noqa: FBT001
    """Whatever is written over an archive, nothing but `StreamError` comes of it."""
    data = bytearray(streamed(zipfile.ZIP_STORED)[-3000:] if piped else zipped({"a": b"a" * 2000, "b": TEXT[:1000]}))
    data[at : at + len(junk)] = junk
    read(b"PK\x03\x04" + bytes(data)[4:])
