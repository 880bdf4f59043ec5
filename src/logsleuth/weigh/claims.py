"""Explaining away: how the claims to be the root move from effects to their causes.

The claim of a hypothesis is its odds, 2 to the power of its bits. Where A leads to B, A takes of B's claim the share of the
edge times the probability that A is there at all, p = 2^a / (2^unknown + 2^a): a thing that is there is no less there for
having a cause itself, so p comes from A's own evidence alone. Several explainers leave the product of what each leaves, and
divide the rest among them by what each would take alone.

B's claim goes to A, and does not vanish: that B is certain makes it certain that something is wrong, and if B came of A with
0.7, then A is the root with 0.7 and B with 0.3, however much more there is to see of B than of A. So one certain effect
raises its likely cause, and the claims always add up to what they were.

This is done once, in order of falling score. A claim that nothing may lead with (a mere symptom's) goes, as far as nothing
explains it, to the unknown cause.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import prod

from logsleuth.weigh.edges import Graph, Path
from logsleuth.weigh.gates import certainly_later, earlier_of_its_kind, holds
from logsleuth.weigh.groups import Group

EARLIER = 0.5
"""What the earlier of two hypotheses on one cause takes of the later one: the same trouble with another subject is as often a
consequence of the first as a trouble of its own. It stays below the half that counts as explained."""

HALF = 0.5
"""From such a part of its claim on, a hypothesis counts as explained."""

_HIGHEST = 500.0
"""Bits beyond which a power of 2 says no more."""


@dataclass
class Claim:
    """A hypothesis while claims move. `symptom`: only symptoms speak for it; `supported`: something that is weighed does."""

    group: Group
    bits: float
    can_lead: bool
    supported: bool
    odds: float = 0.0
    takers: "list[Taker]" = field(default_factory=list)
    left: float = 1.0


@dataclass(frozen=True, slots=True)
class Taker:
    """A hypothesis that explains another one: by its place in the sequence of claims, over which path, and what it would take alone."""

    by: int
    path: Path
    part: float


def odds(bits: float) -> float:
    """The odds of a score."""
    return float(2.0 ** max(-_HIGHEST, min(_HIGHEST, bits)))


def settle(claims: Sequence[Claim], graph: Graph, unknown: float) -> float:
    """Moves the claims, which stand in order of falling score; gives the odds of the unknown cause."""
    for claim in claims:
        claim.odds = odds(claim.bits) if claim.supported else 0.0
    present = [odds(claim.bits) / (unknown + odds(claim.bits)) for claim in claims]
    for claim in claims:
        if claim.supported:
            _explain(claim, claims, graph, present)
    return unknown + sum(claim.odds for claim in claims if not claim.can_lead)


def _explain(claim: Claim, claims: Sequence[Claim], graph: Graph, present: Sequence[float]) -> None:
    for number, other in enumerate(claims):
        path = _way(other, claim, graph) if other is not claim and other.can_lead else None
        if path is not None and path.share * present[number] > 0:
            claim.takers.append(Taker(number, path, path.share * present[number]))
    claim.takers.sort(key=lambda taker: -taker.part)
    claim.left = prod(1.0 - taker.part for taker in claim.takers)
    taken = claim.odds * (1.0 - claim.left)
    total = sum(taker.part for taker in claim.takers)
    claim.odds *= claim.left
    for taker in claim.takers:
        claims[taker.by].odds += taken * taker.part / total


def _way(cause: Claim, effect: Claim, graph: Graph) -> Path | None:
    """The strongest way by which the one may have led to the other; None if there is none, or its time forbids it."""
    one, other = cause.group, effect.group
    if one.cause == other.cause:
        return Path((one.cause, other.cause), EARLIER) if earlier_of_its_kind(one, other) else None
    ways = [
        *graph.paths(one.cause, other.cause),
        *graph.implied(one.cause, other.cause, symptom=not effect.can_lead),
    ]
    for path in sorted(ways, key=lambda path: -path.share):
        if all(holds(link, one, other) for link in path.links):
            return None if certainly_later(one, other) else path
    return None
