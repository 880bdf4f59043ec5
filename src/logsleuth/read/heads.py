"""Patterns of line heads, found quickly: by the line's first character, then by a text that the pattern cannot do without.

A pattern is compiled when a line first asks for it: most never are.
"""

import re
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Generic, TypeVar

from logsleuth.model.book import Envelope, Layout
from logsleuth.read.prefilter import Needs, needs

LONGEST_HEAD = 4096
"""Characters at the front of a line that a head is looked for in."""


W = TypeVar("W", bound=Layout | Envelope)


class Head(Generic[W]):
    """The pattern of one layout or envelope."""

    def __init__(self, writing: W) -> None:
        self.writing = writing
        self.needs: Needs = needs(writing.pattern)

    @cached_property
    def match(self) -> Callable[[str], re.Match[str] | None]:
        """The pattern, looked for at the front of a line, which holds at most `LONGEST_HEAD` characters."""
        try:
            return re.compile(self.writing.pattern, re.ASCII).match
        except (re.error, RecursionError, OverflowError):
            return _nothing  # the loader reports it with its place; here it just matches nothing


def _nothing(_line: str) -> None:
    return None


class Heads(Generic[W]):
    """All patterns, in the order in which they are tried."""

    def __init__(self, writings: Sequence[W]) -> None:
        self._heads = [Head(writing) for writing in writings if writing.form == "pattern" and writing.pattern]
        self._by_char: dict[str, tuple[tuple[str, Head[W]], ...]] = {}

    def read(self, line: str) -> tuple[W, dict[str, str | None]] | None:
        """The first whose pattern is at the front of the line, with its named groups."""
        first = line[:1]
        heads = self._by_char.get(first)
        if heads is None:
            heads = self._fitting(first)
        for literal, head in heads:
            if literal in line and (match := head.match(line)) is not None:
                return head.writing, match.groupdict()
        return None

    def _fitting(self, first: str) -> tuple[tuple[str, Head[W]], ...]:
        """Those that may fit a line that begins so, each with the text that it cannot do without."""
        if not first.isascii():
            return self._others
        fits = [head for head in self._heads if first in head.needs.firsts] if first else []
        found = self._by_char[first] = tuple((head.needs.literal, head) for head in fits)
        return found

    @cached_property
    def _others(self) -> tuple[tuple[str, Head[W]], ...]:
        """The same for a line that begins with a character outside ASCII."""
        return tuple((head.needs.literal, head) for head in self._heads if head.needs.wide)


def split_head(text: str) -> tuple[str, str]:
    """The part of a text that a head is looked for in (of its first line, not too much), and the rest."""
    end = text.find("\n", 0, LONGEST_HEAD)
    if end < 0:
        if len(text) <= LONGEST_HEAD:
            return text, ""
        end = LONGEST_HEAD
    return text[:end], text[end:]


def in_order(writings: Sequence[W]) -> list[W]:
    """By `order`, then by id: the answer does not hang on the order in which files were read."""
    return sorted(writings, key=lambda writing: (writing.order, writing.id))
