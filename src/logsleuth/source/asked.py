"""The tree as one run asks it: what to look for before the logs are read, and what follows once they are."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from logsleuth.model.book import Pattern
from logsleuth.model.relation import Row
from logsleuth.model.run import Note
from logsleuth.model.verdict import Expectation, Matches
from logsleuth.source import explain, logged, missed, skew
from logsleuth.source.emitters import Emitter, emitter
from logsleuth.source.observed import known
from logsleuth.source.texts import prints
from logsleuth.source.tree import Tree, tree

_FRAME = r'^\W*File "(?P<file>[^"]+)", line (?P<number>\d+)'
_FRAME_KEY = "source/frame"


@dataclass(frozen=True)
class Source:
    """A source tree and what is asked of it."""

    tree: Tree
    emitters: tuple[Emitter | None, ...] = ()
    settings: tuple[str, ...] = ()
    environ: tuple[str, ...] = ()
    notes: list[Note] = field(default_factory=list)

    def patterns(self) -> tuple[Pattern, ...]:
        """What the scan must look for so that the tree can be held against the logs."""
        found = [Pattern(_FRAME_KEY, expression=_FRAME, captures=("file", "number"), sees_benign=True)]
        found += explain.patterns([one for one in self.emitters if one is not None])
        for name in dict.fromkeys((*self.settings, *self.environ)):
            found.append(Pattern(f"source/flag/{name}", literals=explain.literals(name), sees_benign=True))
        return tuple(found)

    def crossed(
        self,
        expectations: Sequence[Expectation],
        matches: Iterable[Mapping[str, Matches]],
        tables: Mapping[str, Sequence[Row]],
        levels: frozenset[str | None],
    ) -> tuple[tuple[Expectation, ...], dict[str, list[Row]]]:
        """The expectations with their sources, and the relations `statements`, `skew` and `attributes`."""
        lines = _Lines([dict(one) for one in matches])
        shown = known(
            {name: lines.rows(f"source/flag/{name}") for name in self.settings},
            {name: lines.rows(f"source/flag/{name}") for name in self.environ},
            tables,
        )
        sights = explain.Sights(self._printed(lines), shown, levels)
        full: list[Expectation] = []
        statements: list[Row] = []
        for expectation, one in zip(expectations, self.emitters, strict=True):
            got, rows = explain.explained(self.tree, expectation, one, sights)
            full.append(got)
            statements += rows
        differing = skew.rows(self.tree, tables.get("frames", ()), lines.frames())
        differing += logged.rows(self.tree, lines.all())
        attributes = missed.rows(self.tree, tables.get("tracebacks", ()), tables.get("frames", ()), differing)
        return tuple(full), {"statements": statements, "skew": differing, "attributes": attributes}

    def _printed(self, lines: "_Lines") -> dict[tuple[str, int], Row]:
        found: dict[tuple[str, int], Row] = {}
        for one in self.emitters:
            for said in one.neighbours() if one is not None else ():
                row = next((row for row in lines.rows(explain.key(said)) if prints(said.parts, row["text"])), None)
                if row is not None:
                    found[said.path, said.line] = row
        return found


@dataclass(frozen=True, slots=True)
class _Lines:
    """The lines that the patterns matched, in all logs."""

    matches: Sequence[Mapping[str, Matches]]

    def rows(self, key: str) -> list[Row]:
        found = [row for matches in self.matches for row in matches.get(key, Matches((), 0)).rows]
        return sorted(found, key=lambda row: (row["path"], row["line"]))

    def all(self) -> list[Row]:
        """Every line that any pattern matched, once."""
        rows = {
            (row["path"], row["line"]): row for matches in self.matches for one in matches.values() for row in one.rows
        }
        return [rows[place] for place in sorted(rows)]

    def frames(self) -> dict[tuple[str, str, int], list[int]]:
        found: dict[tuple[str, str, int], list[int]] = {}
        for row in self.rows(_FRAME_KEY):
            found.setdefault((row["path"], row["file"], int(row["number"])), []).append(row["line"])
        return found


def source(folder: str, texts: Sequence[str]) -> Source:
    """A tree, and what these expected texts ask of it. Raises UsageError if there is no such folder."""
    read = tree(folder)
    emitters = tuple(emitter(read, text) for text in texts)
    settings, environ = explain.asked(read, [one for one in emitters if one is not None])
    return Source(read, emitters, tuple(settings), tuple(environ), read.notes)
