"""Heads of the kernel's lines, in the forms of `dmesg`, of a system log and of the journal: host, time, and the message behind them."""

from dataclasses import dataclass
from datetime import datetime

from logsleuth.machine import when
from logsleuth.machine.pattern import Pattern
from logsleuth.machine.when import Written

_PRIORITY = r"(?:<\d{1,3}>)?(?:\w+ *:\w+ *: )?"
_MONOTONIC = Pattern(
    _PRIORITY
    + r"\[ *(?:\d{1,10}\.\d{1,6}|\+\d{1,6}\.\d{1,6})(?: *<[ \d.]*>)?\](?:\[ *[TC]\d{1,10}\])?(?: |$)(?P<message>.*)"
)
_DATED = Pattern(
    _PRIORITY + r"\[(?P<time>[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4})\](?: |$)(?P<message>.*)"
)
_MINUTE = Pattern(_PRIORITY + r"\[[A-Z][a-z]{2} ?\d{1,2} \d\d:\d\d\] ?(?P<message>.*)")
_TAGGED = Pattern(r" (?P<host>[\w.:-]{1,253}) kernel(?:\[\d+\])?(?::| - -) ?(?P<message>.*)")
_INNER = Pattern(r"\[ *\d{1,10}\.\d{1,6}\](?:\[ *[TC]\d{1,10}\])? ?")
_ISO_BARE = Pattern(r" (?P<message>\S.*)")
_KMSG = Pattern(r"\d{1,4},\d{1,12},\d{1,20},[-c][^;]{0,200};(?P<message>.*)")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the kernel: its message, and its time and host where they are written."""

    message: str
    written: Written | None = None
    host: str | None = None
    yearless: bool = False


def line(text: str, reference: datetime | None) -> Line | None:
    """The parts of a line of the kernel; None if another program wrote it or it has no head. `reference` stands in for a missing year."""
    if not text:
        return None
    if match := _MONOTONIC.match(text) or _MINUTE.match(text) or _KMSG.match(text):
        return Line(match["message"])
    if match := _DATED.match(text):
        return Line(match["message"], when.dated(match["time"]))
    return _of_system_log(text, reference)


def _of_system_log(text: str, reference: datetime | None) -> Line | None:
    start = text.index(">") + 1 if text.startswith("<") and ">" in text[:6] else 0
    if text[start : start + 2] == "1 ":
        start += 2  # RFC 5424 puts its version before the time
    written = when.dated(text, start)
    end = written.end if written else when.syslog_end(text, start)
    if end is None:
        return None
    match = _TAGGED.match(text, end)
    if match is not None:
        inner = _INNER.match(match["message"])
        message = match["message"][inner.end() :] if inner else match["message"]
        return Line(message, written or when.syslog(text, start, reference), match["host"], yearless=written is None)
    # `dmesg --time-format iso` writes a comma before the fraction, which tells it from a system log, and no host
    bare = _ISO_BARE.match(text, end) if written is not None and "," in text[start:end] else None
    return Line(bare["message"], written) if bare is not None else None
