"""The report `logsleuth.report/1` as plain data: the one shape that is shown, saved, and drawn again.

All keys are always there. The same outcome gives the same bytes: `stats.seconds`, the only thing that differs from one run
to the next, is null unless it is asked for.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import logsleuth
from logsleuth.model.report import Event, Outcome
from logsleuth.model.run import Artifact
from logsleuth.model.verdict import Command, Emitted, Expectation, Hypothesis, Place
from logsleuth.report.evidence import items, written_moment, written_origin, written_time
from logsleuth.report.steps import steps
from logsleuth.report.verdict import said, summary, verdict
from logsleuth.report.words import rounded
from logsleuth.text.redact import redact as redacted
from logsleuth.text.redact import redact_arguments

SCHEMA = "logsleuth.report/1"


@dataclass(frozen=True, slots=True)
class Masks:
    """What is done to a text, and to the arguments of a command, before they are shown."""

    text: Callable[[str], str] = str
    arguments: Callable[[Iterable[str]], tuple[str, ...]] = tuple


def build(outcome: Outcome, *, redact: bool = True, top_evidence: int = 12, timings: bool = False) -> dict[str, Any]:
    """The report. Secrets are masked unless `redact` is false; a hypothesis has at most `top_evidence` items of evidence."""
    mask = Masks(redacted, redact_arguments) if redact else Masks()
    hypotheses = _hypotheses(outcome, mask, top_evidence)
    return {
        "schema": SCHEMA,
        "version": logsleuth.__version__,
        "verdict": verdict(outcome),
        "summary": mask.text(summary(outcome)),
        "inputs": [_input(artifact, mask) for artifact in outcome.artifacts],
        "hypotheses": hypotheses,
        "ruled_out": [
            written | {"why": mask.text(_why_not(hypothesis))}
            for written, hypothesis in zip(hypotheses, outcome.weighed.hypotheses, strict=True)
            if _net(hypothesis) < 0
        ],
        "expectations": [_expectation(expectation, mask) for expectation in outcome.expectations],
        "timeline": [_event(event, mask) for event in outcome.events],
        "not_judged": [{"rule": item.rule, "why": mask.text(item.why)} for item in outcome.not_judged],
        "notes": [{"message": mask.text(n.message), "path": n.path, "line": n.line} for n in outcome.notes],
        "stats": _stats(outcome, timings=timings),
    }


def to_json(report: Mapping[str, Any]) -> str:
    """The report as text. All beyond ASCII is escaped, so that nothing of it acts on a terminal either."""
    return json.dumps(report, indent=2, ensure_ascii=True, allow_nan=False) + "\n"


def _hypotheses(outcome: Outcome, mask: Masks, top: int) -> list[dict[str, Any]]:
    """All, in their order; the first is held against the second, and all others against the first."""
    found = outcome.weighed.hypotheses
    rivals = [*found[1:2], *found[:1] * len(found)]
    return [_hypothesis(rank, one, rivals[rank - 1], outcome, mask, top) for rank, one in enumerate(found, 1)]


def _hypothesis(
    rank: int, one: Hypothesis, rival: Hypothesis, outcome: Outcome, mask: Masks, top: int
) -> dict[str, Any]:
    cause = outcome.causes.get(one.cause)
    by = one.explained_by
    return {
        "rank": rank,
        "cause": one.cause,
        "title": cause.title if cause is not None and cause.title else one.cause,
        "says": mask.text(said(one)),
        "subject": _subject(one.subject, mask),
        "confidence": rounded(one.confidence),
        "bits": round(one.bits, 2),
        "evidence": items(one, top, mask.text),
        "explained_by": by and {"cause": by.cause, "subject": _subject(by.subject, mask), "path": list(by.path)},
        "explains": [{"cause": name, "subject": _subject(subject, mask)} for name, subject in one.explains],
        "next": [_command(command, mask) for command in steps(one, rival)],
        "fix": cause.fix if cause is not None else "",
        "ledger": _ledger(one, outcome),
    }


def _subject(subject: Mapping[str, str], mask: Masks) -> dict[str, str]:
    return {key: mask.text(str(value)) for key, value in sorted(subject.items())}


def _command(command: Command, mask: Masks) -> dict[str, Any]:
    return {"run": list(mask.arguments(command.run)), "tells": mask.text(command.tells)}


def _ledger(one: Hypothesis, outcome: Outcome) -> list[dict[str, Any]]:
    """The prior, then each finding: what it brought, and why where that is nothing."""
    cause = outcome.causes.get(one.cause)
    prior = f"such a cause is {cause.prior if cause is not None else 'uncommon'}"
    entries: list[dict[str, Any]] = [
        {"rule": None, "weight": None, "count": 1, "bits": round(one.prior_bits, 2), "why": prior}
    ]
    for share in one.shares:
        finding = share.finding
        weaker = f"one word weaker: {', '.join(finding.weaker)} could not be judged" if finding.weaker else ""
        why = "; ".join(part for part in (share.why, weaker) if part)
        entry = {"rule": finding.rule, "weight": finding.weight, "count": finding.count}
        entries.append(entry | {"bits": round(share.bits, 2), "why": why})
    return entries


def _net(hypothesis: Hypothesis) -> float:
    return sum(share.bits for share in hypothesis.shares)


def _why_not(hypothesis: Hypothesis) -> str:
    """What speaks against a hypothesis most."""
    against = [share for share in hypothesis.shares if share.bits < 0]
    finding = min(against, key=lambda share: share.bits).finding
    return finding.says or f"{finding.rule} speaks against it"


def _input(artifact: Artifact, mask: Masks) -> dict[str, Any]:
    return {
        "path": artifact.path,
        "kind": artifact.kind,
        "why": mask.text(artifact.why),
        "bytes": artifact.size,
        "sha256": artifact.sha256,
        "lines": artifact.lines,
        "encoding": artifact.encoding,
        "first_time": written_time(artifact.first_time),
        "last_time": written_time(artifact.last_time),
        "boots": artifact.boots,
        "programs": list(artifact.programs),
        "notes": [mask.text(note.message) for note in artifact.notes],
    }


def _expectation(expectation: Expectation, mask: Masks) -> dict[str, Any]:
    near = expectation.near
    return {
        "text": mask.text(expectation.text),
        "status": expectation.status,
        "why": mask.text(expectation.why),
        "near": _place(near, mask) if near is not None else None,
        "source": _emitted(expectation.source, mask) if expectation.source is not None else None,
    }


def _emitted(source: Emitted, mask: Masks) -> dict[str, Any]:
    return {
        "path": source.path,
        "line": source.line,
        "level": source.level,
        "guard": mask.text(source.guard) if source.guard is not None else None,
        "brackets": [mask.text(sentence) for sentence in source.brackets],
    }


def _place(place: Place, mask: Masks) -> dict[str, Any]:
    return {"path": place.path, "line": place.line, "text": mask.text(place.text)}


def _event(event: Event, mask: Masks) -> dict[str, Any]:
    return {
        "time": written_moment(event.moment),
        "origin": written_origin(event.origin),
        "path": event.path,
        "line": event.line,
        "what": mask.text(event.what),
    }


def _stats(outcome: Outcome, *, timings: bool) -> dict[str, Any]:
    stats = outcome.stats
    return {
        "bytes": stats.bytes,
        "lines": stats.lines,
        "seconds": round(stats.seconds, 3) if timings else None,
        "rules": stats.rules,
        "rules_version": stats.rules_version,
        "bounds_met": list(stats.bounds_met),
    }
