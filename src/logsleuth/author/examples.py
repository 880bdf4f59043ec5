"""Runs the examples that stand in rules: each is read as any input is, and what its rule finds is held against what it says.

Nothing of an example is executed. Its inputs are written to a folder of their own, which is gone afterwards and named nowhere.
"""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from logsleuth.analyze import Request, judged
from logsleuth.author.almost import Almost, Sought
from logsleuth.errors import NoInputError
from logsleuth.judge import Judgement
from logsleuth.model.book import Book, Case, Pattern, Rule
from logsleuth.read import Peeler
from logsleuth.text.line import tidy

MOST_LINES = 2_000
"""Lines of an example that are looked at for one that a pattern nearly matches."""


@dataclass(frozen=True, slots=True)
class Nearly:
    """A line of an example that a pattern of the rule nearly matches: what the pattern is held against, and how far it gets."""

    condition: str
    path: str
    line: int
    almost: Almost


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one example; `number` counts those of the rule from 1.

    `found` holds the variables of each finding (of a rule with `gives`: the rows), as texts; `why` says why the rule was not judged.
    """

    rule: Rule
    case: Case
    number: int
    passed: bool
    found: tuple[Mapping[str, str], ...] = ()
    why: tuple[str, ...] = ()
    near: tuple[Nearly, ...] = ()


def run(rule: Rule, book: Book, *, cache: Path | None = None) -> list[Result]:
    """What came of the examples of one rule."""
    return list(run_all([rule], book, cache=cache))


def run_all(rules: Sequence[Rule], book: Book, *, cache: Path | None = None) -> Iterator[Result]:
    """What came of the examples of several rules, one after the other. `cache` is where the compiled scan is kept."""
    few = narrowed(rules, book)
    peeler = Peeler(book.layouts, book.envelopes)
    for rule in rules:
        for number, case in enumerate(rule.tests, 1):
            result = _result(rule, case, number, few, cache)
            missed = case.finds is not None and not result.found and not result.passed
            yield replace(result, near=tuple(_nearly(rule, case, peeler))) if missed else result


def narrowed(rules: Sequence[Rule], book: Book) -> Book:
    """The book with no more than what these rules can depend on: themselves, and the rules that fill tables."""
    asked = {rule.id: rule for rule in rules}
    kept = [rule for rule in book.rules if rule.gives and rule.id not in asked]
    return replace(book, rules=(*kept, *asked.values()))


def rows(rule: Rule, judgement: Judgement) -> list[dict[str, str]]:
    """The variables of the rule's findings, or the rows that it gave, as texts."""
    if rule.gives:
        table = judgement.given.get(rule.gives)
        given = [row for row in (table.rows if table else ()) if row.get("rule") in {None, rule.id}]
        return [{name: str(value) for name, value in row.items()} for row in given]
    found = [finding for finding in judgement.findings if finding.rule == rule.id]
    return [{name: str(value) for name, value in finding.variables.items()} for finding in found]


def agrees(case: Case, found: Sequence[Mapping[str, str]]) -> bool:
    """Whether what was found is what the example says."""
    if case.finds is None:
        return not found
    wanted = case.finds.items()
    return any(all(row.get(name) == value for name, value in wanted) for row in found)


def _result(rule: Rule, case: Case, number: int, book: Book, cache: Path | None) -> Result:
    with tempfile.TemporaryDirectory(prefix="logsleuth-") as name:
        folder = Path(name).resolve()
        stray = _written(folder, case.inputs)
        if stray:
            return Result(rule, case, number, passed=False, why=(f"`{stray}` is no name of a file inside the run",))
        request = Request(
            paths=[str(folder / path) for path in case.paths],
            expected=case.expect,
            cache=cache,
            jobs=1,
            source=str(folder / case.source) if case.source else None,
        )
        try:
            judgement = judged(request, book)
        except NoInputError:
            return Result(rule, case, number, passed=case.finds is None, why=("no input of it could be read",))
        found = tuple(_inside(row, folder) for row in rows(rule, judgement))
        why = tuple(_stripped(each.why, folder) for each in judgement.not_judged if each.rule == rule.id)
    return Result(rule, case, number, passed=agrees(case, found), found=found, why=why)


def _written(folder: Path, inputs: Mapping[str, str]) -> str:
    """Writes the inputs; the name of one that would lie outside the folder, or cannot be a file's."""
    for name, text in inputs.items():
        path = folder / name
        if ".." in path.parts or not path.is_relative_to(folder) or path == folder:
            return name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode(errors="replace"))
        except (OSError, ValueError):  # a name that is too long, holds NUL, or is a folder already
            return name
    return ""


def _inside(row: Mapping[str, str], folder: Path) -> dict[str, str]:
    return {name: _stripped(value, folder) for name, value in row.items()}


def _stripped(text: str, folder: Path) -> str:
    """The text with paths as the example names them."""
    return text.replace(f"{folder}/", "").replace(str(folder), ".")


def _nearly(rule: Rule, case: Case, peeler: Peeler) -> Iterator[Nearly]:
    """For each pattern that must match and matches nowhere: the line that it comes nearest to."""
    for condition in rule.when:
        if not isinstance(condition.what, Pattern):
            continue
        sought = Sought(condition.what)
        best: Nearly | None = None
        for path, line, stored in _lines(case):
            texts = sought.texts(stored, peeler)
            if any(sought.search(text) for text in texts):
                best = None
                break
            for almost in filter(None, (sought.almost(text, stored) for text in texts)):
                if best is None or almost.share > best.almost.share:
                    best = Nearly(condition.name, path, line, almost)
        if best is not None:
            yield best


def _lines(case: Case) -> Iterator[tuple[str, int, str]]:
    left = MOST_LINES
    for path in case.paths:
        lines = case.inputs[path].split("\n")[:left]
        left -= len(lines)
        yield from ((path, number, tidy(line)) for number, line in enumerate(lines, 1) if line)
