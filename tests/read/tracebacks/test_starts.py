"""The start patterns: unique, cheap, and at least as wide as the shapes."""

import re

import pytest

from logsleuth.model.run import Origin
from logsleuth.read.tracebacks import START_PATTERNS, TracebackReader

from .test_boxes import BOX
from .test_cells import CELLS
from .test_chain import POOL
from .test_dotnet import UNHANDLED
from .test_faulthandler import FATAL
from .test_go import PANIC, STACK
from .test_groups import GROUP
from .test_java import THREAD
from .test_node import UNCAUGHT
from .test_python import LATEST, PLAIN
from .test_rust import PANIC as RUST

TEXTS = {
    "python": PLAIN, "latest": LATEST, "group": GROUP, "box": BOX, "cells": CELLS, "pool": POOL, "fault": FATAL, "java": THREAD,
    "go": PANIC + STACK, "rust": RUST, "node": UNCAUGHT, "dotnet": UNHANDLED, "syntax": '  File "/a.py", line 1\n    x (\n      ^\nSyntaxError: x',
    "native": "terminate called after throwing an instance of 'x'\n  what():  y", "headless": "x.y.ZException: q\n\tat a.B.c(B.java:1)",
}  # fmt: skip


def hit(text: str) -> bool:
    """Whether any pattern is in the line."""
    return any(
        any(literal in text for literal in pattern.literals)
        or (pattern.expression is not None and re.search(pattern.expression, text) is not None)
        for pattern in START_PATTERNS
    )


def test_keys_are_unique_and_of_one_kind() -> None:
    """Each pattern has an expression or literals, and a key of this room."""
    assert len(START_PATTERNS) == len({pattern.key for pattern in START_PATTERNS})
    assert all(
        pattern.key.startswith("traceback/") and bool(pattern.literals) != bool(pattern.expression)
        for pattern in START_PATTERNS
    )
    assert not any(re.compile(pattern.expression).match("") for pattern in START_PATTERNS if pattern.expression)


@pytest.mark.parametrize("name", TEXTS)
def test_feeding_from_the_hit_on_reads_the_same(name: str) -> None:
    """What is read from the first hit on, while the reader is active, is what is read of the whole text."""
    lines = TEXTS[name].strip("\n").split("\n")
    whole, window = TracebackReader(), TracebackReader()
    for number, text in enumerate(lines, 1):
        whole.feed(number, text, Origin())
        if hit(text) or window.active:
            window.feed(number, text, Origin())
    whole.finish("end-of-file")
    window.finish("end-of-file")
    assert whole.tracebacks()
    assert whole.tracebacks() == window.tracebacks()


@pytest.mark.parametrize(
    "text", ["INFO: started", "GET /v1/errors 200", "errors=0", "loading at 12:30:11", "a fatal error occurred"]
)
def test_ordinary_lines_open_nothing(text: str) -> None:
    """Alarming words alone are no start."""
    assert not hit(text)
