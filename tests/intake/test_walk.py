"""Tests of the walk through folders."""

import os
import socket
from pathlib import Path

import pytest

from intake.made import write
from logsleuth.intake.walk import Found, walk
from logsleuth.model.run import Note


def names(folder: Path) -> list[str]:
    """The files and notes of a folder, relative to it."""
    found = []
    for item in walk(str(folder)):
        path = os.path.relpath(item.path or "", folder)
        found.append(path if isinstance(item, Found) else f"{path}: {item.message}")
    return found


def test_order_and_hidden(tmp_path: Path) -> None:
    """Files come by name, folders among them; hidden ones are left out without a word."""
    for name in ("b.log", "a/z.log", "a/y.log", "c.log", ".hidden", ".git/config", "a/.x"):
        write(tmp_path, name, b"x")
    assert names(tmp_path) == ["a/y.log", "a/z.log", "b.log", "c.log"]


def test_paths_are_as_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A path is cited as it was given."""
    write(tmp_path, "logs/a.log", b"x")
    monkeypatch.chdir(tmp_path)
    assert [item.path for item in walk("./logs")] == ["./logs/a.log"]
    assert [item.path for item in walk("logs/")] == ["logs/a.log"]


def test_special_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pipes and sockets inside a folder are noted and left out."""
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("sock")
        assert names(tmp_path) == ["pipe: a named pipe: passed over", "sock: a socket: passed over"]


def test_links(tmp_path: Path) -> None:
    """Links inside a folder are followed only to what is inside it and not read itself; a loop has no effect."""
    outside = write(tmp_path, "outside.log", b"x")
    folder = tmp_path / "run"
    write(folder, "a.log", b"x")
    write(folder, ".data/b.log", b"x")
    (folder / "b.log").symlink_to(".data/b.log")
    (folder / "latest.log").symlink_to("a.log")
    (folder / "loop").symlink_to(".")
    (folder / "out.log").symlink_to(outside)
    (folder / "up").symlink_to("..")
    (folder / "broken.log").symlink_to("nowhere")
    assert names(folder) == [
        "a.log",
        "b.log",
        "broken.log: there is no such file or folder",
        "latest.log: a link to a.log, which is read itself",
        "out.log: a link out of the folder: passed over",
        "up: a link out of the folder: passed over",
    ]


def test_given_link_is_followed(tmp_path: Path) -> None:
    """A link that is given is followed, to a file or to a folder."""
    write(tmp_path, "run/a.log", b"x")
    (tmp_path / "link").symlink_to("run")
    assert names(tmp_path / "link") == ["a.log"]


def test_missing_and_odd_paths(tmp_path: Path) -> None:
    """A path that is not there, or cannot be, is a note."""
    missing = str(tmp_path / "none.log")
    assert [Note("there is no such file or folder", missing)] == list(walk(missing))
    assert "cannot be read" in str(next(walk("a\0b")))
    assert [Note("a device: passed over", "/dev/null")] == list(walk("/dev/null"))


def test_unreadable_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that may not be listed is a note with the system's reason."""

    def refuse(_: str) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "scandir", refuse)
    assert [Note("cannot be read: permission denied", str(tmp_path))] == list(walk(str(tmp_path)))
