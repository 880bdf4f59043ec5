"""Tracebacks as CPython prints them, also those that a logger, a pool or a paste has bent.

HEAD -frame-> FRAME -source-> BODY -frame-> FRAME ... -final-> FINAL (its message goes on)
"""

import re
from collections.abc import Sequence
from enum import Enum, auto

from logsleuth.read.tracebacks.grammar import (
    CARETS,
    FRAME,
    HEADER_TEXT,
    OPEN_FRAME,
    REPEATED,
    VALUES,
    blank,
    final,
    indentation,
    plain,
)
from logsleuth.read.tracebacks.message import Message, looks_like_head
from logsleuth.read.tracebacks.shape import Fit, Seen, Start
from logsleuth.read.tracebacks.values import Part

_HEADER = re.compile(r"(?:Original )?Traceback \(most recent call last\):?")
_REMOTE = re.compile(r"(?P<lead>.{0,200}?)(?P<type>(?:\w+\.){0,8}_?RemoteTraceback): ?$")
_TASK = re.compile(r"(?P<lead>.{0,200}?)(?P<named>(?:\w+\.){0,8}\w*TaskError\([\w.]{1,200}\): \w+::.*)$")
_STACK = re.compile(r"(?P<lead>.{0,400}?)(?:Stack \(most recent call last\)|Call stack):$")
_ORPHAN = re.compile(
    r'(?P<lead>.{0,400}?)(?P<frame>[ \t]*(?:> )?File (?:"|[“”]|&quot;)\S.{0,4096}?, line \d+(?:, in ?.*)?)$'
)
_LEADS = re.compile(r"(?:^|[:|\])>Z\d]\s*)$")  # what a prefix of every line ends with
_STOPS = frozenset({"KeyboardInterrupt", "SystemExit", "CancelledError", "GeneratorExit"})


class _At(Enum):
    HEAD = auto()
    FRAME = auto()
    BODY = auto()
    FINAL = auto()


class PythonShape:
    """One traceback, from its header (or its first frame, where the header is lost) to the end of its message."""

    connects = True

    def __init__(self, part: Part, base: int = 0) -> None:
        self.part = part
        self.strays = 0
        self.wrapper = False  # it only carries another process's traceback
        self._at = _At.HEAD
        self._indent = base + 2
        self._message = Message(part)
        self._open = ""  # a frame that was broken by a hard wrap

    @property
    def done(self) -> bool:
        """Whether the final line was there."""
        return self._at is _At.FINAL

    @property
    def awaits(self) -> bool:
        """Whether the last line was a frame."""
        return self._at is _At.FRAME

    def fit(self, text: str) -> Fit:
        """How well the line fits next."""
        if self.done:
            return Fit.NONE if FRAME.match(text) else self._message.fit(text)
        if self._open:
            return Fit.FIRM if FRAME.match(self._open + text) else self._fit(text)
        return self._fit(text)

    def _fit(self, text: str) -> Fit:
        if blank(text):
            return Fit.WEAK
        if FRAME.match(text):
            return Fit.LOOSE if self.awaits else Fit.FIRM
        if OPEN_FRAME.match(text):
            return Fit.LOOSE
        if self._at is not _At.HEAD and (CARETS.match(text) or REPEATED.match(text)):
            return Fit.FIRM
        return self._fit_text(text)

    def _fit_text(self, text: str) -> Fit:
        """A source line, the final line, or nothing of ours."""
        indent = indentation(text)
        named = final(text.strip()) if indent < self._indent or self._indent == 0 else None
        if named and (named.sure or not self.strays):
            return Fit.FINAL if self._at is not _At.HEAD or named.sure else Fit.NONE
        if self._at is _At.HEAD:
            return Fit.NONE
        if indent > self._indent:
            return Fit.FIRM if self.awaits else Fit.LOOSE
        lost = self._indent == 0 and self.awaits and not looks_like_head(text)
        return Fit.LOOSE if lost else Fit.NONE

    def take(self, line: int, text: str) -> None:
        """Take the line."""
        if self.done:
            self._message.take(line, text)
        elif self._open and FRAME.match(self._open + text):
            self._frame(line, self._open + text)
        elif not blank(text):
            self._take(line, text)

    def _take(self, line: int, text: str) -> None:
        if FRAME.match(text):
            self._frame(line, text)
        elif OPEN_FRAME.match(text):
            self.part.own(line)
            self._open = text
        elif CARETS.match(text) or REPEATED.match(text) or VALUES.match(text):
            self.part.own(line)
            self._at = _At.BODY
        elif self._fit_text(text) is Fit.FINAL:
            self.name(line, text.strip())
        else:
            self._source(line, text)

    def _frame(self, line: int, text: str) -> None:
        match = FRAME.match(text)
        assert match is not None  # noqa: S101  # the caller has matched it
        function = plain(match["function"] or "").strip() or None
        self.part.frame(line, plain(match["file"]), int(match["line"]), function)
        self._at, self._indent, self._open = _At.FRAME, len(match["indent"]), ""

    def _source(self, line: int, text: str) -> None:
        if self.awaits:
            self.part.quote(line, text)
        else:
            self.part.own(line)
        self._at = _At.BODY

    def name(self, line: int, text: str) -> None:
        """Take the line that names the exception."""
        named = final(text)
        if named is not None:
            self.part.raised(line, named.type, named.message)
            self.part.fatal = False if named.type.rpartition(".")[2] in _STOPS else None
            self._at = _At.FINAL

    def parts(self) -> list[Part]:
        """The one part."""
        return [self.part]


class StackShape(PythonShape):
    """A call stack that was logged without an exception: its frames must not look like a traceback whose header is lost."""

    connects = False

    def fit(self, text: str) -> Fit:
        """The frames and their sources; never a final line."""
        fit = self._fit(text)
        return Fit.NONE if fit is Fit.FINAL else fit

    def parts(self) -> list[Part]:
        """Nothing: it is no exception."""
        return []


def named_only(line: int, text: str) -> PythonShape:
    """An exception of which no more than the final line was printed."""
    shape = PythonShape(Part("python"))
    shape.name(line, text)
    return shape


def begin_header(line: int, text: str, _before: Sequence[Seen]) -> Start | None:
    """A `Traceback (most recent call last):`, wherever it stands in the line."""
    match = _HEADER.search(text) if HEADER_TEXT in text else None
    if match is None or not (blank(text[match.end() :]) or FRAME.match(text, match.end())):
        return None  # a sentence that speaks of the words
    lead, rest = text[: match.start()], text[match.end() :]
    shape = PythonShape(Part("python", lines=[line]), 0 if lead.strip() else len(lead))
    return Start(shape, lead if lead.strip() else "", rest)


def begin_remote(line: int, text: str, _before: Sequence[Seen]) -> Start | None:
    """The exception that carries another process's traceback as quoted text."""
    match = _REMOTE.match(text) if "RemoteTraceback:" in text else None
    if match is None:
        return None
    shape = named_only(line, match["type"] + ": ")
    shape.part.headed, shape.wrapper = False, True
    return Start(shape, match["lead"])


def begin_task(line: int, text: str, _before: Sequence[Seen]) -> Start | None:
    """The exception that carries the frames of a task of another process, without a header of its own."""
    match = _TASK.match(text) if "TaskError(" in text else None
    return Start(named_only(line, match["named"]), match["lead"]) if match else None


def begin_stack(line: int, text: str, _before: Sequence[Seen]) -> Start | None:
    """A call stack without an exception."""
    match = _STACK.match(text) if "tack" in text else None
    return Start(StackShape(Part("python", lines=[line])), match["lead"]) if match else None


def begin_orphan(line: int, text: str, _before: Sequence[Seen]) -> Start | None:
    """A frame whose header is lost, or the frame of a SyntaxError in the main script, which has none."""
    match = _ORPHAN.match(text) if ", line " in text else None
    if match is None or not _LEADS.search(match["lead"]):
        return None
    frame = FRAME.match(match["frame"])
    shape = PythonShape(Part("python", headed=frame is not None and frame["named"] is None))
    shape.take(line, match["frame"])
    return Start(shape, match["lead"])
