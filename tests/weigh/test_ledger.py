"""Which findings count, and for how many bits."""

import random
import time
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logsleuth.model.verdict import Evidence, Finding
from logsleuth.weigh.ledger import ledger, net
from weigh.making import WEIGHING, finding


def bits(*findings: Finding) -> list[float]:
    """The bits of each share, in the ledger's order."""
    return [share.bits for share in ledger(findings, WEIGHING)]


def spanning(found: Finding, line: int, end_line: int) -> Finding:
    """The finding, citing a stretch of lines."""
    return replace(found, evidence=(Evidence("traceback", "app.log", line, end_line, "text"),))


def test_words() -> None:
    """A word is a likelihood ratio: 2, 8, 64 and 1024 are 1, 3, 6 and 10 bits."""
    assert [1.0, 3.0, 6.0, 10.0] == [bits(finding("a", word))[0] for word in WEIGHING.ratios]


def test_against() -> None:
    """What speaks against subtracts."""
    assert [10.0, -6.0] == bits(finding("a", "strong", line=1, against=True), finding("a", "conclusive", line=2))


def test_damped() -> None:
    """Events add with falling weight, the heaviest first: full, half, a quarter, an eighth, nothing."""
    assert [10.0, 3.0, 0.75, 0.375, 0.0] == bits(
        finding("a", "moderate", line=1),
        finding("a", "weak", line=2),
        finding("a", "conclusive", line=3),
        finding("a", "strong", line=4),
        finding("a", "moderate", line=5),
    )


def test_one_event() -> None:
    """Of rules that cite one line, the heaviest counts; the other says why it does not."""
    shares = ledger([finding("a", "moderate", rule="echo"), finding("a", "strong", rule="head")], WEIGHING)

    assert [("head", 6.0), ("echo", 0.0)] == [(share.finding.rule, share.bits) for share in shares]
    assert "the same event as head (app.log:1), which counts" == shares[1].why


def test_line_in_a_traceback() -> None:
    """A line within the lines of a traceback is the same event as the traceback."""
    assert [6.0, 0.0] == bits(spanning(finding("a", "strong"), 3, 30), finding("a", "moderate", line=30))


def test_same_places() -> None:
    """Two rules that cite the same two lines are of one event, whichever of the lines is the anchor."""
    one, other = finding("a", line=1), finding("a", line=9)
    joined = [
        replace(one, evidence=(*one.evidence, *other.evidence)),
        replace(other, evidence=(*other.evidence, *one.evidence)),
    ]

    assert [6.0, 0.0] == bits(*joined)


@pytest.mark.parametrize("name", ["a.log", "z.log"])
def test_how_files_are_called_is_nothing(name: str) -> None:
    """A rule seen in two files and one that starts with its line in one of them are of one event, whichever file's name comes first."""
    shared, own = Evidence("line", "m.log", 5, 5, "text"), Evidence("line", name, 2, 2, "text")
    two = tuple(sorted((shared, own), key=lambda evidence: evidence.path))
    one = replace(finding("a", line=1), evidence=two)
    other = replace(finding("a", line=9), evidence=(shared, Evidence("line", "m.log", 6, 6, "text")))

    assert [6.0, 0.0] == bits(one, other)


def test_same_rule_elsewhere() -> None:
    """The same rule at another place adds nothing."""
    shares = ledger([finding("a", line=line, rule="r") for line in (7, 5, 9)], WEIGHING)

    assert [6.0, 0.0, 0.0] == [share.bits for share in shares]
    assert "the same rule counts already, for app.log:5" == shares[1].why


def test_seen_often() -> None:
    """A finding of eight ranks is one finding."""
    assert bits(finding("a")) == bits(finding("a", count=8))


def test_advice() -> None:
    """A line that guesses counts nothing for what it guesses."""
    shares = ledger([finding("a", "conclusive", role="advice")], WEIGHING)

    assert 0.0 == net(shares)
    assert shares[0].why.startswith("advice")


def test_two_events_rather_than_the_one_that_covers_both() -> None:
    """Where events overlap, those count that come to most bits."""
    covers = spanning(finding("a", "strong"), 1, 20)

    assert 9.0 == net(ledger([covers, finding("a", line=2), finding("a", line=19)], WEIGHING))


FINDINGS = st.builds(
    lambda word, first, length, rule, against: replace(
        spanning(finding("a", word), first, first + length), rule=rule, against=against
    ),
    st.sampled_from(list(WEIGHING.ratios)),
    st.integers(1, 9),
    st.integers(0, 6),
    st.sampled_from("pqrstu"),
    st.booleans(),
)


@given(st.lists(FINDINGS, max_size=9), FINDINGS)
def test_more_support_never_lowers(findings: list[Finding], more: Finding) -> None:
    """One finding more for a hypothesis never lowers its bits; one against it never raises them."""
    before, after = net(ledger(findings, WEIGHING)), net(ledger([*findings, more], WEIGHING))

    assert after <= before if more.against else after >= before


@given(st.lists(FINDINGS, max_size=9), st.randoms(use_true_random=False))
def test_order_is_nothing(findings: list[Finding], chance: random.Random) -> None:
    """The order in which findings come in does not matter."""
    shuffled = list(findings)
    chance.shuffle(shuffled)

    assert ledger(findings, WEIGHING) == ledger(shuffled, WEIGHING)


@given(st.lists(FINDINGS, max_size=9))
def test_none_is_lost(findings: list[Finding]) -> None:
    """Each finding stands in the ledger once, and one of 0 bits says why."""
    shares = ledger(findings, WEIGHING)

    assert len(findings) == len(shares)
    assert all(share.bits or share.why for share in shares)


def test_quick_where_all_overlap() -> None:
    """Many findings in a tangle are weighed in no time."""
    chance = random.Random(7)  # noqa: S311 - a fixed tangle
    tangle = []
    for number in range(300):
        line = chance.randint(1, 60)
        word = chance.choice(list(WEIGHING.ratios))
        tangle.append(replace(spanning(finding("a", word), line, line + chance.randint(0, 30)), rule=f"r{number % 70}"))
    began = time.perf_counter()
    ledger(tangle, WEIGHING)

    assert time.perf_counter() - began < 2
