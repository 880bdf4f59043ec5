"""Findings from the joined rows that a rule left: what they say, what they cite, when it began, and what to run next."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from logsleuth.judge.convert import written
from logsleuth.judge.expressions import evaluate
from logsleuth.judge.query import Left
from logsleuth.judge.rows import Combo, Joined, Rows, place
from logsleuth.judge.sqlnames import Sql
from logsleuth.model.book import WEIGHTS, NextStep, Rule
from logsleuth.model.relation import COMMON, Row
from logsleuth.model.run import Moment, Origin
from logsleuth.model.verdict import Command, Evidence, Finding

SNAPSHOTS = frozenset({"processes", "listeners", "environ", "packages", "interpreters", "paths", "settings"})
"""Tables that show a state: what they show has no beginning."""

WANTED = frozenset({"expectations"})
"""Tables whose text is that of a line which should be there, and not of the line that a row cites."""

FURTHER = 3
"""How many more places a finding cites, of rows that say the same."""

_BLANK = re.compile(r"\{([a-z_][a-z0-9_]*(?:\.[a-z0-9_]+)*)\}")
_LONGEST = 300
"""Characters of a value that stands in a sentence."""

_COMMON = frozenset(column.name for column in COMMON)


@dataclass(frozen=True, slots=True)
class _Seen:
    """One joined row, and when what it shows began."""

    combo: Combo
    weaker: tuple[str, ...]
    began: Moment


def findings(rule: Rule, left: Left, began: Sql | None) -> list[Finding]:
    """The findings of a rule: rows with the same subject are one."""
    joined = left.joined
    anchor = next((number for number, part in enumerate(joined.parts) if part.name == rule.anchor), 0)
    groups: dict[tuple[str | None, ...], list[_Seen]] = {}
    for seen in sorted(_all(left, began, anchor), key=lambda seen: (seen.combo[anchor], seen.combo)):
        groups.setdefault(_key(rule, joined, seen.combo), []).append(seen)
    return [_finding(rule, joined, group, anchor) for group in groups.values()]


def _all(left: Left, began: Sql | None, anchor: int) -> Iterable[_Seen]:
    joined = left.joined
    times: Sequence[Any] = [None] * len(joined.combos) if began is None else evaluate(began, joined)
    for combo, weaker, time in zip(joined.combos, left.weaker, times, strict=True):
        moment = moment_of(joined.parts[anchor].rows[combo[anchor]])
        yield _Seen(combo, weaker, moment if began is None else _began(time, moment))


def _began(time: Any, moment: Moment) -> Moment:
    """When it began: the time that was reckoned; where it is null, only that it was not after the anchor."""
    known = isinstance(time, datetime)
    return replace(
        moment, time=time if known else None, earliest=None, latest=None if known else moment.time or moment.latest
    )


def _key(rule: Rule, joined: Joined, combo: Combo) -> tuple[str | None, ...]:
    values = [joined.value(combo, name) for name in rule.subject or joined.variables]
    return tuple(None if value is None else written(value) for value in values)


def _finding(rule: Rule, joined: Joined, group: Sequence[_Seen], anchor: int) -> Finding:
    first = group[0].combo
    values = {name: joined.value(first, name) for name in joined.variables}
    weaker = _weaker(rule, group)
    return Finding(
        rule=rule.id,
        cause=rule.cause or "",
        subject={name: written(values[name]) for name in rule.subject if values.get(name) is not None},
        weight=WEIGHTS[max(0, WEIGHTS.index(rule.weight) - 1)] if weaker else rule.weight,
        evidence=_evidence(joined, group, anchor),
        against=rule.against,
        role=rule.role,
        says=_said(rule.says, joined, first),
        variables=values,
        began=_earliest(group),
        standing=rule.standing or joined.parts[anchor].shown.table in SNAPSHOTS,
        count=len(group),
        weaker=weaker,
        next=tuple(command for step in rule.next if (command := _command(step, joined, first))),
    )


def _weaker(rule: Rule, group: Sequence[_Seen]) -> tuple[str, ...]:
    """The conditions of `unless` for which the finding is weaker: none if one of its rows is not."""
    if any(not seen.weaker for seen in group):
        return ()
    named = {name for seen in group for name in seen.weaker}
    return tuple(condition.name for condition in rule.unless if condition.name in named)


def _earliest(group: Sequence[_Seen]) -> Moment:
    """When it began: the first of the times read on the clock of the first row."""
    first = group[0].began
    timed = [
        (seen.began.time, seen.began)
        for seen in group
        if seen.began.time is not None and seen.began.clock == first.clock
    ]
    return first if first.time is None else min(timed, key=lambda pair: pair[0])[1]


def _evidence(joined: Joined, group: Sequence[_Seen], anchor: int) -> tuple[Evidence, ...]:
    """The rows of the first joined row, the anchor's first; then places of the further ones, of files not cited yet first."""
    order = [anchor, *(number for number in range(len(joined.parts)) if number != anchor)]
    cited = [_cite(joined.parts[number], group[0].combo[number]) for number in order]
    places = {(evidence.path, evidence.line) for evidence in cited}
    more: list[Evidence] = []
    for seen in _by_file(joined.parts[anchor], group, anchor):
        if len(more) == FURTHER:
            break
        rows = ((joined.parts[number], seen.combo[number]) for number in order)
        new = next((pair for pair in rows if place(pair[0].rows[pair[1]])[:2] not in places), None)
        if new is not None:
            more.append(_cite(*new))
            places.add((more[-1].path, more[-1].line))
    return (*cited, *more)


def _by_file(part: Rows, group: Sequence[_Seen], anchor: int) -> list[_Seen]:
    """All but the first, the first of each further file before the others: what two files say is more than what one says twice."""
    known = {part.rows[group[0].combo[anchor]]["path"]}
    first: list[_Seen] = []
    others: list[_Seen] = []
    for seen in group[1:]:
        path = part.rows[seen.combo[anchor]]["path"]
        (others if path in known else first).append(seen)
        known.add(path)
    return [*first, *others]


def _cite(part: Rows, number: int) -> Evidence:
    row = part.rows[number]
    path, line, end = place(row)
    return Evidence(
        part.shown.kind, path, line, max(line, end), _text(part, row), moment_of(row), origin_of(row), part.name
    )


def _text(part: Rows, row: Row) -> str:
    """The line as matched; for a row of a table its own text, else the columns that were asked for."""
    lines = (
        ()
        if part.shown.table in WANTED
        else ("text", "message")
        if part.shown.table in {None, "records"}
        else ("text",)
    )
    for column in lines:
        if isinstance(row.get(column), str) and row[column]:
            return str(row[column])
    if part.shown.kind == "traceback" and row.get("type"):
        return f"{row['type']}: {row['message']}" if row.get("message") else str(row["type"])
    own = [name for name in part.schema if name not in _COMMON and row.get(name) is not None]
    columns = (*part.shown.columns, "text") if part.shown.table in WANTED else part.shown.columns
    asked = [name for name in columns if row.get(name) is not None]
    return " ".join(f"{name}={written(row[name])}" for name in dict.fromkeys(asked or own[:4]))


def moment_of(row: Row) -> Moment:
    """When a row was written."""
    return Moment(row.get("time"), row.get("earliest"), row.get("latest"), row.get("clock"), row.get("zone_known"))


def origin_of(row: Row) -> Origin:
    """Who wrote a row."""
    names = ("host", "container", "program", "pid", "thread", "rank", "local_rank")
    return Origin(**{name: row.get(f"origin.{name}") for name in names})


def _said(template: str, joined: Joined, combo: Combo) -> str:
    def fill(blank: re.Match[str]) -> str:
        value = joined.value(combo, blank[1])
        text = "?" if value is None else written(value)
        return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"

    return _BLANK.sub(fill, template)


def _command(step: NextStep, joined: Joined, combo: Combo) -> Command | None:
    """The command with its blanks filled; None where a value is null, could be taken for an option, or holds what a terminal would act upon."""
    filled = []
    for argument in step.run:
        names = [name for name in _BLANK.findall(argument) if joined.find(name) is not None]
        values = {name: joined.value(combo, name) for name in names}
        if any(value is None or _unsafe(written(value)) for value in values.values()):
            return None
        text = _fill(argument, values)
        if (
            text.startswith("-")
            and not argument.startswith("-")
            and not isinstance(next(iter(values.values())), (int, float))
        ):
            return None
        filled.append(text)
    return Command(tuple(filled), step.tells)


def _fill(argument: str, values: Mapping[str, Any]) -> str:
    return _BLANK.sub(lambda blank: written(values[blank[1]]) if blank[1] in values else blank[0], argument)


def _unsafe(text: str) -> bool:
    """Whether a text has control characters, or such as turn the direction of writing or hide."""
    return any(unicodedata.category(character) in {"Cc", "Cf", "Cs", "Zl", "Zp"} for character in text)
