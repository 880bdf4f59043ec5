"""Rules: from mappings to values, with every check that a rule by itself allows. What needs the whole book is in `assemble`."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from logsleuth.language import sql
from logsleuth.language.conditions import Draft, drafts_of
from logsleuth.language.faults import (
    Circle,
    MissingKey,
    MissingNeverSeen,
    NoNegativeTest,
    NoPositiveTest,
    NotBeside,
    RefersToItself,
    SubjectRefused,
    Trouble,
    UnknownColumn,
    UnknownCondition,
    UnknownWord,
    meant,
)
from logsleuth.language.names import Names
from logsleuth.language.patterns import plain_regex, position, seen_in, texts
from logsleuth.language.report import Report
from logsleuth.language.shapes import Got
from logsleuth.model.book import PHASES, Case, Count, Missing, NextStep, Rule, Same, TableRows
from logsleuth.model.relation import RELATIONS, Relation, Type

SUBJECTS_REFUSED = frozenset({"pid", "ppid", "tid", "address", "addr", "ip", "time", "date", "timestamp"})
"""Names that cannot tell two hypotheses apart: they differ on every run."""

LOG = "server.log"
"""The file that the text of a test with `log:` stands in."""


class Checked(NamedTuple):
    """A rule as it was read; `rule` is None where a fault was said about it."""

    id: str
    rule: Rule | None
    got: Got


class _Reading(NamedTuple):
    """What the checks of one rule share."""

    id: str
    got: Got
    drafts: Sequence[Draft]
    names: Names
    report: Report

    @property
    def gives(self) -> Relation | None:
        """The table that the rule fills, if it does."""
        return None if "cause" in self.got.value else RELATIONS.get(self.got.get("gives", ""))


def rule_of(got: Got, report: Report, *, program: str = "") -> Checked:
    """One rule. With `program`, it is one of a profile, and its id is prefixed."""
    before = len(report)
    own = got.get("id", "")
    rule_id = f"{program}/{own}" if program else own
    drafts = drafts_of(got, rule_id, report)
    reading = _Reading(rule_id, got, drafts, Names(got, drafts), report)
    for check in _CHECKS:
        check(reading)
    right = got.whole and len(report) == before
    return Checked(rule_id, _built(reading) if right else None, got)


# Checks ----------------------------------------------------------------------------------------------------------------


def _check_keys(reading: _Reading) -> None:
    """What belongs to a finding stands beside `cause`, what belongs to a row given beside `gives`."""
    fields = reading.got.value
    if "gives" in fields and "cause" not in fields:
        for key in ("weight", "against", "role", "standing", "began", "next"):
            if key in fields:
                reading.report.add(NotBeside(key=key, beside="gives"), fields[key].key)
        if "columns" not in fields and reading.got.whole:
            reading.report.add(MissingKey(owner="a rule with `gives`", key="columns"), reading.got.mark)
    if "cause" in fields:
        if "says" not in fields and reading.got.whole:
            reading.report.add(MissingKey(owner="a rule with `cause`", key="says"), reading.got.mark)
        if "columns" in fields:
            reading.report.add(NotBeside(key="columns", beside="cause"), fields["columns"].key)


def _check_names(reading: _Reading) -> None:
    reading.names.check(reading.got, reading.report)


def _check_references(reading: _Reading) -> None:
    """`near`, `count` and `missing` name conditions that their row can be held against."""
    when, own = reading.names.conditions(), reading.names.conditions("unless")
    for draft in reading.drafts:
        fields = draft.got.value
        if "near" in fields and "of" in fields["near"].value:
            _refers(reading, draft, fields["near"].value["of"], when)
        seen = when + (own if draft.section == "unless" else [])
        if "count" in fields and "of" in fields["count"].value:
            _refers(reading, draft, fields["count"].value["of"], seen)
            _check_distinct(reading, fields["count"])
        if "missing" in fields and "after" in fields["missing"].value:
            _check_after(reading, draft, fields["missing"].value["after"], seen)
    _check_chains(reading)


def _refers(reading: _Reading, draft: Draft, got: Got, known: Sequence[str]) -> None:
    if got.value == draft.name:
        reading.report.add(RefersToItself(name=draft.name), got.mark)
    elif got.value not in known:
        others = [name for name in known if name != draft.name]
        reading.report.add(UnknownCondition(name=got.value, meant=meant(got.value, others)), got.mark)


def _check_after(reading: _Reading, draft: Draft, got: Got, known: Sequence[str]) -> None:
    phase = got.value.removeprefix("phase:")
    if phase == got.value:
        _refers(reading, draft, got, known)
    elif phase not in PHASES:
        reading.report.add(UnknownWord(word=phase, what="phase", meant=meant(phase, PHASES)), got.mark)


def _check_distinct(reading: _Reading, count: Got) -> None:
    """`distinct` names a variable or a column of what is counted, or a field of the origin."""
    got = count.value.get("distinct")
    columns = reading.names.columns(count.get("of", "")) if got is not None else None
    if got is None or columns is None:
        return
    counted = reading.names.by_name[count.get("of")]
    known = [*counted.variables, *(name.removeprefix("origin.") for name in columns), *columns]
    if got.value not in known:
        reading.report.add(UnknownColumn(column=got.value, table=counted.name, meant=meant(got.value, known)), got.mark)


def _check_chains(reading: _Reading) -> None:
    """A condition that counts, or comes after, another must not in the end wait for itself."""
    next_of: dict[str, str] = {}
    for draft in reading.drafts:
        what = draft.condition.what if draft.condition else None
        if isinstance(what, Count):
            next_of[draft.name] = what.of
        elif isinstance(what, Missing):
            next_of[draft.name] = what.after
    for start in next_of:
        path = [start]
        while path[-1] in next_of and next_of[path[-1]] not in path:
            path.append(next_of[path[-1]])
        if next_of.get(path[-1]) == start and len(path) > 1 and start == min(path):
            shown = " -> ".join([*path, start])
            reading.report.add(Circle(what="the conditions", path=shown), reading.names.by_name[start].got.mark)


def _check_expressions(reading: _Reading) -> None:
    fields = reading.got.value
    for item in fields["where"].value if "where" in fields else ():
        _check_sql(reading, item)
    for draft in reading.drafts:
        if "where" in draft.got.value:
            _check_sql(reading, draft.got.value["where"], own=draft)
    if "began" in fields:
        _check_sql(reading, fields["began"], wanted=Type.TIME)
    relation = reading.gives
    for name, item in (reading.got.get("columns") or {}).items():
        _check_sql(reading, item, wanted=None)
        if relation is not None and relation.column(name) is None:
            known = [column.name for column in relation.columns]
            reading.report.add(UnknownColumn(column=name, table=relation.name, meant=meant(name, known)), item.key)


def _check_sql(reading: _Reading, got: Got, own: Draft | None = None, wanted: Type | None = Type.BOOLEAN) -> None:
    def resolve(name: str) -> Type | Trouble | None:
        return reading.names.resolve(name, own)

    for trouble, place in sql.complaints(got.value, resolve, plain_regex, wanted):
        reading.report.add(trouble, position(got, place, reading.report))


def _check_subject(reading: _Reading) -> None:
    fields = reading.got.value
    timed = {name for name, kind in reading.names.variables().items() if kind is Type.TIME}
    bound = {
        matcher.variable
        for draft in reading.drafts
        if draft.condition and isinstance(draft.condition.what, TableRows)
        for matcher in draft.condition.what.matchers
        if matcher.column in SUBJECTS_REFUSED
    }
    for item in fields["subject"].value if "subject" in fields else ():
        trouble = reading.names.variable(item.value)
        if item.value in SUBJECTS_REFUSED | timed | bound:
            trouble = SubjectRefused(name=item.value)
        if trouble is not None:
            reading.report.add(trouble, item.mark)


def _check_anchor(reading: _Reading) -> None:
    got = reading.got.value.get("anchor")
    if got is not None and got.value not in reading.names.conditions():
        known = reading.names.conditions()
        reading.report.add(UnknownCondition(name=got.value, meant=meant(got.value, known)), got.mark)


@cache
def _blank() -> re.Pattern[str]:
    """A place in a sentence or an argument that is filled in; other braces stay as they are."""
    return re.compile(r"\{([a-z_][a-z0-9_]*(?:\.[a-z0-9_]+)*)\}")


def _check_sentences(reading: _Reading) -> None:
    fields = reading.got.value
    sentences = [fields["says"]] if "says" in fields else []
    for step in fields["next"].value if "next" in fields else ():
        sentences += step.value["run"].value if "run" in step.value else []
    for got in sentences:
        for blank in _blank().finditer(got.value):
            trouble = reading.names.resolve(blank[1])
            if isinstance(trouble, Trouble):
                reading.report.add(trouble, position(got, blank.start(1), reading.report))


def _check_tests(reading: _Reading) -> None:
    """At least one test finds something and one does not, and what they find has a name."""
    tests = reading.got.value.get("tests")
    if tests is None:
        return
    finds = [test.value["finds"] for test in tests.value if "finds" in test.value]
    if tests.whole and not any(got.value != "nothing" for got in finds):
        reading.report.add(NoPositiveTest(owner="the rule"), tests.key)
    if tests.whole and not any(got.value == "nothing" for got in finds):
        reading.report.add(NoNegativeTest(owner="the rule"), tests.key)
    relation = reading.gives
    if relation is None and "cause" not in reading.got.value:
        return  # neither is right: what could be found is not known
    for got in finds:
        for name, value in got.value.items() if isinstance(got.value, dict) else ():
            trouble = reading.names.variable(name)
            if relation is not None:
                known = [column.name for column in relation.columns]
                trouble = None if relation.column(name) else UnknownColumn(
                    column=name, table=relation.name, meant=meant(name, known)
                )  # fmt: skip
            if trouble is not None:
                reading.report.add(trouble, value.key)


def _check_missing(reading: _Reading) -> None:
    """A pattern whose absence speaks must be seen to match in a test."""
    tests = reading.got.value.get("tests")
    if tests is None or not tests.whole:
        return
    inputs = [text for case in _cases(tests, reading.report) for text in case.inputs.values()]
    for draft in reading.drafts:
        what = draft.condition.what if draft.condition else None
        if isinstance(what, Missing) and not any(seen_in(what.pattern, text) for text in inputs):
            reading.report.add(MissingNeverSeen(), draft.got.value["missing"].mark)


_CHECKS: Sequence[Callable[[_Reading], None]] = (
    _check_keys,
    _check_names,
    _check_references,
    _check_expressions,
    _check_subject,
    _check_anchor,
    _check_sentences,
    _check_tests,
    _check_missing,
)


# The value -------------------------------------------------------------------------------------------------------------


def _cases(tests: Got, report: Report) -> Iterator[Case]:
    for test in tests.value:
        log = test.get("log")
        inputs = {LOG: log} if log is not None else {name: got.value for name, got in test.get("inputs").items()}
        finds = test.get("finds")
        found = None if finds == "nothing" else {name: got.value for name, got in finds.items()}
        yield Case(inputs, found, texts(test.value.get("expect")), report.spot(test.mark))


def _built(reading: _Reading) -> Rule:
    got, fields = reading.got, reading.got.value
    conditions = [(draft.section, draft.condition) for draft in reading.drafts if draft.condition is not None]
    steps = fields["next"].value if "next" in fields else ()
    return Rule(
        id=reading.id,
        when=tuple(condition for section, condition in conditions if section == "when"),
        unless=tuple(condition for section, condition in conditions if section == "unless"),
        says=got.get("says", ""),
        cause=got.get("cause"),
        gives=got.get("gives"),
        columns={name: item.value for name, item in got.get("columns", {}).items()},
        where=texts(fields.get("where")),
        types={name: item.value for name, item in got.get("types", {}).items()},
        same=Same(got.get("same", "boot")),
        subject=texts(fields.get("subject")),
        weight=got.get("weight", "moderate"),
        against=got.get("against", False),
        began=got.get("began"),
        anchor=got.get("anchor"),
        role=got.get("role", "cause"),
        standing=got.get("standing", False),
        next=tuple(NextStep(texts(step.value["run"]), step.get("tells")) for step in steps),
        about=got.get("about"),
        status=got.get("status", "experimental"),
        falsepositives=texts(fields.get("falsepositives")),
        references=texts(fields.get("references")),
        tests=tuple(_cases(fields["tests"], reading.report)),
        spot=reading.report.spot(got.mark),
    )
