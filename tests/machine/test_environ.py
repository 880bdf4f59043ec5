"""Environments, in each layout and as this machine prints them."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logsleuth.machine import environ
from logsleuth.machine.snapshot import Snapshot

from .making import fixture, printed, read, rows, snapshot


def test_values_may_go_on_over_lines() -> None:
    """A function that a shell exported is one value; an empty value and one with blanks are values as well."""
    assert rows(environ.read(fixture("env.txt", "environ")), "environ", "name", "value", "line", "end_line") == [
        ("HOME", "/home/ada", 1, 1),
        ("BASH_FUNC_greet%%", '() {  echo hello;\n echo "$1"\n}', 2, 4),
        ("EMPTY", "", 5, 5),
        ("CUDA_HOME", ":/usr/local/cuda-12.8", 6, 6),
        ("LESSOPEN", "| /usr/bin/lesspipe %s", 7, 7),
    ]


def test_quoted_values_are_read_as_the_shell_would() -> None:
    """`export -p` quotes; a variable without a value is none."""
    assert rows(environ.read(fixture("export.txt", "environ")), "environ", "name", "value", "end_line") == [
        ("HOME", "/home/ada", 1),
        ("GREETING", 'two\nlines with "quotes"', 3),
        ("PATH", "/usr/bin:/bin", 5),
        ("EDITOR", "vim", 6),
    ]


@pytest.mark.parametrize("separator", ["\0", "^@"])
def test_nul_separates_what_the_kernel_keeps(separator: str) -> None:
    """`/proc/PID/environ`, raw or shown by `cat -A`; the pid is in its name."""
    line = separator.join(["A=1", "B=x y", "C=", ""])

    reading = environ.read(Snapshot("proc/812/environ", ["$ cat -A /proc/812/environ", line], 1, None, "environ"))

    assert rows(reading, "environ", "name", "value", "pid") == [("A", "1", 812), ("B", "x y", 812), ("C", "", 812)]


def test_the_pid_stands_in_the_command_above() -> None:
    """A shell's own environment, printed after, has no pid."""
    text = "$ tr '\\0' '\\n' < /proc/812/environ\nA=1\n\nada@forge:~$ env\nA=2\n"

    assert rows(read(text, "environ"), "environ", "value", "pid", "origin.host") == [
        ("1", 812, None),
        ("2", None, "forge"),
    ]


@pytest.mark.parametrize(
    "line", ["A=1 B=2 ./run --x", "CUDA_VISIBLE_DEVICES=0 python3 -m shop", "A=1 nohup ./x &", "+ A=1 python x.py"]
)
def test_a_variable_set_for_one_command_is_no_environment(line: str) -> None:
    """What is set before a command holds for that process alone."""
    assert "A" not in rows(read(f"HOME=/root\n{line}\n", "environ"), "environ", "name")


def test_a_container_lists_its_variables_as_json() -> None:
    """`docker inspect` prints them quoted."""
    text = (
        '            "Env": [\n                "PATH=/usr/bin",\n                "GREETING=a \\"b\\""\n            ],\n'
    )

    assert rows(read(text, "environ"), "environ", "name", "value") == [("PATH", "/usr/bin"), ("GREETING", 'a "b"')]


def test_what_env_prints_is_read() -> None:
    """Every variable of this machine comes back."""
    text = printed("env")

    found = dict(rows(environ.read(snapshot(text, "environ")), "environ", "name", "value"))

    assert found["COLUMNS"] == "300"
    assert found["LC_ALL"] == "C"


def test_what_the_kernel_keeps_is_read() -> None:
    """`/proc/self/environ`, with its NULs."""
    path = Path("/proc/self/environ")
    if not path.exists():
        pytest.skip("no /proc")
    text = path.read_bytes().decode("utf-8", "replace")

    found = rows(environ.read(Snapshot(str(path), text.split("\n"), 1, None, "environ")), "environ", "name")

    assert "PATH" in found


@given(
    pairs=st.dictionaries(
        st.from_regex(r"[A-Z]{1,6}", fullmatch=True),
        st.from_regex(r"[\w/.:]{0,12}", fullmatch=True),
        min_size=1,
        max_size=8,
    )
)
@settings(max_examples=60)
def test_plain_pairs_come_back(pairs: dict[str, str]) -> None:
    """What `env` prints is read back as it was."""
    reading = read("\n".join(f"{name}={value}" for name, value in pairs.items()), "environ")

    assert pairs == dict(rows(reading, "environ", "name", "value"))
