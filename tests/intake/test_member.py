"""Tests of members' names."""

import pytest

from logsleuth.intake.member import climbs, hidden, inner_path


@pytest.mark.parametrize("name", ["../x", "a/../../x", "/etc/passwd", "C:\\x", "..\\x", "a/..", "\\x"])
def test_climbs(name: str) -> None:
    """A name that leads out of the archive is known in every spelling."""
    assert climbs(name)


@pytest.mark.parametrize("name", ["a..b", "a/b.log", "./a", "...", "logs/2026-12-01T10:00:00.log"])
def test_stays(name: str) -> None:
    """Dots and colons inside a name lead nowhere."""
    assert not climbs(name)


def test_hidden() -> None:
    """Hidden files, files of hidden folders and a Mac's extras are hidden; `./` hides nothing."""
    assert hidden(".git/config")
    assert hidden("a/.x")
    assert hidden("__MACOSX/a.log")
    assert not hidden("./a/b.log")


def test_inner_path() -> None:
    """A leading `./` is not shown."""
    assert inner_path("././/logs/x.log") == "logs/x.log"
