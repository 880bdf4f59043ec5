"""From findings to hypotheses: grouped, scored in bits, explained away, and made probabilities.

The score of a hypothesis is the logarithm of its cause's prior odds plus what its ledger comes to. The confidence is its
claim, after explaining away, in the sum of all claims and of the odds of *unknown or healthy*: so all confidences add up to
less than 1. A residual cause stands first only where no other one reaches 0.5: whatever reaches 0.5 is first, since no two
can, and of two that have just 0.5 the residual one comes second.
"""

from collections.abc import Mapping, Sequence
from math import log2

from logsleuth.model.book import Cause, Weighing
from logsleuth.model.verdict import Explained, Finding, Hypothesis, Share, Weighed
from logsleuth.weigh.claims import HALF, Claim, settle
from logsleuth.weigh.edges import Graph
from logsleuth.weigh.groups import groups
from logsleuth.weigh.ledger import ledger, net

_LOWEST = 1e-9
"""The least that counts as a prior, or as what is left of a claim: its logarithm must exist."""


def weigh(findings: Sequence[Finding], causes: Mapping[str, Cause], weighing: Weighing) -> Weighed:
    """All hypotheses on what was found, the most confident first. A cause that the catalogue lacks is taken for an uncommon one."""
    claims, ledgers = _claims(findings, causes, weighing)
    graph = Graph(causes, weighing)
    unknown = settle(claims, graph, weighing.unknown)
    total = unknown + sum(claim.odds for claim in claims if claim.can_lead)
    made = [
        _hypothesis(number, claims, ledgers[number], total, _prior(claim.group.cause, causes, weighing))
        for number, claim in enumerate(claims)
    ]
    return Weighed(tuple(sorted(made, key=lambda one: _order(one, graph))), unknown / total if total > 0 else 1.0)


def _claims(
    findings: Sequence[Finding], causes: Mapping[str, Cause], weighing: Weighing
) -> tuple[list[Claim], list[tuple[Share, ...]]]:
    """The claims in order of falling score, and their ledgers."""
    pairs: list[tuple[Claim, tuple[Share, ...]]] = []
    for group in groups(findings, lambda some: net(ledger(some, weighing))):
        shares = ledger(group.findings, weighing)
        supports = {share.finding.role for share in shares if not share.finding.against} - {"advice"}
        bits = _prior(group.cause, causes, weighing) + net(shares)
        pairs.append((Claim(group, bits, can_lead="cause" in supports, supported=bool(supports)), shares))
    pairs.sort(key=lambda pair: -pair[0].bits)
    return [claim for claim, _ in pairs], [shares for _, shares in pairs]


def _prior(cause: str, causes: Mapping[str, Cause], weighing: Weighing) -> float:
    word = causes[cause].prior if cause in causes else "uncommon"
    return log2(max(weighing.priors.get(word, 0.0), _LOWEST))


def _hypothesis(
    number: int, claims: Sequence[Claim], shares: tuple[Share, ...], total: float, prior: float
) -> Hypothesis:
    claim = claims[number]
    return Hypothesis(
        cause=claim.group.cause,
        subject=dict(sorted(claim.group.subject.items())),
        bits=claim.bits,
        prior_bits=prior,
        confidence=claim.odds / total if claim.can_lead and total > 0 else 0.0,
        shares=shares,
        explained_by=_explained(claim, claims),
        explains=tuple(
            (other.group.cause, dict(sorted(other.group.subject.items())))
            for other in claims
            if any(taker.by == number and taker.part >= HALF for taker in other.takers)
        ),
        can_lead=claim.can_lead,
    )


def _explained(claim: Claim, claims: Sequence[Claim]) -> Explained | None:
    """The strongest explainer, if it takes half of the claim or more."""
    if not claim.takers or claim.takers[0].part < HALF:
        return None
    taker = claim.takers[0]
    group = claims[taker.by].group
    bits = -log2(max(claim.left, _LOWEST))
    return Explained(group.cause, dict(sorted(group.subject.items())), taker.path.causes, bits)


def _order(hypothesis: Hypothesis, graph: Graph) -> tuple[object, ...]:
    subject = sorted(hypothesis.subject.items())
    return (-hypothesis.confidence, graph.residual(hypothesis.cause), -hypothesis.bits, hypothesis.cause, subject)
