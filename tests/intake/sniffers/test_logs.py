"""Tests of logs and their names."""

import pytest

from logsleuth.intake.sniffers.logs import is_line, named_log, named_other


@pytest.mark.parametrize(
    "line",
    [
        "2026-12-01 10:00:00,123 INFO x",
        "web-1  | ready",
        "Dec  1 10:00:00 host app[12]: x",
        "[10:00:00] x",
        "INFO 10-21 06:12:08 [file.py:12] x",
        "time=2026-12-01T10:00:00Z level=info msg=x",
        "Traceback (most recent call last):",
        '  File "x.py", line 1, in f',
        "\tat com.example.Main.run(Main.java:3)",
        "ValueError: x",
        "bash: x: command not found",
        "[rank3]: y",
    ],
)
def test_lines(line: str) -> None:
    """Heads with times or levels, and the lines of crashes, are a log's."""
    assert is_line(line)


@pytest.mark.parametrize(
    "line", ["total 20", "  image: app:1", "DEBUG = False", "/dev/sda1 10G 9G 1G 90% /", "Name: x", ""]
)
def test_no_lines(line: str) -> None:
    """Tables, settings and fields are not."""
    assert not is_line(line)


@pytest.mark.parametrize(
    "path",
    [
        "a.log",
        "a.log.1",
        "a.log.2.gz",
        "a-log.txt",
        "slurm-1.out",
        "x.tgz!logs/err",
        "syslog",
        "messages",
        "journal.txt",
        "server_0.log",
    ],
)
def test_named_log(path: str) -> None:
    """Names of logs, rotated and packed ones too."""
    assert named_log(path)


@pytest.mark.parametrize("path", ["logs/ps.txt", "catalog.txt", "login.yaml", "blog.md", "outer.txt"])
def test_not_named_log(path: str) -> None:
    """The folder's name counts for nothing, nor do the letters inside a word."""
    assert not named_log(path)
    assert named_other(path)
