"""Expectations in the light of the tree."""

from pathlib import Path
from typing import Any

import pytest

from logsleuth.model.verdict import Emitted, Expectation, Matches
from logsleuth.source import source
from logsleuth.source.explain import key
from source import making
from source.test_emitters import GATE

WANTED = "limit enabled"


def crossed(folder: Path, status: str, printed: list[str], tables: Any = None, **more: Any) -> tuple[Expectation, Any]:
    """The expectation and the rows of `statements`, for a log with these lines."""
    making.made(folder, {"gate.py": more.get("code", GATE)})
    asked = source(str(folder), [WANTED])
    emitter = asked.emitters[0]
    matches: dict[str, Matches] = {}
    for said in emitter.neighbours() if emitter else ():
        rows = [
            {"path": "s.log", "line": n, "end_line": n, "text": text}
            for n, text in enumerate(printed, 1)
            if text == said.text
        ]
        matches[key(said)] = Matches(rows, len(rows))
    for name in asked.settings:
        rows = [
            {"path": "s.log", "line": n, "end_line": n, "text": text}
            for n, text in enumerate(printed, 1)
            if name in text
        ]
        matches[f"source/flag/{name}"] = Matches(rows, len(rows))
    levels = more.get("levels", frozenset({"info"}))
    got, relations = asked.crossed(
        [Expectation(WANTED, status, "so it is", path="s.log")], [matches], tables or {}, levels
    )
    return got[0], relations["statements"]


def emitted(expectation: Expectation) -> Emitted:
    """Its source, which there must be."""
    assert expectation.source is not None
    return expectation.source


def test_the_other_branch(tmp_path: Path) -> None:
    """A line that only the other branch prints shows that the guard did not hold."""
    got, rows = crossed(tmp_path, "missing", ["first of all", "no limit is set"])

    assert False is emitted(got).guard_holds
    assert [("before", 1), ("branch", 2)] == [(row["role"], row["line"]) for row in rows]


def test_the_value(tmp_path: Path) -> None:
    """A value that the log shows decides the guard, and its line is cited."""
    got, rows = crossed(tmp_path, "missing", ["args: limit=0"])

    assert (False, "limit") == (emitted(got).guard_holds, emitted(got).flag)
    assert [("value", 1)] == [(row["role"], row["line"]) for row in rows]


def test_the_guard_held_and_its_place_was_passed(tmp_path: Path) -> None:
    """The value lets the line be printed, and what comes after it is there: other code ran."""
    got, _ = crossed(tmp_path, "unknown", ["args: limit=24", "after the call"])

    assert ("missing", True, "passed") == (got.status, emitted(got).guard_holds, emitted(got).bracket)


def test_a_neighbour_behind_the_same_exit(tmp_path: Path) -> None:
    """A line that stands behind the same condition shows that it held."""
    got, _ = crossed(tmp_path, "missing", ["last of all"])

    assert True is emitted(got).guard_holds


def test_nothing_decides(tmp_path: Path) -> None:
    """Without a line or a value the guard is unknown, and the flag that it reads is named."""
    got, _ = crossed(tmp_path, "missing", [])

    assert (None, "limit") == (emitted(got).guard_holds, emitted(got).flag)


def test_a_level_that_the_log_does_not_show(tmp_path: Path) -> None:
    """A line of level debug cannot be missed in a log without any."""
    got, _ = crossed(tmp_path, "missing", ["last of all"], code=GATE.replace('log.info(f"limit', 'log.debug(f"limit'))

    assert "unknown" == got.status
    assert "debug" in got.why


def test_no_statement_prints_it(tmp_path: Path) -> None:
    """That the tree does not print the line is said."""
    got, rows = crossed(tmp_path, "missing", [], code="print('something')\n")

    assert None is got.source
    assert "no statement of the source tree" in got.why
    assert [] == rows


@pytest.mark.parametrize("status", ["found", "near-miss", "found-elsewhere"])
def test_what_is_there_stays(tmp_path: Path, status: str) -> None:
    """The status of a line that was seen does not change; its source is told."""
    got, _ = crossed(tmp_path, status, ["no limit is set", "after the call"])

    assert status == got.status
    assert 12 == emitted(got).line
