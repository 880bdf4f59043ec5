"""Laws that hold for every run, whatever its logs say."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import runs
from logsleuth import report as reports
from logsleuth.text.line import clean

FIXTURES = Path(__file__).parents[2] / "fixtures"
EXPECTED = "Dynamic speculation disable enabled"
LOG = (FIXTURES / "stories/phantom-attribute/server.log").read_text()
STORIES = sorted(path.name for path in (FIXTURES / "stories").iterdir())


def essence(report: dict[str, Any]) -> list[tuple[str, float]]:
    """The hypotheses and their confidences."""
    return [(h["cause"], h["confidence"]) for h in report["hypotheses"]]


def lines_of(report: dict[str, Any]) -> list[int]:
    """All lines that are cited."""
    return [e["line"] for h in report["hypotheses"] for e in h["evidence"]]


@pytest.mark.parametrize("story", STORIES)
def test_the_order_of_files_changes_nothing(story: str) -> None:
    """One run is one run, however its files are named on the command line."""
    paths = sorted(str(path) for path in (FIXTURES / "stories" / story).iterdir())
    shuffled = random.Random(7).sample(paths, len(paths))  # noqa: S311

    assert essence(runs.report(paths, expected=[EXPECTED])) == essence(runs.report(shuffled, expected=[EXPECTED]))


@pytest.mark.parametrize("story", STORIES)
def test_the_same_input_gives_the_same_bytes(story: str) -> None:
    """Nothing in a report depends on the moment, or on what was analysed before."""
    folder = [str(FIXTURES / "stories" / story)]

    assert reports.to_json(runs.report(folder)) == reports.to_json(runs.report(folder))


@pytest.mark.parametrize("story", STORIES)
def test_every_cited_line_exists_and_reads_as_cited(story: str) -> None:
    """A report cites what its inputs say."""
    report = runs.report([str(FIXTURES / "stories" / story)], expected=[EXPECTED])
    for hypothesis in report["hypotheses"]:
        for item in hypothesis["evidence"]:
            stored = [clean(line) for line in Path(item["path"]).read_bytes().split(b"\n")]
            assert 1 <= item["line"] <= item["end_line"] <= len(stored)
            if item["kind"] == "line":
                assert item["text"] in stored[item["line"] - 1]


@settings(max_examples=12)
@given(at=st.integers(0, LOG.count("\n")))
def test_a_blank_line_more_moves_line_numbers_and_nothing_else(
    at: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """What a log says does not depend on blank lines, outside tracebacks that they would cut."""
    rows = LOG.split("\n")
    crash = next(n for n, row in enumerate(rows) if "Scheduler hit" in row)
    at = min(at, crash)
    folder = tmp_path_factory.mktemp("blank")
    before = runs.report(runs.write(folder, {"a/server.log": LOG}), expected=[EXPECTED])
    after = runs.report(
        runs.write(folder, {"b/server.log": "\n".join([*rows[:at], "", *rows[at:]])}), expected=[EXPECTED]
    )

    assert essence(before) == essence(after)
    assert [line + (line > at) for line in lines_of(before)] == lines_of(after)


@settings(max_examples=12)
@given(end=st.integers(1, len(LOG)))
def test_cutting_the_end_never_turns_not_reached_into_missing(
    end: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """A shorter log proves no more than a longer one."""
    folder = tmp_path_factory.mktemp("cut")
    longer = runs.report(runs.write(folder, {"a.log": LOG[:end]}), expected=[EXPECTED])["expectations"][0]["status"]
    shorter = runs.report(runs.write(folder, {"b.log": LOG[: end // 2]}), expected=[EXPECTED])["expectations"][0][
        "status"
    ]

    assert shorter != "missing" or longer == "missing"


@pytest.mark.parametrize("story", STORIES)
def test_masking_leaves_findings_alone(story: str) -> None:
    """Secrets are masked in what is shown, not in what is judged."""
    done = runs.outcome([str(FIXTURES / "stories" / story)], expected=[EXPECTED])

    assert essence(reports.build(done, redact=True)) == essence(reports.build(done, redact=False))


@settings(max_examples=15)
@given(text=st.binary(max_size=2000))
def test_no_bytes_break_the_analysis(text: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Whatever is handed over, a report comes out."""
    report = runs.report(runs.write(tmp_path_factory.mktemp("any"), {"x.log": text, "y.log": "beside\n"}))

    assert json.loads(reports.to_json(report))["schema"] == reports.SCHEMA


def test_confidences_add_up_to_at_most_one() -> None:
    """They are probabilities of one thing."""
    for story in STORIES:
        report = runs.report([str(FIXTURES / "stories" / story)], expected=[EXPECTED])
        assert sum(confidence for _, confidence in essence(report)) <= 1.0 + 1e-6
