"""Tables of processes: which columns a header names, and what a row holds under each.

Rows are read word by word, since widths are exceeded whenever a value is long; only the command may hold blanks, and a start
may be one, two or five words.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from logsleuth.machine.pattern import Pattern
from logsleuth.machine.when import LONG_START

_FIELDS: Mapping[str, str] = {
    "PID": "pid",
    "PPID": "ppid",
    "USER": "user",
    "UID": "user",
    "EUSER": "user",
    "RUSER": "user",
    "STAT": "state",
    "S": "state",
    "STATE": "state",
    "START": "start",
    "STIME": "start",
    "STARTED": "start",
    "ELAPSED": "elapsed",
    "ETIME": "elapsed",
    "ETIMES": "elapsed",
    "LWP": "thread",
    "SPID": "thread",
    "TID": "thread",
    "EXE": "exe",
}
_COMMANDS = frozenset({"CMD", "COMMAND", "COMM", "ARGS", "NAME"})
_KNOWN = frozenset(
    [
        "GID",
        "EGROUP",
        "GROUP",
        "RGROUP",
        "PGID",
        "PGRP",
        "SID",
        "SESS",
        "TGID",
        "C",
        "%CPU",
        "%MEM",
        "CPU",
        "MEM",
        "CPUID",
        "PSR",
        "VSZ",
        "VIRT",
        "RSS",
        "RES",
        "SHR",
        "SZ",
        "SIZE",
        "TTY",
        "TT",
        "TPGID",
        "F",
        "BSDSTART",
        "TIME",
        "TIME+",
        "WCHAN",
        "NLWP",
        "THCNT",
        "PRI",
        "PR",
        "NI",
        "CLS",
        "CGROUP",
        "LABEL",
        "NS",
        "ADDR",
        "CGNAME",
        "UNIT",
        "SLICE",
        "MACHINE",
        "RTPRIO",
        "PCPU",
        "PMEM",
        "DRS",
        "TRS",
        "OOM",
        "OOMADJ",
        "OOMSCORE",
        "P",
    ]
)
_LEFT_ALIGNED = _COMMANDS | {"USER", "UID", "STAT", "TTY", "TT", "WCHAN", "CGROUP", "S"}
_AUX = ["USER", "PID", "%CPU", "%MEM", "VSZ", "RSS", "TTY", "STAT", "START", "TIME", "COMMAND"]
_FULL = ["UID", "PID", "PPID", "C", "STIME", "TTY", "TIME", "CMD"]
_AUX_ROW = Pattern(
    r"\S+\s+\d+\s+\d+(?:\.\d)?\s+\d+(?:\.\d)?\s+\d+\s+\d+\s+\S+\s+[RSDTtZIXWLP][\w<+]*\s+[\w:]+\s+(?:\d+-)?\d+:\d\d(?::\d\d)?\s+\S"
)
_FULL_ROW = Pattern(
    r"\S+\s+\d+\s+\d+\s+\d+\s+(?:\d\d:\d\d|[A-Z][a-z]{2} ?\d\d|\d{4})\s+(?:\?|pts/\d+|tty\w+|console)\s+(?:\d+-)?\d\d:\d\d:\d\d\s+\S"
)
_START = Pattern(rf"\s*({LONG_START}|[A-Z][a-z]{{2}} [ \d]?\d(?=\s)|\S+)")
_TITLE = Pattern(r"\S+")
_WORD = Pattern(r"\s*(\S+)")
_LONG_AT_END = Pattern(rf"({LONG_START})\s*$")
_ART = Pattern(r"(?s)(?P<art>(?:[ |`│]|\\_(?= )|├─|└─)* ?)(?P<rest>.*)$")
_MAX_COLUMNS = 40


@dataclass(frozen=True, slots=True)
class Header:
    """The columns of a table, with the place in the line where each title begins."""

    columns: tuple[str, ...]
    offsets: tuple[int, ...] = ()

    @property
    def command(self) -> int | None:
        """The index of the column that may hold blanks: the last that is a command."""
        return next((at for at in range(len(self.columns) - 1, -1, -1) if self.columns[at] in _COMMANDS), None)


AUX = Header(tuple(_AUX))
FULL = Header(tuple(_FULL))


@dataclass(frozen=True, slots=True)
class Cells:
    """One row: its values by field, and how deep it stands in a drawn tree (0 where none is drawn)."""

    values: Mapping[str, str]
    depth: int = 0


def header(line: str) -> Header | None:
    """The columns, if the line is the header of a table of processes."""
    if "PID" not in line:
        return None
    found = [(match[0], match.start()) for match in _TITLE.finditer(line[:1000])]
    columns = tuple(word for word, _ in found)
    known = sum(word in _FIELDS or word in _COMMANDS or word in _KNOWN for word in columns)
    if "PID" not in columns or not 2 <= len(columns) <= _MAX_COLUMNS or known < 0.7 * len(columns):
        return None
    return Header(columns, tuple(offset for _, offset in found))


def bare(line: str) -> Header | None:
    """The columns of a row that lost its header to `grep`."""
    return AUX if _AUX_ROW.match(line) else FULL if _FULL_ROW.match(line) else None


def cells(head: Header, line: str) -> Cells | None:
    """The row under the header; None if the line is no row of it."""
    values: dict[str, str] = {}
    command = head.command
    at = _leading(head, line, len(head.columns) if command is None else command, values)
    if at is None:
        return None
    depth = 0
    if command is not None:
        rest = _trailing(head.columns[command + 1 :], line[at:], values)
        if rest is None:
            return None
        text, depth = _without_art(rest)
        values["command"] = text
    return Cells(values, depth) if values.get("pid", "").isascii() and values.get("pid", "").isdecimal() else None


def _leading(head: Header, line: str, count: int, values: dict[str, str]) -> int | None:
    """Reads the columns before the command into `values`; where the rest begins."""
    at = 0
    for index in range(count):
        column = head.columns[index]
        placed = _placed(head, line, index, at) if column in _COMMANDS else None
        if placed is not None:
            values.setdefault("name", placed)
            at = head.offsets[index + 1]
            continue
        match = (_START if _FIELDS.get(column) == "start" else _WORD).match(line, at)
        if match is None:
            return None
        values.setdefault("name" if column in _COMMANDS else _FIELDS.get(column, column), match[1])
        at = match.end()
    return at


def _placed(head: Header, line: str, index: int, at: int) -> str | None:
    """A name that stands before the command and may hold blanks: what lies between the two titles, where the row keeps to them."""
    if index + 1 >= len(head.columns) or not head.offsets or head.columns[index + 1] not in _LEFT_ALIGNED:
        return None
    start, end = head.offsets[index], head.offsets[index + 1]
    if start < at or line[start - 1 : start].strip() or line[end - 1 : end] != " ":
        return None
    return line[start:end].strip() or None


def _trailing(columns: tuple[str, ...], rest: str, values: dict[str, str]) -> str | None:
    """Reads the columns after the command, from the end, into `values`; what is left is the command."""
    for column in reversed(columns):
        rest = rest.rstrip()
        long = _LONG_AT_END.search(rest[-40:]) if _FIELDS.get(column) == "start" else None
        word = long[1] if long else rest.rpartition(" ")[2]
        if not word:
            return None
        values.setdefault(_FIELDS.get(column, column), word)
        rest = rest[: len(rest) - len(word)]
    return rest


def _without_art(rest: str) -> tuple[str, int]:
    """The command without the lines of a drawn tree, and its depth in it."""
    text = rest.removeprefix(" ")
    match = _ART.match(text[:2000])
    if match is None or not match["art"]:
        return text.strip(), 0
    branch = max(match["art"].rfind("\\_"), match["art"].rfind("├─"), match["art"].rfind("└─"))
    if branch < 0:
        return text.strip(), 0
    return text[match.start("rest") :].strip(), branch // 4 + 1
