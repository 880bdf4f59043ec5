"""Links between tracebacks: connectors between two, and one that stands quoted inside another's message."""

import re
from collections.abc import Callable

from logsleuth.read.tracebacks.grammar import FRAME, QUOTES, blank, connector
from logsleuth.read.tracebacks.python import PythonShape
from logsleuth.read.tracebacks.shape import Fit, Shape, Start
from logsleuth.read.tracebacks.values import Part

Next = Callable[[int, str], Start | None]
"""Whether a traceback that may stand behind a connector begins on the line."""

_TASK = re.compile(
    r"(?:\w+\.){0,8}\w*TaskError\("
)  # an exception whose message is the frames of the task that raised it
_ORIGINAL = re.compile(r"\s*Original Traceback \(most recent call last\)")
_TERMINATED = re.compile(r"-- Process \S+ terminated with the following error:")


class Chain:
    """A row of tracebacks of which each owes to the one before."""

    def __init__(self, shape: Shape, begin: Next) -> None:
        self._begin = begin
        self._shapes: list[Shape] = [shape]
        self._now: Shape = shape
        self._outers: list[PythonShape] = []
        self._quoting = False
        self._expects = False  # a header must follow: of a quoted traceback
        self._link: str | None = None

    @property
    def done(self) -> bool:
        """Whether the last traceback has its final line, and no connector has announced another."""
        return self._now.done and self._link is None and not self._quoting

    @property
    def awaits(self) -> bool:
        """Whether the last line taken was a frame."""
        return self._now.awaits and self._link is None

    def stray(self, count: int) -> None:
        """So many lines came since the last one taken."""
        self._now.strays = count

    def fit(self, text: str) -> Fit:
        """How well the line fits next."""
        if self._link is not None:
            return Fit.FIRM if self._begin(0, text) else Fit.WEAK if blank(text) else Fit.NONE
        if self._now.done and self._now.connects and (connector(text) or self._embeds(text)):
            return Fit.FIRM
        return self._now.fit(text)

    def _embeds(self, text: str) -> bool:
        """Whether the line opens, or ends, a traceback that is quoted in the message of this one."""
        now = self._now
        if not isinstance(now, PythonShape):
            return False
        if text.strip() in QUOTES:
            return self._quoting or now.part.text() is None
        if self._expects:
            return self._begin(0, text) is not None
        if FRAME.match(text):
            return bool(now.part.type and _TASK.match(now.part.type))
        return bool(_ORIGINAL.match(text) or _TERMINATED.match(text))

    def take(self, line: int, text: str) -> None:
        """Take the line; it fitted."""
        link = connector(text) if self._now.done and self._now.connects else None
        if self._link is not None:
            self._follow(line, text)
        elif link is not None:
            self._connect(line, link)
        elif self._now.done and self._now.connects and self._embeds(text):
            self._embed(line, text)
        else:
            self._now.take(line, text)

    def _connect(self, line: int, link: str) -> None:
        if not self._quoting and self._outers:
            self._now = self._outers[0]
            self._outers.clear()
        for part in self._now.parts()[:1]:
            part.own(line)
        self._link = link

    def _follow(self, line: int, text: str) -> None:
        """The traceback behind a connector begins."""
        start = self._begin(line, text)
        if start is None:
            return
        before = _last(self._now)
        self._enter(start, line)
        for part in self._now.parts()[:1]:
            if part.because is None:
                part.because, part.link = before, self._link
            if self._quoting and self._outers:
                self._outers[-1].part.because = part
        self._link = None

    def _embed(self, line: int, text: str) -> None:
        now = self._now
        assert isinstance(now, PythonShape)  # noqa: S101  # `_embeds` has seen to it
        start = self._begin(line, text)
        if text.strip() in QUOTES and self._quoting:
            now.part.own(line)
            self._now = self._outers.pop() if self._outers else now
            self._quoting = self._expects = False
        elif start is not None or FRAME.match(text):
            self._enter_quoted(now, start or Start(PythonShape(Part("python")), rest=text), line)
        else:
            now.part.own(line)
            self._expects, self._quoting = True, text.strip() in QUOTES

    def _enter_quoted(self, outer: PythonShape, start: Start, line: int) -> None:
        self._outers.append(outer)
        self._expects = False
        self._enter(start, line)
        for part in self._now.parts()[:1]:
            outer.part.because, outer.part.link = part, "cause"

    def _enter(self, start: Start, line: int) -> None:
        self._now = start.shape
        self._shapes.append(start.shape)
        if start.rest.strip() and self._now.fit(start.rest):
            self._now.take(line, start.rest)

    def parts(self) -> list[Part]:
        """All that has been read, in the order of printing; what only carried another process's traceback is left out."""
        return [part for shape in self._shapes if not _hidden(shape) for part in shape.parts()]


def _hidden(shape: Shape) -> bool:
    return isinstance(shape, PythonShape) and shape.wrapper and shape.part.because is not None


def _last(shape: Shape) -> Part | None:
    """The part that what follows owes to."""
    part = next(iter(shape.parts()), None)
    return part.because if part is not None and _hidden(shape) else part
