"""`rules profile` and `rules coverage`: what is printed."""

import json
from pathlib import Path

import pytest
from test_rules_test import called

from logsleuth.cli.rules import coverage, profile
from logsleuth.errors import NoInputError, UsageError

HEAD = "2026-11-30 09:12:01,340 ERROR orders.main "


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", "/tmp/logsleuth-test-cache")  # noqa: S108
    for name, text in (("one", "token=abcdef0123456789"), ("two", "token=abcdef0123456789")):
        Path("runs", name).mkdir(parents=True)
        Path("runs", name, "a.log").write_text(
            f"{HEAD}\x07 frobnicated, {text}\n/usr/bin/python3: No module named sglang\n"
        )


def test_costs_fit_on_a_screen(capsys: pytest.CaptureFixture[str]) -> None:
    """A line for each of the slowest, and one for the rest; 80 columns suffice for all but the last."""
    assert 0 == called(profile, "runs/one", "--top", "4")
    lines = capsys.readouterr().out.splitlines()

    assert 7 == len(lines)
    assert all(len(line) <= 80 for line in lines[:6])
    assert lines[5].startswith("... and ")


def test_costs_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    """With all numbers."""
    assert 0 == called(profile, "runs/one", "--top", "0", "--format", "json")
    told = json.loads(capsys.readouterr().out)

    assert {"id", "rule", "proposed", "hits", "matching", "judging", "share", "findings"} == set(told["rules"][0])


def test_coverage_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """Unknown errors first, escaped and masked, with where the first stands; -v names the rules that never fired."""
    assert 0 == called(coverage, "runs")
    text = capsys.readouterr().out

    assert text.startswith("2 runs, ")
    assert "No rule knows 2 of 2 lines of severity error or above:" in text
    assert "runs/one/a.log:1 and 1 more run\n" in text
    assert "0123456789" not in text
    assert "\x07" not in text
    assert "Never fired" not in text
    assert 0 == called(coverage, "runs", "-v")
    assert "Never fired:\n" in capsys.readouterr().out


def test_coverage_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    """Masked as well."""
    assert 0 == called(coverage, "runs", "--format", "json")
    text = capsys.readouterr().out

    assert "0123456789" not in text
    assert ["one", "two"] == json.loads(text)["unknown"][0]["runs"]


def test_what_is_not_there_is_said() -> None:
    """In one line."""
    with pytest.raises(NoInputError, match="gone: no such file or folder"):
        called(coverage, "gone")
    with pytest.raises(NoInputError):
        called(profile, "gone")
    with pytest.raises(UsageError, match="--top -1"):
        called(profile, "runs", "--top", "-1")
