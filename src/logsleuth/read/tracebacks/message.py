"""The lines after the one that names an exception: nothing marks them, so all that can be told is where they surely end."""

import re

from logsleuth.read.tracebacks.grammar import CARETS, blank
from logsleuth.read.tracebacks.intros import known
from logsleuth.read.tracebacks.shape import Fit
from logsleuth.read.tracebacks.values import Part

MAX_LINES = 200
"""Lines of a message without an empty one."""

MAX_AFTER_GAP = 60
"""Lines after an empty one; where more come, they are something else, and the message ended before the gap."""

_LEVEL = r"(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|CRITICAL|FATAL)"
_HEADS = re.compile(
    r"\[?\d{4}[-/]\d\d[-/]\d\d[T _,]\d\d:\d\d"
    r"|\[?\d\d:\d\d:\d\d\b"
    r"|\[?[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d"
    r"|\[?[IWEF]\d{3,4} \d\d:\d\d"
    rf"|{_LEVEL}\b[: |\]\t]|[\[<]{_LEVEL}[\]>]"
    r"|\[\w{1,20}\d+\]:? ?\[|\(\w[\w ]{0,40}\bpid=\d+"
    r'|(?:ts|time|level|logger)=\S|\{"\w'
    r"|[^|\n]{0,60}\d{1,3}%\|"
)
_TAG = re.compile(r"\[[A-Za-z][\w.-]{0,30}\] ")  # another writer's prefix
_SHELLS = re.compile(
    r"(?:Aborted|Segmentation fault|Killed|Terminated|Bus error|Illegal instruction)(?: +\(core dumped\))?$"
    r"|[\w./-]{1,80}: line \d+: +\d+ |[\w.-]{1,40}@[\w.-]{1,60}[: ][^\n]{0,200}[$#] |[$#%] \S"
    r"|(?:\"\"\"|''')$|exit status \d+$|[^\n]{0,80}\bexited with (?:code |status )?-?\d+|##\[\w+\]|--- "
)


def looks_like_head(text: str) -> bool:
    """Whether the line begins as log records do: with a time, a level or a key."""
    return _HEADS.match(text) is not None


class Message:
    """Gathers the further lines of a part's message."""

    def __init__(self, part: Part) -> None:
        self._part = part
        self._pending: list[int] = []  # empty lines, held until more text follows
        self._gap: int | None = None  # how many entries the message had before its first empty line
        self.closed = False

    def fit(self, text: str) -> Fit:
        """Weak, as long as the message may go on."""
        if self.closed or looks_like_head(text) or _SHELLS.match(text) or known(text):
            return Fit.NONE
        if _TAG.match(text) and self._part.text():
            return Fit.NONE
        return Fit.WEAK

    def take(self, line: int, text: str) -> None:
        """Add the line, or hold it if it is empty."""
        if blank(text):
            self._pending.append(line)
        elif CARETS.match(text):
            self._part.own(line)
        else:
            self._add(line, text)

    def _add(self, line: int, text: str) -> None:
        said = self._part.message
        if self._pending and self._gap is None and any(old for _, old in said):
            self._gap = len(said)
        for held in self._pending:
            self._part.say(held, "")
        self._pending.clear()
        self._part.say(line, text)
        self._bound()

    def _bound(self) -> None:
        said, gap = self._part.message, self._gap
        if gap is not None and len(said) - gap > MAX_AFTER_GAP:
            dropped = {line for line, _ in said[gap:]} - {line for line, _ in said[:gap]}
            del said[gap:]
            self._part.lines[:] = [line for line in self._part.lines if line not in dropped]
            self.closed = True
        elif len(said) > MAX_LINES:
            self.closed = True
