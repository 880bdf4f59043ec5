"""The commands as a user meets them: exit status, output, verification, completion."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from test_bad_input import REFUSED, analysed, program

from logsleuth import __version__
from logsleuth.cli.dispatch import parser

STORY = Path(__file__).parents[2] / "fixtures/stories/false-positive"


def test_version(tmp_path: Path) -> None:
    """The version, and nothing else."""
    assert f"logsleuth {__version__}\n" == program("--version", cwd=tmp_path).stdout.decode()


def test_version_imports_nothing_heavy(tmp_path: Path) -> None:
    """A shell prompt may ask for it."""
    code = "import sys; from logsleuth.cli.app import main; main(['--version']); print(sorted(set(sys.modules) & set(sys.argv[1:])))"
    heavy = ["argparse", "hyperscan", "polars", "regex", "rich", "yaml", "dataclasses"]
    done = subprocess.run(
        [sys.executable, "-c", code, *heavy], cwd=tmp_path, capture_output=True, text=True, check=True
    )

    assert "[]" == done.stdout.splitlines()[-1]


def test_fail_on(tmp_path: Path) -> None:
    """The exit status follows the threshold."""
    (tmp_path / "server.log").write_text(REFUSED)
    status = [
        program("analyze", "server.log", "--fail-on", word, cwd=tmp_path).returncode
        for word in ("0.1", "0.99", "never")
    ]

    assert [1, 0, 0] == status


def test_quiet_is_one_line(tmp_path: Path) -> None:
    """For scripts."""
    (tmp_path / "server.log").write_text(REFUSED)
    out = program("analyze", "server.log", "-q", cwd=tmp_path).stdout.decode()

    assert 1 == out.count("\n")
    assert "python.wrong-interpreter" in out


def test_as_overrules_the_kind(tmp_path: Path) -> None:
    """What the user says an input is, it is."""
    (tmp_path / "x.txt").write_text(REFUSED)
    report = analysed("x.txt", "--as", "interpreter=x.txt", cwd=tmp_path)

    assert "interpreter" == report["inputs"][0]["kind"]
    assert [] == report["hypotheses"]


def test_expect_file(tmp_path: Path) -> None:
    """A line each, or a YAML list."""
    (tmp_path / "server.log").write_text("hello\nworld\n")
    (tmp_path / "lines.txt").write_text("hello\nmoon\n")
    report = analysed("server.log", "--expect-file", "lines.txt", cwd=tmp_path)

    assert [("hello", "found"), ("moon", "not-reached")] == [(e["text"], e["status"]) for e in report["expectations"]]


def test_output_and_verify(tmp_path: Path) -> None:
    """A report is proved against its inputs, until they change."""
    for source in STORY.iterdir():
        (tmp_path / source.name).write_bytes(source.read_bytes())
    program("analyze", ".", "--format", "json", "-o", "report.json", cwd=tmp_path)
    (tmp_path / "out").mkdir()
    (tmp_path / "report.json").rename(tmp_path / "out/report.json")

    assert 0 == program("verify", "out/report.json", cwd=tmp_path).returncode
    (tmp_path / "sglang_hs.log").write_text("something else\n")
    changed = program("verify", "out/report.json", cwd=tmp_path)
    assert 1 == changed.returncode
    assert b"sglang_hs.log" in changed.stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_names_every_command(shell: str, tmp_path: Path) -> None:
    """The script is made from the parser."""
    out = program("completion", shell, cwd=tmp_path).stdout.decode()

    assert "analyze" in out
    assert "verify" in out
    assert "--expect" in out or "-l expect" in out


def test_an_installed_logsleuth_finds_its_rules_from_any_folder(tmp_path: Path) -> None:
    """The rules are packaged with it."""
    (tmp_path / "server.log").write_text(REFUSED)

    assert 1 == program("analyze", "server.log", cwd=tmp_path).returncode


def test_help_names_what_matters() -> None:
    """Every command has a sentence."""
    text = parser().format_help()

    assert "analyze" in text
    assert "why it went wrong" in text


@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_report_keeps_to_the_width(width: int, tmp_path: Path) -> None:
    """No line is longer than the terminal, but for a command that must stay whole to be copied."""
    done = program("analyze", str(STORY), cwd=tmp_path, COLUMNS=str(width))
    assert 1 == done.returncode
    assert json.dumps(done.stdout.decode())
