"""Lists of Python packages: `pip list`, `freeze`, `show`, `check`, `uv pip`, `conda list`."""

import re
from collections.abc import Iterator

from logsleuth.intake.sniffers.block import Block, Lines, rows_end

_LIST_HEADER = re.compile(
    r"\s*Package\s+Version(?:\s+(?:Editable project location|Location|Installer|Latest\s+Type|Type|Build))*\s*$"
)
_RULE = re.compile(r"\s*[-─━][ ─━-]*$")
_LIST_ROW = re.compile(r"\s*[A-Za-z0-9][\w.\-]*(?:\[[\w,.-]+\])?\s+v?\d\S*(?:\s+\S.*)?$")
_CONDA_HEADER = re.compile(r"# packages in environment at |\s*List of packages in environment: ")
_CONDA_ROW = re.compile(
    r"#|\s*[A-Za-z0-9_][\w.\-]*\s+v?\d\S*(?:\s+\S+){0,3}\s*$|\s*Name\s+Version\s+Build|\s*[─━]+|\s*$"
)
_SHOW_ROW = re.compile(r"[A-Z][\w-]*:(?: |$)|---$|  \S|Files:$")
_BARE_ROW = re.compile(
    r"[A-Za-z0-9][\w.-]*\s+\d+\.\d+\.\w\S*(?:\s+/\S*)?\s*$"
)  # of a list that lost its header to `grep`
_CHECK = re.compile(
    r"[\w.-]+ \d\S* (?:requires [^,]+, which is not installed\.|has requirement .+, but you have .+\.?)$|No broken requirements found\.$"
)
_NOTICE = re.compile(r"\[notice\]|WARNING: |DEPRECATION: |Using Python \d")
_FREEZE = re.compile(
    r"[A-Za-z0-9][\w.-]*(?:\[[\w,.-]+\])?(?:==\S+| @ \S+)|-e \S|# Editable |[\w.-]+=\d[\w.!+]*=\w+$|\[\{\"name\": ?\"[\w.-]+\", ?\"version\""
)


def find(lines: Lines, text: str) -> Iterator[Block]:
    """The lists that a heading gives away; `text` is the lines as one text."""
    if "Version" in text:
        yield from _lists(lines)
        yield from _shows(lines)
    if " in environment" in text:
        yield from _conda(lines)


def is_line(line: str) -> bool:
    """Whether the line is one of `pip freeze` or `pip check`, a row of `pip list` with its full version, or a notice of pip."""
    return bool(_FREEZE.match(line) or _BARE_ROW.match(line) or _CHECK.match(line) or line.startswith("[notice] "))


def _lists(lines: Lines) -> Iterator[Block]:
    for at, line in enumerate(lines):
        if "Package" in line and _LIST_HEADER.match(line):
            start = at + 2 if at + 1 < len(lines) and _RULE.match(lines[at + 1]) else at + 1
            end = rows_end(lines, start, _list_row)
            if end > at + 1:
                yield Block("packages", at, end, "header of `pip list`")


def _list_row(line: str) -> bool:
    return bool(_LIST_ROW.match(line) or _NOTICE.match(line))


def _shows(lines: Lines) -> Iterator[Block]:
    at = 0
    while at + 1 < len(lines):
        if lines[at].startswith("Name: ") and lines[at + 1].startswith("Version: ") and lines[at + 1][9:10].isdigit():
            end = rows_end(lines, at, _show_row)
            yield Block("packages", at, end, "fields of `pip show`")
            at = end
        at += 1


def _show_row(line: str) -> bool:
    return _SHOW_ROW.match(line) is not None


def _conda(lines: Lines) -> Iterator[Block]:
    for at, line in enumerate(lines):
        if _CONDA_HEADER.match(line):
            yield Block("packages", at, rows_end(lines, at + 1, _conda_row), "header of `conda list`")


def _conda_row(line: str) -> bool:
    return _CONDA_ROW.match(line) is not None and _CONDA_HEADER.match(line) is None
