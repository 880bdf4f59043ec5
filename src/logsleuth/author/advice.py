"""Advice on rules, on their patterns above all: what they cost, what they miss, and what to write instead.

None of it keeps a rule from being loaded. Where it is not sure, nothing is said.
"""

from collections.abc import Iterator, Mapping, Sequence

from logsleuth.author.advise.anchors import Anchors
from logsleuth.author.advise.backtracking import backtracking
from logsleuth.author.advise.captures import captures
from logsleuth.author.advise.cases import cases
from logsleuth.author.advise.dots import dots
from logsleuth.author.advise.needles import needles
from logsleuth.author.advise.placeholders import placeholders
from logsleuth.author.advise.say import Advice, PatternPlace, said
from logsleuth.errors import Fault
from logsleuth.model.book import Pattern, Rule

__all__ = ["PatternPlace", "advice"]


def advice(rules: Sequence[Rule], places: Mapping[str, PatternPlace]) -> list[Fault]:
    """What there is to say about rules, most of it about their patterns, in the order of files and lines.

    `places` tells by the key of a pattern where its expression stands; without, it is said where the rule begins.
    """
    anchors = Anchors()
    found = [said(piece, rule, pattern, places) for rule in rules for pattern, piece in _of(rule, anchors)]
    found += [fault for rule in rules for fault in placeholders(rule)]
    return sorted(found, key=lambda fault: (fault.path, fault.line, fault.column, fault.code))


def _of(rule: Rule, anchors: Anchors) -> Iterator[tuple[Pattern, Advice]]:
    yield from captures(rule)
    for pattern in rule.patterns():
        for kind in (needles, backtracking, dots, cases):
            for piece in kind(pattern):
                yield pattern, piece
        for piece in anchors.of(rule, pattern):
            yield pattern, piece
