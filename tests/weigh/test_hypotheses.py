"""Who wins, what is explained, and how sure that is."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logsleuth.model.book import WEIGHTS, Edge
from logsleuth.model.verdict import Finding
from logsleuth.weigh import weigh
from weigh.making import WEIGHING, at, book, cause, finding, of

CAUSES = book(
    cause("disk", Edge("write")),
    cause("write", Edge("crash", "often", "time")),
    cause("crash", Edge("refused", "sometimes")),
    cause("refused"),
    cause("oom", Edge("killed"), prior="common"),
    cause("exception", Edge("loop"), residual=True, prior="common"),
    cause("killed", residual=True),
    cause("loop", residual=True),
)


def test_nothing_found() -> None:
    """Without findings all is unknown."""
    weighed = weigh([], CAUSES, WEIGHING)

    assert () == weighed.hypotheses
    assert 1.0 == weighed.unknown


def test_pinned() -> None:
    """One strong finding on an uncommon cause: odds 0.03 * 64 = 1.92 against 1, so 0.66."""
    weighed = weigh([finding("disk")], CAUSES, WEIGHING)

    assert pytest.approx(1.92 / 2.92) == weighed.hypotheses[0].confidence
    assert pytest.approx(1 / 2.92) == weighed.unknown
    assert pytest.approx((-5.06, 0.94), abs=0.01) == (weighed.hypotheses[0].prior_bits, weighed.hypotheses[0].bits)


def test_pinned_conclusive() -> None:
    """One conclusive finding on an uncommon cause is said with 0.97, on a common one with 0.99."""
    assert [0.97, 0.99] == [
        round(weigh([finding(name, "conclusive")], CAUSES, WEIGHING).hypotheses[0].confidence, 2)
        for name in ("disk", "oom")
    ]


def test_moderate_is_not_enough() -> None:
    """One moderate finding names no cause."""
    assert weigh([finding("oom", "moderate")], CAUSES, WEIGHING).hypotheses[0].confidence < 0.5


def test_cause_before_effect() -> None:
    """A strong cause stands above the conclusive effect that it explains."""
    weighed = weigh([finding("write", "conclusive", line=5), finding("disk", line=3)], CAUSES, WEIGHING)
    first, second = weighed.hypotheses

    assert ("disk", "write") == (first.cause, second.cause)
    assert second.explained_by is not None
    assert ("disk", ("disk", "write")) == (second.explained_by.cause, second.explained_by.path)
    assert second.explained_by.bits > 1
    assert (("write", {}),) == first.explains


def test_chain_of_three() -> None:
    """Over three edges the first cause explains them all."""
    names = ("refused", "crash", "write", "disk")
    weighed = weigh([finding(name, "conclusive", line=n) for n, name in enumerate(names, 1)], CAUSES, WEIGHING)

    assert "disk" == weighed.hypotheses[0].cause
    assert weighed.hypotheses[0].confidence > 0.8
    assert {"write", "crash", "refused"} == {name for name, _ in weighed.hypotheses[0].explains}


def test_later_never_explains() -> None:
    """What certainly began after the effect was observed explains nothing."""
    late = [finding("disk", "conclusive", line=9, began=at(60)), finding("write", line=5, began=at(0))]
    weighed = weigh(late, CAUSES, WEIGHING)

    assert of(weighed, "write").explained_by is None
    assert () == of(weighed, "disk").explains


def test_state_explains_whenever_seen() -> None:
    """A full disk that was looked at afterwards explains the failed write."""
    late = [finding("disk", "conclusive", line=9, began=at(60), standing=True), finding("write", line=5, began=at(0))]

    assert of(weigh(late, CAUSES, WEIGHING), "write").explained_by is not None


def test_timeout_began_before() -> None:
    """A time-out began at its stamp minus what it waited, so what was seen before the stamp can be its effect."""
    waited = finding("write", "strong", line=9, began=at(0), seen=at(600))
    seen = finding("crash", "conclusive", line=5, began=at(300))

    assert of(weigh([waited, seen], CAUSES, WEIGHING), "crash").explained_by is not None


def test_link_fails() -> None:
    """An edge with a time link carries nothing over an hour."""
    apart = [finding("write", "conclusive", line=1, began=at(0)), finding("crash", line=2, began=at(3600))]

    assert of(weigh(apart, CAUSES, WEIGHING), "crash").explained_by is None


def test_echoes_count_once() -> None:
    """A watchdog's echo of one failure, on eight ranks and by three rules, adds nothing."""
    one = finding("crash", line=4)
    echoes = [finding("crash", "moderate", line=4, rule=f"watchdog-{n}", count=8) for n in range(3)]

    assert of(weigh([one], CAUSES, WEIGHING), "crash").bits == of(weigh([one, *echoes], CAUSES, WEIGHING), "crash").bits


def test_residual_gives_way() -> None:
    """A residual cause with a conclusive finding stands below any cause that reaches 0.5."""
    weighed = weigh([finding("exception", "conclusive", line=9), finding("disk", line=3)], CAUSES, WEIGHING)

    assert "disk" == weighed.hypotheses[0].cause
    assert weighed.hypotheses[0].confidence > 0.5


def test_residual_leads_where_nothing_else_speaks() -> None:
    """Alone, a residual cause is the answer."""
    weighed = weigh([finding("exception"), finding("disk", "weak", line=7)], CAUSES, WEIGHING)

    assert "exception" == weighed.hypotheses[0].cause
    assert weighed.hypotheses[0].confidence > 0.5


def test_among_residual_ones() -> None:
    """Among residual causes the catalogue's edges count, and no others."""
    weighed = weigh(
        [finding("loop", line=1), finding("exception", line=2), finding("killed", line=3)], CAUSES, WEIGHING
    )
    explained = of(weighed, "loop").explained_by

    assert explained is not None
    assert "exception" == explained.cause
    assert of(weighed, "killed").explained_by is None


def test_symptom_never_leads() -> None:
    """What only a symptom speaks for has no confidence, and what explains it is named."""
    alone = weigh([finding("refused", "conclusive", role="symptom")], CAUSES, WEIGHING)
    both = weigh([finding("refused", "conclusive", role="symptom"), finding("oom", line=2)], CAUSES, WEIGHING)

    assert not alone.hypotheses[0].can_lead
    assert 0.0 == alone.hypotheses[0].confidence
    assert alone.unknown == 1.0
    assert "oom" == both.hypotheses[0].cause
    assert of(both, "refused").explained_by is not None


def test_symptom_beside_a_cause() -> None:
    """A symptom adds to a hypothesis that a cause speaks for, too."""
    weighed = weigh([finding("crash"), finding("crash", "moderate", line=2, role="symptom")], CAUSES, WEIGHING)

    assert weighed.hypotheses[0].can_lead
    assert pytest.approx(6 + 1.5) == weighed.hypotheses[0].bits - weighed.hypotheses[0].prior_bits


def test_advice_alone() -> None:
    """What only advice speaks for claims nothing, not even its prior."""
    weighed = weigh([finding("oom", "conclusive", role="advice")], CAUSES, WEIGHING)

    assert (0.0, 1.0) == (weighed.hypotheses[0].confidence, weighed.unknown)


def test_ruled_out_stays() -> None:
    """A hypothesis that more speaks against than for stays, with little confidence, and explains nothing."""
    weighed = weigh(
        [finding("disk"), finding("disk", "conclusive", line=2, against=True), finding("write", line=3)],
        CAUSES,
        WEIGHING,
    )

    assert 0 < of(weighed, "disk").confidence < 0.05
    assert of(weighed, "write").explained_by is None


def test_earlier_of_its_kind() -> None:
    """Of two subjects of one cause, alike otherwise, the one that began first stands first, and neither explains the other."""
    late = finding("disk", "conclusive", line=2, began=at(60), subject={"mount": "/a"})
    early = finding("disk", "conclusive", line=8, began=at(0), subject={"mount": "/b"})
    weighed = weigh([late, early], CAUSES, WEIGHING)

    assert {"mount": "/b"} == weighed.hypotheses[0].subject
    assert weighed.hypotheses[0].confidence > 0.5
    assert all(h.explained_by is None for h in weighed.hypotheses)


def test_cause_not_in_the_catalogue() -> None:
    """A cause that the catalogue lacks is weighed as an uncommon one."""
    assert pytest.approx(1.92 / 2.92) == weigh([finding("new")], CAUSES, WEIGHING).hypotheses[0].confidence


FINDINGS = st.builds(
    lambda name, word, line, **more: finding(name, word, line=line, **more),
    st.sampled_from(sorted(CAUSES)),
    st.sampled_from(WEIGHTS),
    st.integers(1, 6),
    rule=st.sampled_from("pqrs"),
    began=st.integers(0, 20).map(at) | st.just(at(None)),
    subject=st.sampled_from([{}, {"k": "1"}, {"k": "2"}]),
    against=st.booleans(),
    role=st.sampled_from(["cause", "cause", "symptom", "advice"]),
    standing=st.booleans(),
    host=st.sampled_from([None, "n1", "n2"]),
)
MANY = st.lists(FINDINGS, max_size=8)


@given(MANY)
def test_laws(findings: list[Finding]) -> None:
    """Confidences and the unknown are one in all; they fall; what cannot lead has none; nothing is lost."""
    weighed = weigh(findings, CAUSES, WEIGHING)
    shares = [h.confidence for h in weighed.hypotheses]

    assert pytest.approx(1.0) == sum(shares) + weighed.unknown
    assert sum(shares) <= 1
    assert shares == sorted(shares, reverse=True)
    assert all(h.can_lead or h.confidence == 0 for h in weighed.hypotheses)
    assert len(findings) == sum(len(h.shares) for h in weighed.hypotheses)
    assert all(pytest.approx(h.bits) == h.prior_bits + sum(s.bits for s in h.shares) for h in weighed.hypotheses)


@given(MANY)
def test_residual_only_for_want_of_another(findings: list[Finding]) -> None:
    """A residual cause is first only where no other hypothesis reaches 0.5."""
    weighed = weigh(findings, CAUSES, WEIGHING)

    if weighed.hypotheses and CAUSES[weighed.hypotheses[0].cause].residual:
        assert all(CAUSES[h.cause].residual or h.confidence < 0.5 for h in weighed.hypotheses)


@given(MANY, st.randoms(use_true_random=False))
def test_order_is_nothing(findings: list[Finding], chance: random.Random) -> None:
    """The order in which findings come in does not matter, to the last bit."""
    shuffled = list(findings)
    chance.shuffle(shuffled)

    assert weigh(findings, CAUSES, WEIGHING) == weigh(shuffled, CAUSES, WEIGHING)


@given(MANY, FINDINGS)
def test_more_support_never_lowers(findings: list[Finding], more: Finding) -> None:
    """One finding more for a hypothesis never lowers its bits."""
    before = {(h.cause, tuple(h.subject.items())): h.bits for h in weigh(findings, CAUSES, WEIGHING).hypotheses}
    after = {(h.cause, tuple(h.subject.items())): h.bits for h in weigh([*findings, more], CAUSES, WEIGHING).hypotheses}
    key = (more.cause, tuple(more.subject.items()))

    if key in before and not more.against and not any(f.against for f in findings):
        assert after[key] >= before[key] - 1e-9
