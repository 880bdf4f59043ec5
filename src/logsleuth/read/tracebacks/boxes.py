"""Tracebacks in a box of lines, as terminal libraries draw them; paths and messages are wrapped at the box's width."""

import re
from collections.abc import Sequence
from dataclasses import replace

from logsleuth.read.tracebacks.grammar import HEADER_TEXT, blank, final
from logsleuth.read.tracebacks.message import Message
from logsleuth.read.tracebacks.shape import Fit, Seen, Start
from logsleuth.read.tracebacks.values import Part

_TOP = re.compile(r"(?P<lead>.{0,400}?)(?P<box>(?:[╭┌]─|\+-)[─-]* Traceback \(most recent call last\) [─-]*[╮┐+]?)\s*$")
_SIDE = re.compile(r"\s*[│|](?: |$)")
_BOTTOM = re.compile(r"\s*(?:[╰└]─|\+-{4})")
_PLACE = re.compile(r"(?P<file>.+):(?P<line>\d{1,9}) in (?P<function>\S.*)$")
_NO_FILE = re.compile(r"in (?P<function>.+):(?P<line>\d{1,9})$")
_CODE = re.compile(r"(?P<mark>[❱>])?\s*\d{1,9} [│|](?P<source>.*)$")
_INNER = re.compile(r"[╭│╰┌└|+]")


class BoxShape:
    """The box, then the final line under it."""

    connects = True
    awaits = False

    def __init__(self, line: int, width: int) -> None:
        self.strays = 0
        self.part = Part("python", lines=[line])
        self._width = width
        self._inside = True
        self._place: list[str] = []
        self._glue = False  # the last line was broken by the width, not by the message
        self._message = Message(self.part)

    @property
    def done(self) -> bool:
        """Whether the final line was there."""
        return self.part.final

    def fit(self, text: str) -> Fit:
        """Sides of the box, then the final line, then its message."""
        if self._inside:
            return Fit.FIRM if _SIDE.match(text) or _BOTTOM.match(text) else Fit.NONE
        if self.done:
            return self._message.fit(text)
        return Fit.WEAK if blank(text) else Fit.FINAL if final(text) else Fit.NONE

    def take(self, line: int, text: str) -> None:
        """Take the line."""
        if self._inside:
            self.part.own(line)
            self._content(line, text)
        elif self.done:
            self._say(line, text)
        elif named := final(text):
            self.part.raised(line, named.type, named.message)
            self._glue = self._broken(text)

    def _content(self, line: int, text: str) -> None:
        if _BOTTOM.match(text):
            self._placed(line)
            self._inside = False
            return
        inner = text.strip()[2:].removesuffix("│").removesuffix("|")
        inner = inner.removesuffix(" ")
        code = _CODE.match(inner)
        if code or blank(inner):
            self._placed(line)
        elif not _INNER.match(inner):
            full = inner == inner.rstrip() and len(inner) >= self._width - 4
            self._place.append(inner if full else inner.rstrip() + " ")
        if code and code["mark"] and self.part.frames:
            last = self.part.frames[-1]
            self.part.frames[-1] = replace(last, quoted=last.quoted or code["source"].lstrip("│| ").rstrip())

    def _placed(self, line: int) -> None:
        """The path, line and function of a frame are complete, however often they were wrapped."""
        text = "".join(self._place).strip()
        self._place.clear()
        match = _PLACE.match(text) or _NO_FILE.match(text)
        if match:
            file = match["file"] if "file" in match.re.groupindex else None
            self.part.frame(line, file, int(match["line"]), match["function"])
            self.part.lines.pop()

    def _broken(self, text: str) -> bool:
        return len(text) >= self._width or text.endswith(" ")

    def _say(self, line: int, text: str) -> None:
        said = self.part.message
        if self._glue and said and not blank(text):
            self.part.own(line)
            said[-1] = (said[-1][0], said[-1][1] + text)
        else:
            self._message.take(line, text)
        self._glue = self._broken(text)

    def parts(self) -> list[Part]:
        """The one part."""
        return [self.part]


def begin_box(line: int, text: str, _before: Sequence[Seen] = ()) -> Start | None:
    """The top of a box."""
    match = _TOP.match(text) if HEADER_TEXT in text else None
    return Start(BoxShape(line, len(match["box"])), match["lead"]) if match else None
