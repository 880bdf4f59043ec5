"""Tests of tar archives."""

import io
import tarfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from intake.made import TEXT, entry, reader, tarred
from logsleuth.intake.member import Member, Passed
from logsleuth.intake.stream import StreamError
from logsleuth.intake.tar import is_tar, tar_members

FORMS = [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT]


def read(data: bytes) -> tuple[dict[str, bytes], list[Passed]]:
    """The members and what was passed over; errors of the stream count as passed over."""
    members: dict[str, bytes] = {}
    passed: list[Passed] = []
    try:
        for member in tar_members(reader(data, 777)):
            if isinstance(member, Passed):
                passed.append(member)
            else:
                members[member.name] = b"".join(member.chunks)
    except StreamError as error:
        passed.append(Passed("", str(error)))
    return members, passed


@pytest.mark.parametrize("form", FORMS)
def test_members(form: int) -> None:
    """Files come in the archive's order with their bytes, names of any length, and times, in every format."""
    files = {"a.log": TEXT, "empty.log": b"", f"logs/{'x' * 80}/{'y' * 60}.log": b"z" * 513}
    assert (files, []) == read(tarred(files, form=form))


@pytest.mark.parametrize("form", FORMS[1:])
def test_long_names(form: int) -> None:
    """Names beyond what a header holds, and beyond ASCII, are whole."""
    files = {f"logs/{'ä' * 300}.log": b"x", "b.log": b"y"}
    assert (files, []) == read(tarred(files, form=form))


def test_time() -> None:
    """A member carries its time in seconds."""
    (member,) = tar_members(reader(tarred({"a.log": b"x"})))
    assert isinstance(member, Member)
    assert member.modified == 1_796_119_200


def test_unread_members_are_passed() -> None:
    """A member need not be read for the next one to be right."""
    members = [
        member for member in tar_members(reader(tarred({"a.log": TEXT, "b.log": b"b"}))) if isinstance(member, Member)
    ]
    assert [member.name for member in members] == ["a.log", "b.log"]


def test_links_and_devices_are_passed_over() -> None:
    """What is no file is named and passed over; folders say nothing."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        archive.addfile(entry("d", tarfile.DIRTYPE))
        archive.addfile(entry("s", tarfile.SYMTYPE, target="/etc/passwd"))
        archive.addfile(entry("h", tarfile.LNKTYPE, target="a.log"))
        archive.addfile(entry("c", tarfile.CHRTYPE))
        archive.addfile(entry("p", tarfile.FIFOTYPE))
        archive.addfile(entry("a.log", size=1), io.BytesIO(b"x"))
    members, passed = read(out.getvalue())
    assert members == {"a.log": b"x"}
    assert [item.why.split(":")[0] for item in passed] == ["a symbolic link", "a hard link", "a device", "a named pipe"]


def test_sparse_file() -> None:
    """A sparse file of old GNU format is passed over with its further headers, and what follows is read."""
    head = bytearray(entry("sparse.log", size=512).tobuf(tarfile.GNU_FORMAT))
    head[156:157] = b"S"
    head[482] = 1
    head[148:156] = b" " * 8
    head[148:156] = b"%06o\0 " % sum(head)
    further = bytearray(512)
    further[504] = 0
    members, passed = read(bytes(head) + bytes(further) + b"x" * 512 + tarred({"b.log": b"b"}))
    assert members == {"b.log": b"b"}
    assert [Passed("sparse.log", "a sparse file: passed over")] == passed


def test_cut() -> None:
    """Of a cut archive, what is there is used, and the end is told."""
    data = tarred({"a.log": b"a" * 1000, "b.log": b"b" * 5000})
    assert read(data[:4000]) == ({"a.log": b"a" * 1000}, [Passed("", "the tar archive is cut inside this member")])
    assert read(data[:1536]) == ({"a.log": b"a" * 1000}, [Passed("", "the tar archive has no end mark: it may be cut")])


def test_damaged_header() -> None:
    """After a damaged header the next good one is found, and the damage is told once."""
    data = bytearray(tarred({"a.log": b"a", "b.log": b"b" * 2000, "c.log": b"c"}))
    at = data.index(b"b.log")
    data[at] ^= 255
    members, passed = read(bytes(data))
    assert members == {"a.log": b"a", "c.log": b"c"}
    assert [item.why for item in passed] == ["the tar archive is damaged: looking for its next member"]


def test_concatenated() -> None:
    """Archives one after the other are read to the end."""
    assert read(tarred({"a": b"a"}) + tarred({"b": b"b"})) == ({"a": b"a", "b": b"b"}, [])


def test_huge_headers_take_no_memory() -> None:
    """A pax header that claims a gigabyte is passed over as far as it goes."""
    head = bytearray(entry("x", b"x", size=1 << 30).tobuf(tarfile.GNU_FORMAT))
    members, passed = read(bytes(head) + b"20 path=abc\n" * 1000)
    assert members == {}
    assert len(passed) == 1


def test_text_is_no_tar() -> None:
    """A log is no tar archive, and neither is a run of zeros."""
    assert not is_tar(TEXT[:512])
    assert not is_tar(bytes(512))
    assert is_tar(tarred({"a": b"a"})[:512])


@settings(max_examples=60)
@given(st.integers(0, 4000), st.binary(min_size=1, max_size=600))
def test_no_bytes_raise(at: int, junk: bytes) -> None:
    """Whatever is written over an archive, nothing but `StreamError` comes of it."""
    data = bytearray(tarred({"a.log": b"a" * 700, "b.log": b"b"}))
    data[at : at + len(junk)] = junk
    read(bytes(data))
