"""What each rule costs on real logs, and what it brings.

All patterns are looked for in one scan, whose time nobody can divide; what can be told apart is how many lines the scan proposes for
a pattern, how many of them match, and the time of matching and of judging.
"""

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from logsleuth import judge
from logsleuth.analyze import Meter, Request, judged
from logsleuth.model.book import Book, Pattern
from logsleuth.model.run import Note
from logsleuth.read import Watched


@dataclass(frozen=True, slots=True)
class Cost:
    """One rule, or what a profile of a program knows (`rule` is false).

    `proposed` lines came from the scan, `hits` of them match; `matching` and `judging` are seconds; `share` is their part of the
    time of all rules (0 to 1); `findings` counts what was found (None: the rule fills a table).
    """

    id: str
    rule: bool
    proposed: int = 0
    hits: int = 0
    matching: float = 0.0
    judging: float = 0.0
    share: float = 0.0
    findings: int | None = None

    @property
    def seconds(self) -> float:
        """Of matching and judging together."""
        return self.matching + self.judging


@dataclass(frozen=True, slots=True)
class Profiled:
    """The costs, the slowest first; `seconds` is the time of the whole analysis, `reading` that of all before the rules are judged."""

    costs: tuple[Cost, ...]
    seconds: float
    reading: float
    notes: tuple[Note, ...] = field(default=())


def profile(request: Request, book: Book) -> Profiled:
    """Analyses one run, and tells what each rule took. Raises NoInputError if nothing could be read."""
    judge.warm()
    began = time.monotonic()
    meter = Meter()
    judgement = judged(request, book, meter)
    seconds = time.monotonic() - began
    costs = _costs(book, meter, judgement)
    total = sum(cost.seconds for cost in costs) or 1.0
    shared = [replace(cost, share=cost.seconds / total) for cost in costs]
    slowest = sorted(shared, key=lambda cost: (-cost.seconds, cost.id))
    return Profiled(tuple(slowest), seconds, meter.reading, judgement.notes)


def _costs(book: Book, meter: Meter, judgement: judge.Judgement) -> list[Cost]:
    """The costs of all rules and profiles, in the order of the book."""
    watched = {each.pattern.key: each for each in meter.patterns}
    found = Counter(finding.rule for finding in judgement.findings)
    costs = [_matched(Cost(profile.program, rule=False), profile.patterns(), watched) for profile in book.profiles]
    for rule in book.rules:
        findings = None if rule.gives else found[rule.id]
        cost = Cost(rule.id, rule=True, judging=meter.judging.get(rule.id, 0.0), findings=findings)
        costs.append(_matched(cost, rule.patterns(), watched))
    return costs


def _matched(cost: Cost, patterns: Sequence[Pattern], watched: Mapping[str, Watched]) -> Cost:
    """The cost with that of its patterns."""
    told = [watched[pattern.key] for pattern in patterns if pattern.key in watched]
    return replace(
        cost,
        proposed=sum(each.asked for each in told),
        hits=sum(each.found for each in told),
        matching=sum(each.seconds for each in told),
    )
