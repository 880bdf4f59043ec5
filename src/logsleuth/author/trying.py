"""A pattern, or a rule, tried on real logs: what it matches and captures, how often, and what it would have needed where it fails.

A pattern is held against every line, peeled as an analysis peels it. Memory is bounded: a few matches are kept, the others counted.
"""

import heapq
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import BinaryIO

from logsleuth import intake, scan
from logsleuth.analyze import Request, judged, nothing_read
from logsleuth.author.almost import Almost, Sought
from logsleuth.author.examples import narrowed, rows
from logsleuth.author.stored import stored_lines
from logsleuth.model.book import Book, Condition, Count, Missing, On, Pattern, Rule
from logsleuth.model.run import Note
from logsleuth.model.verdict import Finding
from logsleuth.read import Peeler
from logsleuth.read.lines import LONGEST_LINE
from logsleuth.read.log import RECORD_LINES
from logsleuth.read.matching import STRIKES
from logsleuth.text.line import clean

MOST_NEAR = 200_000
"""Lines that are looked at for one that nearly matches: it takes several searches a line."""

SHARED = 0.3
"""How near a line must come to be shown."""


@dataclass(frozen=True, slots=True)
class Match:
    """A line that the pattern matches: the text that it was held against, from where to where it matches, and what it captures."""

    path: str
    line: int
    text: str
    start: int
    end: int
    captures: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Near:
    """A line that nearly matches."""

    path: str
    line: int
    almost: Almost


@dataclass
class Tried:
    """What came of a pattern: `lines` were read, `hits` of them match; `matches` are the first of these, `near` the nearest others.

    `seconds` is the time of reading, peeling and searching. `gave_up` says that the pattern took too long too often, and was not asked any longer.
    """

    matches: list[Match] = field(default_factory=list)
    near: list[Near] = field(default_factory=list)
    hits: int = 0
    lines: int = 0
    seconds: float = 0.0
    gave_up: bool = False
    notes: list[Note] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Unit:
    """What a pattern is held against at once: a line, or a record of several."""

    line: int
    texts: tuple[str, ...]
    stored: str


def try_pattern(
    pattern: Pattern, paths: Sequence[str], book: Book, *, stdin: BinaryIO | None = None, most: int = 20, near: int = 0
) -> Tried:
    """Holds a pattern against all lines of the inputs; `most` matches are kept, and up to `near` lines that nearly match.

    Raises UsageError if the pattern is wrong, NoInputError if nothing could be read.
    """
    sought, peeler = Sought(pattern), Peeler(book.layouts, book.envelopes)
    tried = Tried()
    nearest = _Nearest(sought, near)
    began = time.monotonic()
    read_any = False
    for source in intake.sources(paths, stdin=stdin):
        if isinstance(source, Note):
            tried.notes.append(source)
            continue
        if not source.binary:
            read_any = True
            _try_source(source, sought, peeler, tried, (nearest, most))
        tried.notes.extend(source.notes)
    if not read_any:
        raise nothing_read(tried.notes)
    tried.seconds = time.monotonic() - began
    tried.gave_up = sought.strikes >= STRIKES
    tried.near = nearest.found()
    return tried


def _try_source(
    source: intake.Source, sought: Sought, peeler: Peeler, tried: Tried, wanted: tuple["_Nearest", int]
) -> None:
    nearest, most = wanted

    def stored() -> Iterator[str]:
        for raw in stored_lines(source.read):
            tried.lines += 1
            yield clean(raw)

    units = _records(stored(), peeler) if sought.pattern.on is On.RECORD else _single(stored(), sought, peeler)
    for unit in units:
        match = next(filter(None, map(sought.search, unit.texts)), None)
        if match is None:
            nearest.look(source.path, unit)
            continue
        tried.hits += 1
        if len(tried.matches) < most:
            captures = {name: text for name, text in match.groupdict().items() if text is not None}
            tried.matches.append(Match(source.path, unit.line, match.string, match.start(), match.end(), captures))


class _Nearest:
    """The lines that come nearest to a pattern, of equally near ones the first."""

    def __init__(self, sought: Sought, most: int) -> None:
        self._sought = sought
        self._most = most
        self._heap: list[tuple[float, int, Near]] = []
        self._looked = 0

    def look(self, path: str, unit: _Unit) -> None:
        if not self._most or self._looked >= MOST_NEAR:
            return
        self._looked += 1
        for text in unit.texts:
            almost = self._sought.almost(text, unit.stored)
            if almost is not None and almost.share >= SHARED:
                heapq.heappush(self._heap, (almost.share, -self._looked, Near(path, unit.line, almost)))
                if len(self._heap) > self._most:
                    heapq.heappop(self._heap)
                return

    def found(self) -> list[Near]:
        return [near for _, _, near in sorted(self._heap, key=lambda entry: (-entry[0], -entry[1]))]


def prefilter(pattern: Pattern) -> str:
    """Why the scan cannot look for the pattern in bulk; empty if it can."""
    try:
        needle = scan.derive(pattern)
    except scan.PatternError as error:
        return error.why
    if not all(form.core or form.anchor for form in needle.forms):
        return "no literal text is sure to stand in a match"
    return ""


# Lines and records --------------------------------------------------------------------------------------------------------


def _single(stored: Iterator[str], sought: Sought, peeler: Peeler) -> Iterator[_Unit]:
    """Each line by itself; one that its envelope cut in pieces as one, at the number of the first piece."""
    if sought.pattern.on is On.RAW:
        yield from (_Unit(number, (line,), line) for number, line in enumerate(stored, 1))
        return
    begun = None
    at = 0
    for number, line in enumerate(stored, 1):
        peeled = peeler.peel(line)
        if begun is not None and len(begun.message) < LONGEST_LINE:
            peeled = peeler.joined(begun, peeled)
        else:
            at = number
        begun = peeled if peeled.partial else None
        if begun is None:
            yield _Unit(at, peeled.texts, line)
    if begun is not None:
        yield _Unit(at, begun.texts, begun.message)


def _records(stored: Iterator[str], peeler: Peeler) -> Iterator[_Unit]:
    """Each head with the lines that continue it."""
    at, messages, first = 0, list[str](), ""
    for number, line in enumerate(stored, 1):
        peeled = peeler.peel(line)
        if messages and not peeled.head and len(messages) < RECORD_LINES:
            messages.append(peeled.message)
            continue
        if messages:
            yield _Unit(at, ("\n".join(messages),), first)
        at, messages, first = number, [peeled.message], line
    if messages:
        yield _Unit(at, ("\n".join(messages),), first)


# A rule -------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RuleTried:
    """What came of a rule: its findings (of a rule with `gives`: the rows), why it was not judged, and the rows of each condition.

    `rows` maps a condition to how many rows it has by itself, without `near` and without `where`; or to why that is not known.
    """

    findings: tuple[Finding, ...]
    given: tuple[Mapping[str, str], ...]
    why: tuple[str, ...]
    rows: Mapping[str, int | str]
    seconds: float


def try_rule(
    rule: Rule, paths: Sequence[str], book: Book, *, stdin: BinaryIO | None = None, cache: Path | None = None
) -> RuleTried:
    """Judges one rule, and each of its conditions by itself. Raises NoInputError if nothing could be read."""
    probes = {f"{rule.id}-probe-{number}": probe for number, probe in enumerate(_probes(rule))}
    few = narrowed([rule], book)
    extra = tuple(_renamed(probe, name) for name, (_, probe) in probes.items())
    began = time.monotonic()
    judgement = judged(Request(paths=paths, stdin=stdin, cache=cache, jobs=1), replace(few, rules=(*few.rules, *extra)))
    counts: dict[str, int | str] = {}
    for name, (condition, _) in probes.items():
        why = next((each.why for each in judgement.not_judged if each.rule == name), None)
        seen = sum(finding.count for finding in judgement.findings if finding.rule == name)
        counts[condition] = seen or why or 0
    return RuleTried(
        findings=tuple(finding for finding in judgement.findings if finding.rule == rule.id),
        given=tuple(rows(rule, judgement)) if rule.gives else (),
        why=tuple(each.why for each in judgement.not_judged if each.rule == rule.id),
        rows=counts,
        seconds=time.monotonic() - began,
    )


def _probes(rule: Rule) -> Iterator[tuple[str, Rule]]:
    """For each condition a rule that asks for it alone, or beside the condition that it refers to."""
    named = {condition.name: condition for condition in rule.conditions}
    for condition in rule.conditions:
        refers = [named[name] for name in _refers(condition) if name in named]
        when = tuple(replace(each, near=None, where=None) for each in (condition, *refers))
        yield (
            condition.name,
            replace(
                rule,
                when=when,
                unless=(),
                where=(),
                subject=rule.subject if isinstance(condition.what, Count) else (),
                began=None,
                anchor=condition.name,
                next=(),
                says="",
                cause=rule.cause or "unknown",
                gives=None,
                columns={},
            ),
        )


def _refers(condition: Condition) -> tuple[str, ...]:
    if isinstance(condition.what, Missing):
        return (condition.what.after,)
    return (condition.what.of,) if isinstance(condition.what, Count) else ()


def _renamed(rule: Rule, name: str) -> Rule:
    """The rule under another name, with patterns of its own."""
    return replace(rule, id=name, when=tuple(_rekeyed(condition, name) for condition in rule.when))


def _rekeyed(condition: Condition, owner: str) -> Condition:
    key = f"{owner}/{condition.name}"
    what = condition.what
    if isinstance(what, Pattern):
        return replace(condition, what=replace(what, key=key))
    if isinstance(what, Missing):
        return replace(condition, what=replace(what, pattern=replace(what.pattern, key=key)))
    return condition
