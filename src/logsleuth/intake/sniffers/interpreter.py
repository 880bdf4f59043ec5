"""What an interpreter answered: `python -m site`, `find_spec`, `print(m.__file__)`, sessions with `>>>`."""

import re
from collections.abc import Iterator

from logsleuth.intake.sniffers.block import Block, Lines, rows_end

_VERSION = re.compile(r"Python \d+\.\d+\.\d+\S* (?:\(|\|)")
_SITE = re.compile(r"    '|\]$|(?:USER_BASE|USER_SITE|ENABLE_USER_SITE): ")
_ANSWER = re.compile(
    r"ModuleSpec\(name=|<module '[\w.]+'|_NamespacePath\(\[|\['[^']*'(?:, '[^']*')*\]$|Python \d+\.\d+\.\d+|"
    r"(?:ENABLE_)?USER_(?:BASE|SITE): |sys\.(?:path|prefix|executable|version|base_prefix)\b|pip \d\S* from "
)
_PROBE = re.compile(
    r"(?:\S*/)?(?:python|pypy|ipython)[\d.]*\s+(?:-[XW]\s+[^-\s]\S*\s+|-\S+\s+)*-c\s|(?:\S*/)?python[\d.]*\s+-m\s+site\b"
)
_LOST = 12  # a session's output may be this long before the next `>>>`


def find(lines: Lines, text: str) -> Iterator[Block]:
    """The answers that a heading gives away; `text` is the lines as one text."""
    if "sys.path = [" in text:
        yield from _sites(lines)
    if ">>> " in text:
        yield from _sessions(lines)


def is_line(line: str) -> bool:
    """Whether the line is an answer, or the command that asked."""
    return bool(_ANSWER.match(line) or _PROBE.match(line))


def _sites(lines: Lines) -> Iterator[Block]:
    for at, line in enumerate(lines):
        if line.startswith("sys.path = ["):
            yield Block("interpreter", at, rows_end(lines, at + 1, _is_site), "output of `python -m site`")


def _is_site(line: str) -> bool:
    return _SITE.match(line) is not None


def _sessions(lines: Lines) -> Iterator[Block]:
    at = 0
    while at < len(lines):
        if not lines[at].startswith(">>> "):
            at += 1
            continue
        end = _session_end(lines, at)
        yield Block("interpreter", _banner(lines, at), end, "a session with `>>>`")
        at = end


def _session_end(lines: Lines, start: int) -> int:
    """One past the last prompt of the session and what it answered."""
    at = last = start
    while at < len(lines) and at - last <= _LOST and not lines[at].startswith(("$ ", "# ")):
        if lines[at].startswith((">>>", "... ")):
            last = at
        at += 1
    end = last + 1
    while end < len(lines) and end - last <= _LOST and lines[end].strip() and not lines[end].startswith(("$ ", "# ")):
        end += 1
    return end


def _banner(lines: Lines, at: int) -> int:
    """The line with the version, up to three lines above the first prompt."""
    return next((before for before in range(at - 1, max(at - 4, -1), -1) if _VERSION.match(lines[before])), at)
