"""Where the faults of one file are gathered."""

from collections.abc import Sequence

from logsleuth.errors import Fault
from logsleuth.language.faults import Trouble
from logsleuth.language.nodes import Mark, Node, Scalar
from logsleuth.model.book import Spot


class Report:
    """The faults of one file: nothing is raised, so that all of them are said at once."""

    def __init__(self, path: str, text: str = "") -> None:
        self.path = path
        self.lines: Sequence[str] = text.split("\n")
        self.faults: list[Fault] = []
        self.patterns: dict[str, Node] = {}  # the key of a pattern -> where its expression stands

    def __len__(self) -> int:
        """How many faults there are, advice left out."""
        return sum(not fault.advice for fault in self.faults)

    def add(self, trouble: Trouble, mark: Mark) -> None:
        """One more fault. The same one at the same place is said once."""
        excerpt = self.lines[mark.line - 1].rstrip("\r") if 0 < mark.line <= len(self.lines) else ""
        kind = type(trouble)
        fault = Fault(
            self.path, mark.line, mark.column, trouble.message, excerpt, kind.code(), kind.section, advice=kind.advice
        )
        if fault not in self.faults:
            self.faults.append(fault)

    def said(self, mark: Mark) -> bool:
        """Whether something was already said about this place."""
        return any((fault.line, fault.column) == mark for fault in self.faults)

    def spot(self, mark: Mark) -> Spot:
        """A place of this file, for the values of the book."""
        return Spot(self.path, mark.line, mark.column)

    def inside(self, scalar: Scalar, position: int) -> Mark:
        """The place of a character of a value; its begin where the value is written over several lines or with escapes."""
        if scalar.mark.line > len(self.lines):
            return scalar.mark
        begin = scalar.mark.column - 1 + scalar.inset
        line = self.lines[scalar.mark.line - 1]
        part = scalar.text[:position]
        if scalar.inset and line[begin - 1 : begin] == "'":
            part = part.replace("'", "''")
        if not line.startswith(part, begin):
            return scalar.mark
        return Mark(scalar.mark.line, begin + len(part) + 1)
