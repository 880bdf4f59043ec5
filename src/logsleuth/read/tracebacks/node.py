"""Stack traces of V8: innermost frame first; causes stand in brackets behind `[cause]:`, the last of which is the root."""

import re
from collections.abc import Sequence

from logsleuth.read.tracebacks.grammar import blank
from logsleuth.read.tracebacks.java import head_before
from logsleuth.read.tracebacks.shape import Fit, Seen, Start
from logsleuth.read.tracebacks.values import Part

_AT = re.compile(
    r"\s*at (?:async )?(?:(?P<function>[^()\n]{1,400}?) )?\(?(?P<file>(?:file://|node:|[A-Za-z]:\\|/|\.{0,2}/|webpack|internal/|<anonymous>|\w)[^()\n]{0,1000}?):(?P<line>\d{1,9}):\d{1,9}\)?(?: \{)?,?$"
    r"|\s+at (?:async )?(?P<bare>[\w.$<> \[\]]{1,200}) \((?:<anonymous>|native|index \d+)\)(?: \{)?$"
)
_HEAD = re.compile(
    r"(?:.{0,200}?[\s:])?"
    r"(?P<type>(?:[A-Za-z_$][\w$]*\.)*[A-Z][\w$]*(?:Error|Exception)|Error)(?: \[\w+\])?(?::(?: (?P<message>.*))?)?$"
)
_CAUSE = re.compile(r"\s*\[cause\]: (?P<type>[\w$.]+)(?: \[\w+\])?(?:: (?P<message>.*?))?(?: \{)?$")
_MORE = re.compile(
    r"Emitted '[^']{1,80}' event |\s+\.\.\. \d+ lines matching cause stack trace \.\.\.|\s*Require stack:$|- /"
)
_PROPERTY = re.compile(r"\s+\w[\w$-]{0,60}: |\s*[\]}]+,?$|\s+\[\w+\]: ")
_VERSION = re.compile(r"Node\.js v\d")
_HEAP = re.compile(r"(?P<lead>.{0,100}?)(?P<type>FATAL ERROR): (?P<message>.*)$")
_NATIVE = re.compile(r"\s*\d{1,3}: 0x[0-9a-fA-F]+ (?P<function>.*?) ?\[(?P<file>[^\]]*)\]$")


class NodeShape:
    """One error, its causes, and the properties that are printed with it."""

    connects = False
    awaits = False
    done = True

    def __init__(self, part: Part) -> None:
        self.strays = 0
        self._parts = [part]
        self._ended = False
        self._emitted = False  # the frames that follow are of the event, not of the error

    def fit(self, text: str) -> Fit:
        """Frames, causes, properties and the version at the end."""
        if self._ended:
            return Fit.NONE
        if _AT.match(text) or _CAUSE.match(text) or _MORE.match(text) or _VERSION.match(text) or _NATIVE.match(text):
            return Fit.FIRM
        if _PROPERTY.match(text) and text[:1] in " }]":
            return Fit.LOOSE
        return Fit.WEAK if blank(text) else Fit.NONE

    def take(self, line: int, text: str) -> None:
        """Take the line."""
        part = self._parts[-1]
        if self._emitted and _AT.match(text):
            part.own(line)
        elif at := _AT.match(text):
            number = at["line"]
            part.frame(line, _path(at["file"]), int(number) if number else None, at["function"] or at["bare"])
        elif native := _NATIVE.match(text):
            part.frame(line, native["file"], None, native["function"])
        elif cause := _CAUSE.match(text):
            self._cause(line, cause)
        elif _VERSION.match(text):
            self._parts[0].own(line)
            self._ended = True
            for each in self._parts:
                each.fatal = True
        elif not blank(text):
            part.own(line)
            self._emitted |= text.startswith("Emitted ")

    def _cause(self, line: int, match: "re.Match[str]") -> None:
        part = Part("node", reverse=True)
        part.raised(line, match["type"], match["message"])
        self._parts[-1].because, self._parts[-1].link = part, "cause"
        self._parts.append(part)

    def parts(self) -> list[Part]:
        """All of them, in the order of printing."""
        return self._parts


def _path(file: str | None) -> str | None:
    return file.removeprefix("file://") if file else None


def begin_node(line: int, text: str, before: Sequence[Seen]) -> Start | None:
    """A frame whose error stands before it, or the engine's last words on its heap."""
    if heap := _HEAP.match(text) if "JavaScript heap" in text or "v8::" in text else None:
        part = Part("node", reverse=True, fatal=True)
        part.raised(line, heap["type"], heap["message"])
        return Start(NodeShape(part), heap["lead"])
    if "at " not in text or not _AT.match(text):
        return None
    headed = head_before("node", before, _HEAD)
    if headed is None and not text[:1].isspace():
        return None
    shape = NodeShape(headed or Part("node", headed=False, reverse=True))
    shape.take(line, text)
    return Start(shape, soft=True)
