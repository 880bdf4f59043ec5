"""What CPython prints when it dies (`Modules/faulthandler.c`, `Python/traceback.c`): frames innermost first, without source."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from logsleuth.read.tracebacks.grammar import blank
from logsleuth.read.tracebacks.shape import Fit, Seen, Start
from logsleuth.read.tracebacks.values import Part

_FATAL = re.compile(r"(?P<lead>.{0,200}?)Fatal Python error: (?P<message>.*)$")
_TIMEOUT = re.compile(r"(?P<lead>.{0,200}?)(?P<message>Timeout \(\d+:\d\d:\d\d(?:\.\d+)?\)!)$")
_THREAD = re.compile(
    r"(?P<lead>.{0,200}?)(?P<current>Current thread|Thread) 0x[0-9a-f]+ .{0,80}\(most recent call first\):$"
)
_FRAME = re.compile(r'\s*File "(?P<file>[^"]{1,4096})", line (?P<line>\d{1,9}|\?\?\?) in (?P<function>.*)$')
_OTHER = re.compile(
    r"\s+(?:\.\.\.|<no Python frame>|<freed .*)$|Python runtime state: |Current thread's C stack trace|\s+Binary file \""
)
_LAST = re.compile(r"Extension modules: ")


@dataclass(slots=True)
class _Thread:
    current: bool
    frames: list[tuple[int, str, int | None, str]] = field(default_factory=list)


class FaultShape:
    """The heading, then one stack for each thread; the current thread's is the one that matters."""

    connects = False
    awaits = False
    done = True

    def __init__(self, part: Part) -> None:
        self.strays = 0
        self.part = part
        self._threads: list[_Thread] = []
        self._closed = False

    def fit(self, text: str) -> Fit:
        """Threads, frames, and what stands between them."""
        if self._closed:
            return Fit.NONE
        if blank(text):
            return Fit.WEAK
        known = _THREAD.match(text) or _OTHER.match(text) or _LAST.match(text)
        return Fit.FIRM if known or (self._threads and _FRAME.match(text)) else Fit.NONE

    def take(self, line: int, text: str) -> None:
        """Take the line."""
        if blank(text):
            return
        self.part.own(line)
        if thread := _THREAD.match(text):
            self._threads.append(_Thread(thread["current"].startswith("Current")))
        elif (frame := _FRAME.match(text)) and self._threads:
            number = int(frame["line"]) if frame["line"].isdigit() else None
            self._threads[-1].frames.append((line, frame["file"], number, frame["function"]))
        self._closed = _LAST.match(text) is not None

    def parts(self) -> list[Part]:
        """The one part, with the frames of the thread that was running."""
        running = next((thread for thread in self._threads if thread.current), None)
        chosen = running or next((thread for thread in self._threads if thread.frames), None)
        self.part.frames.clear()
        self.part.frame_lines.clear()
        for line, file, number, function in chosen.frames if chosen else ():
            self.part.frame(line, file, number, function)
            self.part.lines.pop()
        return [self.part]


def begin_fault(line: int, text: str, _before: Sequence[Seen] = ()) -> Start | None:
    """A fatal error, a dump by a timer, or a thread of either whose heading is lost; a dump that was asked for is not fatal."""
    if fatal := _FATAL.match(text) if "Fatal Python error: " in text else None:
        part = Part("python", reverse=True, fatal=True)
        part.raised(line, "Fatal Python error", fatal["message"])
        return Start(FaultShape(part), fatal["lead"])
    if timeout := _TIMEOUT.match(text) if "Timeout (" in text else None:
        part = Part("python", reverse=True, final=True, fatal=False, lines=[line], message=[(line, timeout["message"])])
        return Start(FaultShape(part), timeout["lead"])
    if thread := _THREAD.match(text) if "most recent call first" in text else None:
        shape = FaultShape(Part("python", reverse=True, final=True, fatal=False))
        shape.take(line, text[len(thread["lead"]) :])
        return Start(shape, thread["lead"])
    return None
