"""`rules try`: matches in place, what nearly matches, and what a rule finds."""

from pathlib import Path

import pytest
from test_rules_test import RULE, called

from logsleuth.cli.rules import try_ as command
from logsleuth.errors import NoInputError, UsageError

LOG = "2026-11-30 09:12:01,340 ERROR orders.main license AB-1 expired, token=abcdef0123456789\n"


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", "/tmp/logsleuth-test-cache")  # noqa: S108
    Path("a.log").write_text(LOG + "License AB-2 expired\n")
    Path("rule.yaml").write_text(RULE)


def test_a_match_is_marked_below(capsys: pytest.CaptureFixture[str]) -> None:
    """With its captures and the numbers; secrets beside it are masked."""
    assert 0 == called(command, r"^license (?P<key>\S+) exp", "a.log")
    lines = capsys.readouterr().out.split("\n")

    assert ["a.log:1:", "  license AB-1 expired, token=***", "  ^^^^^^^^^^^^^^^^", "    key = AB-1"] == lines[:4]
    assert lines[4].startswith("1 of 2 lines (50 %), in ")
    assert "The scan can prefilter by it." == lines[5]


@pytest.mark.parametrize(
    "pattern", [r"token=(?P<key>\w+)", r"(?P<key>abc\w+)", r"(?P<key>token=\w+)", r"(?P<key>cdef\d+)"]
)
def test_no_secret_is_shown_by_capturing_it(pattern: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither in the line nor as a capture; `--no-redact` shows it."""
    assert 0 == called(command, pattern, "a.log")
    assert "0123456789" not in capsys.readouterr().out
    assert 0 == called(command, pattern, "a.log", "--no-redact")
    assert "0123456789" in capsys.readouterr().out


def test_near_and_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    """Status 1 where nothing matches."""
    assert 1 == called(command, "LICENSE AB-1", "a.log", "--text", "--near")
    assert "it would match but for upper and lower case" in capsys.readouterr().out


def test_colour_marks_in_the_line(capsys: pytest.CaptureFixture[str]) -> None:
    """And no carets stand below."""
    assert 0 == called(command, "AB-1", "a.log", "--color", "always")
    out = capsys.readouterr().out

    assert "\x1b[1;31mAB-1\x1b[0m" in out
    assert "^" not in out


def test_a_rule_of_a_file_shows_its_findings(capsys: pytest.CaptureFixture[str]) -> None:
    """The sentence, the variables, the evidence; else the rows of each condition."""
    assert 0 == called(command, "rule.yaml", "a.log")
    assert capsys.readouterr().out.startswith("the licence AB-1 ran out\n    key = AB-1\n  a.log:1: ")
    Path("b.log").write_text("nothing of the kind\n")
    assert 1 == called(command, "rule.yaml", "b.log")
    assert "when `refused`: 0 rows" in capsys.readouterr().out


def test_wrong_calls() -> None:
    """A pattern that is none, an empty one, no input."""
    with pytest.raises(UsageError):
        called(command, "(a", "a.log")
    with pytest.raises(UsageError):
        called(command, "", "a.log")
    with pytest.raises(NoInputError):
        called(command, "a", "nosuch.log")


def test_a_mistyped_id_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    """It may be a pattern, and is tried as one; a folder is none."""
    assert 1 == called(command, "lazy-import-lack-module", "a.log")
    assert "no rule has this id, so it is tried as a pattern; did you mean `lazy-import-lacks-module`?" in (
        capsys.readouterr().err
    )
    with pytest.raises(UsageError, match="this is a folder"):
        called(command, ".", "a.log")
