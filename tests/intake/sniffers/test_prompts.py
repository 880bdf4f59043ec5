"""Tests of seams."""

import pytest

from logsleuth.intake.sniffers.prompts import command_of, hint, is_date


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("$ ps aux", "ps aux"),
        ("# ps aux", "ps aux"),
        ("+ docker ps", "docker ps"),
        ("++ date", "date"),
        ("ops@gpu-7:~$ ls -l", "ls -l"),
        ("[root@gpu-7 logs]# ls", "ls"),
        ("root@3f1c:/app# env", "env"),
        ("(venv) ops@gpu-7:~/x$ env", "env"),
        ("bash-5.1$ env", "env"),
        ("❯ env", "env"),
        ("=== ps ===", "ps"),
        ("==> server.log <==", "server.log"),
        ("--- free -m ---", "free -m"),
        ("ops@gpu-7:~$", ""),
    ],
)
def test_seams(line: str, command: str) -> None:
    """Prompts of shells, marks of `set -x` and headings are seams, and tell the command or title."""
    assert command_of(line) == command


@pytest.mark.parametrize(
    "line",
    [
        "",
        "# Editable install",
        "#!/bin/sh",
        "------",
        "+ 1",
        "mail@example.org said so",
        "- item",
        "2026-12-01 a@b $ c",
        "$HOME is set",
    ],
)
def test_no_seams(line: str) -> None:
    """Comments, rules, lists and addresses are none."""
    assert command_of(line) is None


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        ("sudo dmesg -T | tail", "kernel"),
        ("journalctl -k -b", "kernel"),
        ("env | sort", "environ"),
        ("tr '\\0' '\\n' < /proc/12/environ", "environ"),
        ("/srv/venv/bin/python -m pip freeze", "packages"),
        ("~/venv/bin/python3 -c 'import x'", "interpreter"),
        ("curl -s http://localhost:8000/health", "health"),
        ("curl http://localhost:8000/v1/x -d '{}'", None),
        ("tail -30 server.log", "log"),
        ("docker logs app", "log"),
        ("python3 -m server --port 1", "log"),
        ("ls -l", None),
    ],
)
def test_hint(command: str, kind: str | None) -> None:
    """A command tells the kind of what it prints where its name alone does."""
    assert hint(command) == kind


def test_is_date() -> None:
    """What `date` prints is known, and a log's line is not."""
    assert is_date("Tue Dec  1 10:02:00 UTC 2026")
    assert is_date("2026-12-01T10:02:00+00:00")
    assert not is_date("2026-12-01 10:02:00 INFO x")
