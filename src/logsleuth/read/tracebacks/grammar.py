"""The lines that CPython's tracebacks are made of (`Lib/traceback.py`, `Python/traceback.c`), read with the damage that logs do to them."""

import re
from dataclasses import dataclass

HEADER_TEXT = "Traceback (most recent call last)"

_QUOTE = r'(?:\\?"|[“”]|&quot;|&#34;)'
FRAME = re.compile(
    rf"(?P<indent>[ \t]*)(?:> )?File {_QUOTE}(?P<file>[^\n]{{1,4096}}?){_QUOTE}, line (?P<line>\d{{1,9}})"
    r"(?P<named>, in ?(?P<function>.*))?\s*$"
)
OPEN_FRAME = re.compile(r'[ \t]*File "[^"]{1,4096}$')
CARETS = re.compile(r"[ \t]*[~^][~^ \t]*$")
REPEATED = re.compile(r"\s*\[Previous line repeated \d+ more times?\]")
VALUES = re.compile(r"\s+[│└]")  # the values that some loggers print under a source line
CONNECTORS = {
    "The above exception was the direct cause of the following exception:": "cause",
    "During handling of the above exception, another exception occurred:": "context",
}
QUOTES = ('"""', "'''")

_NAME = r"(?:[A-Za-z_]\w{0,200}|<\w{1,40}>)"
FINAL = re.compile(
    rf"(?P<type>{_NAME}(?:\.{_NAME}){{0,30}}(?:\([\w.]{{1,200}}\))?)(?::(?: (?P<message>.*))?)?$", re.DOTALL
)
_TELLS = re.compile(
    r"(?:Error|Exception|Warning|Exit|Interrupt|Group|Iteration|Timeout|Failure|Cancelled|Fault)\d*(?:\(.*\))?$"
)
_LOWER = re.compile(r"(?:error|exception|timeout)$")
_CAMEL = re.compile(r"[A-Z][a-z0-9]+[A-Z]\w*$")
_NEVER = frozenset({
    "DEBUG", "INFO", "NOTE", "NOTICE", "WARN", "WARNING", "ERROR", "FATAL", "CRITICAL", "TRACE",
    "Aborted", "Killed", "Terminated", "Stopped", "Hangup", "Done", "Traceback", "Note", "Info", "Warning:", "File",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Final:
    """A line that names an exception; `sure` if nothing but an exception is named so. A message of None stood behind no colon."""

    type: str
    message: str | None
    sure: bool


def final(text: str) -> Final | None:
    """The exception that the line names, if it looks like one."""
    match = FINAL.match(text)
    if match is None or match["type"] in _NEVER:
        return None
    kind, colon = match["type"], ":" in text[match.end("type") :][:1]
    sure = _sure(kind)
    if not sure and not _possible(kind):
        return None
    return Final(kind, (match["message"] or "") if colon else None, sure)


def _sure(kind: str) -> bool:
    last = kind.rpartition(".")[2] if "(" not in kind else kind
    if _TELLS.search(last) or (_LOWER.search(last) and "." in kind):
        return True
    return ("." in kind and last.lstrip("_")[:1].isupper()) or bool(_CAMEL.match(last))


def _possible(kind: str) -> bool:
    return "." not in kind and ((kind[:1].isupper() and not kind.isupper()) or bool(_LOWER.search(kind)))


def connector(text: str) -> str | None:
    """`cause` or `context`, if the line links two tracebacks."""
    return CONNECTORS.get(text.strip())


def indentation(text: str) -> int:
    """How many blanks it begins with; a tab counts as one."""
    return len(text) - len(text.lstrip())


def plain(text: str) -> str:
    """The text without the entities of HTML."""
    if "&" not in text:
        return text
    import html  # noqa: PLC0415  # 2 ms at start-up, and seldom needed

    return html.unescape(text)


def blank(text: str) -> bool:
    """Whether nothing is there."""
    return not text or text.isspace()
