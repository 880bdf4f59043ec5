"""Findings, causes and numbers that the tests of the weighing are made of."""

from datetime import UTC, datetime, timedelta

from logsleuth.model.book import Cause, Edge, Weighing
from logsleuth.model.run import Moment, Origin
from logsleuth.model.verdict import Evidence, Finding, Hypothesis, Weighed

WEIGHING = Weighing(
    ratios={"weak": 2, "moderate": 8, "strong": 64, "conclusive": 1024},
    priors={"rare": 0.01, "uncommon": 0.03, "common": 0.1},
    unknown=1.0,
    edges={"often": 0.95, "sometimes": 0.7},
    residual=0.95,
)

START = datetime(2026, 12, 1, 10, 0, tzinfo=UTC)


def at(seconds: float | None, clock: str = "app.log") -> Moment:
    """So many seconds after the start, on a clock; None where it is not known."""
    return Moment(START + timedelta(seconds=seconds), clock=clock) if seconds is not None else Moment()


def cause(name: str, *leads_to: Edge, prior: str = "uncommon", residual: bool = False) -> Cause:
    """A cause of the catalogue."""
    return Cause(
        name, f"the title of {name}", f"the meaning of {name}", prior=prior, residual=residual, leads_to=leads_to
    )


def book(*causes: Cause) -> dict[str, Cause]:
    """The causes by their ids."""
    return {one.id: one for one in causes}


def finding(
    name: str,
    weight: str = "strong",
    *,
    line: int = 1,
    rule: str | None = None,
    began: Moment | None = None,
    seen: Moment | None = None,
    host: str | None = None,
    **more: object,
) -> Finding:
    """A finding on the cause `name` that cites one line. `seen` is when the line was written, `began` when the thing began."""
    moment = seen or began or Moment()
    cited = Evidence("line", "app.log", line, line, f"line {line}", moment=moment, origin=Origin(host=host))
    given = {"subject": {}, "evidence": (cited,), "began": began or moment} | more
    return Finding(rule=rule or f"rule-{name}-{line}", cause=name, weight=weight, **given)  # type: ignore[arg-type]


def of(weighed: Weighed, name: str, **subject: str) -> Hypothesis:
    """The hypothesis on a cause (and subject)."""
    return next(h for h in weighed.hypotheses if h.cause == name and (not subject or h.subject == subject))
