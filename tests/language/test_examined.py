"""Rule files looked at one by one: what is said of which file, and where patterns stand."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from language.folders import GOOD, RULE, write
from logsleuth.language import builtin_folder, examine
from logsleuth.language.examined import kind_of

OTHER = RULE.replace("id: ", "id: another-", 1)
BAD = "- id: bad\n  cause: none.such\n"


def test_a_file_knows_the_causes_beside_it(tmp_path: Path) -> None:
    """It is read with the folder that it lies in, and faults of the others are left out."""
    folder = write(tmp_path, {**GOOD, "packs/other.yaml": BAD})
    found = examine([folder / "packs/good.yaml"], base=[])

    assert () == found.faults
    assert {str(folder / "packs/good.yaml")} == {rule.spot.path for rule in found.rules}


def test_only_the_named_files_are_told_of(tmp_path: Path) -> None:
    """All faults of each, by place."""
    folder = write(tmp_path, {**GOOD, "packs/other.yaml": BAD})
    found = examine([folder / "packs/other.yaml"], base=[])

    assert {str(folder / "packs/other.yaml")} == {fault.path for fault in found.faults}
    assert {"unknown-cause", "missing-key"} <= {fault.code for fault in found.faults}


def test_a_slip_in_one_rule_hides_no_fault_of_another(tmp_path: Path) -> None:
    """A file that is no YAML as a whole is read item by item."""
    text = 'x\n- id: one\n  says: a: b\n- id: two\n  cuase: x\n- id: three\n  says: "\\S"\n'[2:]
    (tmp_path / "pack.yaml").write_text(text)
    told = {(fault.line, fault.code) for fault in examine([tmp_path / "pack.yaml"], base=[builtin_folder()]).faults}

    assert {(2, "colon-splits"), (4, "unknown-key"), (6, "bad-escape")} <= told


def test_standard_input_is_a_pack(tmp_path: Path) -> None:
    """Its faults have its name."""
    found = examine([], base=[write(tmp_path, GOOD)], text=("<stdin>", OTHER))

    assert () == found.faults
    assert ["<stdin>"] == [rule.spot.path for rule in found.rules]


def test_places_tell_where_a_character_of_a_pattern_stands(tmp_path: Path) -> None:
    """Line and column in the file, counted from 1."""
    folder = write(tmp_path, GOOD)
    text = (folder / "packs/good.yaml").read_text()
    places = examine([folder / "packs/good.yaml"], base=[]).places
    place = next(place for key, place in places.items() if "lock file" in place.excerpt)
    line, column = place.at(5)

    assert text.split("\n")[line - 1][column - 1 :].startswith("file (?P<file>")
    assert text.split("\n")[place.line - 1][place.column - 1 :].startswith("lock file (?P<file>")


def test_a_rule_that_takes_the_place_of_another_is_advice(tmp_path: Path) -> None:
    """It may be meant."""
    folder = write(tmp_path, GOOD)
    found = examine([], base=[folder], text=("<stdin>", RULE))

    assert ["replaces-rule"] == [fault.code for fault in found.faults]
    assert all(fault.advice for fault in found.faults)


def test_a_comment_that_cuts_a_pattern_is_advice(tmp_path: Path) -> None:
    """A `#` after a space ends a text without quotes."""
    text = OTHER.replace("'lock file (?P<file>\\S+) exists'", "lock file (?P<file>\\S+) exists # yes", 1)
    text = text.replace("{line: lock", "\n        line: lock").replace("# yes}", "# yes\n")
    found = examine([], base=[write(tmp_path, GOOD)], text=("<stdin>", text))

    assert "comment-cuts" in {fault.code for fault in found.faults}


@pytest.mark.parametrize("kind", ["packs", "programs", "layouts", "envelopes"])
def test_the_kind_is_told_from_the_content(kind: str) -> None:
    """A file need not lie in a folder of rules."""
    wanted = {"packs": "pack", "programs": "program"}.get(kind, kind)
    told = {kind_of(path.read_bytes()) for path in (builtin_folder() / kind).glob("*.yaml")}

    assert told <= {wanted, "layouts"}
    assert wanted in told


def test_causes_and_weights_are_told_from_the_content() -> None:
    """By their keys."""
    assert "causes" == kind_of((builtin_folder() / "causes.yaml").read_bytes())
    assert "weighing" == kind_of((builtin_folder() / "weighing.yaml").read_bytes())


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_an_alias_in_place_of_any_value_is_a_fault(data: st.DataObject) -> None:
    """Whatever it stands for: a text, a list, the inputs of a test."""
    values = list(re.finditer(r"(?m)(?<=: )(?<!['\"]: )\S.*$", OTHER))
    value = data.draw(st.sampled_from(values))
    text = OTHER[: value.start()] + "*a" + OTHER[value.end() :]
    found = examine([], base=[builtin_folder()], text=("<stdin>", text))

    assert found.faults
    assert () == found.rules
