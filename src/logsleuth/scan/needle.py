"""What the scan looks for so that no line is missed that a pattern may match."""

import re
from dataclasses import dataclass

from logsleuth.model.book import On, Pattern
from logsleuth.scan.dialect import UnclearError
from logsleuth.scan.emit import anchor, emit
from logsleuth.scan.nodes import Alt, Node, choices, core, least, text
from logsleuth.scan.parse import folded, parse


class PatternError(ValueError):
    """A pattern that cannot be scanned for; `key` is the pattern's."""

    def __init__(self, key: str, why: str) -> None:
        super().__init__(f"{key}: {why}")
        self.key = key
        self.why = why


@dataclass(frozen=True, slots=True)
class Form:
    """One regular expression over bytes.

    `core` is its strongest literal, or choice of literals, also as an expression; `anchor` are bytes that stand in every match as they
    are. Either is empty where there is none.
    """

    expression: bytes
    core: bytes = b""
    anchor: bytes = b""


@dataclass(frozen=True, slots=True)
class Needle:
    """What to look for: one of its forms is found on every stored line on which the pattern may match.

    `lines` says that `^` and `$` stand for the ends of a line; `ignore_case` that ASCII letters stand for either case.
    """

    forms: tuple[Form, ...]
    lines: bool = False
    ignore_case: bool = False


def derive(pattern: Pattern) -> Needle:
    """The needle of a pattern. Raises PatternError where there is none, or where it would match the empty text."""
    if pattern.scan is not None:
        return _given(pattern, pattern.scan)
    nodes = choices(_tree(pattern))
    if not nodes or not all(map(least, nodes)):
        raise PatternError(pattern.key, "it can match the empty text, so there is nothing to look for")
    escaped = pattern.on is not On.RAW
    return Needle(tuple(_form(node, escaped=escaped) for node in nodes))


def _form(node: Node, *, escaped: bool) -> Form:
    strongest = core(node)
    return Form(
        emit(node, escaped=escaped),
        core=emit(strongest, escaped=escaped),
        anchor=anchor(strongest, escaped=escaped),
    )


def _given(pattern: Pattern, scan: str) -> Needle:
    """A needle that the rule gives itself; a line may end in CR LF."""
    if scan.endswith("$") and not scan.endswith("\\$"):
        scan = scan[:-1] + "\\r?$"
    expression = scan.encode()
    try:
        empty = re.compile(expression, re.MULTILINE).search(b"") is not None
    except (re.error, RecursionError, OverflowError) as error:
        raise PatternError(pattern.key, f"its `scan` is no regular expression: {error}") from error
    if empty:
        raise PatternError(pattern.key, "its `scan` can match the empty text")
    return Needle((Form(expression),), lines=True, ignore_case=pattern.ignore_case)


def _tree(pattern: Pattern) -> Node:
    if pattern.expression is None:
        return _choice(pattern)
    try:
        return parse(
            pattern.expression,
            ignore_case=pattern.ignore_case,
            unicode=pattern.unicode,
            lines=pattern.on is On.RECORD,
        )
    except UnclearError as error:
        raise PatternError(pattern.key, str(error)) from error


def _choice(pattern: Pattern) -> Node:
    if not all(pattern.literals) or not pattern.literals:
        raise PatternError(pattern.key, "an empty text stands everywhere, so there is nothing to look for")
    items = tuple(text(literal) for literal in pattern.literals)
    node: Node = Alt(items) if len(items) > 1 else items[0]
    return folded(node) if pattern.ignore_case else node
