"""`rules schema`: for an editor."""

import json
from pathlib import Path

import pytest
from test_bad_input import program

from logsleuth.cli.rules.schema import KINDS
from logsleuth.language.schema import written


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_is_printed(kind: str, tmp_path: Path) -> None:
    """As it stands beside the built-in rules."""
    assert written(kind) == program("rules", "schema", kind, cwd=tmp_path).stdout.decode()


def test_rules_are_meant_unless_another_kind_is_named(tmp_path: Path) -> None:
    """It is what people write most."""
    told = json.loads(program("rules", "schema", cwd=tmp_path).stdout)

    assert "logsleuth: rules" == told["title"]


def test_an_unknown_kind_is_a_wrong_call(tmp_path: Path) -> None:
    """With the kinds that there are."""
    done = program("rules", "schema", "pack", cwd=tmp_path)

    assert 2 == done.returncode
    assert b"weighing" in done.stderr
    assert b"Traceback" not in done.stderr
