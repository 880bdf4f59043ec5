"""Exceptions of .NET: `--->` introduces the inner exception, whose frames come first; innermost frame first."""

import re
from collections.abc import Sequence

from logsleuth.read.tracebacks.grammar import blank
from logsleuth.read.tracebacks.java import head_before, name_part
from logsleuth.read.tracebacks.message import looks_like_head
from logsleuth.read.tracebacks.shape import Fit, Seen, Start
from logsleuth.read.tracebacks.values import Part

_UNHANDLED = re.compile(r"(?P<lead>.{0,200}?)Unhandled [Ee]xception[.:] (?P<named>.*)$")
_INNER = re.compile(r"\s*(?:\(Inner Exception #\d+\) )?---> (?:\(Inner Exception #\d+\) )?(?P<named>.*)$")
_AT = re.compile(r"\s*at (?P<function>[^\s(]{1,600})\([^()]{0,2000}\)(?: in (?P<file>.+):line (?P<line>\d{1,9}))?$")
_INNER_END = re.compile(r"\s*--- End of inner exception stack trace ---")
_MARK = re.compile(r"\s*--- End of stack trace from previous location")
_HEAD = re.compile(
    r"\s*(?:Unhandled exception\. )?(?P<type>(?:[A-Za-z_]\w*\.)+[A-Z][\w`]*)(?: \(0x[0-9A-F]+\))?(?::(?: (?P<message>.*))?)?$"
)


class DotnetShape:
    """One exception with those inside it: a stack of which the innermost gets the first frames."""

    connects = False
    awaits = False
    done = True

    def __init__(self, part: Part) -> None:
        self.strays = 0
        self._parts = [part]
        self._open = [part]
        self._said = True  # a message may go on

    def fit(self, text: str) -> Fit:
        """Frames, inner exceptions and marks."""
        if _AT.match(text) or _INNER.match(text) or _INNER_END.match(text) or _MARK.match(text):
            return Fit.FIRM
        if self._said and len(self._open[-1].message) < 6 and not looks_like_head(text) and not blank(text):
            return Fit.WEAK
        return Fit.NONE

    def take(self, line: int, text: str) -> None:
        """Take the line."""
        part = self._open[-1]
        inner = None if _INNER_END.match(text) else _INNER.match(text)
        if inner:
            self._inner(line, inner["named"])
        elif at := _AT.match(text):
            part.frame(line, at["file"], int(at["line"]) if at["line"] else None, at["function"])
            self._said = False
        elif _INNER_END.match(text) or _MARK.match(text):
            part.own(line)
            if _INNER_END.match(text) and len(self._open) > 1:
                self._open.pop()
        else:
            part.say(line, text)

    def _inner(self, line: int, named: str) -> None:
        part = Part("dotnet", reverse=True)
        name_part(part, line, named)
        outer = self._open[-1]
        if outer.because is None:
            outer.because, outer.link = part, "cause"
        self._parts.append(part)
        self._open.append(part)
        self._said = True

    def parts(self) -> list[Part]:
        """All of them, in the order of printing."""
        return self._parts


def begin_dotnet(line: int, text: str, before: Sequence[Seen]) -> Start | None:
    """An exception that nobody caught, or a frame or inner exception whose head stands before it."""
    if unhandled := _UNHANDLED.match(text) if "nhandled " in text else None:
        part = Part("dotnet", reverse=True, fatal=True)
        name_part(part, line, unhandled["named"])
        return Start(DotnetShape(part), unhandled["lead"]) if part.type and "." in part.type else None
    known = (_AT.match(text) and text[:1].isspace()) or text.lstrip().startswith("---> ")
    if not known:
        return None
    part_before = head_before("dotnet", before, _HEAD)
    if part_before is None and " in " not in text:
        return None
    shape = DotnetShape(part_before or Part("dotnet", headed=False, reverse=True))
    shape.take(line, text)
    return Start(shape, soft=True)
