"""Labelled runs: the true cause is named first, with a line that decides it, and a healthy run raises no alarm.

A folder a case, under `fixtures/incidents`. `case.yaml` holds what is handed over and what is true:

    title: what happened, in one line
    inputs: [server.log, ps.txt]
    expect: [a line that should be there]     # optional
    source: src                               # optional: a source tree
    truth:
      cause: os.disk-full                     # an id of rules/causes.yaml, or none
      accept: []                              # other ids that would be right, too
      never: [net.timeout]                    # the tempting wrong answer
      evidence: [{file: server.log, line: 3}] # the lines that decide it
    from: where the facts come from
"""

from pathlib import Path
from typing import Any

import pytest
import yaml

import runs

CASES = sorted((Path(__file__).parents[2] / "fixtures/incidents").glob("*/case.yaml"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.parent.name)
def test_incident(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The truth comes first and is shown by a line that decides it."""
    case = yaml.safe_load(path.read_text(encoding="utf-8"))
    monkeypatch.chdir(path.parent)
    report = runs.report(
        case["inputs"], expected=case.get("expect") or (), **({"source": case["source"]} if case.get("source") else {})
    )
    truth = case["truth"]
    said = [(h["cause"], h["confidence"]) for h in report["hypotheses"]]

    if truth["cause"] == "none":
        assert [] == [one for one in said if one[1] >= 0.5]
        assert "failed" != report["verdict"]
        return
    assert said, "nothing was found"
    assert said[0][0] in {truth["cause"], *(truth.get("accept") or ())}, said[:4]
    assert any(cites(item, wanted) for item in report["hypotheses"][0]["evidence"] for wanted in truth["evidence"])


def cites(item: dict[str, Any], wanted: dict[str, Any]) -> bool:
    """Whether a piece of evidence holds the wanted line."""
    return bool(item["path"] == wanted["file"] and item["line"] <= wanted["line"] <= item["end_line"])
