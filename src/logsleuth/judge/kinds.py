"""The types of a rule's variables: what a capture is converted to."""

from collections.abc import Mapping
from types import MappingProxyType

from logsleuth.judge.shelf import Shelf
from logsleuth.model.book import Missing, Rule, TableRows

EACH: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "rank": ("origin.rank", "integer"),
        "host": ("origin.host", "text"),
        "process": ("origin.pid", "integer"),
        "file": ("path", "text"),
    }
)
"""What `each` of a `missing` may ask for: the column that it goes by, and its type."""


def kinds(rule: Rule, shelf: Shelf) -> Mapping[str, str]:
    """The type of each variable that is not text: that of the column which it meets, else what `types` says."""
    found = dict(rule.types)
    for condition in rule.conditions:
        what = condition.what
        if isinstance(what, Missing) and what.each is not None:
            found[what.each] = EACH[what.each][1]
    for condition in rule.conditions:
        what = condition.what
        if isinstance(what, TableRows):
            found |= _columns_met(what, shelf)
    return found


def _columns_met(what: TableRows, shelf: Shelf) -> dict[str, str]:
    relation = shelf.relation(what.table)
    columns = [(matcher.variable, relation and relation.column(matcher.column)) for matcher in what.matchers]
    return {variable: column.type.value for variable, column in columns if variable and column}
