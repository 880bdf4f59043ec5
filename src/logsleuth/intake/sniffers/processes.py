"""Snapshots of processes: `ps` in its many forms, and `top -b`."""

import re
from collections.abc import Iterator
from functools import partial

from logsleuth.intake.sniffers.block import Block, Lines, rows_end, runs

_NAMES = (
    "USER UID EUID RUSER GROUP GID PID PPID PGID PGRP SID SESS TID LWP SPID TGID C %CPU %MEM CPU MEM CPUID PSR VSZ VIRT RSS RES SHR SZ SIZE "
    "TTY TT TPGID STAT S STATE F START STARTED STIME BSDSTART TIME TIME+ ELAPSED ELAPSEDSECS CMD COMMAND COMM ARGS WCHAN NLWP THCNT PRI PR NI "
    "CLS CGROUP LABEL NS ADDR EXE CGNAME UNIT SLICE MACHINE RTPRIO PCPU PMEM DRS TRS ETIME ETIMES OOM OOMADJ OOMSCORE NAME"
)
_COLUMNS = frozenset(_NAMES.split())
_ENDS = frozenset({"CMD", "COMMAND", "COMM", "ARGS", "NAME", "EXE"})
_LONG_START = "STARTED"  # `lstart` is five words
_AUX_ROW = re.compile(
    r"\S+\s+\d+\s+\d+(?:\.\d)?\s+\d+(?:\.\d)?\s+\d+\s+\d+\s+\S+\s+[RSDTtZIXWLP][\w<+]*\s+[\w:]+\s+\d+:\d\d\s+\S"
)
_FULL_ROW = re.compile(
    r"\S+\s+\d+\s+\d+\s+\d+\s+(?:\d\d:\d\d|[A-Z][a-z]{2} ?\d\d|\d{4})\s+(?:\?|pts/\d+|tty\w+|console)\s+(?:\d+-)?\d\d:\d\d:\d\d\s+\S"
)
_TOP = re.compile(r"top - \d\d:\d\d:\d\d up ")
_TOP_LINES = 8


def find(lines: Lines, text: str) -> Iterator[Block]:
    """The snapshots in the lines, in order; `text` is the lines as one text."""
    if "PID" in text:
        yield from _tables(lines)
    if " ? " in text or " pts/" in text or " tty" in text:
        yield from runs(lines, _bare_row, "processes", "rows of `ps`")


def _tables(lines: Lines) -> Iterator[Block]:
    at = 0
    while at < len(lines):
        columns = _header(lines[at]) if "PID" in lines[at] else None
        if columns is None:
            at += 1
            continue
        first = _top_start(lines, at)
        end = rows_end(lines, at + 1, partial(_row, columns))
        yield Block("processes", first, end, f"header of {_name(columns)}")
        at = end


def _header(line: str) -> tuple[str, ...] | None:
    """The columns, if the line is the header of a table of processes."""
    columns = tuple(line.split())
    known = sum(column in _COLUMNS for column in columns)
    if "PID" not in columns or not 2 <= len(columns) <= 40 or known < 0.7 * len(columns):
        return None
    return columns if columns[-1] in _ENDS or known >= 4 else None


def _row(columns: tuple[str, ...], line: str) -> bool:
    """Whether the line has a pid where the header has it, and enough columns."""
    words = line.split(None, 40)
    at = columns.index("PID")
    if len(words) < max(len(columns) - 1, 2):
        return False
    if _LONG_START in columns[:at]:
        return any(word.isdigit() for word in words[at : at + 6])
    return words[at].isdigit() or (words[at] in {"-", "PID"} and len(words) >= len(columns))


def _bare_row(line: str) -> bool:
    return _AUX_ROW.match(line) is not None or _FULL_ROW.match(line) is not None


def _top_start(lines: Lines, at: int) -> int:
    """The first of the lines that `top` puts before its table."""
    for before in range(at - 1, max(at - _TOP_LINES, 0) - 1, -1):
        if _TOP.match(lines[before]):
            return before
    return at


def _name(columns: tuple[str, ...]) -> str:
    if "TIME+" in columns:
        return "`top`"
    if columns[:4] == ("USER", "PID", "%CPU", "%MEM"):
        return "`ps aux`"
    if columns[:4] == ("UID", "PID", "PPID", "C"):
        return "`ps -ef`"
    return "`ps`"
