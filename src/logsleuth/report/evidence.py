"""The evidence of one hypothesis as items of the report, the deciding ones first."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from logsleuth.model.run import Moment, Origin
from logsleuth.model.verdict import Evidence, Hypothesis, Share

LINES = 60
"""Lines that an item spans, unless it is one traceback or record."""

CHARACTERS = 16_000
"""Characters of an item's text. It is cut there without a mark, so that it still reads as the line does."""

AGAINST = 3
"""Places that are kept for what contradicts, however much supports."""

ROLES = ("supports", "contradicts", "context")
_COLUMN = re.compile(r"[a-z_]+=")
_WHOLE = frozenset({"traceback", "record"})
_FIELDS = ("host", "container", "program", "pid", "thread", "rank", "local_rank")


@dataclass(frozen=True, slots=True)
class _Item:
    """One place that a share cites. `again`: the share has cited a place for the same condition before."""

    role: str
    evidence: Evidence
    share: Share
    first: bool
    again: bool

    def order(self) -> tuple[int, bool, bool, float]:
        return (ROLES.index(self.role), self.share.bits == 0, self.again, -abs(self.share.bits))


def items(hypothesis: Hypothesis, top: int, mask: Callable[[str], str]) -> list[dict[str, Any]]:
    """At most `top` items. A place that several findings cite stands once for each role, with the heaviest of them."""
    once: dict[tuple[str, str, int, int], _Item] = {}
    for item in sorted(_all(hypothesis), key=_Item.order):
        once.setdefault((item.role, item.evidence.path, item.evidence.line, item.evidence.end_line), item)
    return [_written(item, mask) for item in _chosen(list(once.values()), top)]


def _all(hypothesis: Hypothesis) -> Iterator[_Item]:
    for share in hypothesis.shares:
        finding = share.finding
        role = "context" if finding.role == "advice" else "contradicts" if finding.against else "supports"
        conditions: set[str] = set()
        for number, evidence in enumerate(finding.evidence):
            yield _Item(role, evidence, share, number == 0, evidence.condition in conditions)
            conditions.add(evidence.condition)


def _chosen(sorted_items: list[_Item], top: int) -> list[_Item]:
    supports = [item for item in sorted_items if item.role == "supports"]
    others = [item for item in sorted_items if item.role != "supports"]
    kept = min(len(supports), max(0, top - min(len(others), AGAINST)))
    return [*supports[:kept], *others][:top]


def _written(item: _Item, mask: Callable[[str], str]) -> dict[str, Any]:
    evidence, finding = item.evidence, item.share.finding
    whole = evidence.kind in _WHOLE
    text = evidence.text if whole else "\n".join(evidence.text.split("\n")[:LINES])
    return {
        "role": item.role,
        "kind": evidence.kind,
        "path": evidence.path,
        "line": evidence.line,
        "end_line": evidence.end_line if whole else min(evidence.end_line, evidence.line + LINES - 1),
        "time": written_moment(evidence.moment),
        "origin": written_origin(evidence.origin),
        "text": mask(text)[:CHARACTERS],
        "count": max(evidence.count, finding.count if item.first else 1),
        "rule": finding.rule,
        "weight": finding.weight,
        "bits": round(item.share.bits, 2) if item.first else 0.0,
    }


def of_columns(kind: str, text: str) -> bool:
    """Whether a text is made of a row's columns: that of a row is, and that of a traceback whose exception was cut off."""
    return kind == "row" or (kind == "traceback" and _COLUMN.match(text) is not None)


def written_moment(moment: Moment) -> str | None:
    """ISO 8601 in UTC, with a `Z` where the log tells its zone; None where only bounds are known."""
    return written_time(moment.time, zone_known=bool(moment.zone_known)) if moment.time is not None else None


def written_time(time: datetime | None, *, zone_known: bool = False) -> str | None:
    """ISO 8601; without a zone where none is known."""
    return time.replace(tzinfo=None).isoformat() + ("Z" if zone_known else "") if time is not None else None


def written_origin(origin: Origin) -> dict[str, Any] | None:
    """The fields of an origin, each known or null; None where none is known."""
    fields = {name: getattr(origin, name) for name in _FIELDS}
    return fields if any(value is not None for value in fields.values()) else None
