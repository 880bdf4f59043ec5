"""Bad input gets a clear note and loses nothing: each row of the design's table, driven as a user would."""

import gzip
import io
import json
import os
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from logsleuth import report as reports

REFUSED = "/usr/bin/python3: No module named acme.server\n"


def program(*words: str, cwd: Path, stdin: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Runs the program in a folder."""
    command = [sys.executable, "-m", "logsleuth", *words]
    env = os.environ | {"XDG_CACHE_HOME": "/tmp/logsleuth-test-cache"} | environment  # noqa: S108
    return subprocess.run(command, cwd=cwd, input=stdin, env=env, capture_output=True, timeout=120, check=False)


def analysed(*words: str, cwd: Path, stdin: bytes = b"") -> dict[str, Any]:
    """The JSON report, valid by its schema."""
    import jsonschema  # noqa: PLC0415  # a test's own need

    done = program("analyze", *words, "--format", "json", cwd=cwd, stdin=stdin)
    assert done.returncode in {0, 1}, done.stderr.decode()
    report: dict[str, Any] = json.loads(done.stdout)
    jsonschema.validate(report, reports.schema())
    return report


def notes(report: dict[str, Any]) -> str:
    """All notes as one text."""
    return json.dumps(report["notes"]) + json.dumps([entry["notes"] for entry in report["inputs"]])


def causes(report: dict[str, Any]) -> Sequence[str]:
    """The causes, most confident first."""
    return [hypothesis["cause"] for hypothesis in report["hypotheses"]]


def test_a_missing_path_is_named_and_the_others_are_analysed(tmp_path: Path) -> None:
    """On standard error; the exit status is that of the others."""
    (tmp_path / "server.log").write_text(REFUSED)
    done = program("analyze", "nosuch.log", "server.log", cwd=tmp_path)

    assert 1 == done.returncode
    assert b"nosuch.log" in done.stderr


def test_no_input_at_all_is_exit_3(tmp_path: Path) -> None:
    """One line, no traceback."""
    done = program("analyze", "nosuch.log", cwd=tmp_path)

    assert (3, 1) == (done.returncode, done.stderr.count(b"\n"))
    assert b"Traceback" not in done.stderr


def test_only_binary_input_is_exit_3(tmp_path: Path) -> None:
    """Nothing of it can be read."""
    (tmp_path / "x.bin").write_bytes(b"\x7fELF" + bytes(range(256)) * 8)
    (tmp_path / "none").mkdir()

    assert [3, 3] == [program("analyze", name, cwd=tmp_path).returncode for name in ("x.bin", "none")]


def test_what_was_asked_for_and_is_not_there_is_said(tmp_path: Path) -> None:
    """A slip in an option does not pass for an answer."""
    (tmp_path / "server.log").write_text(REFUSED)

    assert "no input has this path" in notes(analysed("server.log", "--as", "kernel=nope", cwd=tmp_path))
    assert "no log has a start number 9" in notes(analysed("server.log", "--boot", "9", cwd=tmp_path))


def test_empty_and_binary_files(tmp_path: Path) -> None:
    """Named, and passed over."""
    (tmp_path / "empty.log").write_bytes(b"")
    (tmp_path / "x.bin").write_bytes(b"\x7fELF" + bytes(range(256)) * 8)
    report = analysed("empty.log", "x.bin", cwd=tmp_path)

    assert "empty file" in notes(report)
    assert "binary file" in notes(report)


@pytest.mark.parametrize("keep", [0.5, 0.9])
def test_a_cut_archive_gives_what_could_be_read(tmp_path: Path, keep: float) -> None:
    """A cut gzip loses its end, no more."""
    data = gzip.compress(REFUSED.encode() + os.urandom(40_000).hex().encode())
    (tmp_path / "server.log.gz").write_bytes(data[: int(len(data) * keep)])
    report = analysed("server.log.gz", cwd=tmp_path)

    assert "python.wrong-interpreter" == causes(report)[0]
    assert "cut" in notes(report)


def test_an_archive_that_climbs_out_is_refused(tmp_path: Path) -> None:
    """What names a place outside is noted, and nothing is written anywhere."""
    with tarfile.open(tmp_path / "run.tar.gz", "w:gz") as archive:
        for name in ("../evil.log", "logs/server.log"):
            member = tarfile.TarInfo(name)
            member.size = len(REFUSED)
            archive.addfile(member, io.BytesIO(REFUSED.encode()))
    report = analysed("run.tar.gz", cwd=tmp_path)

    assert ["run.tar.gz!logs/server.log"] == [entry["path"] for entry in report["inputs"]]
    assert "evil.log" in notes(report)
    assert not (tmp_path.parent / "evil.log").exists()


def test_an_archive_that_expands_without_bound_is_bounded(tmp_path: Path) -> None:
    """A gigabyte of zeros in a megabyte is named, and costs no gigabyte."""
    with (
        zipfile.ZipFile(tmp_path / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("x.log", "w") as member,
    ):
        for _ in range(300):
            member.write(b"\0" * (1 << 20))
    report = analysed("bomb.zip", cwd=tmp_path)

    assert "bomb.zip" in notes(report)
    assert sum(entry["bytes"] for entry in report["inputs"]) < 200 << 20


def test_a_line_without_end_nuls_and_progress_bars(tmp_path: Path) -> None:
    """Line numbers stay those of grep -n."""
    lines = [b"\0" * 5000 + b"start", b"x" * 3_000_000, b"10%\r50%\r100%", REFUSED.strip().encode()]
    (tmp_path / "server.log").write_bytes(b"\n".join(lines))
    report = analysed("server.log", cwd=tmp_path)

    assert 4 == report["hypotheses"][0]["evidence"][0]["line"]


def test_escape_sequences_never_reach_the_terminal(tmp_path: Path) -> None:
    """Nor bidirectional controls, nor what a log would have a terminal do."""
    (tmp_path / "server.log").write_text("/usr/bin/python3: No module named acme\u202e\x1b]0;evil\x07\x9b31m.x\x08\n")
    for words in ((), ("--color", "never"), ("-v", "--explain")):
        out = program("analyze", "server.log", *words, cwd=tmp_path).stdout.decode()
        assert not set("\x1b\x07\x9b\x08\u202e") & set(out)


def test_html_is_text(tmp_path: Path) -> None:
    """A log that holds markup is shown as it stands."""
    (tmp_path / "server.log").write_text("[bold]x[/] <script>\nModuleNotFoundError: No module named 'acme'\n[/nope]\n")

    assert 1 == program("analyze", "server.log", cwd=tmp_path).returncode


def test_a_faulty_rule_file_ends_the_call_before_any_log_is_read(tmp_path: Path) -> None:
    """Exit 2 with file, line and column; --keep-going leaves the rule out."""
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules/my.yaml").write_text("- id: x\n  cause: no.such\n  when: {a: {line: '(a+'}}\n")
    (tmp_path / "server.log").write_text(REFUSED)
    done = program("analyze", "--rules", "rules", "server.log", cwd=tmp_path)
    kept = program("analyze", "--rules", "rules", "--keep-going", "server.log", cwd=tmp_path)

    assert (2, b"") == (done.returncode, done.stdout)
    assert b"my.yaml:2:" in done.stderr
    assert 1 == kept.returncode
    assert b"left out" in kept.stderr


def test_a_pattern_that_backtracks_is_cut_off(tmp_path: Path) -> None:
    """At run time by a time limit, and noted."""
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules/my.yaml").write_text(
        "- id: slow\n  cause: app.exception\n  says: slow\n  about: a pattern that backtracks\n"
        "  when: {a: {line: '^boom (?:a|aa)+$'}}\n"
        "  tests:\n    - {log: 'boom aa', finds: {}}\n    - {log: 'x', finds: nothing}\n"
    )
    (tmp_path / "server.log").write_text(("boom " + "a" * 60 + "b\n") * 9)
    report = analysed("--rules", "rules", "server.log", cwd=tmp_path)

    assert any("slow" in bound for bound in report["stats"]["bounds_met"])


def test_log_text_in_a_command_is_one_argument(tmp_path: Path) -> None:
    """Shell-quoted where it is shown, whole in the report, and left out with control characters."""
    (tmp_path / "server.log").write_text("/usr/bin/python3: No module named acme.server\n")
    report = analysed("server.log", cwd=tmp_path)

    assert any("acme.server" in step["run"] for step in report["hypotheses"][0]["next"])


def test_secrets_are_masked_unless_asked_otherwise(tmp_path: Path) -> None:
    """In every format."""
    secret = "hf_" + "aB3dE" * 7
    (tmp_path / "server.log").write_text(f"ModuleNotFoundError: No module named 'acme' token={secret}\n")
    shown = [program("analyze", "server.log", *words, cwd=tmp_path).stdout for words in ((), ("--format", "json"))]
    bare = program("analyze", "server.log", "--no-redact", cwd=tmp_path).stdout

    assert not [out for out in shown if secret.encode() in out]
    assert secret.encode() in bare


def test_utf16_and_latin1(tmp_path: Path) -> None:
    """Read as what they are."""
    (tmp_path / "a.log").write_bytes(REFUSED.encode("utf-16"))
    (tmp_path / "b.log").write_bytes("größer\n".encode("latin-1"))
    report = analysed("a.log", "b.log", cwd=tmp_path)

    assert "python.wrong-interpreter" == causes(report)[0]
    assert {"a.log": True, "b.log": False} == {e["path"]: e["encoding"].startswith("utf-16") for e in report["inputs"]}


def test_standard_input(tmp_path: Path) -> None:
    """A dash reads it."""
    assert "python.wrong-interpreter" == causes(analysed("-", cwd=tmp_path, stdin=REFUSED.encode()))[0]


def test_a_reader_that_has_seen_enough_is_no_error(tmp_path: Path) -> None:
    """A closed pipe ends the output, without a traceback."""
    (tmp_path / "server.log").write_text(REFUSED)
    line = f"{sys.executable} -m logsleuth analyze server.log -v | true"
    done = subprocess.run(["sh", "-c", line], cwd=tmp_path, capture_output=True, timeout=60, check=False)

    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("analyze", "x.log", "--fail-on", "much"),
        ("analyze", "x.log", "--as", "nonsense"),
        ("analyze", "x.log", "--rules", "nosuch"),
        ("analyze", "x.log", "--expect-file", "nosuch"),
        ("verify", "x.log"),
        ("nosuch",),
    ],
)
def test_a_wrong_call_is_exit_2_and_names_what_is_wrong(tmp_path: Path, words: Sequence[str]) -> None:
    """No traceback, and a remedy."""
    (tmp_path / "x.log").write_text("hello\n")
    done = program(*words, cwd=tmp_path)

    assert 2 == done.returncode
    assert b"logsleuth" in done.stderr
    assert b"Traceback" not in done.stderr
