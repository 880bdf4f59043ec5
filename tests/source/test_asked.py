"""Whole runs with a tree: real logs of small programs, and their twins with another tree."""

import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml

import runs

CASES = sorted((Path(__file__).parents[2] / "fixtures/source").glob("*/case.yaml"))


def analysed(folder: Path) -> dict[str, Any]:
    """The report on a case that lies in a folder."""
    case = yaml.safe_load((folder / "case.yaml").read_text(encoding="utf-8"))
    return runs.report(
        [str(folder / name) for name in case["inputs"]],
        expected=case.get("expect") or (),
        source=str(folder / case["source"]),
    )


def causes(report: dict[str, Any]) -> list[str]:
    """The causes that lead, the most confident first."""
    return [one["cause"] for one in report["hypotheses"] if one["confidence"] >= 0.5]


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.parent.name)
def test_case(path: Path) -> None:
    """The truth leads, and a line that decides it is cited."""
    truth = yaml.safe_load(path.read_text(encoding="utf-8"))["truth"]
    report = analysed(path.parent)
    cited = {
        (Path(item["path"]).name, line)
        for item in report["hypotheses"][0]["evidence"]
        for line in range(item["line"], item["end_line"] + 1)
    }

    assert [truth["cause"]] == causes(report)
    assert cited & {(one["file"], one["line"]) for one in truth["evidence"]}


@pytest.mark.parametrize(
    ("case", "file", "old", "new", "cause"),
    [
        ("set-on-one-path-only", "report.py", "        if currency is not None:\n    ", "", "python.stale-code"),
        (
            "threshold-not-set",
            "gate.py",
            "        if self.settings.burst <= 0:\n            return\n",
            "",
            "python.stale-code",
        ),
    ],
)
def test_twin(tmp_path: Path, case: str, file: str, old: str, new: str, cause: str) -> None:
    """The same log, held against a tree that would not have written it."""
    folder = tmp_path / case
    shutil.copytree(CASES[0].parents[1] / case, folder)
    path = folder / "src/tollgate" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")

    assert [cause] == causes(analysed(folder))
