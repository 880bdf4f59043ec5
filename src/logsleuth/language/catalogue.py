"""The catalogue of causes, and the few numbers behind the words."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from logsleuth.language.faults import NotRising, SubjectRefused
from logsleuth.language.patterns import texts
from logsleuth.language.report import Report
from logsleuth.language.rules import SUBJECTS_REFUSED
from logsleuth.language.shapes import Got
from logsleuth.model.book import PRIORS, WEIGHTS, Cause, Edge, Weighing


def cause_of(cause_id: str, got: Got, report: Report) -> Cause | None:
    """One cause; None after its faults were said."""
    before = len(report)
    subject = got.value.get("subject")
    for item in subject.value if subject is not None else ():
        if item.value in SUBJECTS_REFUSED:
            report.add(SubjectRefused(name=item.value), item.mark)
    if not got.whole or len(report) > before:
        return None
    edges = got.get("leads_to", ())
    return Cause(
        id=cause_id,
        title=got.get("title"),
        meaning=got.get("meaning"),
        prior=got.get("prior"),
        residual=got.get("residual", False),
        subject=texts(subject),
        leads_to=tuple(Edge(edge.get("to"), edge.get("how", "often"), edge.get("link", "run")) for edge in edges),
        fix=got.get("fix"),
    )


def weighing_of(got: Got, report: Report) -> Weighing | None:
    """The numbers; None after their faults were said."""
    before = len(report)
    _rises(got, "ratios", WEIGHTS, report)
    _rises(got, "priors", PRIORS, report)
    _rises(got, "edges", ("sometimes", "often"), report)
    if not got.whole or len(report) > before:
        return None
    return Weighing(
        ratios=_numbers(got.value["ratios"], WEIGHTS),
        priors=_numbers(got.value["priors"], PRIORS),
        unknown=float(got.get("unknown")),
        edges=_numbers(got.value["edges"], ("often", "sometimes")),
        residual=float(got.get("residual")),
    )


def _rises(got: Got, key: str, words: Sequence[str], report: Report) -> None:
    """A heavier word has a larger number."""
    fields = got.value.get(key)
    if fields is None or not fields.whole:
        return
    numbers = [fields.get(word) for word in words]
    if any(second <= first for first, second in pairwise(numbers)):
        report.add(NotRising(what=f"`{key}`", first=words[0], last=words[-1]), fields.mark)


def _numbers(got: Got, words: Sequence[str]) -> Mapping[str, float]:
    return {word: float(got.get(word)) for word in words}
