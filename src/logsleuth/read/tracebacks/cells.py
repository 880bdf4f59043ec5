"""Tracebacks of interactive shells and notebooks: the type stands in the header, and each frame shows numbered lines around it."""

import re
from collections.abc import Sequence
from dataclasses import replace

from logsleuth.read.tracebacks.grammar import HEADER_TEXT, blank, final
from logsleuth.read.tracebacks.message import Message
from logsleuth.read.tracebacks.shape import Fit, Seen, Start
from logsleuth.read.tracebacks.values import Part

_HEADER = re.compile(r"(?P<type>[\w.]{1,200})\s{2,}Traceback \(most recent call last\)\s*$")
_FRAMES = tuple(
    re.compile(text)
    for text in (
        r"File (?P<file>\S.*?):(?P<line>\d{1,9})(?:, in (?P<function>.*))?$",
        r"(?P<file>(?:Cell |Input )?In ?\[\d+\])(?:, line (?P<line>\d{1,9}))?(?:, in (?P<function>.*))?$",
        r"(?P<file><ipython-input-[^>]+>|\S+\.py) in (?P<function>\S.*)$",
    )
)
_FAILING = re.compile(r"-+> ?(?P<line>\d{1,9}) ?(?P<source>.*)$")
_CONTEXT = re.compile(r"\s*\d{1,9}(?: |$)|\s+\[?\.\.\.|\s*\(\.\.\.\)")


def _frame(text: str) -> "re.Match[str] | None":
    return next((match for form in _FRAMES if (match := form.match(text))), None)


class CellShape:
    """The header with the type, frames, and the final line, which names the same type."""

    connects = True
    awaits = False

    def __init__(self, line: int, kind: str) -> None:
        self.strays = 0
        self.part = Part("python", lines=[line])
        self._kind = kind
        self._message = Message(self.part)

    @property
    def done(self) -> bool:
        """Whether the final line was there."""
        return self.part.final

    def fit(self, text: str) -> Fit:
        """Frames and numbered lines, then the final line."""
        if self.done:
            return self._message.fit(text)
        if _frame(text) or _FAILING.match(text) or (self.part.frames and _CONTEXT.match(text)):
            return Fit.FIRM
        named = final(text)
        if named and named.type.rpartition(".")[2] == self._kind.rpartition(".")[2]:
            return Fit.FINAL
        return Fit.WEAK if blank(text) else Fit.LOOSE if text.startswith("   ") else Fit.NONE

    def take(self, line: int, text: str) -> None:
        """Take the line."""
        frame = _frame(text)
        if self.done:
            self._message.take(line, text)
        elif frame:
            parts = frame.groupdict()
            self.part.frame(line, parts["file"], int(parts["line"]) if parts.get("line") else None, parts["function"])
        elif failing := _FAILING.match(text):
            self._failing(line, failing)
        elif (named := final(text)) and not text[:1].isspace():
            self.part.raised(line, named.type, named.message)
        elif not blank(text):
            self.part.own(line)

    def _failing(self, line: int, match: "re.Match[str]") -> None:
        self.part.quote(line, match["source"])
        if self.part.frames and self.part.frames[-1].file_line is None:
            self.part.frames[-1] = replace(self.part.frames[-1], file_line=int(match["line"]))

    def parts(self) -> list[Part]:
        """The one part."""
        return [self.part]


def begin_cell(line: int, text: str, _before: Sequence[Seen] = ()) -> Start | None:
    """The header: type and words on one line."""
    match = _HEADER.match(text) if HEADER_TEXT in text else None
    if match is None or ("." not in match["type"] and final(match["type"]) is None):
        return None
    return Start(CellShape(line, match["type"]))
