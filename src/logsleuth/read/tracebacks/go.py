"""Panics, fatal errors and stacks of the Go runtime: the first goroutine is the one that failed, its innermost frame first."""

import re
from collections.abc import Sequence

from logsleuth.read.tracebacks.grammar import blank
from logsleuth.read.tracebacks.message import looks_like_head
from logsleuth.read.tracebacks.shape import Fit, Seen, Start
from logsleuth.read.tracebacks.values import Part

_PANIC = re.compile(r"(?P<again>\t)?(?P<type>panic|fatal error): (?P<message>.*)$")
_LED = re.compile(r"(?P<lead>(?:[^|\n]{1,60}\| |.{1,120}[\])]:? ))(?P<panic>(?:panic|fatal error): .*)$")
_HTTP = re.compile(r"(?P<lead>.{0,200}?)(?:http: )?panic serving (?P<peer>\S+): (?P<message>.*)$")
_RECOVERED = re.compile(r"(?P<lead>.{0,200}?)panic recovered:\s*(?P<message>.*)$")
_RECOVERED_TAIL = re.compile(r" \[recovered(?:, repanicked)?\]$")
_GOROUTINE = re.compile(
    r"(?P<lead>.{0,200}?)(?P<what>goroutine \d+ (?:gp=\S+ m=\S+ (?:mp=\S+ )?)?\[[^\]]{1,80}\]:|runtime stack:)$"
)
_SIGNAL = re.compile(
    r"\[signal |(?:SIG[A-Z]+): |PC=0x|exit status \d+$|\.\.\.additional frames elided|\.\.\.\d+ frames elided"
)
_FILE = re.compile(r"\s+(?P<file>\S+\.(?:go|s)):(?P<line>\d{1,9})(?: \+0x[0-9a-f]+)?(?: fp=.*)?$")
_FUNCTION = re.compile(r"(?:created by )?[\w./*(){}\[\]~·$@%:-]+(?:\(.*\)| in goroutine \d+|)$")
_MACHINERY = re.compile(
    r"(?:panic|runtime\.(?:gopanic|go[Pp]anic\w*|sigpanic|panic\w*|throw|fatal\w*)|runtime/debug\.Stack)$"
)


class GoShape:
    """Panic lines, then goroutines, each a row of function and file lines."""

    connects = False
    awaits = False
    done = True

    def __init__(self, part: Part) -> None:
        self.strays = 0
        self._parts = [part]
        self._goroutines = 0
        self._function: str | None = None

    @property
    def _part(self) -> Part:
        return self._parts[-1]

    def fit(self, text: str) -> Fit:
        """What may stand next."""
        if blank(text):
            return Fit.WEAK
        if _GOROUTINE.match(text) or _SIGNAL.match(text) or _FILE.match(text):
            return Fit.FIRM
        if not self._goroutines:
            return self._fit_head(text)
        return Fit.LOOSE if self._function is None and _FUNCTION.match(text) else Fit.NONE

    def _fit_head(self, text: str) -> Fit:
        if (match := _PANIC.match(text)) and match["again"]:
            return Fit.FIRM
        return Fit.NONE if looks_like_head(text) or len(self._part.message) > 20 else Fit.WEAK

    def take(self, line: int, text: str) -> None:
        """Take the line."""
        if blank(text):
            return
        if _GOROUTINE.match(text):
            self._part.own(line)
            self._goroutines += 1
            self._function = None
        elif self._goroutines == 0:
            self._take_head(line, text)
        else:
            self._take_stack(line, text)

    def _take_head(self, line: int, text: str) -> None:
        if (match := _PANIC.match(text)) and match["again"]:
            part = panicked(line, match["type"], match["message"])
            part.because, part.link = self._part, "context"
            self._parts.append(part)
        elif _SIGNAL.match(text):
            self._part.own(line)
        else:
            self._part.say(line, text)

    def _take_stack(self, line: int, text: str) -> None:
        place = _FILE.match(text)
        if place is None or self._function is None or self._goroutines > 1:
            self._part.own(line)
            self._function = None if place else text
            return
        self._part.frame(line, place["file"], int(place["line"]), _name(self._function))
        self._function = None

    def open_stack(self, function: Seen) -> None:
        """A stack without any head: the line before its first file names the function."""
        self._goroutines, self._function = 1, function.text
        self._part.own(function.line)

    def parts(self) -> list[Part]:
        """The panics; a fatal error without a stack is another program's word."""
        if self._part.type == "fatal error" and not self._goroutines:
            return []
        _trim(self._part)
        return self._parts


def _trim(part: Part) -> None:
    """Leave out the runtime's own frames on the way to the panic."""
    names = [frame.function or "" for frame in part.frames]
    first = max((at for at, name in enumerate(names[:50]) if _MACHINERY.match(name)), default=-1) + 1
    if first < len(names):
        del part.frames[:first]
        del part.frame_lines[:first]


def _name(text: str) -> str:
    """The function without its arguments: what stands before the bracket that the last one closes."""
    text = text.removeprefix("created by ").partition(" in goroutine ")[0].strip()
    depth = 0
    for at in range(len(text) - 1, -1, -1):
        depth += {")": 1, "(": -1}.get(text[at], 0)
        if depth == 0:
            return text[:at] if text[at] == "(" else text
    return text


def panicked(line: int, kind: str, message: str, *, fatal: bool | None = True) -> Part:
    """The part of one panic line."""
    part = Part("go", reverse=True, fatal=fatal)
    part.raised(line, kind, _RECOVERED_TAIL.sub("", message))
    return part


def begin_go(line: int, text: str, before: Sequence[Seen]) -> Start | None:
    """A panic, a goroutine whose panic line is lost, or a bare stack."""
    led = _LED.match(text) if "panic: " in text or "fatal error: " in text else None
    if (match := _PANIC.match(led["panic"] if led else text)) and not match["again"]:
        return Start(GoShape(panicked(line, match["type"], match["message"])), led["lead"] if led else "")
    served = _HTTP.match(text) or _RECOVERED.match(text) if "panic " in text else None
    if served:
        return Start(GoShape(panicked(line, "panic", served["message"], fatal=False)), served["lead"])
    if stack := _GOROUTINE.match(text) if "goroutine " in text else None:
        shape = GoShape(Part("go", headed=False, reverse=True))
        shape.take(line, stack["what"])
        return Start(shape, stack["lead"], soft=True)
    return _begin_bare(line, text, before)


def _begin_bare(line: int, text: str, before: Sequence[Seen]) -> Start | None:
    place = _FILE.match(text) if ".go:" in text else None
    if place is None or not before or not text[:1].isspace() or not _FUNCTION.match(before[-1].text):
        return None
    shape = GoShape(Part("go", headed=False, reverse=True, fatal=False))
    shape.open_stack(before[-1])
    shape.take(line, text)
    return Start(shape, soft=True)
