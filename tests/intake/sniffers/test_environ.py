"""Tests of environments."""

from logsleuth.intake.sniffers.environ import is_separated, share


def test_dumps() -> None:
    """`env`, `export -p` and `export` lines are all of it; values and functions may go on over lines."""
    assert share(["HOME=/root", "PATH=/bin", "http_proxy=x", "_=/usr/bin/env"]) == 1
    assert share(['declare -x HOME="/root"', "export LANG=C"]) == 1
    assert share(["HOME=/root", "BASH_FUNC_x%%=() {  echo", " more", "}"]) == 1


def test_other_assignments() -> None:
    """Properties, settings and code are no environment, nor is the system's own description."""
    assert share(["ActiveState=active", "SubState=running"]) == 0
    assert share(["fs.x = 1", "DEBUG = 1"]) == 0
    assert share(["NAME=x", "PRETTY_NAME=x"]) == 0
    assert share([""]) == 0


def test_separated() -> None:
    """NULs, or the signs that stand for them, part variables."""
    assert is_separated("HOME=/root\0PATH=/bin\0")
    assert is_separated("HOME=/root^@PATH=/bin^@")
    assert not is_separated("\0\0\0\0a log\0with holes\0")
    assert not is_separated("")
