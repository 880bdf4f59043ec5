"""The book, put together: each file read into its items, those of later folders put over the earlier, and what only the whole shows checked."""

import graphlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import Any

from logsleuth.errors import Fault
from logsleuth.language import forms
from logsleuth.language.catalogue import cause_of, weighing_of
from logsleuth.language.faults import (
    BadEncoding,
    Circle,
    DuplicateId,
    NoFolder,
    NoSubject,
    NotReadable,
    NoWeighing,
    TooLarge,
    Trouble,
    UnknownCause,
    meant,
)
from logsleuth.language.files import LARGEST, RuleFile, digest
from logsleuth.language.heads import envelope_of, layout_of
from logsleuth.language.nodes import Items, Mark, compose, compose_items
from logsleuth.language.programs import program_of
from logsleuth.language.report import Report
from logsleuth.language.rules import rule_of
from logsleuth.language.shapes import Got, ListOf, Shape
from logsleuth.model.book import Book, Missing, Rule, Spot, TableRows, Weighing

_START = Mark(1, 1)


@dataclass(frozen=True, slots=True, eq=False)
class Item:
    """One thing of a file: its kind and id, its value (None where it is faulty), and where it stands."""

    kind: str
    id: str
    value: Any
    got: Got
    mark: Mark
    report: Report
    folder: int
    owner: str = ""  # the profile that a rule belongs to


def assembled(files: Sequence[RuleFile], disabled: AbstractSet[str] = frozenset()) -> tuple[Book | None, list[Fault]]:
    """The book of all that is right but for the rules `disabled`, and all faults; no book if there are no numbers to weigh with."""
    book, reports = gathered(files, disabled)
    return book, [fault for report in reports for fault in sorted_faults(report) if not fault.advice]


def sorted_faults(report: Report) -> list[Fault]:
    """The faults of a file, by place."""
    return sorted(report.faults, key=lambda each: (each.line, each.column))


def gathered(files: Sequence[RuleFile], disabled: AbstractSet[str] = frozenset()) -> tuple[Book | None, list[Report]]:
    """The book, and for each file, in order, what there is to say about it; perhaps one report more, on all of them."""
    pairs: list[tuple[RuleFile, Report]] = []
    items: list[Item] = []
    for file in files:
        report, node = _composed(file)
        pairs.append((file, report))
        items += [replace(item, folder=file.folder) for item in (_READERS[file.kind](node, report) if node else ())]
    unread = any(file.kind == "causes" and report.faults and not _holds_causes(file, items) for file, report in pairs)
    book = _Merged(items, unread_causes=unread).book(digest(files, disabled)[:12], disabled)
    reports = [report for _, report in pairs]
    if book is None and not any(file.kind == "weighing" for file in files):
        reports.append(Report(files[0].path if files else "rules"))
        reports[-1].add(NoWeighing(), _START)
    return book, reports


def _holds_causes(file: RuleFile, items: Iterable[Item]) -> bool:
    return any(item.kind == "cause" and item.report.path == file.path for item in items)


def _composed(file: RuleFile) -> tuple[Report, Any]:
    """The document of a file, None if it has none or cannot be read."""
    if file.trouble or len(file.data) > LARGEST:
        report = Report(file.path)
        large = len(file.data) > LARGEST
        trouble: Trouble = NoFolder() if file.kind == "folder" else NotReadable(reason=file.trouble)
        report.add(TooLarge(most=LARGEST) if large else trouble, _START)
        return report, None
    data = file.data.removeprefix(b"\xef\xbb\xbf")
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        report = Report(file.path, data.decode(errors="replace"))
        line = data.count(b"\n", 0, error.start) + 1
        column = len(data[data.rfind(b"\n", 0, error.start) + 1 : error.start].decode(errors="replace")) + 1
        report.add(BadEncoding(byte=f"{data[error.start]:02X}"), Mark(line, column))
        return report, None
    report = Report(file.path, text)
    node, faults = compose(text)
    if node is None and faults and file.kind in _LISTS:
        node, more = compose_items(text)
        faults = [*faults, *more]
    for trouble, mark in faults:
        report.add(trouble, mark)
    return report, node


_LISTS = frozenset({"pack", "layouts", "envelopes"})
"""Kinds of files that hold a list: one that is no YAML is read item by item."""


# One reader for each kind of file --------------------------------------------------------------------------------------


def _each(node: Any, shape: Shape, what: str, report: Report) -> Iterator[Got]:
    """The mappings of a file that holds a list of them, the faulty ones with what is right in them."""
    if not isinstance(node, Items):
        ListOf(shape).fit(node, f"a file with {what}s", report)
        return
    for item in node.items:
        got = shape.fit(item, f"the {what}", report)
        if got is not None:
            yield got


def _rules(node: Any, report: Report) -> Iterator[Item]:
    for got in _each(node, forms.RULE, "rule", report):
        checked = rule_of(got, report)
        yield Item("rule", checked.id, checked.rule, got, got.at("id"), report, 0)


def _program(node: Any, report: Report) -> Iterator[Item]:
    got = forms.PROFILE.fit(node, "the profile", report)
    if got is None:
        return
    program = program_of(got, report)
    yield Item("profile", program.id, program.profile, got, got.at("program"), report, 0)
    for checked in program.rules:
        yield Item("rule", checked.id, checked.rule, checked.got, checked.got.at("id"), report, 0, owner=program.id)


def _layouts(node: Any, report: Report) -> Iterator[Item]:
    for got in _each(node, forms.LAYOUT, "layout", report):
        yield Item("layout", got.get("id", ""), layout_of(got, report), got, got.at("id"), report, 0)


def _envelopes(node: Any, report: Report) -> Iterator[Item]:
    for got in _each(node, forms.ENVELOPE, "envelope", report):
        yield Item("envelope", got.get("id", ""), envelope_of(got, report), got, got.at("id"), report, 0)


def _causes(node: Any, report: Report) -> Iterator[Item]:
    whole = forms.CAUSES.fit(node, "the file of causes", report)
    for cause_id, got in whole.value.items() if whole is not None else ():
        yield Item("cause", cause_id, cause_of(cause_id, got, report), got, got.key, report, 0)


def _weighing(node: Any, report: Report) -> Iterator[Item]:
    got = forms.WEIGHING.fit(node, "the file of weights", report)
    if got is not None:
        yield Item("weighing", "weighing", weighing_of(got, report), got, got.mark, report, 0)


_READERS: Mapping[str, Callable[[Any, Report], Iterable[Item]]] = {
    "pack": _rules,
    "program": _program,
    "layouts": _layouts,
    "envelopes": _envelopes,
    "causes": _causes,
    "weighing": _weighing,
}


# The whole -------------------------------------------------------------------------------------------------------------


class _Merged:
    """The items of all folders: of one kind and id, that of the last folder counts."""

    def __init__(self, items: Sequence[Item], *, unread_causes: bool) -> None:
        self._items = [item for item in items if item.id]
        self._unread_causes = unread_causes
        self._left_out: set[Item] = set()
        self._check_duplicates()
        self._check_causes()
        self._winners = self._won()
        self._check_circles()

    def book(self, name: str, disabled: AbstractSet[str]) -> Book | None:
        """The book of all that is right, but for the rules `disabled`; None without numbers to weigh with."""
        weighing = self._of("weighing").get("weighing")
        if not isinstance(weighing, Weighing):
            return None
        causes = self._of("cause")
        rules = {key: rule for key, rule in self._of("rule").items() if rule.cause is None or rule.cause in causes}
        for cause in list(causes.values()):
            edges = tuple(edge for edge in cause.leads_to if edge.to in causes)
            causes[cause.id] = cause if len(edges) == len(cause.leads_to) else replace(cause, leads_to=edges)
        return Book(
            rules=tuple(_in_turn({key: rule for key, rule in rules.items() if key not in disabled})),
            causes=causes,
            layouts=tuple(sorted(self._of("layout").values(), key=lambda layout: (layout.order, layout.id))),
            envelopes=tuple(sorted(self._of("envelope").values(), key=lambda envelope: (envelope.order, envelope.id))),
            profiles=tuple(self._of("profile").values()),
            weighing=weighing,
            digest=name,
            replaced=self._replaced(rules),
            disabled=tuple(sorted(disabled & rules.keys())),
        )

    def _replaced(self, rules: Iterable[str]) -> dict[str, tuple[Spot, ...]]:
        """Where the rules stood whose place another one of the same id took, the last first."""
        spots: dict[str, list[Spot]] = {}
        for item in self._items:
            if item.kind == "rule" and item.value is not None and item not in self._left_out:
                spots.setdefault(item.id, []).insert(0, item.value.spot)
        return {key: tuple(spots[key][1:]) for key in sorted(rules) if len(spots.get(key, ())) > 1}

    def _of(self, kind: str) -> dict[str, Any]:
        """The values of a kind by their ids, in order."""
        found = {
            key[1]: item.value for key, item in self._winners.items() if key[0] == kind and item not in self._left_out
        }
        return dict(sorted(found.items()))

    def _won(self) -> dict[tuple[str, str], Item]:
        won: dict[tuple[str, str], Item] = {}
        for item in self._items:
            if item.value is None or item in self._left_out:
                continue
            if item.kind == "profile" and ("profile", item.id) in won:
                mine = [key for key, other in won.items() if other.owner == item.id and other.folder < item.folder]
                for key in mine:
                    del won[key]
            won[item.kind, item.id] = item
        return won

    def _check_duplicates(self) -> None:
        first: dict[tuple[int, str, str], Item] = {}
        for item in self._items:
            other = first.setdefault((item.folder, item.kind, item.id), item)
            if other is not item:
                place = (
                    f"{other.report.path}:{other.mark.line}"
                    if other.report is not item.report
                    else f"line {other.mark.line}"
                )
                item.report.add(DuplicateId(kind=item.kind, id=item.id, place=place), item.mark)
                self._left_out.add(item)

    def _check_causes(self) -> None:
        """Rules name causes that there are, and what tells their hypotheses apart; causes lead to causes that there are."""
        causes = {item.id: item for item in self._items if item.kind == "cause"}
        for item in self._items:
            if item.kind == "rule" and "cause" in item.got.value:
                self._check_cause_of(item, causes)
            elif item.kind == "cause":
                for edge in item.got.get("leads_to", ()):
                    target = edge.get("to")
                    if target is not None and target not in causes and not self._unread_causes:
                        item.report.add(UnknownCause(cause=target, meant=meant(target, causes)), edge.at("to"))

    def _check_cause_of(self, item: Item, causes: Mapping[str, Item]) -> None:
        before = len(item.report)
        name = item.got.get("cause")
        cause = causes.get(name)
        if cause is None and not self._unread_causes:
            item.report.add(UnknownCause(cause=name, meant=meant(name, causes)), item.got.at("cause"))
        elif cause is not None and cause.value is not None:
            known = cause.value.subject
            for key in item.got.get("subject", ()):
                if key.value not in known and not item.report.said(key.mark):
                    keys = ", ".join(known) or "none"
                    told = meant(key.value, known) or f"; its subject keys: {keys}; name it so, or leave it out"
                    item.report.add(NoSubject(cause=name, name=key.value, meant=told), key.mark)
        if len(item.report) > before:
            self._left_out.add(item)

    def _check_circles(self) -> None:
        causes = {cause.id: {edge.to for edge in cause.leads_to} for cause in self._of("cause").values()}
        for path in _circles(causes):
            item = self._winners["cause", path[0]]
            item.report.add(Circle(what="the effects of causes", path=" -> ".join(path)), item.mark)
            self._left_out |= {self._winners["cause", name] for name in path}
        for path in _circles(_waits(self._of("rule"))):
            item = self._winners["rule", path[0]]
            said = Circle(what="rules that fill tables which they read", path=" -> ".join(path))
            item.report.add(said, item.got.at("gives"))
            self._left_out |= {self._winners["rule", name] for name in path}


def _circles(graph: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """Circles in a graph, each from its smallest name back to it; no two share a name."""
    left = {name: sorted(others) for name, others in sorted(graph.items())}
    found: list[list[str]] = []
    while True:
        try:
            graphlib.TopologicalSorter(left).prepare()
        except graphlib.CycleError as error:
            ring: list[str] = list(reversed(error.args[1]))[:-1]
            start = ring.index(min(ring))
            found.append([*ring[start:], *ring[:start], ring[start]])
            left = {
                name: [each for each in others if each not in ring] for name, others in left.items() if name not in ring
            }
        else:
            return found


def _reads(rule: Rule) -> set[str]:
    """The tables that a rule reads, be it only to know what a log covers."""
    tables: set[str] = set()
    for condition in rule.conditions:
        what = condition.what
        if isinstance(what, TableRows):
            tables.add(what.table)
        elif isinstance(what, Missing):
            tables |= {"boots"} | ({"phases"} if what.after.startswith("phase:") else set())
            tables |= {"origins", "settings"} if what.each == "rank" else {"origins"} if what.each else set()
    return tables


def _waits(rules: Mapping[str, Rule]) -> dict[str, set[str]]:
    """For each rule that gives a table, those that must run before it."""
    givers: dict[str, set[str]] = {}
    for rule in rules.values():
        if rule.gives is not None:
            givers.setdefault(rule.gives, set()).add(rule.id)
    return {
        rule.id: set().union(*(givers.get(table, ()) for table in _reads(rule)))
        for rule in rules.values()
        if rule.gives
    }


def _in_turn(rules: Mapping[str, Rule]) -> Iterator[Rule]:
    """Rules that give tables, what fills a table before what reads it; then the others by their ids."""
    sorter = graphlib.TopologicalSorter(_waits(rules))
    sorter.prepare()
    while sorter.is_active():
        ready = sorted(sorter.get_ready())
        yield from (rules[name] for name in ready)
        sorter.done(*ready)
    yield from (rule for _, rule in sorted(rules.items()) if rule.gives is None)
