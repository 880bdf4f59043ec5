"""Patterns of line heads, found quickly: by the line's first character, then by a text that the pattern cannot do without.

A pattern is compiled when a line first asks for it: most never are.
"""

import re
from collections.abc import Sequence
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
    def _compiled(self) -> tuple[re.Pattern[str], tuple[str, ...]] | None:
        try:
            pattern = re.compile(self.writing.pattern, re.ASCII)
        except (re.error, RecursionError, OverflowError):
            return None  # the loader reports it with its place; here it just matches nothing
        return pattern, tuple(pattern.groupindex)

    def read(self, line: str) -> dict[str, str | None] | None:
        """The named groups where the pattern is at the front of the line, which holds at most `LONGEST_HEAD` characters."""
        if self._compiled is None:
            return None
        pattern, names = self._compiled
        match = pattern.match(line)
        if match is None:
            return None
        if len(names) == 1:
            return {names[0]: match[names[0]]}
        return dict(zip(names, match.group(*names), strict=True)) if names else {}


class Heads(Generic[W]):
    """All patterns, in the order in which they are tried."""

    def __init__(self, writings: Sequence[W]) -> None:
        heads = [Head(writing) for writing in writings if writing.form == "pattern" and writing.pattern]
        self._by_char = {chr(code): _fitting(heads, chr(code)) for code in range(128)}
        self._others = _fitting(heads, None)

    def read(self, line: str) -> tuple[W, dict[str, str | None]] | None:
        """The first whose pattern is at the front of the line, with its named groups."""
        for literal, head in self._by_char.get(line[0], self._others) if line else ():
            if literal in line:
                groups = head.read(line)
                if groups is not None:
                    return head.writing, groups
        return None


def _fitting(heads: Sequence[Head[W]], char: str | None) -> tuple[tuple[str, Head[W]], ...]:
    fits = [head for head in heads if (head.needs.wide if char is None else char in head.needs.firsts)]
    return tuple((head.needs.literal, head) for head in fits)


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
