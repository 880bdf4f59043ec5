"""Patterns whose `^` can never stand where the line begins: what is held against them has a head, or has lost it."""

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from logsleuth import language
from logsleuth.author.advise.say import Advice
from logsleuth.language.patterns import compiled
from logsleuth.model.book import On, Pattern, Rule
from logsleuth.read.peel import Peeler
from logsleuth.scan import PatternError, derive
from logsleuth.text.line import tidy

_PATIENCE = 0.25
_HEAD = re.compile(
    r"""\^(?:\(\?P?[<:]\w*>?|\(\?:|\\?\[|\\?<|\\s\*?)*          # openings of groups and brackets
        (?:\\d\{(?:4|1,2|2)\}|\\d\\d(?!\d)|\\w\{3\}|\[A-Z\]\[a-z\]\{2\}|(?:19|20)\\?d?\d*
          |(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL|CRITICAL|SEVERE)\b)""",
    re.VERBOSE,
)
"""A `^` before what looks like a time or a level."""

_MESSAGE = re.compile(r"\^[A-Za-z]{3}")


class Anchors:
    """Asks how lines are peeled: the built-in layouts are read when a pattern first needs them."""

    def of(self, rule: Rule, pattern: Pattern) -> Iterator[Advice]:
        """At most one piece of advice on a pattern."""
        expression = pattern.expression
        if expression is None or not expression.startswith("^") or "|" in _outside(expression):
            return
        if pattern.on is On.LINE and _HEAD.match(expression):
            yield from self._head_is_peeled(rule, pattern)
        elif pattern.on is On.RAW and _MESSAGE.match(expression):
            yield from self._head_stands_before(rule, pattern)

    def _head_is_peeled(self, rule: Rule, pattern: Pattern) -> Iterator[Advice]:
        """Where every line that the pattern fits has lost what it begins with."""
        search = _search(pattern)
        lines = [line for line in (*_lines(rule), *_samples(pattern)) if _finds(search, line)]
        if not lines or any(_finds(search, text) for line in lines for text in self._peeler.peel(line).texts):
            return
        yield Advice(
            "anchor-defeated",
            "it begins with a time or a level, which is taken off before `line:` is asked, so that it never matches: "
            "begin with the first word of the message, or write `raw:`",
        )

    def _head_stands_before(self, rule: Rule, pattern: Pattern) -> Iterator[Advice]:
        """Where the rule's own lines have a head before what the pattern begins with, and none begins so."""
        search = _search(pattern)
        lines = _lines(rule)
        if any(_finds(search, line) for line in lines):
            return
        if any(_finds(search, text) for line in lines for text in self._peeler.peel(line).texts):
            yield Advice(
                "anchor-defeated",
                "`raw:` is held against the stored line, with its time and level before the message, so that `^` keeps it "
                "from matching: write `line:`",
            )

    @cached_property
    def _peeler(self) -> Peeler:
        book, _ = language.load_lenient([language.builtin_folder()])
        return Peeler(book.layouts, book.envelopes)


def _lines(rule: Rule) -> list[str]:
    """The lines of the rule's positive examples."""
    texts = [text for case in rule.tests if case.finds is not None for text in case.inputs.values()]
    return [tidy(line) for text in texts for line in text.split("\n") if line]


def _samples(pattern: Pattern) -> list[str]:
    """Lines that the pattern fits, made from it."""
    try:
        forms = derive(pattern).forms
    except PatternError:
        return []
    return [sample.decode("utf-8", "replace") for form in forms for sample in form.samples]


def _search(pattern: Pattern) -> Any:
    found = compiled(pattern.expression or "", unicode=pattern.unicode, ignore_case=pattern.ignore_case)
    return getattr(found, "search", None)


def _finds(search: Any, text: str) -> bool:
    if search is None:
        return False
    try:
        return search(text, timeout=_PATIENCE) is not None
    except TimeoutError:
        return False


def _outside(expression: str) -> str:
    """The expression without what stands in groups and classes, so that only a choice of the whole is seen in it."""
    bare = re.sub(r"\\.|\[[^\]]*\]", "", expression)
    while True:
        less = re.sub(r"\([^()]*\)", "", bare)
        if less == bare:
            return bare
        bare = less
