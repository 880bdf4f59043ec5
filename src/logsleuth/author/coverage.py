"""What the rules know of a collection of runs: which fired, which never did, which never differ, and the errors that none knows.

A line is known if a pattern of a rule or of a program's profile matches it, whatever the rule then makes of it.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatch
from pathlib import Path

from logsleuth import intake
from logsleuth.analyze import Meter, Request, judged
from logsleuth.author.stored import stored_lines
from logsleuth.errors import NoInputError
from logsleuth.model.book import Book
from logsleuth.model.run import Note
from logsleuth.read import Peeler
from logsleuth.text.line import clean
from logsleuth.text.redact import redact
from logsleuth.text.template import template

SEVERE = frozenset({"error", "critical"})

MOST_TEMPLATES = 20_000
"""Templates that are counted; lines of further ones only as lines."""


@dataclass(frozen=True, slots=True)
class Run:
    """One run of the collection: its name, and the files that it consists of."""

    name: str
    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Unknown:
    """Lines of severity error or above that nothing knows: their template, how many, of which runs, and the first of them."""

    template: str
    lines: int
    runs: tuple[str, ...]
    path: str
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Coverage:
    """What came of all runs.

    `fired` maps a rule to the runs in which it found something; `never` are the others; `together` are sets of rules that fired in the
    very same runs, two at least; `unknown` are the most frequent first, by runs and lines; `severe` counts the lines of that severity.
    """

    runs: tuple[str, ...]
    fired: Mapping[str, tuple[str, ...]]
    never: tuple[str, ...]
    together: tuple[tuple[str, ...], ...]
    unknown: tuple[Unknown, ...]
    severe: int
    notes: tuple[Note, ...] = ()


def runs(paths: Sequence[str], exclude: Sequence[str] = ()) -> Iterator[Run]:
    """The runs: of a folder that holds folders each of them, anything else by itself; files whose names fit `exclude` are left out."""
    for path in map(Path, paths):
        inside = sorted(each for each in path.iterdir() if each.is_dir()) if path.is_dir() else []
        for one in inside or [path]:
            files = sorted(each for each in one.rglob("*") if each.is_file()) if one.is_dir() else [one]
            kept = tuple(str(each) for each in files if not any(fnmatch(each.name, glob) for glob in exclude))
            if kept:
                yield Run(one.name if one.is_dir() else str(one), kept)


def coverage(collection: Sequence[Run], book: Book, *, cache: Path | None = None) -> Coverage:
    """Judges all runs, one after the other. A run of which nothing can be read is a note. Raises NoInputError if there is none else."""
    fired: defaultdict[str, list[str]] = defaultdict(list)
    unknown = _Unknown(Peeler(book.layouts, book.envelopes))
    seen, notes = list[str](), list[Note]()
    for run in collection:
        meter = Meter()
        try:
            judgement = judged(Request(paths=run.paths, cache=cache, jobs=1), book, meter)
        except NoInputError as error:
            notes.append(Note(str(error), run.name))
            continue
        seen.append(run.name)
        for rule in sorted({finding.rule for finding in judgement.findings}):
            fired[rule].append(run.name)
        unknown.look(run, set[int]().union(*(each.known for each in meter.patterns)))
    if not seen:
        raise NoInputError("no run could be read" if collection else "there is no run in what was named")
    found = {rule: tuple(names) for rule, names in sorted(fired.items())}
    judging = [rule.id for rule in book.rules if not rule.gives]
    return Coverage(
        tuple(seen),
        found,
        tuple(sorted(set(judging) - set(found))),
        _together(found),
        unknown.found(),
        unknown.severe,
        tuple(notes),
    )


def _together(fired: Mapping[str, tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    """Rules that no run tells apart; those that share the most runs first."""
    alike: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
    for rule, names in fired.items():
        alike[names].append(rule)
    groups = sorted(alike.items(), key=lambda item: (-len(item[0]), item[1]))
    return tuple(tuple(rules) for _, rules in groups if len(rules) > 1)


@dataclass
class _Unknown:
    """The lines that nothing knows, by their templates, as runs are looked at one after the other."""

    peeler: Peeler
    severe: int = 0
    _first: dict[str, Unknown] = field(default_factory=dict)
    _lines: Counter[str] = field(default_factory=Counter)
    _runs: defaultdict[str, dict[str, None]] = field(default_factory=lambda: defaultdict(dict))

    def look(self, run: Run, known: set[int]) -> None:
        """All lines of a run; `known` has the hashes of the texts that some pattern matched."""
        for source in intake.sources(run.paths):
            if isinstance(source, Note) or source.binary:
                continue
            for number, raw in enumerate(stored_lines(source.read), 1):
                text = clean(raw)
                peeled = self.peeler.peel(text)
                if peeled.level not in SEVERE:
                    continue
                if not any(map(str.isalpha, peeled.message)):  # the carets below a line of code say nothing
                    continue
                self.severe += 1
                if known.isdisjoint(map(hash, (text, *peeled.texts))):
                    self._add(run.name, source.path, number, peeled.message)

    def _add(self, run: str, path: str, line: int, message: str) -> None:
        key = template(redact(message))
        if key not in self._first:
            if len(self._first) >= MOST_TEMPLATES:
                return
            self._first[key] = Unknown(key, 0, (), path, line, message)
        self._lines[key] += 1
        self._runs[key][run] = None

    def found(self) -> tuple[Unknown, ...]:
        """Those in the most runs first, of equally many those of the most lines."""
        told = [
            replace(first, lines=self._lines[key], runs=tuple(self._runs[key])) for key, first in self._first.items()
        ]
        return tuple(sorted(told, key=lambda each: (-len(each.runs), -each.lines, each.template)))
