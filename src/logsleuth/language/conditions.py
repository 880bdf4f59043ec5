"""The conditions of a rule: from mappings to values, with what each of them binds."""

from collections.abc import Mapping
from typing import NamedTuple

from logsleuth.language.faults import (
    BadName,
    HidesColumn,
    ListJoined,
    OnlyForPatterns,
    ReservedName,
    Trouble,
    UnknownColumn,
    UnknownWord,
    ValueMisfit,
    meant,
)
from logsleuth.language.forms import LEVELS, MODIFIERS, PATTERNS
from logsleuth.language.nodes import plain_kind
from logsleuth.language.patterns import compiled, pattern_of
from logsleuth.language.report import Report
from logsleuth.language.shapes import Got
from logsleuth.language.sqltokens import RESERVED
from logsleuth.model.book import PHASES, Condition, Count, Matcher, Missing, Near, Pattern, TableRows
from logsleuth.model.relation import MATCHES, RELATIONS, Column, Relation, Type

LISTS = frozenset({Type.TEXTS, Type.INTEGERS})

_FITS: Mapping[Type, type | tuple[type, ...]] = {
    Type.TEXT: str,
    Type.INTEGER: int,
    Type.FLOAT: (int, float),
    Type.BOOLEAN: bool,
}
_WORDS = {("records", "level"): LEVELS, ("phases", "phase"): PHASES}
_MATCH_COLUMNS = frozenset(column.name for column in MATCHES.all_columns)


class Draft(NamedTuple):
    """One condition as far as it is right. `section` is `when` or `unless`; `condition` is None where a fault was said about it."""

    name: str
    section: str
    got: Got
    condition: Condition | None

    @property
    def variables(self) -> tuple[str, ...]:
        """The variables that it binds."""
        what = self.condition.what if self.condition else None
        if isinstance(what, Pattern):
            return what.captures
        if isinstance(what, TableRows):
            return tuple(matcher.variable for matcher in what.matchers if matcher.variable)
        return (what.each,) if isinstance(what, Missing) and what.each else ()


def drafts_of(rule: Got, rule_id: str, report: Report) -> list[Draft]:
    """All conditions of a rule, those of `when` first."""
    drafts: list[Draft] = []
    for section in ("when", "unless"):
        for name, got in (rule.get(section) or {}).items():
            before = len(report)
            condition = _condition(name, got, f"{rule_id}/{name}", report)
            right = got.whole and len(report) == before
            drafts.append(Draft(name, section, got, condition if right else None))
    return drafts


def _condition(name: str, got: Got, key: str, report: Report) -> Condition | None:
    if name in RESERVED:
        report.add(ReservedName(name=name, what="condition"), got.key)
    what = _what(got, key, report)
    if what is None:
        return None
    return Condition(name, what, _near(got.value.get("near")), got.get("where"))


def _what(got: Got, key: str, report: Report) -> Pattern | TableRows | Missing | Count | None:
    if any(word in got.value for word in PATTERNS):
        return _pattern(got, key, report)
    kind = next((word for word in ("missing", "count", *RELATIONS) if word in got.value), None)
    if kind is None:
        return None
    for word in MODIFIERS:
        if word in got.value:
            report.add(OnlyForPatterns(key=word, beside=kind), got.value[word].key)
    fields: Got = got.value[kind]
    if kind == "missing":
        pattern = _pattern(fields, key, report)
        return pattern and Missing(pattern, fields.get("after", ""), fields.get("each"))
    if kind == "count":
        return Count(fields.get("of", ""), fields.get("at_least", 1), fields.get("within"), fields.get("distinct"))
    return _table(RELATIONS[kind], fields, report)


def _pattern(fields: Got, key: str, report: Report) -> Pattern | None:
    pattern = pattern_of(fields, key, report)
    for name in pattern.captures if pattern else ():
        mark = next(fields.at(word) for word in PATTERNS if word in fields.value)
        if name in RESERVED:
            report.add(ReservedName(name=name, what="capture"), mark)
        elif name in _MATCH_COLUMNS:
            report.add(HidesColumn(name=name), mark)
        elif not is_word(name):
            report.add(BadName(name=name, what="a capture", rule="it must be a lower case word"), mark)
    return pattern


def _near(got: Got | None) -> Near | None:
    if got is None:
        return None
    return Near(got.get("of", ""), got.get("within"), got.get("lines"), got.get("side", "either"))


def _table(relation: Relation, fields: Got, report: Report) -> TableRows | None:
    matchers = [_matcher(relation, name, got, report) for name, got in fields.value.items()]
    right = [matcher for matcher in matchers if matcher is not None]
    return TableRows(relation.name, tuple(right)) if len(right) == len(matchers) else None


def _matcher(relation: Relation, name: str, got: Got, report: Report) -> Matcher | None:
    column = relation.column(name)
    if column is None:
        known = [each.name for each in (*relation.columns, *relation.all_columns)]
        report.add(UnknownColumn(column=name, table=relation.name, meant=meant(name, known)), got.key)
        return None
    items: list[Got] = got.value if isinstance(got.value, list) else [got]
    if not isinstance(got.value, list):
        special = _special(column, got, report)
        if special is not None:
            return special
    for item in items:
        trouble = _misfit(relation, column, item.value)
        if trouble is not None:
            report.add(trouble, item.mark)
    return Matcher(name, values=tuple(item.value for item in items))


def _special(column: Column, got: Got, report: Report) -> Matcher | None:
    """A matcher that is no plain value: null, a variable, a regular expression."""
    value = got.value
    if value is None:
        return Matcher(column.name, is_null=True)
    if not isinstance(value, str) or value[:1] not in {"$", "~"}:
        return None
    word = value[1:]
    if value[0] == "$":
        if column.type in LISTS:
            report.add(ListJoined(column=column.name), got.mark)
        _check_variable(word, got, report)
        return Matcher(column.name, variable=word)
    trouble = _regex_trouble(word)
    if column.type is not Type.TEXT:
        remedy = "; a regular expression fits a text only"
        trouble = ValueMisfit(column=column.name, table="it", type=column.type.value, value=value, remedy=remedy)
    if trouble is not None:
        report.add(trouble, got.mark)
    return Matcher(column.name, expression=word)


def _regex_trouble(expression: str) -> Trouble | None:
    """What is wrong with the expression of a matcher, which may look around."""
    found = compiled(expression)
    return found if isinstance(found, Trouble) else None


def _check_variable(word: str, got: Got, report: Report) -> None:
    if word in RESERVED:
        report.add(ReservedName(name=word, what="variable"), got.mark)
    elif not is_word(word):
        report.add(BadName(name=word, what="a variable", rule="it must be a lower case word"), got.mark)


def is_word(name: str) -> bool:
    """Whether a name is a lower case word, as conditions and variables are called."""
    return name.isidentifier() and name.isascii() and name == name.lower() and name[0] != "_"


def _misfit(relation: Relation, column: Column, value: object) -> Trouble | None:
    """Why a value can never be in a column; None if it can."""
    words = _WORDS.get((relation.name, column.name))
    if words is not None and isinstance(value, str) and value not in words:
        return UnknownWord(word=value, what=column.name, meant=meant(value, words))
    right = _FITS.get(column.type)
    if right is not None and isinstance(value, right) and (isinstance(value, bool) == (column.type is Type.BOOLEAN)):
        return None
    remedy = ""
    if column.type is Type.TEXT and value is not None:
        remedy = f": write '{value}'".lower() if isinstance(value, bool) else f": write '{value}'"
    elif isinstance(value, str) and plain_kind(value) in {"an integer", "a number", "true or false"}:
        remedy = ": leave the quotes out"
    elif value is None:
        remedy = "; null stands alone, not in a list"
    shown = "null" if value is None else value
    return ValueMisfit(column=column.name, table=relation.name, type=column.type.value, value=shown, remedy=remedy)
