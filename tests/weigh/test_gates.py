"""What forbids one hypothesis to explain another."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logsleuth.model.run import Moment
from logsleuth.model.verdict import Finding
from logsleuth.weigh.gates import certainly_later, earlier_of_its_kind, holds
from logsleuth.weigh.groups import Group
from weigh.making import START, at, finding


def group(*findings: Finding, **subject: str) -> Group:
    """A group of findings."""
    return Group(findings[0].cause, subject, list(findings))


def begun(seconds: float | None, *, seen: float | None = None, clock: str = "app.log", **more: object) -> Group:
    """A group of one finding that began then and was seen then."""
    observed = at(seconds if seen is None else seen, clock)
    return group(finding("a", began=at(seconds, clock), seen=observed, **more))  # type: ignore[arg-type]


def test_later() -> None:
    """What began beyond the tolerance after the other was observed is too late."""
    assert certainly_later(begun(10), begun(7))
    assert not certainly_later(begun(9), begun(7))
    assert not certainly_later(begun(5), begun(7))


def test_observed_counts_not_begun() -> None:
    """A time-out that began before, and was seen after, can still have come of it."""
    assert not certainly_later(begun(60), begun(0, seen=600))


def test_other_clock() -> None:
    """Times on two clocks forbid nothing."""
    assert not certainly_later(begun(100, clock="kern.log"), begun(0))


def test_unknown() -> None:
    """What is not known forbids nothing."""
    assert not certainly_later(begun(None), begun(0))
    assert not certainly_later(begun(100), begun(None))


def test_bounds() -> None:
    """Bounds count as far as they are sure: no earlier than a time is later than it; no later than a time is not."""
    after = Moment(None, earliest=at(60).time, clock="app.log")
    before = Moment(None, latest=at(60).time, clock="app.log")

    assert certainly_later(group(finding("a", began=after)), begun(0))
    assert not certainly_later(group(finding("a", began=before)), begun(0))
    assert not certainly_later(begun(60), group(finding("b", seen=after, began=at(0))))


@given(st.integers(-1000, 1000), st.integers(-1000, 1000))
def test_a_state_never_blocks(mine: int, theirs: int) -> None:
    """A standing state has no beginning."""
    assert not certainly_later(begun(mine, standing=True), begun(theirs))


def test_one_early_finding_is_enough() -> None:
    """The thing began when the first that shows it began."""
    early, late = finding("a", began=at(0)), finding("a", line=2, began=at(100))

    assert not certainly_later(group(late, early), begun(50))


def test_naive_times() -> None:
    """A time that names no zone is UTC, as all are."""
    naive = Moment(START.replace(tzinfo=None), clock="app.log")

    assert certainly_later(begun(10), group(finding("b", seen=naive)))


@pytest.mark.parametrize(
    ("expected", "mine", "theirs"),
    [(True, "n1", "n1"), (False, "n1", "n2"), (True, None, "n2"), (True, "n1", None)],
)
def test_host(expected: bool, mine: str | None, theirs: str | None) -> None:  # noqa: FBT001
    """A host link fails only between hosts that are known and differ."""
    assert expected is holds("host", group(finding("a", host=mine)), group(finding("b", host=theirs)))


def test_subject() -> None:
    """A subject link fails only on a key that both have with different values."""
    one = group(finding("a"), port="8000")

    assert holds("subject", one, group(finding("b"), port="8000"))
    assert holds("subject", one, group(finding("b"), module="x"))
    assert not holds("subject", one, group(finding("b"), port="9000"))


def test_time() -> None:
    """A time link fails only beyond ten minutes on one clock; a state is always there."""
    assert holds("time", begun(0), begun(600))
    assert not holds("time", begun(0), begun(601))
    assert holds("time", begun(0), begun(601, clock="kern.log"))
    assert holds("time", begun(0, standing=True), begun(601))


def test_run() -> None:
    """A run link always holds."""
    assert holds("run", begun(0), begun(10_000))


def test_earlier_of_its_kind() -> None:
    """By the clock, else by the lines of the file; a state is neither."""
    assert earlier_of_its_kind(begun(0), begun(1))
    assert not earlier_of_its_kind(begun(1, line=1), begun(0, line=2))
    assert earlier_of_its_kind(group(finding("a", line=3)), group(finding("a", line=4)))
    assert not earlier_of_its_kind(group(finding("a", line=3, standing=True)), group(finding("a", line=4)))
