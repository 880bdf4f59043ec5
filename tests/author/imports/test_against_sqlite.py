"""Imported Sigma rules find what pySigma's SQLite backend finds, over one file of JSON lines."""

import json
import re
import sqlite3
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from sigma.backends.sqlite.sqlite import sqliteBackend
from sigma.collection import SigmaCollection

from logsleuth import language
from logsleuth.analyze import Request, judged
from logsleuth.author.examples import narrowed
from logsleuth.author.imports.files import finished, imported
from logsleuth.author.imports.made import Imported
from logsleuth.author.trying import try_pattern
from logsleuth.judge import Judgement
from logsleuth.model.book import Book, Pattern, Rule

DATA = Path(__file__).parent / "data"
EVENTS = DATA / "events.jsonl"
FILES = sorted(DATA.glob("[0-9][0-9]-*.yml"))
PLAIN = [path.stem for path in FILES if "correlation:" not in path.read_text()]
CORRELATED = [path.stem for path in FILES if "correlation:" in path.read_text()]


def _text() -> str:
    """All rules as one file; those that a correlation refers to are wanted by themselves, too."""
    texts = [path.read_text().replace("correlation:\n", "correlation:\n  generate: true\n") for path in FILES]
    return "\n---\n".join(texts)


def _title(stem: str) -> str:
    text = next(path.read_text() for path in FILES if path.stem == stem)
    return text.split("\n")[0].removeprefix("title: ")


@cache
def _ours() -> tuple[Book, Judgement]:
    made = finished(imported(_text(), "rules.yml"), [language.builtin_folder()], cause="auth.denied")
    assert () == made.left
    examined = language.examine([], base=[language.builtin_folder()], text=("imported.yaml", made.rules))
    assert examined.book is not None
    book = narrowed(examined.rules, examined.book)
    return book, judged(Request(paths=[str(EVENTS)], jobs=1), book)


def _rule(title: str) -> Rule:
    return next(rule for rule in _ours()[0].rules if rule.says.startswith(title))


def _database() -> sqlite3.Connection:
    """The events as a table: a column for each field, as the backend itself declares one, NULL where an event lacks it; and all values as one text."""
    events = [json.loads(line) for line in EVENTS.read_text().splitlines()]
    names = list(dict.fromkeys(name for event in events for name in event))
    connection = sqlite3.connect(":memory:")
    connection.create_function("REGEXP", 2, lambda regex, text: text is not None and bool(re.search(regex, str(text))))
    columns = ", ".join(f'"{name}" TEXT COLLATE NOCASE' for name in names)
    connection.execute(f"CREATE TABLE logs (number INTEGER PRIMARY KEY, {columns}, everything TEXT)")
    marks = ", ".join("?" * (len(names) + 2))
    for number, event in enumerate(events, 1):
        values = [event.get(name) for name in names]
        whole = "\n".join(str(value) for value in event.values() if value is not None)
        connection.execute(f"INSERT INTO logs VALUES ({marks})", [number, *values, whole])  # noqa: S608
    return connection


@cache
def _theirs() -> dict[str, list[dict[str, Any]]]:
    """The rows that the query of each rule gives, by its title."""
    connection = _database()
    connection.row_factory = sqlite3.Row
    collection = SigmaCollection.from_yaml(_text())
    backend = sqliteBackend(collate_nocase=True, fulltext_field="everything")  # type: ignore[no-untyped-call]  # it has no types
    backend.convert(collection)
    found = {}
    for rule in collection.rules:
        queries = rule.get_conversion_result()
        alone = not queries[0].lstrip().upper().startswith(("SELECT", "WITH"))  # a rule that a correlation refers to
        whole = [f"SELECT * FROM logs WHERE {query}" if alone else query for query in queries]  # noqa: S608
        found[str(rule.title)] = [dict(row) for query in whole for row in connection.execute(query)]
    connection.close()  # from Python 3.13 on, one that is left open is a warning
    return found


def test_there_are_twenty_rules() -> None:
    """All of the twenty are taken over, and their own tests pass."""
    assert 20 == len(FILES) == len(_ours()[0].rules) - sum(1 for rule in _ours()[0].rules if rule.gives)


@pytest.mark.parametrize("stem", PLAIN)
def test_a_plain_rule_hits_the_same_lines(stem: str) -> None:
    """Line by line, and the finding counts as many."""
    rule = _rule(_title(stem))
    expected = sorted(int(row["number"]) for row in _theirs()[_title(stem)])
    pattern = rule.when[0].what
    assert isinstance(pattern, Pattern)
    tried = try_pattern(pattern, [str(EVENTS)], _ours()[0], most=1000)

    assert expected, "a rule that hits nothing compares nothing"
    assert expected == [match.line for match in tried.matches]
    assert len(expected) == sum(finding.count for finding in _ours()[1].findings if finding.rule == rule.id)


@pytest.mark.parametrize("stem", CORRELATED)
def test_a_correlation_fires_for_the_same_groups(stem: str) -> None:
    """Whether it fires, and for which values of the fields that it groups by."""
    rule = _rule(_title(stem))
    text = next(path.read_text() for path in FILES if path.stem == stem)
    field = re.findall(r"group-by: \[(\w+)\]", text)[0]
    expected = sorted({str(json.loads(row["group_keys"])[field]).lower() for row in _theirs()[_title(stem)]})
    name = rule.subject[0] if rule.subject else f"by_{field}"  # a cause that is there has keys of its own
    findings = [finding for finding in _ours()[1].findings if finding.rule == rule.id]

    assert expected == sorted({str(finding.variables[name]).lower() for finding in findings})
    assert ("too-many" in stem) is (expected == [])


def test_nothing_of_it_is_left_unjudged() -> None:
    """No rule was given up, so the comparison is of all of them."""
    ids = {rule.id for rule in _ours()[0].rules if not rule.gives}
    assert [] == [each for each in _ours()[1].not_judged if each.rule in ids]


def test_what_is_left_is_empty_for_no_files() -> None:
    """Nothing in, a file with an empty list out."""
    result = finished(Imported(), [language.builtin_folder()], cause="auth.denied")
    assert (0, ()) == (result.count, result.left)
    assert result.rules.endswith("[]\n")
