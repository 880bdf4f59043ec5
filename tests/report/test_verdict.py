"""What is said of the whole run."""

from dataclasses import replace

import pytest

from logsleuth.model.report import Event, Outcome, Sign
from logsleuth.model.run import Origin
from logsleuth.model.verdict import Expectation, Finding, NotJudged
from logsleuth.report.verdict import collect, said, summary, verdict
from report.stories import CAUSES, artifact, cite, false_positive, healthy, moment, outcome, phantom

READY = Sign("acme got ready", "server.log", 187)


def found(cause: str = "python.stale-code", weight: str = "conclusive", line: int = 9, **more: object) -> Finding:
    """A finding on one line."""
    given = {
        "evidence": (cite("server.log", line, "x", moment=moment(8, line // 60, line % 60)),),
        "says": "so it is",
    } | more
    return Finding(rule=f"r{line}", cause=cause, subject={}, weight=weight, **given)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("expected", "run"), [("failed", false_positive), ("inconclusive", phantom), ("healthy", healthy)]
)
def test_stories(expected: str, run: object) -> None:
    """A cause that leads is a failure; signs of health count only where nothing is missing."""
    assert expected == verdict(run())  # type: ignore[operator]


def test_nothing_at_all() -> None:
    """Without a cause and without a sign nothing is known."""
    assert "inconclusive" == verdict(outcome())


def test_ready_before_the_failure() -> None:
    """A run that got ready and failed then has failed."""
    assert "failed" == verdict(outcome(found(line=200), healthy_signs=(READY,)))


def test_ready_after_the_failure() -> None:
    """A run that goes on after what is wrong with it is degraded, and the sentence says so."""
    run = outcome(found(line=9), healthy_signs=(READY,))

    assert "degraded" == verdict(run)
    assert summary(run).endswith(f"; yet later {READY}")


def test_ready_before_what_it_explains() -> None:
    """What the cause explains counts, too: the run got ready and crashed of it."""
    run = outcome(found(line=9), found("app.exception", "strong", line=200), healthy_signs=(READY,))

    assert "failed" == verdict(run)


def test_ready_in_another_file() -> None:
    """In another file only the same clock tells what came after."""
    sign = Sign("the health check was answered", "poll.log", 4)
    events = (Event(moment(9, 0, 0), Origin(), "poll.log", 4, "health check: ready"),)
    other = (Event(moment(9, 0, 0, clock="poll.log"), Origin(), "poll.log", 4, "health check: ready"),)

    assert "degraded" == verdict(outcome(found(), healthy_signs=(sign,), events=events))
    assert "failed" == verdict(outcome(found(), healthy_signs=(sign,), events=other))
    assert "failed" == verdict(outcome(found(), healthy_signs=(sign,)))


def test_a_doubted_sign() -> None:
    """A health answer that a hypothesis rests on, since another process gave it, is no sign of health."""
    answer = found("health.false-positive", "strong", line=187)

    possible = replace(answer, weight="moderate")
    remote = replace(answer, weight="weak")

    assert "failed" == verdict(outcome(found(), answer, healthy_signs=(READY,)))
    assert "inconclusive" == verdict(outcome(possible, healthy_signs=(READY,)))
    assert "healthy" == verdict(outcome(remote, healthy_signs=(READY,)))


def test_healthy_needs_quiet() -> None:
    """Where what speaks comes to half in all, a run is not called healthy."""
    two = [found("python.stale-code", "strong", line=3), found("feature.not-enabled", "strong", line=4)]

    assert "inconclusive" == verdict(outcome(*two, healthy_signs=(READY,)))


@pytest.mark.parametrize(
    ("expected", "status"),
    [("inconclusive", "missing"), ("inconclusive", "near-miss"), ("healthy", "found"), ("healthy", "unknown")],
)
def test_healthy_needs_what_was_expected(expected: str, status: str) -> None:
    """A run that lacks an expected line is not called healthy."""
    run = outcome(healthy_signs=(READY,), expectations=(Expectation("x", status, "why"),))

    assert expected == verdict(run)


def test_summary_of_a_failure() -> None:
    """The cause, and the sentence of its heaviest finding."""
    assert "other code ran than the code at hand: so it is" == summary(outcome(found()))


def test_summary_says_what_to_collect() -> None:
    """Where nothing is certain, it says what would help."""
    text = summary(phantom())

    assert "1 expected line is not there" in text
    assert "collect `ps -eo pid,ppid,lstart,args`" in text


def test_collect() -> None:
    """What rules lacked most comes first; what is there is not asked for."""
    lacking = (
        NotJudged("a", "no table `listeners`"),
        NotJudged("b", "no table `listeners`"),
        NotJudged("c", "no table `kernel`"),
    )

    assert ["`ss -ltnp`", "`dmesg -T`", "`ps -eo pid,ppid,lstart,args`"] == collect(outcome(not_judged=lacking))
    assert "the program's whole log, from its first line" == collect(outcome(artifacts=(artifact("x", "text", 3),)))[0]
    kinds = "log+processes+listeners+kernel+interpreter+packages+environ"
    assert ["the log of a run that worked"] == collect(outcome(artifacts=(artifact("x", kinds, 3, "acme"),)))


def test_said() -> None:
    """The heaviest finding for the hypothesis speaks; one against it only where no other does."""
    run: Outcome = outcome(
        found(says="against", against=True, line=3),
        found(says="weak", weight="weak", line=4),
        found(says="strong", weight="strong", line=5),
    )

    assert "strong" == said(run.weighed.hypotheses[0])
    assert "" == said(outcome(found(says="")).weighed.hypotheses[0])


def test_cause_without_a_title() -> None:
    """A cause that the catalogue lacks is called by its id."""
    assert summary(outcome(found("new.cause"))).startswith("new.cause: ")
    assert "new.cause" not in CAUSES
