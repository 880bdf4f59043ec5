"""What the scan looks for so that no line is missed that a pattern may match."""

from logsleuth.model.book import On, Pattern
from logsleuth.scan.dialect import UnclearError
from logsleuth.scan.emit import anchor, emit
from logsleuth.scan.form import Form, Needle, PatternError
from logsleuth.scan.nodes import Alt, Node, choices, core, least, text
from logsleuth.scan.parse import folded, parse
from logsleuth.scan.sample import sample


def derive(pattern: Pattern) -> Needle:
    """The needle of a pattern; a `scan` that it gives itself is looked for in the stored line as it stands.

    Raises PatternError where there is none, or where it would match the empty text.
    """
    escaped = pattern.on is not On.RAW and pattern.scan is None
    nodes = choices(_tree(pattern), escaped=escaped)
    if not nodes or not all(map(least, nodes)):
        raise PatternError(pattern.key, "it can match the empty text, so there is nothing to look for")
    return Needle(tuple(_form(node, escaped=escaped) for node in nodes))


def _form(node: Node, *, escaped: bool) -> Form:
    strongest = core(node)
    return Form(
        emit(node, escaped=escaped),
        core=emit(strongest, escaped=escaped),
        anchor=anchor(strongest, escaped=escaped),
        samples=tuple(dict.fromkeys((sample(node, escaped=False), sample(node, escaped=escaped)))),
    )


def _tree(pattern: Pattern) -> Node:
    expression = pattern.expression if pattern.scan is None else pattern.scan
    if expression is None:
        return _choice(pattern)
    lines = pattern.on is On.RECORD and pattern.scan is None
    try:
        return parse(expression, ignore_case=pattern.ignore_case, unicode=pattern.unicode, lines=lines)
    except UnclearError as error:
        raise PatternError(pattern.key, str(error)) from error


def _choice(pattern: Pattern) -> Node:
    if not all(pattern.literals) or not pattern.literals:
        raise PatternError(pattern.key, "an empty text stands everywhere, so there is nothing to look for")
    items = tuple(text(literal) for literal in pattern.literals)
    node: Node = Alt(items) if len(items) > 1 else items[0]
    return folded(node) if pattern.ignore_case else node
