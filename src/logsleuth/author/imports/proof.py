"""Examples of rules that are made: a text that the expressions find and one that they do not, tried before they are written."""

from collections.abc import Iterable, Sequence
from typing import Any

from logsleuth.author.almost import Sought
from logsleuth.author.imports.made import Unsaid
from logsleuth.author.imports.tree import Node, others, records
from logsleuth.model.book import On, Pattern


def seeks(expression: str) -> Any:
    """What tells whether the expression is in a line, as the analysis does."""
    return Sought(Pattern("import/event", expression, on=On.RAW))


def examples(parts: Sequence[tuple[str, Node]]) -> tuple[str, str]:
    """A record for each part, each on its line, and a record that no part finds. Raises Unsaid where there is none."""
    found = [first(expression, records(node, second=number)) for number, (expression, node) in enumerate(parts)]
    return "\n".join(found), none(parts)


def first(expression: str, lines: Iterable[str]) -> str:
    """The first line that the expression finds. Raises Unsaid where it finds none."""
    sought = seeks(expression)
    found = next((line for line in lines if sought.search(line)), None)
    if found is None:
        raise Unsaid("no example could be made that it finds, and a rule without one is not loaded")
    return found


def none(parts: Sequence[tuple[str, Node]]) -> str:
    """A line that none of the expressions finds. Raises Unsaid where they find all."""
    sought = [seeks(expression) for expression, _ in parts]
    lines = (line for _, node in parts for line in others(node))
    found = next((line for line in lines if not any(each.search(line) for each in sought)), None)
    if found is None:
        raise Unsaid("no example could be made that it does not find, and a rule without one is not loaded")
    return found
