"""Which cause leads to which."""

import pytest

from logsleuth.model.book import Edge
from logsleuth.weigh.edges import Graph
from weigh.making import WEIGHING, book, cause

CHAIN = book(
    cause("a", Edge("b")),
    cause("b", Edge("c", "sometimes", "host")),
    cause("c", Edge("d")),
    cause("d", Edge("e")),
    cause("e"),
    cause("r", Edge("s"), residual=True),
    cause("s", residual=True),
    cause("t", Edge("a"), residual=True),
)
GRAPH = Graph(CHAIN, WEIGHING)


def test_shares_multiply() -> None:
    """A path carries the product of its edges' shares, and needs the links of all."""
    (path,) = GRAPH.paths("a", "d")

    assert pytest.approx(0.95 * 0.7 * 0.95) == path.share
    assert ("a", "b", "c", "d") == path.causes
    assert {"run", "host"} == path.links


def test_three_deep() -> None:
    """A fourth edge is not followed."""
    assert () == GRAPH.paths("a", "e")


def test_strongest_first() -> None:
    """Of several ways the strongest is first."""
    graph = Graph(book(cause("a", Edge("c", "sometimes"), Edge("b")), cause("b", Edge("c")), cause("c")), WEIGHING)

    assert [("a", "b", "c"), ("a", "c")] == [path.causes for path in graph.paths("a", "c")]


def test_circle() -> None:
    """A circle, which the check of the catalogue forbids, is walked once and no further."""
    graph = Graph(book(cause("a", Edge("b")), cause("b", Edge("a"))), WEIGHING)

    assert [("a", "b")] == [path.causes for path in graph.paths("a", "b")]
    assert () == graph.paths("a", "a")


def test_unknown_names() -> None:
    """Causes that the catalogue lacks lead nowhere."""
    assert () == GRAPH.paths("x", "y")


def test_implied() -> None:
    """All that is not residual leads to what is; what is residual to another such only where the catalogue says so."""
    assert 0.95 == GRAPH.implied("a", "r", symptom=False)[0].share
    assert () == GRAPH.implied("a", "b", symptom=False)
    assert () == GRAPH.implied("s", "r", symptom=False)


def test_implied_against_the_catalogue() -> None:
    """Where the catalogue says that the residual cause leads to the other, the other does not lead to it."""
    assert () == GRAPH.implied("a", "t", symptom=False)
    assert () == GRAPH.implied("b", "t", symptom=False)


def test_symptom() -> None:
    """Every cause leads to what is only a symptom."""
    assert 0.95 == GRAPH.implied("r", "b", symptom=True)[0].share
