"""What a missing line proves."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from logsleuth.expect import statuses
from logsleuth.expect.patterns import key, patterns
from logsleuth.model.log import BootFacts, LogReading
from logsleuth.model.verdict import Matches

TEXT = "Dynamic speculation disable enabled"


def row(line: int, text: str, *, path: str = "server.log", boot: int | None = 1) -> dict[str, Any]:
    """A line that some pattern of an expectation matched."""
    return {"path": path, "line": line, "text": text, "boot": boot}


def boot(*phases: str, covered: bool = True, judged: bool = True, number: int = 1) -> BootFacts:
    """A boot of the program `api` that reached these phases."""
    proof = (9, f"the line of {phases[-1]}") if phases else None
    return BootFacts("server.log", number, "api", 1, 20, covered, judged, phases, proof)


def log(*boots: BootFacts, found: dict[str, Any] | None = None, **more: Any) -> LogReading:
    """A log of 20 lines with these boots; `found` maps a part of the expectation's key to rows."""
    matches = {key(0, part): Matches(tuple(rows), len(rows)) for part, rows in (found or {}).items()}
    facts: dict[str, Any] = {
        "lines": 20,
        "heads": 20,
        "programs": ("api",),
        "elsewhere": {},
        "tables": {},
        "tail": ((20, "the end"),),
    } | more
    return LogReading(path="server.log", matches=matches, boots=boots, **facts)


def test_found() -> None:
    """The line is there: where, and how often."""
    got = statuses([TEXT], [log(boot("started"), found={"line": [row(7, TEXT), row(8, TEXT)]})])[0]

    assert ("found", "server.log", 7) == (got.status, got.path, got.proof[0].line)
    assert "1 times more" in got.why


def test_found_elsewhere() -> None:
    """A line of an earlier start says nothing about the last."""
    elsewhere = {key(0, "line"): Matches((row(3, TEXT, boot=0),), 1)}
    got = statuses([TEXT], [log(boot("ready"), elsewhere=elsewhere)])[0]

    assert "found-elsewhere" == got.status
    assert "server.log:3" in got.why


def test_near_miss() -> None:
    """A line that differs by a word is shown, and is not the line."""
    near = "Dynamic speculation disable enabled: threshold"
    got = statuses(
        ["Dynamic speculation disabled enabled: threshold"], [log(boot("ready"), found={"near/0": [row(5, near)]})]
    )[0]

    assert "near-miss" == got.status
    assert got.near is not None
    assert 5 == got.near.line


def test_missing_counts_only_where_the_whole_start_is_in_the_log() -> None:
    """The log holds the start, and the program got past it."""
    got = statuses([TEXT], [log(boot("started", "weights-loaded", "listening"))])[0]

    assert "missing" == got.status
    assert "unless a condition guards it" in got.why
    assert 9 == got.proof[0].line


def test_not_reached() -> None:
    """A program that died on its way may not have come to the line."""
    assert "not-reached" == statuses([TEXT], [log(boot("started", "configured"))])[0].status


def test_not_reached_where_nothing_started() -> None:
    """The log of a launch that failed at once shows no start at all."""
    got = statuses([TEXT], [log(boot(covered=False), heads=0, programs=(), lines=1)])[0]

    assert "not-reached" == got.status


def test_unknown_where_the_start_is_not_in_the_log() -> None:
    """A rotated log may have lost the line."""
    assert "unknown" == statuses([TEXT], [log(boot("ready", covered=False))])[0].status


def test_unknown_where_the_level_is_filtered() -> None:
    """A log of warnings and errors would not show a line of level info."""
    levels = frozenset({"warning", "error"})

    assert "unknown" == statuses([TEXT], [log(boot("ready"), levels=levels)])[0].status


def test_unknown_without_a_log() -> None:
    """Nothing can be missing from nothing."""
    assert "unknown" == statuses([TEXT], [])[0].status


@given(
    st.lists(st.sampled_from(["started", "configured", "weights-loaded", "listening", "ready", "serving"]), unique=True)
)
def test_cutting_the_end_never_turns_not_reached_into_missing(phases: list[str]) -> None:
    """A shorter log shows fewer phases, and fewer phases never prove more."""
    order = ["not-reached", "missing"]
    whole = statuses([TEXT], [log(boot(*phases))])[0].status
    for cut in range(len(phases)):
        shorter = statuses([TEXT], [log(boot(*phases[:cut]))])[0].status
        assert order.index(shorter) <= order.index(whole)


@given(st.text(min_size=1, max_size=80))
def test_patterns_of_any_text_are_literals(text: str) -> None:
    """An expected text is never taken for an expression."""
    for pattern in patterns([text]):
        assert pattern.expression is None
        assert pattern.literals
