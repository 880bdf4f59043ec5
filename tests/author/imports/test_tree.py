"""The condition on a record: its expression, what a cheap scan may look for, and examples."""

import json

import regex

from logsleuth.author.imports.jsonline import has, scalar
from logsleuth.author.imports.sigma import imported
from logsleuth.author.imports.tree import Every, Leaf, Never, Node, Some, line_expression, needed, records


def leaf(name: str, text: str) -> Leaf:
    """A field that is a text."""
    return Leaf(has(name, scalar(text, ignore_case=True)), name, (text,))


def holds(node: Node, **record: object) -> bool:
    """Whether the expression of the node is found in the record."""
    return regex.search(line_expression(node), json.dumps(record), regex.VERSION0 | regex.ASCII) is not None


def test_and_or_and_not_are_those_of_logic() -> None:
    """A field that is not there makes its condition false, and the negation true."""
    node = Every((Some((leaf("a", "x"), leaf("b", "x"))), Never(Every((leaf("c", "x"), leaf("d", "x"))))))

    assert holds(node, a="x")
    assert holds(node, b="x", c="x")
    assert not holds(node, c="y")
    assert not holds(node, a="x", c="x", d="x")


def test_what_is_scanned_for_stands_in_every_line_that_holds() -> None:
    """The rarest of what must hold, any of what may, nothing of what must not."""
    node = Every((Some((leaf("a", "first"), leaf("b", "second"))), leaf("level", "up")))

    assert '"level"' == needed(leaf("level", "up"))
    assert "(?i:first)|(?i:second)" in {needed(node), needed(node.items[0])}
    assert "" == needed(Never(leaf("a", "first")))
    assert "" == needed(Never(leaf("a", "first")), ["a.b", 'odd "key"'])


def test_a_truth_is_not_scanned_for_by_its_word() -> None:
    """It may be written as a number."""
    rule = "title: t\nlogsource: {category: x}\ndetection: {selection: {allowed: true}, condition: selection}\n"
    assert "scan: '\"allowed\"'" in imported(rule, "x.yml").made[0].when["event"]


def test_a_record_has_what_is_asked_for() -> None:
    """One of its choices at least fits; it is a line of JSON."""
    node = Every((leaf("a", 'x "y"'), Some((leaf("a", "z"), leaf("b", "w")))))
    lines = list(records(node))

    assert any(holds(node, **json.loads(line)) for line in lines)
    assert all("timestamp" in json.loads(line) for line in lines)
