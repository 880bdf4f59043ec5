"""A report can be proved from its inputs."""

import json
from typing import Any

import pytest

from logsleuth.report import Problem, build, cited, verify
from report.stories import REFUSED, SHA, false_positive, outcome, phantom


def report(text: str, *, kind: str = "line", line: int = 1, end_line: int | None = None) -> dict[str, Any]:
    """A report that cites one stretch of server.log."""
    built = build(outcome())
    item = {
        "role": "supports",
        "kind": kind,
        "path": "server.log",
        "line": line,
        "end_line": end_line or line,
        "text": text,
    }
    return built | {"hypotheses": [{"evidence": [item]}]}


def problems(built: dict[str, Any], *lines: str, sha: str | None = SHA) -> list[str]:
    """The problems of a report, server.log being these lines."""
    numbered = dict(enumerate(lines, 1))
    found = verify(built, {"server.log": numbered}.get, lambda path: sha if path == "server.log" else None)
    return [str(problem) for problem in found]


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        (REFUSED, REFUSED),
        ("Load weight begin.", "[2026-12-01 10:00:03 TP1] Load weight begin."),
        ('it said "no"\tto /x', json.dumps({"log": 'it said "no"\tto /x\n'})),
        ('deep "quote" é', json.dumps({"log": json.dumps({"msg": 'deep "quote" é'})})),
        ("password=*** host=db", "password=hunter2 host=db"),
        ("hf_*** and hf_*** end", "hf_abc and hf_def end"),
        ("Hi \u2013 x", '{"MESSAGE":' + json.dumps(list("Hi – x".encode())).replace(" ", "") + "}"),
        ("a b", "a   b"),
        ("plain", "\x1b[31mpla\x1b[0min"),
    ],
)
def test_reads_as_cited(text: str, stored: str) -> None:
    """A message stands in its line: as it is, unescaped, masked."""
    assert [] == problems(report(text), stored)


@pytest.mark.parametrize(
    ("text", "stored"), [("Load weight end.", "Load weight begin."), ("a *** c", "a b"), ("*** b a", "a b"), ("x", "")]
)
def test_does_not_read_so(text: str, stored: str) -> None:
    """Another text is a problem."""
    (message,) = problems(report(text), stored)

    assert message.startswith("server.log:1: does not read as cited")


def test_no_such_line() -> None:
    """A line past the end is a problem."""
    assert ["server.log:3: has no line 3"] == problems(report("x", line=3), "x", "y")


def test_rows() -> None:
    """Of a row only the line must be there: its text is made of columns."""
    assert [] == problems(report("pid=1 port=8000", kind="row"), "LISTEN 0 128 *:8000")


def test_traceback() -> None:
    """A traceback's last line stands within its lines."""
    lines = ["Traceback (most recent call last):", '  File "x.py", line 1, in f', "[rank0]: ValueError: no"]

    assert [] == problems(report("ValueError: no", kind="traceback", end_line=3), *lines)
    assert [] != problems(report("KeyError: no", kind="traceback", end_line=3), *lines)
    assert [] == problems(report("complete=false language=python", kind="traceback", end_line=3), *lines)


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("ValueError: no", ["Traceback (most recent call last):", "ValueError: no"]),
        ("c10::Error: no peer", ["terminate called after throwing an instance of 'c10::Error'", "  what():  no peer"]),
        ("panic: no peer", ["thread 'main' panicked at src/main.rs:3:5:", "no peer"]),
        ('File "a.py", line 3, in f', ["Traceback (most recent call last):", '  File "a.py", line 3, in f']),
        ('File "J.java", line 3, in org.J.g', ["\tat org.J.f(J.java:9)", "\tat org.J.g(J.java:3)"]),
        ('File "None", line None, in org.K.f', ["\tat org.K.f(Unknown Source)"]),
    ],
)
def test_last_words(text: str, stored: list[str]) -> None:
    """Of a traceback, type and message, or file, line and function, may stand apart; a part that is nowhere is a problem."""
    built = report(text, kind="traceback", end_line=len(stored))

    assert [] == problems(built, *stored)
    assert problems(built, *["x"] * len(stored))
    assert problems(report(text + "?", kind="traceback", end_line=len(stored)), *stored)


def test_other_bytes() -> None:
    """An input that has changed, or is gone, is a problem; of what is gone nothing else is asked."""
    assert ["server.log: has changed: its SHA-256 is 1, not " + SHA] == problems(report("x"), "x", sha="1")
    assert ["server.log: cannot be read again"] == problems(report("x"), sha=None)


def test_no_input_of_the_report() -> None:
    """A cited path that is no input is a problem."""
    got = verify(report("x"), lambda _: None, lambda _: SHA)

    assert [Problem("server.log", 1, "is cited, and is no input of the report")] == got


def test_cited() -> None:
    """All lines of evidence, of near misses and of the time line are asked for."""
    assert {
        "server.log": frozenset({1}),
        "start.log": frozenset({5}),
        "ps.txt": frozenset({3}),
        "ss.txt": frozenset({2}),
    } == cited(build(false_positive()))
    assert frozenset({187, 205, 206}) == cited(build(phantom()))["server.log"]
