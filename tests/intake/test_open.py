"""Tests of the door: from paths to sources."""

import builtins
import gzip
import hashlib
import importlib.util
import io
import os
import tarfile
import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from intake.made import PACK, TEXT, Pipe, drain, entry, take, tarred, write, zipped
from logsleuth.intake import Bounds, Source, sources
from logsleuth.model.run import Note

DEEP = {"a.log": b"one\n", "logs/b.log.gz": gzip.compress(b"two\n")}


def only(path: str) -> Source:
    """The one source of a path, which stays open for as long as the test holds its iterator."""
    item = next(sources([path]))
    assert isinstance(item, Source)
    return item


def test_plain_file(tmp_path: Path) -> None:
    """A plain file has its path, time, size and digest, and is local."""
    path = write(tmp_path, "a.log", TEXT)
    os.utime(path, (1_796_119_200, 1_796_119_200))
    for source in sources([path]):
        assert isinstance(source, Source)
        assert drain(source) == TEXT
        assert (path, datetime(2026, 12, 1, 10, tzinfo=UTC), True) == (source.path, source.modified, source.local)
        assert (len(TEXT), hashlib.sha256(TEXT).hexdigest(), "ascii") == (source.size, source.sha256, source.encoding)
        assert source.notes == ()


@pytest.mark.parametrize("name", sorted(PACK))
def test_compressed_file(tmp_path: Path, name: str) -> None:
    """A compressed file keeps its name and is told by its bytes, whatever it is called."""
    path = write(tmp_path, "a.log", PACK[name](TEXT))
    for source in sources([path]):
        assert isinstance(source, Source)
        assert drain(source) == TEXT
        assert (path, False) == (source.path, source.local)
        assert (len(TEXT), hashlib.sha256(TEXT).hexdigest()) == (source.size, source.sha256)


@pytest.mark.parametrize("name", sorted(PACK))
def test_compressed_tar(tmp_path: Path, name: str) -> None:
    """A member of a compressed archive is `archive!member`, itself unpacked."""
    path = write(tmp_path, "x.tar", PACK[name](tarred(DEEP)))
    assert ({f"{path}!a.log": b"one\n", f"{path}!logs/b.log.gz": b"two\n"}, []) == take([path])


def test_zip(tmp_path: Path) -> None:
    """So is a member of a zip archive."""
    path = write(tmp_path, "x.zip", zipped(DEEP))
    assert ({f"{path}!a.log": b"one\n", f"{path}!logs/b.log.gz": b"two\n"}, []) == take([path])


def test_nested_archives(tmp_path: Path) -> None:
    """Archives in archives are read to the depth, and what lies deeper is named."""
    inner = tarred({"c.log": b"three\n"}, "w:gz")
    middle = zipped({"b.log": b"two\n", "inner.tgz": inner})
    path = write(tmp_path, "x.tar", tarred({"a.log": b"one\n", "middle.zip": middle, "z.log": b"last\n"}))
    texts, notes = take([path])
    assert {name.removeprefix(f"{path}!"): text for name, text in texts.items()} == {
        "a.log": b"one\n",
        "middle.zip!b.log": b"two\n",
        "z.log": b"last\n",
    }
    assert [(f"{path}!middle.zip!inner.tgz", "archives nested more than 2 deep: passed over")] == notes
    deeper, notes = take([path], bounds=Bounds(depth=3))
    assert deeper[f"{path}!middle.zip!inner.tgz!c.log"] == b"three\n"
    assert notes == []


def test_compressed_again_and_again(tmp_path: Path) -> None:
    """A file that is compressed more often than the depth is named, not followed for ever."""
    twice = write(tmp_path, "two.gz", gzip.compress(gzip.compress(TEXT)))
    often = write(tmp_path, "often.gz", gzip.compress(gzip.compress(gzip.compress(TEXT))))
    texts, notes = take([twice, often])
    assert {twice: TEXT} == texts
    assert [(often, "compressed more than 2 times: passed over")] == notes


def test_member_time(tmp_path: Path) -> None:
    """A member has its own time, not the archive's."""
    path = write(tmp_path, "x.tar", tarred({"a.log": b"x"}))
    for source in sources([path]):
        assert isinstance(source, Source)
        assert datetime(2026, 12, 1, 10, tzinfo=UTC) == source.modified


def test_standard_input() -> None:
    """`-` is standard input, of unknown time; it may be packed, and an archive in it needs no seeking."""
    texts, notes = take(["-"], stdin=b"one\n")
    assert (texts, notes) == ({"-": b"one\n"}, [])
    assert take(["-"], stdin=tarred(DEEP, "w:xz")) == ({"-!a.log": b"one\n", "-!logs/b.log.gz": b"two\n"}, [])
    for data in (zipped(DEEP), tarred(DEEP)):
        found = [item.path for item in sources(["-"], stdin=Pipe(data))]  # type: ignore[arg-type]
        assert found == ["-!a.log", "-!logs/b.log.gz"]
    assert take(["-"])[1] == ([("-", "there is no standard input")])
    source = next(sources(["-"], stdin=io.BytesIO(b"x")))
    assert isinstance(source, Source)
    assert (source.modified, source.local) == (None, False)


def test_empty_inputs(tmp_path: Path) -> None:
    """Empty files are noted, whether packed or not; an empty folder holds nothing."""
    plain, packed = write(tmp_path, "a.log", b""), write(tmp_path, "b.gz", gzip.compress(b""))
    (tmp_path / "none").mkdir()
    texts, notes = take([plain, packed, str(tmp_path / "none"), "-"], stdin=b"")
    assert {plain: b"", packed: b"", "-": b""} == texts
    assert [(plain, "empty file"), (packed, "empty file"), ("-", "empty file")] == notes


def test_empty_archive(tmp_path: Path) -> None:
    """An archive without files is noted."""
    path = write(tmp_path, "x.zip", zipped({}))
    assert ({}, [(path, "the archive holds no file")]) == take([path])


def test_missing_goes_on(tmp_path: Path) -> None:
    """A path that is not there is a note, and the next one is read."""
    path, none = write(tmp_path, "a.log", b"x"), str(tmp_path / "none")
    assert ({path: b"x"}, [(none, "there is no such file or folder")]) == take([none, path])


def test_unreadable_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that may not be opened is a note with the system's reason, and the next one is read."""
    locked, path = write(tmp_path, "a.log", b"x"), write(tmp_path, "b.log", b"y")
    real = builtins.open

    def refuse(name: str, *rest: object, **more: object) -> object:
        if name == locked:
            raise PermissionError(13, "Permission denied")
        return real(name, *rest, **more)  # type: ignore[call-overload]

    monkeypatch.setattr(builtins, "open", refuse)
    assert ({path: b"y"}, [(locked, "cannot be read: permission denied")]) == take([locked, path])


def test_file_is_read_once(tmp_path: Path) -> None:
    """A file that is given twice, or in its folder and by name, counts once."""
    path = write(tmp_path, "a.log", b"x")
    texts, notes = take([str(tmp_path), path])
    assert {path: b"x"} == texts
    assert [(path, f"the same file as {path}: read once")] == notes


def test_given_pipe_is_read(tmp_path: Path) -> None:
    """A named pipe that is given is read: so a shell hands over a command's output."""
    path = str(tmp_path / "pipe")
    os.mkfifo(path)
    writer = threading.Thread(target=Path(path).write_bytes, args=(b"one\n",))
    writer.start()
    assert ({path: b"one\n"}, []) == take([path])
    writer.join()


def test_climbing_members(tmp_path: Path) -> None:
    """A member whose name leads out of the archive is named and passed over; hidden ones are left out like hidden files."""
    path = write(
        tmp_path, "x.tar", tarred({"../up.log": b"x", "/abs.log": b"x", ".git/config": b"x", "./ok.log": b"y"})
    )
    texts, notes = take([path])
    assert {f"{path}!ok.log": b"y"} == texts
    assert {f"{path}!../up.log", f"{path}!/abs.log"} == {name for name, _ in notes}
    assert {"its name leads out of the archive: passed over"} == {message for _, message in notes}


def test_links_in_archives(tmp_path: Path) -> None:
    """A link in an archive is named and passed over."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        archive.addfile(entry("s.log", tarfile.SYMTYPE, target="/etc/passwd"))
    path = write(tmp_path, "x.tar", out.getvalue())
    assert (f"{path}!s.log", "a symbolic link: passed over") in take([path])[1]


def test_cut_archives(tmp_path: Path) -> None:
    """Of a cut archive, what is there is used, with a note at the member and at the archive."""
    data = tarred({"a.log": TEXT, "b.log": os.urandom(100_000).hex().encode()}, "w:gz")
    path = write(tmp_path, "x.tgz", data[: len(data) * 2 // 3])
    texts, notes = take([path])
    assert texts[f"{path}!a.log"] == TEXT
    assert 0 < len(texts[f"{path}!b.log"]) < 200_000
    assert "cut" in dict(notes)[f"{path}!b.log"]
    assert "cut" in dict(notes)[path]


def test_cut_between_members(tmp_path: Path) -> None:
    """A cut where no member is being read is told of the archive."""
    data = tarred({"a.log": os.urandom(30_000).hex().encode(), "b.log": TEXT})
    packed = gzip.compress(data)
    path = write(tmp_path, "x.tgz", packed[:20_000])
    notes = [item for item in sources([path]) if isinstance(item, Note)]  # no source is read
    assert [path] == [note.path for note in notes]
    assert "cut" in notes[0].message


def test_bomb(tmp_path: Path) -> None:
    """What expands beyond the ratio is refused with a note, wherever it stands, and the rest is read."""
    bomb = gzip.compress(bytes(80 << 20))
    plain = write(tmp_path, "bomb.gz", bomb)
    archive = write(tmp_path, "x.tar", tarred({"bomb.gz": bomb, "z.log": b"last\n"}))
    zipfile = write(tmp_path, "x.zip", zipped({"bomb.log": bytes(80 << 20), "z.log": b"last\n"}))
    texts, notes = take([plain, archive, zipfile], bounds=Bounds(max_ratio=500))
    assert b"last\n" == texts[f"{archive}!z.log"] == texts[f"{zipfile}!z.log"]
    assert [plain, f"{archive}!bomb.gz", f"{zipfile}!bomb.log"] == [name for name, _ in notes]
    assert all("expands more than 500 times" in message for _, message in notes)


def test_unread_bomb_is_not_unpacked(tmp_path: Path) -> None:
    """A member that nobody reads is not unpacked beyond its head."""
    path = write(tmp_path, "x.zip", zipped({"bomb.log": bytes(200 << 20), "z.log": b"last\n"}))
    before = datetime.now(UTC)
    assert len(list(sources([path]))) == 2
    assert (datetime.now(UTC) - before).total_seconds() < 5


def test_member_bounds(tmp_path: Path) -> None:
    """Members are bounded in size and number, and what they unpack to in all; plain files are not."""
    plain = write(tmp_path, "a.log", b"x" * 5000)
    path = write(tmp_path, "x.tar", tarred({"a.log": b"x" * 5000, "b.log": b"y", "c.log": b"z"}))
    texts, notes = take([plain, path], bounds=Bounds(max_member_bytes=1000, max_members=2))
    assert {plain: 5000, f"{path}!b.log": 1} == {name: len(text) for name, text in texts.items() if text}
    assert [(f"{path}!a.log", "more than 1000 bytes: the rest is passed over")] == [
        note for note in notes if note[0] != path
    ][:1]
    assert (path, "more than 2 members: the rest is passed over") in notes
    packed = [write(tmp_path, f"{i}.gz", gzip.compress(bytes(1000))) for i in range(3)]
    texts, notes = take(packed, bounds=Bounds(max_total_bytes=1500))
    assert len(texts[packed[0]]) == 1000
    assert [packed[1], packed[2]] == [name for name, message in notes if "in all" in message]


def test_missing_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without its package, a compressed file is a note that names the extra."""
    path = write(tmp_path, "a.zst", PACK["zst"](TEXT))
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    assert ({}, [(path, "compressed with zstd: install logsleuth[zstd] to read it")]) == take([path])


def test_packages_are_passed_over(tmp_path: Path) -> None:
    """A program's own file that happens to be a zip archive is named, not listed."""
    path = write(tmp_path, "app.jar", zipped({"META-INF/MANIFEST.MF": b"x", "A.class": b"y"}))
    assert ({}, [(path, "binary file (a Java archive): passed over")]) == take([path])


def test_utf16_in_an_archive(tmp_path: Path) -> None:
    """A member is transcoded like a file."""
    path = write(tmp_path, "x.zip", zipped({"a.log": "größer\n".encode("utf-16")}))
    texts, notes = take([path])
    assert "größer\n".encode() == texts[f"{path}!a.log"].removeprefix(b"\xef\xbb\xbf")
    assert notes == []


def test_long_members_in_a_thread(tmp_path: Path) -> None:
    """A long member that is read ahead and left in the middle does not disturb the next one."""
    body = TEXT * (30_000_000 // len(TEXT))
    path = write(tmp_path, "x.tgz", tarred({"a.log": body, "b.log": b"two\n"}, "w:gz"))
    items = sources([path])
    first = next(items)
    assert isinstance(first, Source)
    first.peek(10 << 20)
    second = next(items)
    assert isinstance(second, Source)
    assert drain(second) == b"two\n"
    assert list(items) == []
    assert len(body) == len(take([path])[0][f"{path}!a.log"])


def test_passed_source_is_closed(tmp_path: Path) -> None:
    """A source is usable until the next one is asked for."""
    items = sources([write(tmp_path, "a.log", b"x"), write(tmp_path, "b.log", b"y")])
    first = next(items)
    assert isinstance(first, Source)
    next(items)
    with pytest.raises(ValueError, match="was passed"):
        first.read(1)


def test_lazy(tmp_path: Path) -> None:
    """Nothing is opened before it is asked for."""
    path = write(tmp_path, "a.log", b"x")
    items = sources([path, str(tmp_path / "b.log")])
    next(items)
    write(tmp_path, "b.log", b"y")
    assert isinstance(next(items), Source)


@settings(max_examples=60, deadline=None)
@given(
    st.binary(max_size=300),
    st.sampled_from(
        [b"", b"PK\x03\x04", b"\x1f\x8b\x08", b"BZh91AY&SY", b"\xfd7zXZ\x00", b"\x28\xb5\x2f\xfd", b"\x04\x22\x4d\x18"]
    ),
)
def test_no_bytes_raise(junk: bytes, magic: bytes) -> None:
    """Whatever is handed over, it is read or noted."""
    take(["-"], stdin=magic + junk)
