"""`query` as a user meets it: rows out, one line for what is wrong, notes on standard error."""

import csv
import io
import json
import subprocess
from pathlib import Path

import polars as pl
import pytest
from test_bad_input import REFUSED, program

LOG = (
    "2026-04-12 10:00:01 INFO app.main: begin\n"
    "2026-04-12 10:00:02 ERROR app.main: it, or that, failed\n  because of this\n"
    "2026-04-12 10:00:03 ERROR app.main: again\n"
)
SS = (
    "State  Recv-Q Send-Q Local Address:Port Peer Address:Port Process\n"
    'LISTEN 0      128    0.0.0.0:8000       0.0.0.0:*         users:(("python3",pid=77,fd=3))\n'
)


def ask(*words: str, cwd: Path, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """One query in a folder with a log and a snapshot."""
    (cwd / "server.log").write_text(LOG)
    (cwd / "ss.txt").write_text(SS)
    return program("query", *words, cwd=cwd, stdin=stdin)


def test_a_table_is_aligned_and_one_line_a_row(tmp_path: Path) -> None:
    """A newline in a text is shown as an escape."""
    done = ask("server.log", "SELECT line, end_line, level, message FROM records ORDER BY line", cwd=tmp_path)

    assert [
        "line  end_line  level  message",
        "----  --------  -----  " + "-" * 38,
        "   1         1  info   begin",
        "   2         3  error  it, or that, failed\\n  because of this",
        "   4         4  error  again",
    ] == done.stdout.decode().splitlines()
    assert (0, b"") == (done.returncode, done.stderr)


def test_formats_hold_the_same_rows(tmp_path: Path) -> None:
    """Texts whole, times in UTC."""
    query = "SELECT time, level, message FROM records ORDER BY line"
    lines = ask("server.log", "--format", "jsonl", query, cwd=tmp_path).stdout.decode().splitlines()
    table = list(csv.DictReader(io.StringIO(ask("server.log", query, "--format", "csv", cwd=tmp_path).stdout.decode())))
    parquet = ask("server.log", query, "--format", "parquet", "-o", "x.parquet", cwd=tmp_path)

    assert [json.loads(line) for line in lines] == table
    assert ("2026-04-12T10:00:02Z", "it, or that, failed\n  because of this") == (table[1]["time"], table[1]["message"])
    assert (0, b"") == (parquet.returncode, parquet.stdout)
    assert [row["message"] for row in table] == pl.read_parquet(tmp_path / "x.parquet")["message"].to_list()


def test_a_folder_and_tables_of_several_kinds(tmp_path: Path) -> None:
    """Snapshots and logs are joined as any tables."""
    query = "SELECT l.port, count(*) AS n FROM listeners l CROSS JOIN records r GROUP BY l.port"

    assert {"port": 8000, "n": 3} == json.loads(ask(".", "--format", "jsonl", query, cwd=tmp_path).stdout)


def test_standard_input(tmp_path: Path) -> None:
    """A dash reads it."""
    done = ask("-", "--format", "csv", "SELECT message FROM records", cwd=tmp_path, stdin=b"hello\n")

    assert "message\nhello\n" == done.stdout.decode()


def test_the_start_and_the_program_of_a_record(tmp_path: Path) -> None:
    """Where a query asks for them, patterns are looked for."""
    query = "SELECT DISTINCT r.boot FROM records r JOIN boots b ON r.boot = b.number AND r.path = b.path"

    assert "boot\n0\n" == ask("server.log", "--format", "csv", query, cwd=tmp_path).stdout.decode()


def test_columns_of_a_star_without_a_value_are_named_below(tmp_path: Path) -> None:
    """In the table for people only."""
    shown = ask("ss.txt", "SELECT * FROM listeners", cwd=tmp_path).stdout.decode()
    whole = ask("ss.txt", "--format", "jsonl", "SELECT * FROM listeners", cwd=tmp_path).stdout

    assert "(empty in all rows: boot," in shown.splitlines()[-1]
    assert {"boot", "origin.rank", "port"} <= json.loads(whole).keys()


def test_an_absent_table_is_empty_and_told(tmp_path: Path) -> None:
    """On standard error; -q keeps quiet."""
    query = "SELECT name FROM packages"

    assert [
        ("name\n----\n", "logsleuth: packages: nothing that was handed over fills it\n"),
        ("name\n----\n", ""),
    ] == [
        (done.stdout.decode(), done.stderr.decode())
        for done in (ask("server.log", *quiet, query, cwd=tmp_path) for quiet in ((), ("-q",)))
    ]


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("SELECT lvl FROM records", "did you mean `level`?"),
        ("SELECT * FROM trace_backs", "did you mean `tracebacks`?"),
        ("SELECT * FROM read_csv('server.log')", "no files"),
        ("DROP TABLE records", "must begin with SELECT or WITH"),
        ("SELECT level FROM records WHERE", "Expected"),
        ("SELECT level + 1 FROM records WHERE level > 1 AND message", "query: "),
    ],
)
def test_a_wrong_query_is_one_line_and_exit_2(tmp_path: Path, query: str, said: str) -> None:
    """Without a traceback, and before input is asked for."""
    done = ask("nosuch.log" if "did" in said else "server.log", query, cwd=tmp_path)

    assert 2 == done.returncode
    assert said in done.stderr.decode()
    assert (b"", 1) == (done.stdout, done.stderr.count(b"\n"))


def test_input_that_cannot_be_read_is_exit_3_or_a_note(tmp_path: Path) -> None:
    """None at all, or one of several."""
    query = "SELECT count(*) AS n FROM records"
    none, some = (ask(*paths, query, cwd=tmp_path) for paths in (("no.log",), ("no.log", "server.log")))

    assert (3, b"") == (none.returncode, none.stdout)
    assert (0, "n\n-\n3\n") == (some.returncode, some.stdout.decode())
    assert b"no.log" in some.stderr


def test_an_output_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    """With its name."""
    done = ask("server.log", "-o", "no/such.csv", "--format", "csv", "SELECT line FROM records", cwd=tmp_path)

    assert (2, 1) == (done.returncode, done.stderr.count(b"\n"))
    assert b"no/such.csv" in done.stderr


def test_secrets_are_masked_unless_asked_otherwise(tmp_path: Path) -> None:
    """In every format."""
    secret = "hf_" + "aB3dE" * 7
    (tmp_path / "x.log").write_text(f"{REFUSED}token={secret}\n")
    for form in ("table", "jsonl", "csv"):
        words = ("x.log", "--format", form, "SELECT message FROM records")
        assert secret.encode() not in ask(*words, cwd=tmp_path).stdout
        assert secret.encode() in ask(*words, "--no-redact", cwd=tmp_path).stdout


def test_escape_sequences_never_reach_the_terminal(tmp_path: Path) -> None:
    """Whatever a log would have it do."""
    (tmp_path / "x.log").write_text("a\u202eb\x07\x9b31m.x\x08\n")

    assert not set("\x07\x9b\x08\u202e") & set(
        ask("x.log", "SELECT message FROM records", cwd=tmp_path).stdout.decode()
    )


def test_tables_are_listed_without_input(tmp_path: Path) -> None:
    """All, or those that are named, each column with its type and meaning."""
    all_, one = (program("query", "--tables", *names, cwd=tmp_path).stdout.decode() for names in ((), ("listeners",)))
    wrong = program("query", "--tables", "listener", cwd=tmp_path)

    assert {"records:", "tracebacks:", "skew:"} <= set(all_.split())
    assert "  port              integer  the local port\n" in one
    assert "tracebacks:" not in one
    assert (2, b"logsleuth: there is no table `listener`; did you mean `listeners`?\n") == (
        wrong.returncode,
        wrong.stderr,
    )


def test_expected_lines_are_a_table(tmp_path: Path) -> None:
    """Filled by --expect."""
    query = "SELECT text, status FROM expectations"
    done = ask("server.log", "--expect", "begin", "--format", "csv", query, cwd=tmp_path)

    assert "text,status\nbegin,found\n" == done.stdout.decode()
