"""`rules test`: what fails is shown, in each form, and told by the exit status."""

import argparse
import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from logsleuth.cli.rules import test as command
from logsleuth.errors import RuleFault, UsageError

RULE = """\
- id: acme-licence
  cause: app.exception
  says: the licence {key} ran out
  when:
    refused: {line: '^license (?P<key>\\S+) expired'}
  about: an example
  tests:
    - {log: "license AB-1 expired", finds: {key: AB-1}}
    - {log: "license AB-1 is good", finds: nothing}
"""


def called(task: Any, *words: str) -> int:
    """Calls one task in this process."""
    parser = argparse.ArgumentParser()
    task.add_arguments(parser)
    return int(task.run(parser.parse_args([*words, "--no-config"])))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a rule that is right and one whose test fails."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", "/tmp/logsleuth-test-cache")  # noqa: S108
    (tmp_path / "good.yaml").write_text(RULE)
    (tmp_path / "bad.yaml").write_text(RULE.replace("^license", "^License"))
    return tmp_path


def test_all_pass(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A line that says so, and status 0; `-k` narrows to ids."""
    assert folder.is_dir()
    assert 0 == called(command, "good.yaml")
    assert "2 tests of 1 rule: all pass\n" == capsys.readouterr().out
    assert 0 == called(command, "good.yaml", "-k", "nosuch")
    assert "0 tests of 0 rules: nothing to run\n" == capsys.readouterr().out


def test_a_failure_has_place_expectation_and_the_line_that_nearly_matched(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Status 1."""
    assert folder.is_dir()
    assert 1 == called(command, "bad.yaml")
    out = capsys.readouterr().out

    assert out.startswith("bad.yaml:8: acme-licence, test 1 fails\n    expected  key=AB-1\n    found     nothing\n")
    assert "`refused` nearly matches server.log:1:\n      license AB-1 expired\n" in out
    assert "it would match but for upper and lower case" in out


def test_forms_for_other_programs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each is valid, and has the place."""
    assert folder.is_dir()
    told = {}
    for form in ("json", "github", "sarif"):
        assert 1 == called(command, "bad.yaml", "--format", form)
        told[form] = capsys.readouterr().out

    assert ("bad.yaml", 8, "test-fails") == tuple(json.loads(told["json"])[0][key] for key in ("path", "line", "code"))
    assert told["github"].startswith("::error file=bad.yaml,line=8,col=")
    place = json.loads(told["sarif"])["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
    assert 8 == place["region"]["startLine"]


def test_standard_input_and_faults(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`-` is a rule file; one that is wrong is no failing test."""
    assert folder.is_dir()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(RULE.encode())))
    assert 0 == called(command, "-")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"- id: [")))
    with pytest.raises(RuleFault):
        called(command, "-")
    with pytest.raises(UsageError, match=r"nosuch\.yaml: no such file"):
        called(command, "nosuch.yaml")
