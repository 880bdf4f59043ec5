"""The names of a rule: what each condition's row has, the types of variables, and who may see what."""

from collections.abc import Iterator, Mapping, Sequence

from logsleuth.language.conditions import LISTS, Draft
from logsleuth.language.faults import (
    DuplicateId,
    NameClash,
    OfUnless,
    Trouble,
    TypeIgnored,
    TypesDiffer,
    UnknownColumn,
    UnknownName,
    UnknownVariable,
    meant,
)
from logsleuth.language.report import Report
from logsleuth.language.shapes import Got
from logsleuth.model.book import Count, Missing, Pattern, TableRows
from logsleuth.model.relation import MATCHES, RELATIONS, Type, schema

EACH = {"rank": Type.INTEGER, "host": Type.TEXT, "process": Type.INTEGER, "file": Type.TEXT}
_TYPES = {**{kind.value: kind for kind in Type}, "size": Type.INTEGER}
_COUNTED = {"count": Type.INTEGER, "first_time": Type.TIME, "last_time": Type.TIME}


class Names:
    """All names of one rule. Where some condition is faulty, an unknown name may be one of its own, and is not called unknown."""

    def __init__(self, rule: Got, drafts: Sequence[Draft]) -> None:
        self.drafts = drafts
        self.by_name = {draft.name: draft for draft in reversed(drafts)}  # of two with one name the first
        self._complete = all(draft.condition for draft in drafts) and _whole(rule)
        self.types: dict[str, Type] = self._types(rule)
        self._unsure = frozenset(self.types) if not self._complete else frozenset(self._differing())

    def variables(self, section: str = "when") -> dict[str, Type]:
        """The variables that the conditions of a section bind."""
        names = [name for draft in self.drafts if draft.section == section for name in draft.variables]
        return {name: self.types[name] for name in names}

    def conditions(self, section: str = "when") -> list[str]:
        """The names of the conditions of a section."""
        return [draft.name for draft in self.drafts if draft.section == section]

    def columns(self, name: str, seen: frozenset[str] = frozenset()) -> Mapping[str, Type] | None:
        """The columns of a condition's row; None where they are not known."""
        draft = self.by_name.get(name)
        if draft is None or draft.condition is None or name in seen:
            return None
        what = draft.condition.what
        if isinstance(what, Pattern):
            return {**schema(MATCHES)} | {capture: self.types[capture] for capture in what.captures}
        if isinstance(what, TableRows):
            return schema(RELATIONS[what.table])
        if isinstance(what, Count):
            counted = self.columns(what.of, seen | {name})
            return None if counted is None else {**counted, **_COUNTED}
        if what.after.startswith("phase:"):
            after: Mapping[str, Type] | None = schema(RELATIONS["phases"])
        else:
            after = self.columns(what.after, seen | {name})
        return None if after is None else {**after, **({what.each: EACH[what.each]} if what.each else {})}

    def resolve(self, name: str, own: Draft | None = None) -> Type | Trouble | None:
        """The type of a variable or `condition.column`; a trouble if `own`'s `where` (else the rule's) cannot see it."""
        condition, dot, column = name.partition(".")
        if dot:
            return self._column(name, condition, column, own)
        known = self._seen(own)
        if name in known:
            return None if name in self._unsure else known[name]
        if not self._complete:
            return None
        if name in self.types:
            return OfUnless(name=name)
        if name in self.by_name:
            return UnknownName(name=name, meant=f"; a column of it is named `{name}.text`, for one")
        return UnknownName(name=name, meant=meant(name, known))

    def variable(self, name: str) -> Trouble | None:
        """Why a name is no variable of `when`; None if it is one."""
        known = self.variables()
        if name in known or not self._complete:
            return None
        return OfUnless(name=name) if name in self.types else UnknownVariable(name=name, meant=meant(name, known))

    def _seen(self, own: Draft | None) -> dict[str, Type]:
        names = own.variables if own is not None else ()
        return self.variables() | {name: self.types[name] for name in names}

    def _column(self, name: str, condition: str, column: str, own: Draft | None) -> Type | Trouble | None:
        draft = self.by_name.get(condition)
        seen = self.conditions() + ([own.name] if own is not None else [])
        if draft is None:
            return UnknownName(name=name, meant=meant(condition, seen)) if self._complete else None
        if condition not in seen:
            return OfUnless(name=condition)
        columns = self.columns(condition)
        if columns is None:
            return None
        if column in columns:
            return None if column in self._unsure else columns[column]
        return UnknownColumn(column=column, table=condition, meant=meant(column, reversed(list(columns))))

    def _types(self, rule: Got) -> dict[str, Type]:
        """The type of each variable: that of the column it meets, else what `types` says, else text."""
        said = {name: _TYPES[got.value] for name, got in (rule.get("types") or {}).items()}
        types = {name: said.get(name, Type.TEXT) for draft in self.drafts for name in draft.variables}
        return types | {name: kind for name, kind, _ in self._met()}

    def _met(self) -> Iterator[tuple[str, Type, str]]:
        """The columns that variables meet: variable, type, and how the column is called."""
        for draft in self.drafts:
            what = draft.condition.what if draft.condition else None
            if isinstance(what, Missing) and what.each:
                yield what.each, EACH[what.each], f"`{draft.name}` for each {what.each}"
            for matcher in what.matchers if isinstance(what, TableRows) else ():
                column = RELATIONS[what.table].column(matcher.column) if isinstance(what, TableRows) else None
                if matcher.variable and column and column.type not in LISTS:
                    yield matcher.variable, column.type, f"`{draft.name}.{column.name}` ({column.type.value})"

    def _differing(self) -> Iterator[str]:
        """The variables that meet columns of different types."""
        first: dict[str, Type] = {}
        for name, kind, _ in self._met():
            if first.setdefault(name, kind) is not kind:
                yield name

    # Checks

    def check(self, rule: Got, report: Report) -> None:
        """Says which names clash and which types do not fit."""
        for draft in self.drafts:
            if draft.name in self.types:
                report.add(NameClash(name=draft.name), draft.got.key)
        when = set(self.conditions())
        for draft in self.drafts:
            if draft.section == "unless" and draft.name in when:
                report.add(DuplicateId(kind="condition", id=draft.name, place="`when`"), draft.got.key)
        self._check_joins(report)
        self._check_types(rule, report)

    def _check_joins(self, report: Report) -> None:
        first: dict[str, tuple[Type, str]] = {}
        for name, kind, place in self._met():
            known = first.setdefault(name, (kind, place))
            if known[0] is not kind:
                mark = next(draft.got.mark for draft in reversed(self.drafts) if name in draft.variables)
                report.add(TypesDiffer(name=name, first=known[1], second=place), mark)

    def _check_types(self, rule: Got, report: Report) -> None:
        met = {name: (kind, place) for name, kind, place in self._met()}
        for name, got in (rule.get("types") or {}).items():
            if name not in self.types:
                if self._complete:
                    report.add(UnknownVariable(name=name, meant=meant(name, self.types)), got.key)
            elif name in met and met[name][0].value != got.value:
                report.add(TypeIgnored(name=name, column=met[name][1], type=got.value), got.mark)


def _whole(rule: Got) -> bool:
    """Whether no condition was left out for a fault."""
    if not all(section not in rule.value or rule.value[section].whole for section in ("when", "unless")):
        return False
    return "when" in rule.value
