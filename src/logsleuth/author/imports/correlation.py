"""Correlation rules of Sigma as rules of ours: counts, and conditions near each other.

`temporal` asks that all its rules match within one span: each further condition lies near the first, and no two of them
lie further apart than the span. `temporal_ordered` asks for it in the order of the list.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from logsleuth.author.imports import jsonline
from logsleuth.author.imports.made import Made, Unsaid, raw
from logsleuth.author.imports.names import apart, variable
from logsleuth.author.imports.proof import first, none, seeks
from logsleuth.author.imports.tree import Node, Some, line_expression, needed, records
from logsleuth.author.quoting import single

MOST_RULES = 5
"""Rules of one temporal correlation: each adds a join."""

MOST_COUNTED = 100
"""A pattern keeps so many rows of equal captures; more cannot be counted within a span of time."""

_LOWEST = {"GTE": 0, "GT": 1}
Draft = Callable[..., Made]


@dataclass(frozen=True, slots=True)
class _Event:
    """One rule that a correlation refers to: its tree, and the field behind each name of `group-by`."""

    node: Node
    fields: Mapping[str, str]


def correlated(rule: Any, tree: Callable[[Any], Node], draft: Draft) -> Made:
    """The rule of ours. `tree` gives the tree of a rule that it refers to. Raises Unsaid."""
    kind = rule.type.name.lower()
    if type(rule.condition).__name__ != "SigmaCorrelationCondition":
        raise Unsaid("a correlation with a condition of its own over several rules")
    events = [_event(rule, reference, tree) for reference in rule.rules or ()]
    if not events:
        raise Unsaid("a correlation that refers to no rule")
    if kind in {"event_count", "value_count"}:
        return _counted(rule, events, draft)
    if kind in {"temporal", "temporal_ordered"}:
        return _temporal(rule, events, draft, ordered=kind == "temporal_ordered")
    raise Unsaid(f"a correlation of the kind {kind}")


def _event(rule: Any, reference: Any, tree: Callable[[Any], Node]) -> _Event:
    target = reference.rule
    if type(target).__name__ != "SigmaRule":
        raise Unsaid("a correlation of correlations")
    if target.errors:
        raise Unsaid(f"it refers to `{reference.reference}`, which has a fault")
    names = {reference.reference, target.name, str(target.id)}
    fields = {}
    for name in rule.group_by or ():
        alias = rule.aliases.aliases.get(name)
        mapped = [field for to, field in alias.mapping.items() if to.reference in names] if alias else [name]
        if not mapped:
            raise Unsaid(f"the alias `{name}` says nothing of `{reference.reference}`")
        fields[name] = mapped[0]
    try:
        return _Event(tree(target), fields)
    except Unsaid as why:
        raise Unsaid(f"it refers to `{reference.reference}`: {why}") from why


def _variables(names: Sequence[str]) -> dict[str, str]:
    taken: set[str] = set()
    return {name: apart(variable(name), taken, "_") for name in names}


# Counts -------------------------------------------------------------------------------------------------------------------


def _counted(rule: Any, events: Sequence[_Event], draft: Draft) -> Made:
    least = _least(rule.condition)
    if any(event.fields != events[0].fields for event in events):
        raise Unsaid("a count over several rules whose fields have different names")
    variables = _variables(list(events[0].fields))
    fields = {variables[name]: field for name, field in events[0].fields.items()}
    distinct = _distinct(rule, set(fields.values()), least)
    captured = {**fields, **distinct}
    node: Node = events[0].node if len(events) == 1 else Some(tuple(event.node for event in events))
    expression = line_expression(node, _captures(captured))
    more = f", distinct: {next(iter(distinct))}" if distinct else ""
    counts = f"{{count: {{of: event, at_least: {least}, within: {_span(rule)}s{more}}}}}"
    lines = [
        first(expression, records(node, _values(captured, {name: str(number) for name in distinct}), 0))
        for number in range(least)
    ]
    return draft(
        {"event": raw(expression, needed(node, captured.values())), "many": counts},
        where=("event.path = many.path", "event.line = many.line"),
        subject=fields,
        grouped=bool(fields),
        anchor="event",
        positive="\n".join(lines),
        negative="\n".join(lines[1:]) or none([(expression, node)]),
    )


def _least(condition: Any) -> int:
    if condition.op.name not in _LOWEST:
        raise Unsaid(f"a count with {condition.op.name.lower()}: our counts have a least number only")
    least = condition.count + _LOWEST[condition.op.name]
    if not isinstance(least, int):
        raise Unsaid("a count that is no whole number")
    if least < 1:
        raise Unsaid("a count that no event at all would reach")
    if least > MOST_COUNTED:
        raise Unsaid(f"a count of {least}: of equal lines, {MOST_COUNTED} are kept")
    return least


def _distinct(rule: Any, grouped: set[str], least: int) -> dict[str, str]:
    if rule.type.name != "VALUE_COUNT":
        return {}
    name = rule.condition.fieldref
    if not isinstance(name, str):
        raise Unsaid("a count of the values of several fields together")
    if name in grouped and least > 1:
        raise Unsaid("a count of the values of a field that it also groups by")
    return {f"of_{variable(name).removeprefix('by_')}": name}


# Near each other ----------------------------------------------------------------------------------------------------------


def _temporal(rule: Any, events: Sequence[_Event], draft: Draft, *, ordered: bool) -> Made:
    if len(events) > MOST_RULES:
        raise Unsaid(f"a temporal correlation of more than {MOST_RULES} rules")
    least = rule.condition.count + _LOWEST.get(rule.condition.op.name, len(events))
    if least != len(events):
        raise Unsaid("a temporal correlation that asks for only some of its rules")
    variables = _variables(rule.group_by or ())
    when: dict[str, str] = {}
    lines: list[str] = []
    expressions: list[tuple[str, Node]] = []
    for number, event in enumerate(events, 1):
        captured = {variables[name]: field for name, field in event.fields.items()}
        expression = line_expression(event.node, _captures(captured))
        when[f"event{number}"] = _near(
            raw(expression, needed(event.node, captured.values())), number, _span(rule), ordered=ordered
        )
        lines.append(first(expression, records(event.node, _values(captured, {}), number)))
        expressions.append((expression, event.node))
    return draft(
        when,
        subject={name: label for label, name in variables.items()},
        anchor="event1",
        positive="\n".join(lines),
        negative=_without_first(lines, expressions),
    )


def _without_first(lines: Sequence[str], expressions: Sequence[tuple[str, Node]]) -> str:
    """The example without its first event, where no other is one as well."""
    sought = seeks(expressions[0][0])
    rest = lines[1:]
    return "\n".join(rest) if rest and not any(sought.search(line) for line in rest) else none(expressions)


def _near(keys: str, number: int, seconds: int, *, ordered: bool) -> str:
    """The keys of one condition with its distance to those before it."""
    if number == 1:
        return keys
    of = number - 1 if ordered else 1
    side = ", side: after" if ordered else ""
    more = f", near: {{of: event{of}, within: {seconds}s{side}}}"
    asked = [f"event{number}.time > event{of}.time"] if ordered else []  # of two at one time, neither comes first
    others = range(1, of) if ordered else range(2, number)
    asked += [f"abs(event{number}.time - event{other}.time) <= interval '{seconds} seconds'" for other in others]
    where = f", where: {single(' and '.join(asked))}" if asked else ""
    return keys.removesuffix("}") + more + where + "}"


def _span(rule: Any) -> int:
    seconds = int(rule.timespan.seconds)
    if seconds > 999_999_999:
        raise Unsaid("a span of so many years")
    return seconds


def _captures(fields: Mapping[str, str]) -> str:
    return "".join(jsonline.capture(name, field) for name, field in fields.items())


def _values(fields: Mapping[str, str], own: Mapping[str, str]) -> dict[str, str]:
    """Values for fields that are captured: one for all events, but for those in `own`."""
    found: dict[str, str] = {}
    for name, field in fields.items():
        found[field] = f"value{own[name]}" if name in own else "one"
    return found
