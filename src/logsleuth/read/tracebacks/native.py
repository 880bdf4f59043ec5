"""Last words of native code: the C++ runtime, glibc, crash handlers and the JVM, with the stacks that some of them print."""

import re
from collections.abc import Sequence

from logsleuth.read.tracebacks.grammar import blank
from logsleuth.read.tracebacks.message import Message
from logsleuth.read.tracebacks.shape import Fit, Seen, Start
from logsleuth.read.tracebacks.values import Part

_LEAD = r"(?P<lead>.{0,200}?)"
_WORDS = tuple(
    re.compile(text)
    for text in (
        _LEAD + r"terminate called after throwing an instance of '(?P<type>[^']+)'$",
        _LEAD + r"(?P<type>terminate) called (?P<message>without an active exception|recursively)$",
        _LEAD + r"\*\*\* Error in [`'][^']*': (?P<type>[^:]+): (?P<message>0x.*?) \*\*\*$",
        _LEAD + r"(?P<type>(?:free|malloc|realloc|calloc|munmap_chunk)\(\)): (?P<message>.+)$",
        _LEAD
        + r"(?P<type>double free or corruption|corrupted (?:size vs\. prev_size|double-linked list))(?P<message>.*)$",
        _LEAD + r"\*\*\* (?P<type>stack smashing|buffer overflow) (?P<message>detected) \*\*\*",
        _LEAD + r"\*\*\* (?P<type>SIG[A-Z]{2,8}) (?P<message>\(@?.*) \*\*\*$",
        _LEAD + r"\*\*\* (?P<type>SIG[A-Z]{2,8}) (?P<message>received at time=.*?) ?\*\*\*$",
        _LEAD + r"\*\*\* (?P<type>Process received signal) \*\*\*",
        _LEAD + r"\*\*\* (?P<type>Check failure) stack trace: \*\*\*",
        _LEAD + r"!{4,} (?P<type>Segfault) encountered !{4,}",
    )
)
_ASSERTION = re.compile(
    r"(?P<lead>.{0,300}?)(?P<file>[^\s:]{1,400}):(?P<line>\d{1,9}): (?P<function>.{1,600}?): (?P<type>Assertion) (?P<message>[`'].*' failed)\.?$"
)
_ASSERT = re.compile(
    r"(?P<lead>.{0,200}?)(?P<file>[^\s:]{1,400}\.\w{1,4}):(?P<line>\d{1,9}): (?P<message>(?P<type>\w*ASSERT)\(.*\) failed)$"
)
_RAISED = re.compile(
    r"(?P<lead>.{0,200}?)Exception raised from (?P<function>.{1,300}?) at (?P<file>\S+):(?P<line>\d{1,9}) \(most recent call first\):$"
)
_VM = re.compile(r"(?P<lead>.{0,100}?)# A fatal error has been detected by the Java Runtime Environment:")
_VM_SIGNAL = re.compile(r"#\s+(?P<type>SIG[A-Z]+|EXCEPTION_\w+|Internal Error|Out of Memory Error) (?P<message>.*)$")
_WHAT = re.compile(r"\s*what\(\): ?(?P<message>.*)$")
_SIGNAL = re.compile(r"(?:\[[^\]]{1,100}\] )?Signal(?: code)?: (?P<message>.*)$")
_FRAMES = tuple(
    re.compile(text)
    for text in (
        r"\s*frame #\d{1,6}: (?P<function>.*?)(?: \+ 0x[0-9a-f]+)?(?: \(0x[0-9a-f]+ in (?P<file>[^)]*)\))?$",
        r"\s*#\d{1,6} +(?:0x[0-9a-f]+ in )?(?P<function>.*?)(?: \(.*\))?(?: at (?P<file>\S+?):(?P<line>\d{1,9})| from (?P<library>\S+))?$",
        r"\s*@ +0x[0-9a-f]+ +(?P<function>.*)$",
        r"(?:\[[^\]]{1,100}\] )?\s*\[ ?\d{1,4}\] +(?P<file>[^\s(]+)\((?P<function>[^)+]*)(?:\+[^)]*)?\)\[0x[0-9a-f]+\]$",
        r"(?P<file>/[^\s(]+)\((?P<function>[^)+]*)(?:\+[^)]*)?\) ?\[0x[0-9a-f]+\]$",
        r"\s*\d{1,6} +(?:0x[0-9a-f]+ )(?P<function>\S.*?) \+ \d+$",
    )
)
_BESIDE = re.compile(
    r"={3,} ?(?:Backtrace|backtrace|Memory map)|\*\*\* (?:End of error message|Aborted at|Check failure)|#(?:\s|$)|\[New LWP|PC: @ "
    r"|(?:\[[^\]]{1,100}\] )?(?:Failing at address|Associated errno|\*\*\* End)"
)


def _frame(text: str) -> "re.Match[str] | None":
    return next((match for form in _FRAMES if (match := form.match(text))), None)


class NativeShape:
    """The words, then `what()`, a place, or a stack."""

    connects = False
    awaits = False
    done = True

    def __init__(self, part: Part, *, machine: bool = False) -> None:
        self.strays = 0
        self.part = part
        self._machine = machine  # the report of a virtual machine: every line begins with #
        self._message: Message | None = None

    def fit(self, text: str) -> Fit:
        """A stack, or the text of `what()`, which may run over lines."""
        if self._machine:
            return Fit.FIRM if text.startswith("#") else Fit.NONE
        if _WHAT.match(text):
            return Fit.FIRM if not self.part.text() and not self.part.frames else Fit.NONE
        if _RAISED.match(text) or _frame(text) or _BESIDE.match(text) or _SIGNAL.match(text):
            return Fit.FIRM
        return self._message.fit(text) if self._message and not self.part.frames else Fit.NONE

    def take(self, line: int, text: str) -> None:
        """Take the line."""
        raised, frame = _RAISED.match(text), None if self._machine else _frame(text)
        if raised:
            self.part.frame(line, raised["file"], int(raised["line"]), raised["function"])
        elif frame:
            self._frame(line, frame.groupdict())
        elif what := _WHAT.match(text):
            self.part.say(line, what["message"])
            self._message = Message(self.part)
        elif self._message and not self.part.frames and not _BESIDE.match(text):
            self._message.take(line, text)
        else:
            self._beside(line, text)

    def _frame(self, line: int, known: dict[str, str | None]) -> None:
        number, file = known.get("line"), known.get("file") or known.get("library")
        self.part.frame(line, file, int(number) if number else None, (known["function"] or "").strip() or None)

    def _beside(self, line: int, text: str) -> None:
        self.part.own(line)
        if signal := _VM_SIGNAL.match(text) if self._machine else None:
            self.part.type, self.part.message = signal["type"], [(line, signal["message"])]
        elif (signal := _SIGNAL.match(text)) and self.part.text() is None:
            self.part.message.append((line, signal["message"]))

    def parts(self) -> list[Part]:
        """The one part."""
        return [self.part]


def _placed(line: int, match: "re.Match[str]") -> Part:
    part = Part("native", reverse=True, fatal=True)
    part.raised(line, match["type"], match["message"])
    known = match.groupdict()
    part.frame(line, match["file"], int(match["line"]), known.get("function"))
    part.lines.pop()
    return part


def _begin_words(line: int, text: str) -> Start | None:
    for form in _WORDS:
        if match := form.match(text):
            part = Part("native", reverse=True, fatal=True)
            part.raised(line, match["type"], match.groupdict().get("message") or "")
            return Start(NativeShape(part), match["lead"])
    return None


def begin_native(line: int, text: str, _before: Sequence[Seen]) -> Start | None:
    """Any of the words."""
    if (
        match := _ASSERTION.match(text)
        if ": Assertion " in text
        else _ASSERT.match(text)
        if "ASSERT(" in text
        else None
    ):
        return Start(NativeShape(_placed(line, match)))  # what stands before it is the program's name
    if raised := _RAISED.match(text) if "Exception raised from " in text else None:
        shape = NativeShape(Part("native", headed=False, reverse=True))
        shape.take(line, text[len(raised["lead"]) :])
        return Start(shape, raised["lead"], soft=True)
    if machine := _VM.match(text) if "Java Runtime" in text else None:
        part = Part("native", reverse=True, fatal=True, final=True, lines=[line])
        return Start(NativeShape(part, machine=True), machine["lead"])
    words = "terminate called" in text or "()" in text or "***" in text or "corrupt" in text or "!!!!" in text
    return _begin_words(line, text) if words and not blank(text) else None
