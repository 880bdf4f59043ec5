"""Which findings belong to one hypothesis: those on one cause whose subjects agree.

A missing key fits any. So a finding that lacks keys joins the hypothesis that has them and is supported best; where none
fits, it makes one of its own.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from logsleuth.model.verdict import Finding

Subject = tuple[tuple[str, str], ...]
"""A subject as sorted pairs: the fuller ones are placed first, then by the alphabet."""


@dataclass
class Group:
    """The findings on one cause and subject."""

    cause: str
    subject: dict[str, str]
    findings: list[Finding] = field(default_factory=list)
    score: float = 0.0

    def agrees(self, subject: Mapping[str, str]) -> bool:
        """Whether no key that both have differs."""
        return all(self.subject.get(key, value) == value for key, value in subject.items())

    def fits(self, subject: Mapping[str, str]) -> bool:
        """Whether it may be the same thing: they agree, and subjects of quite other keys tell of different things, unless one has none."""
        common = bool(self.subject.keys() & subject.keys())
        return self.agrees(subject) and (common or not subject or not self.subject)


def groups(findings: Iterable[Finding], score: Callable[[list[Finding]], float]) -> list[Group]:
    """All groups, by cause and subject; `score` tells how well findings support their hypothesis."""
    causes: dict[str, dict[Subject, list[Finding]]] = {}
    for finding in findings:
        subjects = causes.setdefault(finding.cause, {})
        subjects.setdefault(tuple(sorted(finding.subject.items())), []).append(finding)
    return [group for cause in sorted(causes) for group in _of_cause(cause, causes[cause], score)]


def _of_cause(
    cause: str, subjects: Mapping[Subject, list[Finding]], score: Callable[[list[Finding]], float]
) -> list[Group]:
    found: dict[tuple[str, ...], list[Group]] = {}
    for subject in sorted(subjects, key=lambda pairs: (-len(pairs), pairs)):
        keys = tuple(key for key, _ in subject)
        group = _best(found, keys, dict(subject))
        if group is None:
            group = Group(cause, dict(subject))
            found.setdefault(keys, []).append(group)
        group.subject |= dict(subject)
        group.findings += subjects[subject]
        group.score = score(group.findings)
    placed = [group for some in found.values() for group in some]
    return sorted(placed, key=lambda group: sorted(group.subject.items()))


def _best(found: Mapping[tuple[str, ...], list[Group]], keys: tuple[str, ...], subject: dict[str, str]) -> Group | None:
    """Of the groups that the subject fits, the best supported; of equals the first that was made.

    Those that were made with just the same keys need no look: had they the same values, it would be the same subject.
    """
    fitting = [group for made, some in found.items() if made != keys for group in some if group.fits(subject)]
    return max(fitting, key=lambda group: group.score, default=None)
