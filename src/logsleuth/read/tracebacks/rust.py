"""Panics of Rust programs, and the chains of causes that error reports print."""

import re
from collections.abc import Sequence
from dataclasses import replace

from logsleuth.read.tracebacks.grammar import blank
from logsleuth.read.tracebacks.message import Message
from logsleuth.read.tracebacks.shape import Fit, Seen, Start
from logsleuth.read.tracebacks.values import Frame, Part

_PLACE = r"(?P<file>[^\s'][^']*?):(?P<line>\d{1,9}):\d{1,9}"
_NEW = re.compile(rf"(?P<lead>.{{0,200}}?)thread '(?P<thread>[^']*)'(?: \(\d+\))? panicked at {_PLACE}:$")
_OLD = re.compile(rf"(?P<lead>.{{0,200}}?)thread '(?P<thread>[^']*)' panicked at '(?P<message>.*)', {_PLACE}$")
_OLD_OPEN = re.compile(r"(?P<lead>.{0,200}?)thread '(?P<thread>[^']*)' panicked at '(?P<message>.*)$")
_OLD_CLOSE = re.compile(rf"(?P<message>.*)', {_PLACE}$")
_NOTE = re.compile(r"note: |stack backtrace:$")
_FUNCTION = re.compile(r"\s*\d{1,6}: (?:\s*0x[0-9a-f]+ - )?(?P<function>\S.*)$")
_AT = re.compile(r"\s+at (?P<file>\S.*?):(?P<line>\d{1,9})(?::\d{1,9})?$")
_MACHINERY = re.compile(
    r"(?:__rustc::)?_?rust_begin_unwind|rust_panic|(?:core|std|alloc)::|<(?:core|std|alloc)::|<.{1,200}? as (?:core|std|alloc)::"
)
_ERROR = re.compile(r"Error: (?P<message>.*)$")
_CAUSE = re.compile(r"\s+(?:\d{1,3}: )?(?P<message>\S.*)$")


class PanicShape:
    """The place of the panic, its message, and perhaps a backtrace."""

    connects = False
    awaits = False
    done = True

    def __init__(self, part: Part, *, unclosed: bool = False) -> None:
        self.strays = 0
        self.part = part
        self._place: Frame | None = None
        self._unclosed = unclosed  # the message in quotes goes on
        self._tracing = False
        self._message = Message(part)

    def place(self, match: "re.Match[str]") -> None:
        """Where it panicked."""
        self._place = Frame(0, match["file"], int(match["line"]), None)

    def fit(self, text: str) -> Fit:
        """Backtrace and notes are sure, lines of the message are not."""
        if _NOTE.match(text) or (self._tracing and (_FUNCTION.match(text) or _AT.match(text))):
            return Fit.FIRM
        if self._unclosed and _OLD_CLOSE.match(text):
            return Fit.FIRM
        return Fit.NONE if self._tracing and not blank(text) else self._message.fit(text)

    def take(self, line: int, text: str) -> None:
        """Take the line."""
        if _NOTE.match(text):
            self.part.own(line)
            self._tracing, self._message.closed = True, True
        elif self._tracing and (match := _FUNCTION.match(text)):
            self.part.frame(line, None, None, match["function"])
        elif self._tracing and (match := _AT.match(text)):
            self._located(line, match)
        elif self._unclosed and (match := _OLD_CLOSE.match(text)):
            self.part.say(line, match["message"])
            self.place(match)
            self._unclosed = False
        else:
            self._message.take(line, text)

    def _located(self, line: int, match: "re.Match[str]") -> None:
        self.part.own(line)
        if self.part.frames:
            last = self.part.frames[-1]
            self.part.frames[-1] = replace(last, file=match["file"], file_line=int(match["line"]))
            self.part.frame_lines[-1] = line

    def parts(self) -> list[Part]:
        """The one part: its innermost frame is where it panicked, not the runtime's way of panicking."""
        if self._place is not None:
            self._put(self._place)
            self._place = None
        return [self.part]

    def _put(self, place: Frame) -> None:
        frames = self.part.frames
        at = next((at for at, frame in enumerate(frames) if _same_place(frame, place)), None)
        if at is None:
            at = next((at for at, frame in enumerate(frames) if not _MACHINERY.match(frame.function or "")), 0)
        del frames[:at], self.part.frame_lines[:at]
        if frames and frames[0].file is None:
            frames[0] = replace(frames[0], file=place.file, file_line=place.file_line)
        elif not frames or not _same_place(frames[0], place):
            frames.insert(0, place)
            self.part.frame_lines.insert(0, self.part.lines[0])


def _same_place(frame: Frame, place: Frame) -> bool:
    return frame.file_line == place.file_line and (frame.file or "").removeprefix("./") == (
        place.file or ""
    ).removeprefix("./")


class ReportShape:
    """`Error: outer`, then `Caused by:` and one line for each cause; the last is the root."""

    connects = False
    awaits = False
    done = True

    def __init__(self, part: Part) -> None:
        self.strays = 0
        self._parts = [part]

    def fit(self, text: str) -> Fit:
        """Indented causes."""
        return Fit.FIRM if _CAUSE.match(text) else Fit.NONE

    def take(self, line: int, text: str) -> None:
        """Take one cause."""
        if match := _CAUSE.match(text):
            part = Part("rust", final=True, lines=[line], message=[(line, match["message"])])
            self._parts[-1].because, self._parts[-1].link = part, "cause"
            self._parts.append(part)

    def parts(self) -> list[Part]:
        """The error and its causes; without a cause it was an ordinary line."""
        return self._parts if len(self._parts) > 1 else []


def _panic(line: int, match: "re.Match[str]", message: str | None) -> PanicShape:
    part = Part("rust", reverse=True, final=True, type="panic", type_line=line, lines=[line])
    part.fatal = True if match["thread"] == "main" else None
    if message is not None:
        part.message.append((line, message))
    return PanicShape(part, unclosed="file" not in match.re.groupindex)


def begin_rust(line: int, text: str, before: Sequence[Seen]) -> Start | None:
    """A panic, or the causes of an error report."""
    match = _NEW.match(text) or _OLD.match(text) or _OLD_OPEN.match(text) if "panicked at " in text else None
    if match is not None:
        known = match.groupdict()
        shape = _panic(line, match, known.get("message"))
        if "file" in known:
            shape.place(match)
        return Start(shape, match["lead"])
    return _begin_report(line, before) if text.rstrip() == "Caused by:" else None


def _begin_report(line: int, before: Sequence[Seen]) -> Start | None:
    for seen in reversed(before[-3:]):
        if match := _ERROR.match(seen.text):
            part = Part("rust")
            part.raised(seen.line, "Error", match["message"])
            part.own(line)
            return Start(ReportShape(part))
        if not blank(seen.text):
            return None
    return None
