"""The verdict of a run, the sentence for it, and what to collect where nothing is certain enough."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from logsleuth.model.report import Outcome, Sign
from logsleuth.model.verdict import Evidence, Hypothesis
from logsleuth.report.words import LIKELY, band, count, listed, rounded

DOUBT = 0.1
"""The confidence from which on a hypothesis casts doubt on the signs of health that it cites; one moderate finding comes to more."""

_UNMET = frozenset({"missing", "near-miss", "not-reached", "found-elsewhere"})

_WANTED = (
    ("processes", "`ps -eo pid,ppid,lstart,args`"),
    ("listeners", "`ss -ltnp`"),
    ("kernel", "`dmesg -T`"),
    ("interpreter", "`python -c 'import sys; print(sys.prefix)'` of the interpreter that runs it"),
    ("packages", "`pip list` of the interpreter that runs it"),
    ("environ", "the environment of the process (`/proc/PID/environ`)"),
)
"""Kinds of input, and the command that makes one."""


def leads(hypothesis: Hypothesis | None) -> bool:
    """Whether a hypothesis is the verdict."""
    return hypothesis is not None and hypothesis.can_lead and rounded(hypothesis.confidence) >= LIKELY


def verdict(outcome: Outcome) -> str:
    """failed, degraded, healthy or inconclusive.

    degraded: a cause leads, and a sign of health that neither it nor what it explains rests on comes after them all.
    healthy: no cause leads, all of them together do not reach 0.5, nothing that was expected is missing, and there are signs.
    """
    first = _first(outcome)
    if first is not None and leads(first):
        return "degraded" if _recovered(outcome, first) else "failed"
    quiet = outcome.weighed.unknown >= LIKELY and not any(e.status in _UNMET for e in outcome.expectations)
    return "healthy" if quiet and _signs(outcome, _doubting(outcome)) else "inconclusive"


def summary(outcome: Outcome) -> str:
    """One sentence; where the verdict is inconclusive, it says what to collect next."""
    word, first = verdict(outcome), _first(outcome)
    if word == "healthy":
        return f"nothing wrong was found: {listed([str(sign) for sign in _signs(outcome, _doubting(outcome))])}"
    if word == "inconclusive" or first is None:
        return f"{_standing(outcome)}; to know more, collect {listed(collect(outcome))}"
    says = said(first)
    sentence = f"{_title(outcome, first)}: {says}" if says else _title(outcome, first)
    return sentence + (f"; yet later {_recovered(outcome, first)[0]}" if word == "degraded" else "")


def said(hypothesis: Hypothesis) -> str:
    """The sentence of the finding that brings most bits."""
    spoken = [share for share in hypothesis.shares if share.finding.says]
    ranked = sorted(spoken, key=lambda share: (share.finding.against, share.finding.role == "advice", -abs(share.bits)))
    return ranked[0].finding.says if ranked else ""


def collect(outcome: Outcome) -> list[str]:
    """What was not handed over and would tell most: what most rules that could not be judged lacked comes first."""
    kinds = {kind for artifact in outcome.artifacts for kind in artifact.kind.split("+")}
    logs = [artifact for artifact in outcome.artifacts if "log" in artifact.kind.split("+")]
    wanted = [] if any(log.programs for log in logs) else ["the program's whole log, from its first line"]
    absent = [(kind, how) for kind, how in _WANTED if kind not in kinds]
    absent.sort(key=lambda pair: -sum(pair[0] in item.why for item in outcome.not_judged))
    return [*wanted, *(how for _, how in absent)][:3] or ["the log of a run that worked"]


def _first(outcome: Outcome) -> Hypothesis | None:
    return next(iter(outcome.weighed.hypotheses), None)


def _title(outcome: Outcome, hypothesis: Hypothesis) -> str:
    cause = outcome.causes.get(hypothesis.cause)
    return cause.title if cause is not None and cause.title else hypothesis.cause


def _standing(outcome: Outcome) -> str:
    """What is known though nothing leads."""
    unmet = [e for e in outcome.expectations if e.status in _UNMET]
    lines = (
        f"{count(len(unmet), 'expected line')} {'is' if len(unmet) == 1 else 'are'} not there, and " if unmet else ""
    )
    first = _first(outcome)
    if first is None or not first.can_lead or rounded(first.confidence) == 0:
        return f"{lines}no rule found a cause"
    confidence = rounded(first.confidence)
    return (
        f"{lines}no cause reaches 0.5; the likeliest ({confidence:.2f}, {band(confidence)}): {_title(outcome, first)}"
    )


# Signs of health --------------------------------------------------------------------------------------------------------


def _doubting(outcome: Outcome) -> list[Hypothesis]:
    return [one for one in outcome.weighed.hypotheses if one.confidence >= DOUBT]


def _signs(outcome: Outcome, doubting: Sequence[Hypothesis]) -> list[Sign]:
    """The signs that no doubting hypothesis rests on: a health answer is none where the question is who answered."""
    cited = {(evidence.path, evidence.line) for one in doubting for evidence in _supporting(one)}
    return [sign for sign in outcome.healthy_signs if (sign.path, sign.line) not in cited]


def _recovered(outcome: Outcome, first: Hypothesis) -> list[Sign]:
    """The signs that come after all evidence of the first hypothesis and of what it explains."""
    under = [one for one in outcome.weighed.hypotheses if (one.cause, one.subject) in first.explains]
    evidence = [item for one in (first, *under) for item in _supporting(one)]
    return [s for s in _signs(outcome, [first, *under]) if _after(outcome, (s.path, s.line), evidence)]


def _supporting(hypothesis: Hypothesis) -> Iterator[Evidence]:
    for share in hypothesis.shares:
        if not share.finding.against and share.finding.role != "advice":
            yield from share.finding.evidence


def _after(outcome: Outcome, place: tuple[str, int], evidence: Sequence[Evidence]) -> bool:
    """Whether a line comes after all evidence: in its own file by its place, in another by the clock, if it is the same one."""
    times = _times(outcome, place)
    return bool(evidence) and all(
        item.end_line < place[1]
        if item.path == place[0]
        else item.moment.time is not None and item.moment.clock in times and item.moment.time < times[item.moment.clock]
        for item in evidence
    )


def _times(outcome: Outcome, place: tuple[str, int]) -> dict[str | None, datetime]:
    moments = [event.moment for event in outcome.events if (event.path, event.line) == place]
    return {moment.clock: moment.time for moment in moments if moment.time is not None and moment.clock is not None}
