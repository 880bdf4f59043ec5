"""The bits that each finding of one hypothesis brings. Events are counted, not lines.

Two findings are of one event where their first lines in some file overlap, or where they cite the very same places; of one
event, one counts. (In any file, not in that whose name comes first: how files are called tells nothing.)
Of one rule, one finding counts: the same sentence at another place is an echo far oftener than independent evidence. What is
left is counted with falling weight (`DAMPING`), heaviest first: the lines of one run come from one failure and one clock, so
their likelihood ratios are far from independent, and the plain sum would claim a certainty that nobody can have.

Where events overlap, those are taken that come to most bits. So a finding more is an offer more, and cannot lower the sum.
"""

from collections.abc import Iterable, Sequence
from math import log2

from logsleuth.model.book import WEIGHTS, Weighing
from logsleuth.model.verdict import Evidence, Finding, Share

DAMPING = (1.0, 0.5, 0.25, 0.125)
"""How much of its bits the first, second, third and fourth event counts; a fifth nothing. So all events together never come
to twice the heaviest: a heap of moderate findings stays below one conclusive one."""

MOST = 64
"""Findings of one hypothesis that are weighed, heaviest first; the book has far fewer rules on one cause."""

_ADVICE = "advice: a line that guesses is no evidence for its guess"
_LIGHT = "past the fourth event: evidence of one run is correlated"


def ledger(findings: Iterable[Finding], weighing: Weighing) -> tuple[Share, ...]:
    """What each finding brings, the heaviest first: those for the hypothesis, those against it, those that do not count."""
    ordered = sorted(findings, key=order)
    weighed = [finding for finding in ordered if finding.role != "advice"]
    shares = [
        *_counted([finding for finding in weighed if not finding.against], weighing, 1.0),
        *_counted([finding for finding in weighed if finding.against], weighing, -1.0),
        *(Share(finding, 0.0, _ADVICE) for finding in ordered if finding.role == "advice"),
    ]
    return tuple(sorted(shares, key=lambda share: share.bits == 0))


def net(shares: Iterable[Share]) -> float:
    """The sum of the bits."""
    return sum(share.bits for share in shares)


def order(finding: Finding) -> tuple[object, ...]:
    """The heaviest first; then by place and name, so that the order in which findings come in does not matter."""
    anchor = _anchor(finding)
    place = (anchor.path, anchor.line, anchor.end_line, anchor.text) if anchor else ("", 0, 0, "")
    return (-_rank(finding.weight), place, finding.rule, finding.against, -finding.count, repr(finding))


def _rank(weight: str) -> int:
    return WEIGHTS.index(weight) if weight in WEIGHTS else -1


def _bits(finding: Finding, weighing: Weighing) -> float:
    ratio = weighing.ratios.get(finding.weight, 1.0)
    return max(0.0, log2(ratio)) if ratio > 0 else 0.0


def _counted(findings: Sequence[Finding], weighing: Weighing, sign: float) -> list[Share]:
    bits = [_bits(finding, weighing) for finding in findings[:MOST]]
    chosen = _heaviest(findings, bits)
    damped = {number: sign * bits[number] * DAMPING[place] for place, number in enumerate(chosen)}
    return [
        Share(finding, damped[number]) if damped.get(number) else Share(finding, 0.0, _why(finding, findings, chosen))
        for number, finding in enumerate(findings)
    ]


def _heaviest(findings: Sequence[Finding], bits: Sequence[float]) -> tuple[int, ...]:
    """Those findings, no two of them of one event or rule, that come to most bits; of equal choices the first by order.

    Tried one after the other, heaviest first, and given up where even all that is left at full weight would not do better:
    since `bits` falls, the first choice is nearly always the best, and the rest is passed over.
    """
    clashes = _clashes(findings[: len(bits)])
    best: tuple[float, tuple[int, ...]] = (0.0, ())
    waiting: list[tuple[int, float, tuple[int, ...]]] = [(0, 0.0, ())]
    while waiting:
        start, total, chosen = waiting.pop()
        if total > best[0]:
            best = (total, chosen)
        if start == len(bits) or len(chosen) == len(DAMPING):
            continue
        if total + bits[start] * sum(DAMPING[len(chosen) :]) <= best[0]:
            continue
        waiting.append((start + 1, total, chosen))
        if clashes[start].isdisjoint(chosen):
            waiting.append((start + 1, total + bits[start] * DAMPING[len(chosen)], (*chosen, start)))
    return best[1]


def _clashes(findings: Sequence[Finding]) -> list[set[int]]:
    return [
        {other for other in range(number) if _clash(finding, findings[other])}
        for number, finding in enumerate(findings)
    ]


def _clash(one: Finding, other: Finding) -> bool:
    return one.rule == other.rule or _one_event(one, other)


def _one_event(one: Finding, other: Finding) -> bool:
    mine, theirs = _firsts(one), _firsts(other)
    if not mine or not theirs:
        return False
    overlap = any(
        mine[path].line <= theirs[path].end_line and theirs[path].line <= mine[path].end_line
        for path in mine.keys() & theirs.keys()
    )
    return overlap or _places(one) == _places(other)


def _firsts(finding: Finding) -> dict[str, Evidence]:
    """The first place of the anchor's condition in each file."""
    firsts: dict[str, Evidence] = {}
    for evidence in finding.evidence:
        if evidence.condition == finding.evidence[0].condition:
            firsts.setdefault(evidence.path, evidence)
    return firsts


def _anchor(finding: Finding) -> Evidence | None:
    return finding.evidence[0] if finding.evidence else None


def _places(finding: Finding) -> set[tuple[str, int]]:
    return {(evidence.path, evidence.line) for evidence in finding.evidence}


def _why(finding: Finding, findings: Sequence[Finding], chosen: Iterable[int]) -> str:
    """Why a finding does not count, beside those that do."""
    for number in chosen:
        if _one_event(finding, findings[number]):
            return f"the same event as {_name(findings[number])}, which counts"
    for number in chosen:
        if finding.rule == findings[number].rule:
            return f"the same rule counts already, for {_place(findings[number])}"
    return _LIGHT


def _name(finding: Finding) -> str:
    return f"{finding.rule} ({_place(finding)})"


def _place(finding: Finding) -> str:
    anchor = _anchor(finding)
    return f"{anchor.path}:{anchor.line}" if anchor else "no line"
