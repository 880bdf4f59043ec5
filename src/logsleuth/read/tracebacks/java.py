"""Stack traces of the JVM (`Throwable.printStackTrace`): innermost frame first, and the root cause last."""

import itertools
import re
from collections.abc import Sequence

from logsleuth.read.tracebacks.grammar import blank, indentation
from logsleuth.read.tracebacks.message import looks_like_head
from logsleuth.read.tracebacks.shape import Fit, Seen, Start
from logsleuth.read.tracebacks.values import Part

LOOK_BACK = 6
"""Lines of a message that may stand between an exception's head and its first frame."""

_PLACE = r"(?:(?P<file>[\w$.-]+\.(?:java|kt|kts|scala|groovy|clj))(?::(?P<line>\d{1,9}))?|Native Method|Unknown Source|<generated>|[\w$]+:\d{1,9})"
_AT = re.compile(rf"\s*at (?:[\w.@$-]*/{{1,2}})*(?P<function>[\w.$<>/-]+)\({_PLACE}\)")
_MORE = re.compile(r"\s*\.\.\. \d+ (?:more|common frames omitted)|\s*\.\.\. \d+ frames? ")
_TYPE = r"(?P<type>(?:[A-Za-z_]\w*\.)+[A-Z][\w$]*)"
_NAMED = re.compile(rf"{_TYPE}(?::(?: (?P<message>.*))?|\s*)$")
_THREAD = re.compile(r'(?P<lead>.{0,200}?)Exception in thread "(?P<thread>[^"]*)" (?P<named>.*)$')
_LINK = re.compile(r"(?P<indent>\s*)(?P<word>Caused by|Suppressed|Wrapped by): (?P<named>.*)$")
_CIRCULAR = re.compile(r"\s*\[CIRCULAR REFERENCE: ?.*\]")
_HEAD = re.compile(rf"(?:^|.*[\s:;]){_TYPE}(?::(?: (?P<message>.*))?|)$")


class JavaShape:
    """One trace with all that it says was its cause."""

    connects = False
    awaits = False
    done = True

    def __init__(self, part: Part) -> None:
        self.strays = 0
        self._parts = [part]
        self._main = [part]  # without those that were suppressed
        self._suppressed: list[Part] = []
        self._now = part
        self._wrapping = False  # printed root first
        self._saying = not part.frames

    def fit(self, text: str) -> Fit:
        """Frames, links, and lines of a message right after its head."""
        if _AT.match(text) or _MORE.match(text) or _LINK.match(text) or _CIRCULAR.match(text):
            return Fit.FIRM
        if self._saying and len(self._now.message) < LOOK_BACK and not looks_like_head(text):
            return Fit.WEAK if self._now.type else Fit.NONE
        return Fit.NONE

    def take(self, line: int, text: str) -> None:
        """Take the line."""
        if at := _AT.match(text):
            number = at["line"]
            self._now.frame(line, at["file"], int(number) if number else None, at["function"])
            self._saying = False
        elif link := _LINK.match(text):
            self._link(line, link)
        elif _MORE.match(text) or _CIRCULAR.match(text):
            self._now.own(line)
            self._saying = False
        elif not blank(text):
            self._now.say(line, text)

    def _link(self, line: int, link: "re.Match[str]") -> None:
        part = Part("java", reverse=True)
        name_part(part, line, link["named"])
        self._parts.append(part)
        self._wrapping |= link["word"] == "Wrapped by"
        row = (
            self._main
            if link["word"] != "Suppressed" and not (self._suppressed and link["indent"])
            else self._suppressed
        )
        if link["word"] == "Suppressed":
            row.clear()
        row.append(part)
        if row is self._suppressed:
            part.because, part.link = self._main[0], "context"
        self._now, self._saying = part, True

    def parts(self) -> list[Part]:
        """All of them, in the order of printing."""
        row = self._main if self._wrapping else self._main[::-1]
        if len(row) > 1 and not self._wrapping and _restates(row[0], row[1]):
            row = [row[1], row[0], *row[2:]]
        row[0].because = row[0].link = None
        for cause, part in itertools.pairwise(row):
            part.because, part.link = cause, "cause"
        return self._parts


def _restates(last: Part, above: Part) -> bool:
    """Whether the last cause says less than the exception above it, which repeats its words and adds to them."""
    said, more = last.text(), above.text()
    if not said or not more or said == more or last.type is None:
        return False
    return more.startswith(said) and last.type not in more  # words put before it only say what was being done


def name_part(part: Part, line: int, text: str) -> None:
    """Give a part the type and message that `TYPE: MESSAGE` says."""
    kind, colon, message = text.partition(":")
    if " " in kind.strip():
        part.raised(line, None, text)
        return
    part.raised(line, kind.strip() or None, message.removeprefix(" ") if colon else None)


def head_before(language: str, before: Sequence[Seen], head: "re.Pattern[str]") -> Part | None:
    """The part whose head, and message of several lines, stand before a frame."""
    for back, seen in enumerate(reversed(before[-LOOK_BACK:])):
        if match := head.match(seen.text):
            part = Part(language, reverse=True)
            part.raised(seen.line, match["type"], match["message"] if match["message"] is not None else None)
            for more in before[len(before) - back :] if back else ():
                part.say(more.line, more.text)
            return part
        if seen.head or (indentation(seen.text) and seen.text.lstrip().startswith("at ")):
            return None
    return None


def begin_java(line: int, text: str, before: Sequence[Seen]) -> Start | None:
    """An exception that ended a thread, or a frame or cause, whose head may stand before it."""
    if thread := _THREAD.match(text) if 'thread "' in text else None:
        part = Part("java", reverse=True)
        name_part(part, line, thread["named"])
        return Start(JavaShape(part), thread["lead"])
    link = _LINK.match(text)
    if link is None and not _AT.match(text):
        return None
    if link is not None and not _NAMED.match(link["named"]):
        return None
    part = head_before("java", before, _HEAD) or Part("java", headed=False, reverse=True)
    shape = JavaShape(part)
    shape.take(line, text)
    return Start(shape, soft=True)
