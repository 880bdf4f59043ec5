"""The schemas hold what the loader holds, as far as a schema can: both are tried on the same files."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft7Validator

from language.folders import GOOD, MARK, PROFILE, RULE, found, spoiled
from language.test_faults import CASES
from logsleuth.cli.rules.schema import KINDS as OFFERED
from logsleuth.language import faults, forms
from logsleuth.language.faults import Trouble
from logsleuth.language.files import builtin_folder, digest, read_files
from logsleuth.language.load import load
from logsleuth.language.meanings import KINDS, PARTS, TITLES
from logsleuth.language.nodes import TRUTHS, Items, Node, Pairs, Scalar, compose, plain_kind
from logsleuth.language.report import Report
from logsleuth.language.schema import kinds, parts, schema
from logsleuth.language.shapes import Shape, Span
from logsleuth.model.relation import RELATIONS

RULES = builtin_folder()
FILES = [file for file in read_files([RULES]) if not file.trouble]
KIND_OF = {"pack": "rules", "program": "programs"}
"""Kinds as files have them, where the schema is called otherwise."""


# A file as an editor sees it -------------------------------------------------------------------------------------------


def instance(node: Node) -> Any:
    """The values of a document as the core schema of YAML 1.2 reads them, which editors do: it knows neither times nor `no`."""
    if isinstance(node, Pairs):
        return {key.text: instance(value) for key, value in node.pairs}
    if isinstance(node, Items):
        return [instance(item) for item in node.items]
    return _single(node) if isinstance(node, Scalar) else None


def _single(node: Scalar) -> str | float | bool | None:
    kind = plain_kind(node.text) if node.plain else "text"
    if kind == "null":
        return None
    if kind == "true or false":
        return TRUTHS[node.text]
    if node.plain and re.fullmatch(r"[-+]?[0-9]+", node.text):
        return int(node.text)
    return float(node.text) if kind == "a number" else node.text


@cache
def validator(kind: str) -> Draft7Validator:
    """What holds a file of a kind against its schema."""
    return Draft7Validator(schema(kind))


def kind_of(name: str) -> str:
    """The kind of schema of a file of the good folder."""
    first = name.split("/", maxsplit=1)[0].removesuffix(".yaml")
    return "rules" if first == "packs" else first


def rejected(name: str, text: str) -> bool:
    """Whether the schema finds anything wrong. Of what is no document it sees nothing."""
    node, _ = compose(text)
    return node is not None and not validator(kind_of(name)).is_valid(instance(node))


# What the loader accepts -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", kinds())
def test_each_is_a_schema(kind: str) -> None:
    """Of draft-07, which editors read."""
    Draft7Validator.check_schema(schema(kind))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_built_in_file_is_accepted(file: Any) -> None:
    """What the loader reads without a fault, an editor does not mark."""
    node, _ = compose(file.data.decode())
    assert node is not None
    errors = validator(KIND_OF.get(file.kind, file.kind)).iter_errors(instance(node))

    assert [] == [f"{error.json_path}: {error.message[:200]}" for error in errors]


@pytest.mark.parametrize("name", GOOD)
def test_the_good_folder_is_accepted(name: str) -> None:
    """What the cases spoil is right."""
    assert not rejected(name, GOOD[name])


# What it refuses -------------------------------------------------------------------------------------------------------

NO_DOCUMENT = "it is no YAML: the editor's own parser says so"
NOT_IN_VALUES = "it is gone once the values are read"
SQL = "it stands inside an expression of SQL"
REGEX = "it stands inside a regular expression"
ELSEWHERE = "it depends on another place of the file, or on another file"
NUMBERS = "it compares values with each other"

UNSEEN: Mapping[type[Trouble], str] = {
    faults.ControlCharacter: NO_DOCUMENT,
    faults.NotYaml: NO_DOCUMENT,
    faults.ColonSplits: NO_DOCUMENT,
    faults.BadEscape: NO_DOCUMENT,
    faults.QuoteOpen: NO_DOCUMENT,
    faults.CannotBegin: NO_DOCUMENT,
    faults.BadIndent: NO_DOCUMENT,
    faults.TabIndents: NO_DOCUMENT,
    faults.MoreDocuments: NO_DOCUMENT,
    faults.TooDeep: NO_DOCUMENT,
    faults.AnchorUsed: NOT_IN_VALUES,
    faults.TagUsed: NOT_IN_VALUES,
    faults.KeyNotText: NOT_IN_VALUES,
    faults.DuplicateKey: NOT_IN_VALUES,
    faults.DuplicateId: ELSEWHERE,
    faults.UnknownCause: ELSEWHERE,
    faults.UnknownVariable: ELSEWHERE,
    faults.NoSubject: ELSEWHERE,
    faults.NameClash: ELSEWHERE,
    faults.TypesDiffer: ELSEWHERE,
    faults.TypeIgnored: ELSEWHERE,
    faults.Circle: ELSEWHERE,
    faults.RefersToItself: ELSEWHERE,
    faults.MissingNeverSeen: ELSEWHERE,
    faults.NotRising: NUMBERS,
    faults.BadRegex: REGEX,
    faults.MatchesEmpty: REGEX,
    faults.HidesColumn: REGEX,
    faults.LookAround: SQL,
    faults.OfUnless: SQL,
    faults.SqlUnexpected: SQL,
    faults.SqlEnded: SQL,
    faults.SqlTextOpen: SQL,
    faults.SqlTooDeep: SQL,
    faults.UnknownFunction: SQL,
    faults.ArgumentCount: SQL,
    faults.UnknownName: SQL,
    faults.SqlTypes: SQL,
    faults.NotABoolean: SQL,
    faults.BadInterval: SQL,
}
"""Faults that no schema can see, and why."""

UNSEEN_PLACES: Mapping[tuple[type[Trouble], str], str] = {
    (faults.ReadAsOther, "no"): "YAML 1.2, which editors read, knows it as a text",
    (faults.ReadAsOther, "12:30"): "YAML 1.2, which editors read, knows it as a text",
    (faults.BadName, "'lock file (?P<_file>"): REGEX,
    (faults.ReservedName, "'lock file (?P<where>"): REGEX,
    (faults.UnknownColumn, "old.startet"): "it stands inside a sentence",
    (faults.UnknownColumn, "prot"): ELSEWHERE,
    (faults.UnknownCondition, "ee, within"): ELSEWHERE,
    (faults.UnknownCondition, "own"): ELSEWHERE,
}
"""Of faults that a schema can see at some places, the cases at places where it cannot: what stands at the place."""


def _unseen(trouble: type[Trouble], text: str) -> str:
    """Why a schema cannot see a case; empty if it can."""
    place = text[text.index(MARK) + 1 :]
    reasons = [why for (kind, words), why in UNSEEN_PLACES.items() if kind is trouble and place.startswith(words)]
    return UNSEEN.get(trouble) or "".join(reasons)


@pytest.mark.parametrize(("trouble", "case"), CASES, ids=lambda value: getattr(value, "__name__", ""))
def test_a_faulty_file_is_rejected_unless_a_schema_cannot_see_it(trouble: type[Trouble], case: tuple[str, str]) -> None:
    """Both directions: what the tables say to be unseen is accepted, all else is rejected."""
    name, text = case

    assert (not _unseen(trouble, text)) == rejected(name, text.replace(MARK, ""))


def test_the_tables_of_unseen_faults_have_no_idle_entry() -> None:
    """Each names a case that there is."""
    places = {
        key
        for key in UNSEEN_PLACES
        for trouble, (_, text) in CASES
        if trouble is key[0] and text[text.index(MARK) + 1 :].startswith(key[1])
    }

    assert set(UNSEEN) <= {trouble for trouble, _ in CASES}
    assert set(UNSEEN_PLACES) == places
    assert set() == set(UNSEEN) & {kind for kind, _ in UNSEEN_PLACES}


ADDED = {
    "weight": "weight: strong",
    "against": "against: true",
    "role": "role: symptom",
    "standing": "standing: true",
    "began": "began: e.time",
    "next": "next: [{run: [ls], tells: what there is}]",
    "anchor": "anchor: e",
    "same": "same: run",
    "status": "status: stable",
    "falsepositives": "falsepositives: none",
    "references": "references: [https://example.org]",
    "where": "where: e.line > 0",
    "unless": "unless: {x: {line: zzz}}",
    "says": "says: it is so",
    "columns": "columns: {name: \"'a'\"}",
}


@pytest.mark.parametrize("key", ADDED)
@pytest.mark.parametrize(("name", "text"), [("packs/good.yaml", RULE), ("programs/acme.yaml", PROFILE)])
def test_what_may_stand_beside_cause_and_gives_is_what_the_loader_says(
    key: str, name: str, text: str, tmp_path: Path
) -> None:
    """Each key of a rule is added to a rule that speaks for a cause and to one that fills a table."""
    about = next(line for line in text.splitlines() if line.strip().startswith("about:"))
    indent = about[: len(about) - len(about.lstrip())]
    if f"\n{indent}{key}:" in text:
        return
    more = spoiled(text, f"{about}\n", f"{about}\n{indent}{ADDED[key]}\n")

    assert bool(found(tmp_path, {name: more})) == rejected(name, more)


def test_every_key_of_a_rule_is_tried() -> None:
    """But for those that the two rules have."""
    assert set(forms.RULE.keys) == set(ADDED) | {"id", "cause", "gives", "when", "types", "subject", "about", "tests"}


@pytest.mark.parametrize("table", RELATIONS)
@pytest.mark.parametrize(
    "value",
    ["null", "$x", "~x", "x", "1", "1.5", "true", "[x, y]", "[1, 2]", "[true]", "[null]", "{}", "[]", "$select"],
)
def test_a_matcher_is_refused_where_the_loader_refuses_it(table: str, value: str, tmp_path: Path) -> None:
    """Each column of each table, with each kind of value."""
    texts = {
        column.name: spoiled(RULE, "    e: {", f"    t: {{{table}: {{{column.name}: {value}}}}}\n    e: {{").replace(
            "id: lock-held", f"id: {number}"
        )
        for number, column in enumerate(RELATIONS[table].all_columns)
    }
    faulty = {fault.line for fault in found(tmp_path, {"packs/good.yaml": "".join(texts.values())})}
    lines = RULE.count("\n") + 1
    loader = {name: any(n * lines < line <= (n + 1) * lines for line in faulty) for n, name in enumerate(texts)}

    assert loader == {name: rejected("packs/good.yaml", text) for name, text in texts.items()}


def _fits(shape: Shape, node: Scalar) -> bool:
    return shape.fit(node, "it", Report("x")) is not None


@given(st.from_regex(r"(0|[1-9][0-9]{0,9})(\.[0-9]{1,6})? ?(ms|s|sec|min|h|hours|d|parsec|S)?", fullmatch=True))
@settings(max_examples=50, deadline=None)
def test_a_span_is_one_for_both(text: str) -> None:
    """Digits, perhaps a fraction, perhaps a unit. With how many digits a plain number is written, a schema cannot see."""
    node = compose(text)[0]
    assert isinstance(node, Scalar)
    near = validator("rules").evolve(schema=schema("rules")["definitions"]["near"]["properties"]["within"])

    assert _fits(Span(), node) == near.is_valid(instance(node))


# What the schemas say --------------------------------------------------------------------------------------------------


def test_there_is_a_schema_for_each_kind_of_file() -> None:
    """And the command offers each."""
    assert tuple(KINDS) == tuple(kinds()) == OFFERED
    assert set(kinds()) == {KIND_OF.get(file.kind, file.kind) for file in FILES}


def test_every_key_has_a_meaning_and_every_meaning_a_key() -> None:
    """In its one place; the tables of a condition have theirs with their columns."""
    known = {part: set(record.keys) for kind in kinds() for part, record in parts(kind).items()}
    known["condition"] -= set(RELATIONS)

    assert known == {part: set(meanings) for part, meanings in PARTS.items()}
    assert set(PARTS) == set(TITLES)


def _mappings(built: Any) -> Iterator[dict[str, Any]]:
    if isinstance(built, dict):
        yield built
        for value in built.values():
            yield from _mappings(value)
    elif isinstance(built, list):
        for value in built:
            yield from _mappings(value)


@pytest.mark.parametrize("kind", kinds())
def test_parts_and_tables_are_closed_and_described(kind: str) -> None:
    """Every key has a description for the editor to show, and no other key is taken."""
    definitions = schema(kind)["definitions"]
    closed = {name: each for name, each in definitions.items() if name in PARTS or name.startswith("table-")}
    keys = [
        definitions[key["$ref"].rsplit("/", 1)[1]] if "$ref" in key else key
        for each in closed.values()
        for key in each["properties"].values()
    ]

    assert [] == [name for name, each in closed.items() if each["additionalProperties"] is not False]
    assert all(key["description"] for key in keys)


@pytest.mark.parametrize("kind", kinds())
def test_every_reference_has_its_definition_and_stands_alone(kind: str) -> None:
    """Draft-07 passes over what stands beside `$ref`."""
    built = schema(kind)
    references = [each for each in _mappings(built) if "$ref" in each and isinstance(each["$ref"], str)]
    inner = [each for each in references if "$schema" not in each]

    assert set() == {each["$ref"].rsplit("/", 1)[1] for each in references} - set(built["definitions"])
    assert all(1 == len(each) for each in inner)


# The files beside the rules --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_built_in_file_names_its_schema(file: Any) -> None:
    """In its first line, relative to itself, so that an editor finds it in a checkout and where it is installed."""
    first = file.data.decode().split("\n", 1)[0]
    path = first.removeprefix("# yaml-language-server: $schema=")

    assert (RULES / "schema" / f"{KIND_OF.get(file.kind, file.kind)}.json") == (Path(file.path).parent / path).resolve()


def test_the_loader_passes_over_the_folder_of_schemas(tmp_path: Path) -> None:
    """It holds no rules, not even in files that end like rule files."""
    for name, text in GOOD.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    before = digest(read_files([tmp_path])), load([tmp_path])
    (tmp_path / "schema").mkdir()
    (tmp_path / "schema/rules.json").write_text("{}")
    (tmp_path / "schema/rules.yaml").write_text("- no rule")

    assert before == (digest(read_files([tmp_path])), load([tmp_path]))
