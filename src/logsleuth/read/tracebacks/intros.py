"""What stands before a traceback, and what it says about the process that printed it."""

import re
from collections.abc import Sequence

from logsleuth.read.tracebacks.grammar import blank
from logsleuth.read.tracebacks.shape import Seen
from logsleuth.read.tracebacks.values import Introduction

MAX_TEXT = 500
"""Characters kept of an introduction."""

_KINDS = tuple(
    (kind, fatal, re.compile(text))
    for kind, fatal, text in (
        ("ignored", False, r"Exception ignored in\b"),
        ("atexit", False, r"Error in atexit\._run_exitfuncs:"),
        ("excepthook", False, r"Error in sys\.(?:excepthook|unraisablehook):"),
        ("original", True, r"Original exception was:"),
        ("logging", False, r"--- Logging error ---"),
        ("task", False, r"(?:Task|Future) exception was never retrieved|raised unexpected: "),
        ("callback", False, r"Exception in callback "),
        (
            "request",
            False,
            r"Exception in (?:ASGI|WSGI) application|Error in ASGI Framework|Exception on \S+ \[[A-Z]+\]",
        ),
        ("request", False, r"Error handling request|^Internal Server Error: /|panic serving "),
        ("worker", None, r"Exception in worker process"),
        ("thread", None, r"Exception in thread "),
        ("process", None, r"^Process [^:]{1,120}:$"),
    )
)
_ANY = re.compile("|".join(form.pattern for _, _, form in _KINDS))
_DETAILS = re.compile(r"(?:future|task|handle|coro|source_traceback): ?<")


def known(text: str) -> tuple[str, bool | None] | None:
    """The kind of an introduction and whether it means that the process ended, if the text is one."""
    if not _ANY.search(text[:MAX_TEXT]):
        return None
    return next(((kind, fatal) for kind, fatal, form in _KINDS if form.search(text[:MAX_TEXT])), None)


def fatal_of(intro: Introduction | None) -> bool | None:
    """What the introduction says about the end of the process."""
    found = known(intro.text) if intro else None
    return found[1] if found else None


def introduction(line: int, lead: str, before: Sequence[Seen]) -> Introduction | None:
    """The text on the same line, else the line before if it introduces something or is the head of a record."""
    if lead.strip():
        return _introduce(Seen(line, lead.strip(), head=True))
    for seen in reversed(before[-3:]):
        if not blank(seen.text) and not _DETAILS.match(seen.text):
            return _introduce(seen)
    return None


def _introduce(seen: Seen) -> Introduction | None:
    found = known(seen.text)
    if found is None and not seen.head:
        return None
    return Introduction(found[0] if found else "record", seen.text[:MAX_TEXT], seen.line)
