"""`rules list` and `rules show`: what is in force, and where it comes from."""

import json
from pathlib import Path

import pytest
from test_bad_input import program
from test_settings import RULE

ID = "lazy-import-lacks-module"


def test_list_names_every_rule(tmp_path: Path) -> None:
    """With the cause, and where it comes from if it is not built in."""
    (tmp_path / "own").mkdir()
    (tmp_path / "own/pack.yaml").write_text(RULE)
    told = json.loads(program("rules", "list", "--rules", "own", "--format", "json", cwd=tmp_path).stdout)
    by_id = {entry["id"]: entry for entry in told}

    assert "built-in" == by_id[ID]["from"]
    assert "own/pack.yaml" == by_id["acme-asleep"]["from"]
    assert ("app.exception", 2, []) == tuple(by_id["acme-asleep"][key] for key in ("cause", "tests", "replaces"))


def test_list_is_narrowed_by_words_and_cause(tmp_path: Path) -> None:
    """All words must be there; status 1 says that nothing fits."""
    done = program("rules", "list", "lazy", "import", "--cause", "python.", "--ids", cwd=tmp_path)

    assert ID in done.stdout.decode().split()
    assert (1, b"") == (
        program("rules", "list", "nothing-of-this-kind", "--ids", cwd=tmp_path).returncode,
        program("rules", "list", "nothing-of-this-kind", "--ids", cwd=tmp_path).stdout,
    )


def test_show_is_a_page_that_ends_with_the_rule_as_written(tmp_path: Path) -> None:
    """Cause, weight, reason, place, then the YAML up to its last test."""
    page = program("rules", "show", ID, cwd=tmp_path).stdout.decode()

    assert page.startswith(ID)
    assert "python.missing-package" in page
    assert "built-in" in page
    assert f"- id: {ID}\n" in page
    assert "finds: nothing}" == page.rstrip()[-15:]
    assert 1 == page.count("- id: ")


def test_show_names_what_a_rule_replaced(tmp_path: Path) -> None:
    """Of two with one id the later counts, and both places are told."""
    (tmp_path / "own").mkdir()
    (tmp_path / "own/pack.yaml").write_text(RULE.replace("acme-asleep", ID))
    page = program("rules", "show", ID, "--rules", "own", cwd=tmp_path).stdout.decode()

    assert "from      own/pack.yaml (own/pack.yaml:1)" in page
    assert "replaces" in page
    assert "has fallen asleep" in page


def test_show_names_who_disabled_a_rule(tmp_path: Path) -> None:
    """It can still be read."""
    (tmp_path / "logsleuth.toml").write_text(f'disable = ["{ID}"]')
    first = program("rules", "show", ID, cwd=tmp_path).stdout.decode().splitlines()[0]

    assert f"{ID}   (disabled by {tmp_path.resolve()}/logsleuth.toml)" == first


@pytest.mark.parametrize(
    ("name", "said"), [("lazy-import-lack-module", f"did you mean `{ID}`?"), ("zzz", "rules list")]
)
def test_an_unknown_id_is_one_line(tmp_path: Path, name: str, said: str) -> None:
    """With what was probably meant, or where the ids are."""
    done = program("rules", "show", name, cwd=tmp_path)

    assert 2 == done.returncode
    assert said in done.stderr.decode()
    assert 1 == done.stderr.count(b"\n")


def test_show_takes_a_cause(tmp_path: Path) -> None:
    """With its subject keys, which no rule's page has, and the rules that speak for it."""
    page = program("rules", "show", "os.disk-full", cwd=tmp_path).stdout.decode()

    assert page.startswith("os.disk-full\n")
    assert "\n  subject   path\n" in page
    assert "no-space-left" in page
    assert all(len(line) <= 80 for line in page.splitlines())
