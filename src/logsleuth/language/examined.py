"""Rule files looked at one by one, for their author: what is wrong with them, and where their patterns stand.

A file is read together with the rule folder that it lies in, and with the folders that it builds upon, so that the causes which it names are known.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from logsleuth.errors import Fault
from logsleuth.language.assemble import gathered, sorted_faults
from logsleuth.language.faults import ReplacesRule
from logsleuth.language.files import SUB_FOLDERS, RuleFile, read_file, read_files
from logsleuth.language.nodes import Items, Mark, Node, Pairs, Scalar, compose
from logsleuth.language.report import Report
from logsleuth.model.book import Book, Rule


@dataclass(frozen=True, slots=True)
class PatternPlace:
    """Where the expression of a pattern stands: file, line and column (from 1) of its first character, and that line."""

    path: str
    line: int
    column: int
    excerpt: str
    report: Report
    node: Node

    def at(self, position: int) -> tuple[int, int]:
        """Line and column of a character of the expression; its begin where it is written over several lines."""
        if not isinstance(self.node, Scalar):
            return self.line, self.column
        mark = self.report.inside(self.node, position)
        return mark.line, mark.column


@dataclass(frozen=True, slots=True)
class Examined:
    """What there is to say about some rule files. `book` is all that is right of them and of what they build upon.

    `faults` (advice among them), `rules` and `places` (by the key of a pattern) are those of the files named alone.
    """

    book: Book | None
    faults: tuple[Fault, ...]
    rules: tuple[Rule, ...]
    places: Mapping[str, PatternPlace]


def examine(paths: Sequence[Path], *, base: Sequence[Path], text: tuple[str, str] | None = None) -> Examined:
    """Examines files and folders on top of the folders `base`. `text` is the name and content of one more file. Never raises."""
    files = read_files(base)
    named: set[str] = set()
    for number, path in enumerate(paths, len(base) + 1):
        added = _folder(path, number) if path.is_dir() else _file(path, len(base), number)
        known = {Path(file.path).resolve(): file.path for file in files}
        files += [file for file in added if Path(file.path).resolve() not in known]
        wanted = {file.path for file in added} if path.is_dir() else {str(path)}
        named |= {known.get(Path(name).resolve(), name) for name in wanted}
    if text is not None:
        data = text[1].encode(errors="surrogateescape")
        files.append(RuleFile(len(base), text[0], text[0], kind_of(data), data))
        named.add(text[0])
    book, reports = gathered(files)
    mine = [report for report in reports if report.path in named]
    rules = tuple(rule for rule in (book.rules if book else ()) if rule.spot.path in named)
    for rule, report in ((rule, report) for rule in rules for report in mine if report.path == rule.spot.path):
        for spot in book.replaced.get(rule.id, ())[:1] if book else ():
            place = f"{spot.path}:{spot.line}"
            report.add(ReplacesRule(id=rule.id, place=place), Mark(rule.spot.line, rule.spot.column))
    return Examined(
        book=book,
        faults=tuple(fault for report in mine for fault in sorted_faults(report)),
        rules=rules,
        places=dict(place for report in mine for place in _places(report)),
    )


def _folder(path: Path, number: int) -> list[RuleFile]:
    return [file._replace(folder=number) for file in read_files([path])]


def _file(path: Path, loose: int, number: int) -> list[RuleFile]:
    """The file, and the others of the rule folder in which it lies; `loose` is the number of files that lie in none."""
    root = _root(path)
    around = _folder(root, number) if root is not None else []
    kinds = [each.kind for each in around if _same(each.path, path)]
    file = read_file(path, number if root is not None else loose)
    others = [each for each in around if not _same(each.path, path)]
    return [*others, file._replace(kind=kinds[0] if kinds else kind_of(file.data))]


def _same(name: str, path: Path) -> bool:
    return Path(name).resolve() == path.resolve()


def _root(path: Path) -> Path | None:
    """The rule folder in which a file lies: above `packs` and the like, or where a `causes.yaml` lies beside it."""
    for folder in path.absolute().parents:
        if folder.name in SUB_FOLDERS:
            return folder.parent
    beside = path.absolute().parent
    return beside if any((beside / f"causes{ending}").is_file() for ending in (".yaml", ".yml")) else None


def kind_of(data: bytes) -> str:
    """What kind of rule file it is, from its content; a pack where it is not clear."""
    node, _ = compose(data[: 1 << 20].decode("utf-8", "replace").removeprefix("\ufeff"))
    if isinstance(node, Pairs):
        keys = {key.text for key, _ in node.pairs}
        if "program" in keys:
            return "program"
        if {"ratios", "priors"} & keys:
            return "weighing"
        return "causes" if keys and all("." in key for key in keys) else "pack"
    first = node.items[0] if isinstance(node, Items) and node.items else None
    keys = {key.text for key, _ in first.pairs} if isinstance(first, Pairs) else set()
    if {"pattern", "keys"} & keys and "when" not in keys:
        return "envelopes" if "partial" in keys else "layouts"
    return "pack"


def _places(report: Report) -> Iterator[tuple[str, PatternPlace]]:
    for key, node in report.patterns.items():
        inset = node.inset if isinstance(node, Scalar) else 0
        line, column = node.mark.line, node.mark.column + inset
        excerpt = report.lines[line - 1] if line <= len(report.lines) else ""
        yield key, PatternPlace(report.path, line, column, excerpt, report, node)
