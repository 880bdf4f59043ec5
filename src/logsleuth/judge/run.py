"""All rules on one run: those that fill tables first, then the others; and what came of it."""

import time
from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import dataclass

from logsleuth.judge.conditions import Conditions
from logsleuth.judge.findings import findings
from logsleuth.judge.given import rows_given
from logsleuth.judge.order import in_turn
from logsleuth.judge.query import Left, ask
from logsleuth.judge.shelf import Shelf
from logsleuth.judge.unjudged import Unjudged
from logsleuth.model.book import Rule
from logsleuth.model.relation import Table
from logsleuth.model.run import Note
from logsleuth.model.verdict import Finding, Matches, NotJudged


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the rules came to on one run.

    `findings` are sorted by rule and place; `not_judged` has one entry for each rule and reason; `given` holds the rows that rules
    with `gives` made (and no others), by table; `notes` tell of captures that did not convert.
    """

    findings: tuple[Finding, ...]
    not_judged: tuple[NotJudged, ...]
    given: Mapping[str, Table]
    notes: tuple[Note, ...]


def judge(
    rules: Sequence[Rule],
    matches: Mapping[str, Matches],
    tables: Mapping[str, Table],
    spent: MutableMapping[str, float] | None = None,
) -> Judgement:
    """Hold all rules against what is known about a run.

    `matches` maps the key of a pattern to the lines that it matched (an absent key: none); `tables` maps the name of a relation to its
    rows (an absent name: nothing that could fill it was handed over). `spent` is given the seconds of each rule. The order of rules, rows and files changes nothing.
    """
    shelf = Shelf(tables)
    found: list[Finding] = []
    unjudged: set[tuple[str, str]] = set()
    notes: list[Note] = []
    turn, circle = in_turn(rules)
    unjudged |= {(rule.id, "it waits for a table that waits for it") for rule in circle}
    for rule in turn:
        began = time.perf_counter()
        conditions = Conditions(rule, shelf, matches)
        left = ask(conditions)
        try:
            if rule.gives is not None:
                _give(rule, rule.gives, left, conditions)
            elif left.joined.combos:
                found += findings(rule, left, conditions.sql(rule.began) if rule.began else None)
        except Unjudged as error:
            left.why.append(str(error))
        unjudged |= {(rule.id, why) for why in left.why}
        notes += conditions.notes()
        if spent is not None:
            spent[rule.id] = time.perf_counter() - began
    return Judgement(
        tuple(sorted(found, key=_sorted_by)),
        tuple(NotJudged(rule, why) for rule, why in sorted(unjudged)),
        dict(sorted(shelf.given.items())),
        tuple(sorted(notes, key=lambda note: (note.message, note.path or "", note.line or 0))),
    )


def _give(rule: Rule, table: str, left: Left, conditions: Conditions) -> None:
    """Add what a rule gives to the tables. Where it could not be judged for some rows, the table lacks these."""
    if left.absent:
        return
    relation = conditions.shelf.relation(table)
    if relation is None:
        raise Unjudged(f"there is no table `{table}`")
    try:
        columns = {name: conditions.sql(expression) for name, expression in rule.columns.items()}
        rows = rows_given(rule, relation, left, columns) if left.joined.combos else []
    except Unjudged:
        conditions.shelf.give(table, (), 1)
        raise
    conditions.shelf.give(table, rows, 1 if left.why else 0)


def _sorted_by(finding: Finding) -> tuple[str, str, int, str]:
    first = finding.evidence[0]
    return (
        finding.rule,
        first.path,
        first.line,
        repr(sorted(finding.subject.items()) + sorted(finding.variables.items())),
    )
