"""Snapshots of sockets: `ss`, `netstat` and `lsof -i`."""

import re
from collections.abc import Iterator

from logsleuth.intake.sniffers.block import Block, Lines, rows_end, runs

_STATES = "LISTEN|ESTAB(?:LISHED)?|UNCONN|TIME[-_]WAIT|CLOSE[-_]WAIT|SYN[-_]SENT|SYN[-_]RECV|FIN[-_]WAIT[-_]?[12]|LAST[-_]ACK|CLOSING|CLOSED?"
_SS_ROW = re.compile(rf"(?:[a-z_]\w*\s+)?(?:{_STATES})\s+\d+\s+\d+\s+\S")
_NETSTAT_ROW = re.compile(r"(?:tcp|udp|raw|sctp|unix|icmp)(?:6|46|lite)?\s+\d+\s+")
_NETSTAT_LISTEN = re.compile(r"(?:tcp|udp|sctp)(?:6|46)?\s+\d+\s+\d+\s+\S+:\S+\s+\S+:\S+\s+(?:LISTEN|\S)")
_LSOF_ROW = re.compile(r"\S+\s+\d+\s+(?:\d+\s+)?\S+\s+\w+\s+IPv[46]\s+\S+\s+\S+\s+(?:TCP|UDP)\s+\S")
_LISTEN_ROW = re.compile(r"(?:[a-z_]\w*\s+)?LISTEN\s+\d+\s+\d+\s+\S+:\S+\s+\S+:\S+")
_NOTICE = re.compile(
    r"\((?:Not all processes could be identified|No info could be read)| will not be shown, you would have to be root"
)
_UNIX = re.compile(r"Active UNIX domain sockets|Proto RefCnt Flags")


def find(lines: Lines, text: str) -> Iterator[Block]:
    """The snapshots in the lines; `text` is the lines as one text."""
    if "Recv-Q" in text:
        yield from _tables(lines)
    if "SIZE/OFF" in text:
        yield from _lsof(lines)
    if "LISTEN" in text:
        yield from runs(lines, _bare_row, "listeners", "rows of listening sockets")


def _tables(lines: Lines) -> Iterator[Block]:
    for at, line in enumerate(lines):
        if "Recv-Q" in line and "Local Address" in line:
            name = "`netstat`" if line.lstrip().startswith("Proto") else "`ss`"
            yield Block("listeners", _first(lines, at), rows_end(lines, at + 1, _row), f"header of {name}")


def _first(lines: Lines, at: int) -> int:
    """The lines that `netstat` puts before its header."""
    while at and (lines[at - 1].startswith("Active Internet connections") or _NOTICE.search(lines[at - 1])):
        at -= 1
    return at


def _row(line: str) -> bool:
    return bool(_SS_ROW.match(line) or _NETSTAT_ROW.match(line) or _UNIX.match(line) or _NOTICE.search(line))


def _lsof(lines: Lines) -> Iterator[Block]:
    for at, line in enumerate(lines):
        if "SIZE/OFF" in line and line.split()[:2] == ["COMMAND", "PID"]:
            end = rows_end(lines, at + 1, _is_lsof)
            if end > at + 1:
                yield Block("listeners", at, end, "header of `lsof`")


def _is_lsof(line: str) -> bool:
    return _LSOF_ROW.match(line) is not None


def _bare_row(line: str) -> bool:
    if "LISTEN" not in line:
        return False
    return bool(_LISTEN_ROW.match(line) or _NETSTAT_LISTEN.match(line) or _LSOF_ROW.match(line))
