"""Exception groups (`Lib/traceback.py` since 3.11, and the backport): a tree, each depth behind a margin of its own.

+ Exception Group Traceback (most recent call last):
|   File ...
| ExceptionGroup: two (2 sub-exceptions)
+-+---------------- 1 ----------------
  | ValueError: a
  +------------------------------------
"""

import re
from collections.abc import Sequence

from logsleuth.read.tracebacks.chain import Chain
from logsleuth.read.tracebacks.grammar import HEADER_TEXT, final
from logsleuth.read.tracebacks.python import begin_header, named_only
from logsleuth.read.tracebacks.shape import Fit, Seen, Start
from logsleuth.read.tracebacks.values import Part

_HEADER = re.compile(r"(?P<lead>.{0,400}?)(?P<margin> {0,4}\+ )Exception Group Traceback \(most recent call last\):?$")
_MARGIN = re.compile(r"(?P<indent> {0,200})(?:\| ?(?P<text>.*)|\+(?P<rule>-\+-{10,}.*|-{10,}.*))$")
_NUMBERED = re.compile(r"-{5,} (?:\d+|\.\.\.) -{5,}")


def _header(line: int, text: str) -> Start | None:
    start = begin_header(line, text, ())
    return start and Start(start.shape)


class _Node:
    """One exception of the tree: its own chain, and the exceptions that it groups."""

    def __init__(self, column: int) -> None:
        self.column = column
        self.children: list[_Node] = []
        self.chain: Chain | None = None

    def take(self, line: int, text: str) -> None:
        if self.chain is not None:
            self._go_on(self.chain, line, text)
        elif HEADER_TEXT in text:
            start = _header(line, text)
            self.chain = Chain(start.shape, _header) if start else None
        elif final(text):
            self.chain = Chain(named_only(line, text), _header)

    @staticmethod
    def _go_on(chain: Chain, line: int, text: str) -> None:
        if chain.fit(text) is not Fit.NONE:
            chain.take(line, text)

    def says(self, text: str) -> Fit:
        """Weak, if the line may go on with its message."""
        if self.chain is None or not self.chain.done or not text:
            return Fit.NONE
        return min(self.chain.fit(text), Fit.WEAK)

    def parts(self) -> list[Part]:
        """Its own parts, linked to those of the first exception that it groups, then theirs."""
        own = self.chain.parts() if self.chain else []
        below = [part for child in self.children for part in child.parts()]
        if own and below:
            own[-1].because, own[-1].link = self.children[0].last() or below[0], "cause"
        return own + below

    def last(self) -> Part | None:
        """The part that the group owes to."""
        return self.chain.parts()[-1] if self.chain and self.chain.parts() else None


class GroupShape:
    """The tree, while it is read."""

    connects = True
    awaits = False

    def __init__(self, line: int, column: int) -> None:
        self.strays = 0
        self._root = _Node(column)
        self._stack = [self._root]
        self._root.take(line, HEADER_TEXT + ":")
        self._closed = False

    @property
    def done(self) -> bool:
        """Whether the group itself has been named."""
        return bool(self._root.chain and self._root.chain.done)

    def fit(self, text: str) -> Fit:
        """Any line behind a margin of the tree; or one without, since a message's further lines are printed so."""
        match = None if self._closed else _MARGIN.match(text)
        if match is not None and len(match["indent"]) >= self._root.column:
            return Fit.FIRM
        return Fit.NONE if self._closed else self._stack[-1].says(text)

    def take(self, line: int, text: str) -> None:
        """Give the line to the exception behind whose margin it stands."""
        match = _MARGIN.match(text)
        if match is None:
            self._stack[-1].take(line, text)
            return
        column, rule = len(match["indent"]), match["rule"]
        if rule is not None:
            self._rule(line, column, rule)
            return
        while len(self._stack) > 1 and self._stack[-1].column > column:
            self._stack.pop()
        self._stack[-1].take(line, match["text"])

    def _rule(self, line: int, column: int, rule: str) -> None:
        """A line between two exceptions, or the one that ends the tree."""
        for part in self._root.chain.parts()[:1] if self._root.chain else ():
            part.own(line)
        if not _NUMBERED.search(rule):
            self._closed = column <= self._root.column + 2
            return
        column += 2 if rule.startswith("-+") else 0
        while len(self._stack) > 1 and self._stack[-1].column >= column:
            self._stack.pop()
        child = _Node(column)
        self._stack[-1].children.append(child)
        self._stack.append(child)

    def parts(self) -> list[Part]:
        """The group, then what it groups, depth first."""
        return self._root.parts()


def begin_group(line: int, text: str, _before: Sequence[Seen] = ()) -> Start | None:
    """The header of a group."""
    match = _HEADER.match(text) if "Exception Group " + HEADER_TEXT in text else None
    if match is None:
        return None
    return Start(GroupShape(line, len(match["margin"]) - 2), match["lead"])
