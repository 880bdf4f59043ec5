"""How claims move from effects to causes."""

from math import log2

import pytest

from logsleuth.model.book import Edge
from logsleuth.weigh.claims import Claim, odds, settle
from logsleuth.weigh.edges import Graph
from logsleuth.weigh.groups import Group
from weigh.making import WEIGHING, book, cause, finding


def claim(name: str, there: float, *, can_lead: bool = True) -> Claim:
    """A claim with these odds."""
    return Claim(Group(name, {}, [finding(name)]), log2(there), can_lead, supported=True)


def settled(*claims: Claim, **edges: Edge) -> tuple[list[float], float]:
    """The odds of the claims, and of the unknown cause, after explaining away."""
    graph = Graph(
        book(*(cause(c.group.cause, *[edges[k] for k in edges if k[0] == c.group.cause]) for c in claims)), WEIGHING
    )
    unknown = settle(claims, graph, 1.0)
    return [one.odds for one in claims], unknown


def test_effect_gives_its_claim() -> None:
    """A takes of B's claim what the edge carries, times the probability that A is there; nothing is lost."""
    b, a = claim("b", 9.0), claim("a", 3.0)
    taken = 9.0 * 0.95 * 3 / 4

    assert pytest.approx([9.0 - taken, 3.0 + taken]) == settled(b, a, a1=Edge("b"))[0]


def test_no_edge() -> None:
    """Without an edge both keep their claims."""
    assert pytest.approx([9.0, 3.0]) == settled(claim("b", 9.0), claim("a", 3.0))[0]


def test_two_explainers() -> None:
    """What two explainers leave is the product of what each leaves; the rest is theirs, by what each would take alone."""
    (b, a, c), _ = settled(claim("b", 99.0), claim("a", 9.0), claim("c", 4.0), a1=Edge("b"), c1=Edge("b"))
    pa, pc = 0.95 * 0.9, 0.95 * 0.8

    assert pytest.approx(99.0 * (1 - pa) * (1 - pc)) == b
    assert pytest.approx(pa / pc) == (a - 9.0) / (c - 4.0)
    assert pytest.approx(112.0) == a + b + c


def test_symptom_goes_to_the_unknown() -> None:
    """What only symptoms speak for gives what is left of its claim to the unknown cause."""
    (a, _), unknown = settled(claim("a", 3.0), claim("s", 2.0, can_lead=False))
    taken = 2.0 * 0.95 * 0.75

    assert pytest.approx(3.0 + taken) == a
    assert pytest.approx(1.0 + 2.0 - taken) == unknown


def test_odds_are_bounded() -> None:
    """No score overflows."""
    assert odds(1e9) == odds(500)
    assert odds(-1e9) > 0
