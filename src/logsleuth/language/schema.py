"""JSON Schemas (draft-07) of rule files, for editors: built from the tables that the loader reads files with.

The shapes of `forms` give keys, types and words. What the loader asks beyond a shape, and a schema can express, is added by `_EXTRAS`.
What is left to the loader is what needs the inside of an expression or a pattern, a second place of the file, or another file.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from logsleuth.language import forms
from logsleuth.language.conditions import _FITS, _WORDS, LISTS
from logsleuth.language.forms import MODIFIERS, PATTERNS
from logsleuth.language.meanings import KINDS, PARTS
from logsleuth.language.programs import _TAKEN
from logsleuth.language.rules import SUBJECTS_REFUSED
from logsleuth.language.shapes import _UNITS, ByKind, Flag, ListOf, MapOf, Number, Record, Shape, Span, Text, Value
from logsleuth.language.sqltokens import RESERVED
from logsleuth.model.book import PHASES
from logsleuth.model.relation import COMMON, RELATIONS, Column, Relation, Type

Schema = dict[str, Any]

DRAFT: Final = "http://json-schema.org/draft-07/schema#"


class _Root(NamedTuple):
    """What a file of a kind holds: a part, alone, in a list, or by names."""

    part: str
    shape: Shape


_ROOTS: Final[Mapping[str, _Root]] = {
    "rules": _Root("rule", ListOf(forms.RULE, may_be_empty=True)),
    "causes": _Root("cause", forms.CAUSES),
    "programs": _Root("profile", forms.PROFILE),
    "layouts": _Root("layout", ListOf(forms.LAYOUT, may_be_empty=True)),
    "envelopes": _Root("envelope", ListOf(forms.ENVELOPE, may_be_empty=True)),
    "weighing": _Root("weighing", forms.WEIGHING),
}

_PART_AT: Final[Mapping[tuple[str, str], str]] = {
    ("rule", "when"): "condition",
    ("rule", "unless"): "condition",
    ("rule", "next"): "step",
    ("rule", "tests"): "test",
    ("condition", "missing"): "missing",
    ("condition", "count"): "count",
    ("condition", "near"): "near",
    ("profile", "phases"): "phase",
    ("profile", "benign"): "benign",
    ("profile", "gives"): "rule",
    ("benign", "unless"): "exception",
    ("cause", "leads_to"): "edge",
    ("weighing", "ratios"): "ratios",
    ("weighing", "priors"): "priors",
    ("weighing", "edges"): "edges",
}
"""The part that a mapping is which stands at a key of another part."""


def kinds() -> Sequence[str]:
    """The kinds of rule files that have a schema."""
    return tuple(_ROOTS)


def schema(kind: str) -> Schema:
    """The schema of one of the `kinds`."""
    root = _ROOTS[kind]
    built = {
        "$schema": DRAFT,
        "title": f"logsleuth: {kind}",
        "description": KINDS[kind],
        **_shaped(root.shape, root.part),
    }
    definitions: Schema = {}
    for part, record in parts(kind).items():
        definitions[part] = _record(part, record)
    if "condition" in definitions:
        definitions |= _matchers() | _common_columns() | _tables()
    return {**built, "definitions": definitions}


def written(kind: str) -> str:
    """The schema as the text of a file, newline at the end."""
    return json.dumps(schema(kind), indent=1, ensure_ascii=False) + "\n"


def parts(kind: str) -> dict[str, Record]:
    """The parts of a kind of file by their names, each before those that stand in it."""
    found: dict[str, Record] = {}
    waiting = [(_ROOTS[kind].part, record) for record in _records(_ROOTS[kind].shape)]
    while waiting:
        part, record = waiting.pop(0)
        if found.setdefault(part, record) is record:
            waiting += [(_PART_AT[part, key], inner) for key, each in record.keys.items() for inner in _records(each)]
    return found


def part_at(part: str, key: str) -> str:
    """The part that a mapping is which stands at a key of a part; empty where none does."""
    return _PART_AT.get((part, key), "")


def _records(shape: Shape | None) -> Iterator[Record]:
    """The mappings with known keys that a shape holds, those inside of them left out."""
    if isinstance(shape, Record):
        yield shape
    elif isinstance(shape, ListOf | MapOf):
        yield from _records(shape.item)
    elif isinstance(shape, ByKind):
        for each in (shape.scalar, shape.items, shape.pairs):
            yield from _records(each)


# Shapes ----------------------------------------------------------------------------------------------------------------


def _shaped(shape: Shape, part: str) -> Schema:
    """The schema of a shape; `part` is what a mapping with known keys in it is."""
    if isinstance(shape, Record):
        return {"$ref": f"#/definitions/{part}"}
    if isinstance(shape, ListOf):
        listed = {"type": "array", "items": _shaped(shape.item, part), **_least("minItems", shape.may_be_empty)}
        return _any([_shaped(shape.item, part), listed]) if shape.alone else listed
    if isinstance(shape, MapOf):
        return _map(shape, part)
    if isinstance(shape, ByKind):
        single = shape.scalar.item if isinstance(shape.scalar, ListOf) else shape.scalar
        return _any([_shaped(each, part) for each in (single, shape.items, shape.pairs) if each is not None])
    return _single(shape)


def _single(shape: Shape) -> Schema:
    """The schema of a single value."""
    if isinstance(shape, Text):
        return _text(shape)
    if isinstance(shape, Number):
        lowest = "exclusiveMinimum" if shape.above else "minimum"
        return {"type": "integer" if shape.whole else "number", lowest: shape.least, "maximum": shape.most}
    if isinstance(shape, Flag):
        return {"type": "boolean"}
    if isinstance(shape, Value):
        return {"type": ["string", "number", "boolean", "null"]}
    if isinstance(shape, Span):
        units = "|".join(sorted(_UNITS, key=lambda unit: (-len(unit), unit)))
        written = _matching(
            rf"^[0-9]{{1,9}}(\.[0-9]{{1,6}})? ?({units})$", "a length of time is written as 5s or 250 ms"
        )
        return _any([written, {"type": "number", "minimum": 0, "exclusiveMaximum": 1e9}])
    raise TypeError(shape)


def _text(shape: Text) -> Schema:
    if shape.words:
        return {"type": "string", "enum": [str(word) for word in shape.words]}
    if shape.name:
        return _matching(
            f"^(?:{shape.name})$", f"{shape.says} has {shape.rule}" if shape.rule else f"it is not {shape.says}"
        )
    return {"type": "string"} if shape.may_be_empty else _matching(r"\S", "it is empty")


def _matching(pattern: str, wrong: str) -> Schema:
    """A text that a pattern matches, and what editors say where it does not."""
    return {"type": "string", "pattern": pattern, "patternErrorMessage": wrong}


def _map(shape: MapOf, part: str) -> Schema:
    """A mapping with free names; where the names are known words, they are keys."""
    item, least = _shaped(shape.item, part), _least("minProperties", shape.may_be_empty)
    if shape.names.words:
        known = {str(word): item for word in shape.names.words}
        return {"type": "object", "properties": known, "additionalProperties": False, **least}
    names = {} if shape.names.may_be_empty else {"propertyNames": _text(shape.names)}
    return {"type": "object", "additionalProperties": item, **names, **least}


def _least(word: str, may_be_empty: bool) -> Schema:  # noqa: FBT001 - a field of the shape, handed on
    return {} if may_be_empty else {word: 1}


def _any(choices: Sequence[Schema]) -> Schema:
    """Any of some schemas; choices within choices are laid flat, and none stands twice.

    Choices of different types become one schema, where that is the same: most keywords speak of one type only. Editors show its meaning
    better than that of `anyOf`.
    """
    flat: list[Schema] = []
    for choice in choices:
        flat += [each for each in choice.get("anyOf", [choice]) if each not in flat]
    if len(flat) == 1:
        return flat[0]
    types = [name for each in flat for name in _types(each)]
    if len(set(types)) < len(types) or not all(_is_of_its_type(each) for each in flat):
        return {"anyOf": flat}
    merged = {key: value for each in flat for key, value in each.items()}
    return {**merged, "type": types}


def _types(built: Schema) -> list[str]:
    named = built.get("type", [])
    return [named] if isinstance(named, str) else list(named)


def _is_of_its_type(built: Schema) -> bool:
    """Whether a schema says nothing of values of other types than its own."""
    return "type" in built and not built.keys() & {"enum", "const", "anyOf", "oneOf", "allOf", "$ref"}


def _told(built: Schema, meaning: str) -> Schema:
    """The schema with its meaning. Draft-07 ignores what stands beside `$ref`."""
    inner = {"allOf": [built]} if "$ref" in built else built
    return {"description": meaning, **inner}


def _record(part: str, record: Record) -> Schema:
    """A part: its keys with their meanings, and what must be given. The tables of a condition have meanings of their own."""
    properties: Schema = {}
    for key, shape in record.keys.items():
        if part == "condition" and key in RELATIONS:
            properties[key] = _told({"$ref": f"#/definitions/table-{key}"}, _sentence(RELATIONS[key].meaning))
        else:
            properties[key] = _told(_shaped(shape, part_at(part, key)), PARTS[part][key])
    built: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    if record.required:
        built["required"] = list(record.required)
    groups = [{"oneOf": [{"required": [key]} for key in group.keys]} for group in record.one_of]
    return _with(built, [*groups, *_EXTRAS.get(part, list)()])


def _with(built: Schema, more: Sequence[Schema]) -> Schema:
    return {**built, "allOf": list(more)} if more else built


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


# Tables in a condition -------------------------------------------------------------------------------------------------


def _tables() -> Schema:
    """What a condition may ask of each table, and the names of its columns."""
    built: Schema = {}
    for name, relation in RELATIONS.items():
        columns = {column.name: {"$ref": f"#/definitions/column-{column.name}"} for column in COMMON}
        columns |= {column.name: _column(column, relation) for column in relation.columns}
        built[f"table-{name}"] = {"type": "object", "properties": columns, "additionalProperties": False}
        built[f"columns-{name}"] = {"enum": [column.name for column in relation.all_columns]}
    return built


def _common_columns() -> Schema:
    return {f"column-{column.name}": _column(column) for column in COMMON}


def _column(column: Column, relation: Relation | None = None) -> Schema:
    words = _WORDS.get((relation.name, column.name)) if relation is not None else None
    if words is None:
        return _told({"$ref": f"#/definitions/matcher-{column.type}"}, f"{_sentence(column.meaning)} ({column.type})")
    item = {"type": "string", "enum": list(words)}
    listed = {"type": "array", "items": item, "minItems": 1}
    other = {**_matching(f"^~|{_VARIABLE['pattern']}", f"it is none of {', '.join(words)}"), "not": _VARIABLE["not"]}
    return _told(_any([item, listed, {"type": "null"}, other]), f"{_sentence(column.meaning)} ({column.type})")


_VARIABLE: Final[Schema] = {
    "type": "string",
    "pattern": r"^\$[a-z][a-z0-9_]*$",
    "patternErrorMessage": "a text fits no such column: write a value of its type, null, or $ and a variable in lower case",
    "not": {"$ref": "#/definitions/reserved"},
}


def _matchers() -> Schema:
    """What a matcher may be, by the type of its column. A column that no value fits can only be asked for null, or bound."""
    built: Schema = {"reserved": {"enum": [f"${word}" for word in sorted(RESERVED)]}}
    for kind in Type:
        item = _fits(kind)
        choices: list[Schema] = [{"type": "null"}]
        if kind is Type.TEXT:
            text = _matching(rf"^(?!\$)|{_VARIABLE['pattern']}", "after $ stands a variable in lower case")
            choices.append({**text, "not": _VARIABLE["not"]})
        elif kind not in LISTS:
            choices += [_VARIABLE] if item is None else [item, _VARIABLE]
        if item is not None:
            choices.append({"type": "array", "items": item, "minItems": 1})
        built[f"matcher-{kind}"] = _any(choices)
    return built


_NAMES: Final[Mapping[object, str]] = {str: "string", int: "integer", (int, float): "number", bool: "boolean"}


def _fits(kind: Type) -> Schema | None:
    """The plain values that a column of a type holds; None if none can be written."""
    fits = _FITS.get(kind)
    return None if fits is None else {"type": _NAMES[fits]}


# What the loader asks beyond the shapes --------------------------------------------------------------------------------


def _rule_extras() -> list[Schema]:
    return [
        _if(_has("cause"), {"required": ["says"], "not": _has("columns")}),
        _if(_has("gives"), {"required": ["columns"], "not": _any([_has(key) for key in _OF_FINDINGS])}),
        {"properties": {"tests": _both({"finds": {"const": "nothing"}}, {"finds": {"type": "object"}})}},
        {"properties": {"subject": _no_subjects()}},
        {"properties": {section: _no_names() for section in ("when", "unless")}},
        *(_columns_of(name) for name in RELATIONS),
    ]


_OF_FINDINGS: Final = ("weight", "against", "role", "standing", "began", "next")
"""Keys that belong to a finding, and not beside `gives`; a test holds them equal to those that the loader refuses."""


def _columns_of(table: str) -> Schema:
    """A rule that fills a table names columns that it has."""
    names = {"propertyNames": {"$ref": f"#/definitions/columns-{table}"}}
    tests = {"items": {"properties": {"finds": names}}}
    return _if(
        {"required": ["gives"], "properties": {"gives": {"const": table}}},
        {"properties": {"columns": names, "tests": tests}},
    )


def _no_subjects() -> Schema:
    """Names that cannot tell two hypotheses apart, alone or in a list."""
    refused = {"enum": sorted(SUBJECTS_REFUSED)}
    return {"not": refused, "items": {"not": refused}}


def _no_names() -> Schema:
    return {"propertyNames": {"not": {"enum": sorted(RESERVED)}}}


def _condition_extras() -> list[Schema]:
    """What narrows a pattern stands beside one."""
    return [{"dependencies": {key: _any([_has(word) for word in PATTERNS]) for key in MODIFIERS}}]


def _missing_extras() -> list[Schema]:
    phases = {"enum": [f"phase:{phase}" for phase in PHASES]}
    return [
        {
            "properties": {
                "after": _any([phases, {"pattern": "^(?!phase:)", "patternErrorMessage": "there is no such phase"}])
            }
        }
    ]


def _profile_extras() -> list[Schema]:
    """Its rules fill tables, and have no id of the profile's own patterns; the phase that means ready is one of its phases."""
    rule = {"not": _has("cause"), "properties": {"id": {"not": {"enum": list(_TAKEN)}}}}
    ready = [
        _if(
            {"required": ["ready"], "properties": {"ready": {"const": phase}}},
            {
                "required": ["phases"],
                "properties": {
                    "phases": {"contains": {"required": ["phase"], "properties": {"phase": {"const": phase}}}}
                },
            },
        )
        for phase in PHASES
    ]
    return [{"properties": {"gives": {"items": rule}}}, *ready]


def _head_extras() -> list[Schema]:
    """`pattern` or `keys`, as the form asks for, with the message; examples of what is read and of what is not."""
    by_pattern = _any([{"not": _has("form")}, {"properties": {"form": {"const": "pattern"}}}])
    line = {"required": ["line"], "properties": {"line": {"type": "string"}}}
    refused = {"required": ["matches"], "properties": {"matches": {"const": False}}}
    examples = {
        "items": line,
        "allOf": [{"contains": refused}, {"contains": {"not": refused}}],
    }
    return [
        {"if": by_pattern, "then": {"required": ["pattern"]}, "else": {"required": ["keys"]}},
        {
            "properties": {
                "pattern": {"pattern": r"\(\?P<message>", "patternErrorMessage": "it has no group `message`"},
                "keys": {"required": ["message"]},
            }
        },
        {"properties": {"examples": examples}},
    ]


def _cause_extras() -> list[Schema]:
    return [{"properties": {"subject": _no_subjects()}}]


_EXTRAS: Final[Mapping[str, Callable[[], list[Schema]]]] = {
    "rule": _rule_extras,
    "condition": _condition_extras,
    "missing": _missing_extras,
    "profile": _profile_extras,
    "layout": _head_extras,
    "envelope": _head_extras,
    "cause": _cause_extras,
}


def _has(key: str) -> Schema:
    return {"required": [key]}


def _if(test: Schema, then: Schema) -> Schema:
    return {"if": test, "then": then}


def _both(first: Schema, second: Schema) -> Schema:
    """A list that has an item with each of two sets of keys."""
    return {"allOf": [{"contains": {"required": list(keys), "properties": keys}} for keys in (first, second)]}
