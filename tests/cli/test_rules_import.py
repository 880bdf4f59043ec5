"""`rules import`: files in, a rule file out that is checked and tested; what is left is told."""

import argparse
import io
import sys
from pathlib import Path
from typing import Any

import pytest

from logsleuth.cli.rules import check, import_, test
from logsleuth.errors import UsageError

RULE = """\
title: Disk full
id: 11111111-0000-4000-8000-000000000001
name: full
logsource: {category: application}
detection:
  selection: {message|contains: no space left}
  condition: selection
---
title: Full again and again
id: 11111111-0000-4000-8000-000000000002
correlation:
  type: event_count
  generate: true
  rules: full
  group-by: [host, disk]
  timespan: 5m
  condition: {gte: 3}
---
title: Large
id: 11111111-0000-4000-8000-000000000003
logsource: {category: application}
detection:
  selection: {size|gt: 3}
  condition: selection
"""


def called(task: Any, *words: str) -> int:
    """Calls one task in this process."""
    parser = argparse.ArgumentParser()
    task.add_arguments(parser)
    return int(task.run(parser.parse_args([*words, "--no-config"])))


def fed(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Puts a text on standard input."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a file of rules."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", "/tmp/logsleuth-test-cache")  # noqa: S108
    (tmp_path / "rules.yml").write_text(RULE)
    return tmp_path


def test_the_output_is_checked_and_tested(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It goes through `rules check -` and `rules test -`; what is left is on standard error and in comments."""
    assert folder.is_dir()
    assert 0 == called(import_, "rules.yml")
    out, err = capsys.readouterr()

    assert "logsleuth: not taken over: Large: comparing a number" in err
    assert "not taken over: Full again and again: it groups by host, disk" in err
    assert "#   Large: comparing a number" in out
    fed(monkeypatch, out)
    assert 0 == called(check, "-")
    fed(monkeypatch, out)
    assert 0 == called(test, "-")
    assert capsys.readouterr().out.endswith("2 tests of 1 rule: all pass\n")


def test_causes_of_their_own(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder of rules comes of it, with what a general cause could not tell apart."""
    (folder / "my").mkdir()
    assert 0 == called(import_, "rules.yml", "--causes", "my/causes.yaml", "-o", "my/sigma.yaml")
    assert "2 rules written to my/sigma.yaml, 1 not taken over\n" == capsys.readouterr().out
    assert 0 == called(check, "my")
    assert 0 == called(test, "my")
    with pytest.raises(UsageError, match="there already"):
        called(import_, "rules.yml", "-o", "my/sigma.yaml")


def test_nothing_made_is_status_one(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And the output is a valid file still."""
    (folder / "rules.yml").write_text(RULE.split("---\n")[2])
    assert 1 == called(import_, "rules.yml")
    assert capsys.readouterr().out.endswith("[]\n")


def test_jenkins_from_standard_input(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """XML is told by its content."""
    assert folder.is_dir()
    inside = "<a.BuildLogIndication><pattern>.*quota.*</pattern></a.BuildLogIndication>"
    fed(monkeypatch, f"<x><a.FailureCause><name>Quota</name>{inside}</a.FailureCause></x>")
    assert 0 == called(import_, "-", "--cause", "os.disk-full")
    assert "- id: jenkins-quota\n  cause: os.disk-full\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["nosuch.yml"], "nosuch.yml: no such file"),
        (["rules.yml", "--cause", "os.disk-ful"], "did you mean `os.disk-full`"),
        (["rules.yml", "--from", "jenkins"], "no XML"),
        (["rules.yml", "-o", "no/such/folder.yaml"], "cannot be written"),
    ],
)
def test_a_wrong_call_is_one_line(folder: Path, words: list[str], why: str) -> None:
    """With what to do."""
    assert folder.is_dir()
    with pytest.raises(UsageError, match=why):
        called(import_, *words)
