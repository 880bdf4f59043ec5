"""`rules check`: what is wrong with rule files, for people and for programs."""

import json
from pathlib import Path

import pytest
from test_bad_input import program
from test_settings import RULE

from logsleuth.cli.rules.formats import as_github, as_sarif, as_text
from logsleuth.errors import Fault

FAULTY = RULE.replace("app.exception", "app.exeption")
FAULT = Fault("a,b.yaml", 3, 90, "100% wrong\nreally", "x" * 200, "wrong-type", "conditions")


def test_a_fault_is_shown_with_its_line_and_a_caret(tmp_path: Path) -> None:
    """Place, what was meant, the line, and where to read more."""
    (tmp_path / "r.yaml").write_text(FAULTY)
    done = program("rules", "check", "r.yaml", cwd=tmp_path)
    lines = done.stdout.decode().splitlines()

    assert 1 == done.returncode
    assert "r.yaml:2:10: unknown cause `app.exeption`; did you mean `app.exception`?" == lines[0]
    assert lines[2].index("^") == lines[1].index("app.exeption")
    assert lines[3].strip().startswith("see docs/rules.md#")


def test_nothing_wrong_is_status_0(tmp_path: Path) -> None:
    """Advice does not count, unless --strict says so."""
    (tmp_path / "r.yaml").write_text(RULE.replace("has fallen", "(?:at api.example.com )?has fallen"))
    status = [program("rules", "check", "r.yaml", *words, cwd=tmp_path).returncode for words in ([], ["--strict"])]

    assert [0, 1] == status
    assert b"nothing wrong" in program("rules", "check", "r.yaml", "--no-advice", cwd=tmp_path).stdout


def test_standard_input_is_read(tmp_path: Path) -> None:
    """For editors and hooks."""
    done = program("rules", "check", "-", cwd=tmp_path, stdin=FAULTY.encode())

    assert done.stdout.decode().startswith("<stdin>:2:10: unknown cause")


@pytest.mark.parametrize("form", ["json", "sarif"])
def test_machines_get_the_same(tmp_path: Path, form: str) -> None:
    """Each fault with place and code."""
    (tmp_path / "r.yaml").write_text(FAULTY)
    told = json.loads(program("rules", "check", "r.yaml", "--format", form, cwd=tmp_path).stdout)

    if form == "json":
        assert [("r.yaml", 2, 10, "unknown-cause", "error")] == [
            tuple(fault[key] for key in ("path", "line", "column", "code", "severity")) for fault in told
        ]
    else:
        (result,) = told["runs"][0]["results"]
        assert ("unknown-cause", "error") == (result["ruleId"], result["level"])
        assert {"startLine": 2, "startColumn": 10} == result["locations"][0]["physicalLocation"]["region"]


def test_an_annotation_is_one_line() -> None:
    """What would end it, or a property of it, is escaped."""
    assert "::error file=a%2Cb.yaml,line=3,col=90,title=wrong-type::100%25 wrong%0Areally\n" == as_github([FAULT])
    assert "2.1.0" == json.loads(as_sarif([FAULT]))["version"]


def test_an_excerpt_keeps_to_the_screen() -> None:
    """A long line is cut round the place, and the caret stands below it."""
    lines = as_text([FAULT]).splitlines()

    assert all(len(line) <= 80 for line in lines)
    assert "x" == lines[1][lines[2].index("^")]


def test_a_path_that_is_not_there_is_a_wrong_call(tmp_path: Path) -> None:
    """In one line."""
    done = program("rules", "check", "none.yaml", cwd=tmp_path)

    assert (2, "logsleuth: none.yaml: no such file or folder\n") == (done.returncode, done.stderr.decode())


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("- id: a\n  about: " + "x" * 10_000_000, id="ten megabytes"),
        pytest.param("a: &a [x,x]\n" + "".join(f"{k}: &{k} [*a,*a,*a,*a]\n" for k in "bcdefghij"), id="bomb"),
        pytest.param("a: &a\n  b: *a\n", id="cyclic"),
        pytest.param(RULE.replace("(?P<name>\\\\w+) has", "(?P<name>\\\\w+)" + "a" * 100_000), id="large pattern"),
        pytest.param("[" * 100_000, id="deep"),
    ],
)
def test_bad_input_is_refused_in_bounded_time(tmp_path: Path, text: str) -> None:
    """With faults, or none, and never a traceback."""
    (tmp_path / "r.yaml").write_text(text)
    done = program("rules", "check", "r.yaml", "--no-advice", cwd=tmp_path)

    assert done.returncode in {0, 1}
    assert b"Traceback" not in done.stderr
    assert max(len(line) for line in done.stdout.splitlines()) < 500
