"""The three stories: the right cause first, the deciding line cited, the tempting wrong answer not."""

from pathlib import Path
from typing import Any

import runs

STORIES = Path(__file__).parent.parent / "fixtures/stories"
EXPECTED = "Dynamic speculation disable enabled"


def analysed(story: str, *names: str, expected: tuple[str, ...] = ()) -> dict[str, Any]:
    """The report on a story's folder, or on some of its files."""
    paths = [str(STORIES / story / name) for name in names] or [str(STORIES / story)]
    return runs.report(paths, expected=expected)


def causes(report: dict[str, Any]) -> list[str]:
    """The causes, the most confident first."""
    return [hypothesis["cause"] for hypothesis in report["hypotheses"]]


def cited(report: dict[str, Any]) -> list[tuple[str, int, int]]:
    """What the first hypothesis cites."""
    return [(Path(e["path"]).name, e["line"], e["end_line"]) for e in report["hypotheses"][0]["evidence"]]


def test_phantom_attribute() -> None:
    """A line that is missing where it would have been seen, and a crash in the same start: other code ran."""
    report = analysed("phantom-attribute", expected=(EXPECTED,))
    log = (STORIES / "phantom-attribute/server.log").read_text().splitlines()
    header = next(n for n, line in enumerate(log, 1) if "Scheduler hit an exception" in line)

    assert "python.stale-code" == causes(report)[0]
    assert any(name == "server.log" and first <= header <= last for name, first, last in cited(report))


def test_phantom_attribute_says_what_is_missing_and_what_is_unknown() -> None:
    """On the log alone: missing, why that counts, what it could mean, and that the exception is unknown."""
    report = analysed("phantom-attribute", "server.log", expected=(EXPECTED,))
    expectation = report["expectations"][0]

    assert "missing" == expectation["status"]
    assert "unless a condition guards it" in expectation["why"]
    assert {"python.stale-code", "feature.not-enabled", "log.incomplete"} <= set(causes(report))
    assert "app.exception" not in causes(report)[:1]
    assert "AttributeError" not in str(report["hypotheses"])


def test_phantom_attribute_what_the_shell_lacks_is_not_what_the_server_lacks() -> None:
    """A probe in a shell's interpreter says nothing about the server's."""
    assert "python.missing-package" not in causes(analysed("phantom-attribute", expected=(EXPECTED,)))


def test_false_positive() -> None:
    """The launch failed at once with the wrong interpreter; an older process answered the check."""
    report = analysed("false-positive", expected=(EXPECTED,))

    assert "python.wrong-interpreter" == causes(report)[0]
    assert ("sglang_hs.log", 1, 1) in cited(report)
    assert {"process.stale-listener", "health.false-positive"} <= set(causes(report)[:5])
    assert "not-reached" == report["expectations"][0]["status"]


def test_false_positive_never_proposes_harm() -> None:
    """Nothing that is proposed ends a process."""
    commands = [step["run"] for h in analysed("false-positive")["hypotheses"] for step in h["next"]]

    assert not [run for run in commands if any("kill" in word for word in run)]


def test_misleading_none() -> None:
    """None as a package's file means a namespace package that was found, not one that is missing."""
    report = analysed("misleading-none")

    assert "python.wrong-interpreter" == causes(report)[0]
    assert "python.missing-package" not in causes(report)[:1]
    assert ("transcript.txt", 3, 4) in cited(report) or ("transcript.txt", 3, 3) in cited(report)
