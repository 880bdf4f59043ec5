"""Expressions that are compiled when they are used; each of the room is right."""

import importlib
import pkgutil
import re

import pytest

from logsleuth import machine
from logsleuth.machine.pattern import Pattern

PATTERNS = [
    pytest.param(value, id=f"{found.name}.{name}")
    for found in pkgutil.iter_modules(machine.__path__)
    for name, value in vars(importlib.import_module(f"logsleuth.machine.{found.name}")).items()
    if isinstance(value, Pattern)
]


@pytest.mark.parametrize("pattern", PATTERNS)
def test_each_pattern_compiles(pattern: Pattern) -> None:
    """A slip would only show at the first use."""
    assert pattern.compiled.pattern == pattern.expression


def test_it_does_what_re_does() -> None:
    """The same methods with the same answers."""
    lazy, eager = Pattern(r"(\d)b"), re.compile(r"(\d)b")

    assert [found[0] for found in eager.finditer("1b 2b")] == [found[0] for found in lazy.finditer("1b 2b")]
    assert (eager.sub("x", "1b"), eager.match("b"), eager.fullmatch("1bb")) == (
        lazy.sub("x", "1b"),
        lazy.match("b"),
        lazy.fullmatch("1bb"),
    )
    assert lazy.search("a1b", 1) is not None
