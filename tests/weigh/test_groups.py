"""Which findings belong to one hypothesis."""

from collections.abc import Iterable

from logsleuth.model.verdict import Finding
from logsleuth.weigh.groups import groups
from weigh.making import WEIGHING, finding


def heaviest(findings: Iterable[Finding]) -> float:
    """A score that is simple to follow."""
    return max(WEIGHING.ratios[found.weight] for found in findings)


def made(*findings: Finding) -> list[tuple[str, dict[str, str], int]]:
    """Cause, subject and number of findings of each group."""
    return [(group.cause, group.subject, len(group.findings)) for group in groups(findings, heaviest)]


def test_causes_and_subjects() -> None:
    """A hypothesis per cause and subject."""
    one = finding("a", subject={"module": "x"})

    assert [("a", {"module": "x"}, 2), ("a", {"module": "y"}, 1), ("b", {}, 1)] == made(
        finding("b"), one, finding("a", subject={"module": "y"}), finding("a", line=4, subject={"module": "x"})
    )


def test_missing_key_fits_any() -> None:
    """A finding without the key joins the hypothesis that is supported best."""
    assert [("a", {"module": "x"}, 1), ("a", {"module": "y"}, 2)] == made(
        finding("a", "conclusive", line=9),
        finding("a", "weak", subject={"module": "x"}),
        finding("a", "strong", subject={"module": "y"}),
    )


def test_missing_key_alone() -> None:
    """Where no hypothesis has the key, the findings without it make one."""
    assert [("a", {}, 2)] == made(finding("a"), finding("a", line=2))


def test_keys_are_joined() -> None:
    """Two findings that share a key, and contradict in none, are on one hypothesis, which has all their keys."""
    assert [("a", {"module": "x", "name": "n", "path": "/x"}, 2)] == made(
        finding("a", subject={"module": "x", "name": "n"}), finding("a", subject={"name": "n", "path": "/x"})
    )


def test_subjects_of_other_keys_stay_apart() -> None:
    """A missing module and a missing path need not be of one service."""
    assert [("a", {"module": "x"}, 1), ("a", {"path": "/x"}, 1)] == made(
        finding("a", subject={"module": "x"}), finding("a", subject={"path": "/x"})
    )


def test_equals_join_the_first() -> None:
    """Of equally supported hypotheses the first by the alphabet takes it, whatever the order of the findings."""
    findings = [finding("a", subject={"module": "y"}), finding("a", subject={"module": "x"}), finding("a", line=7)]

    assert [("a", {"module": "x"}, 2), ("a", {"module": "y"}, 1)] == made(*findings) == made(*reversed(findings))
