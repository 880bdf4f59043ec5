"""Package lists, in each layout and as this machine prints them."""

import sys

import pytest

from logsleuth.machine import packages

from .making import fixture, printed, read, rows, snapshot


def test_pip_list_has_columns() -> None:
    """The interpreter is the one of the command above; notices are passed over."""
    reading = packages.read(fixture("pip_list.txt", "packages"))

    assert rows(reading, "packages", "interpreter", "name", "normalized", "version", "editable") == [
        ("/srv/shop/venv/bin/python", "requests", "requests", "2.32.3", None),
        ("/srv/shop/venv/bin/python", "shop_core", "shop-core", "0.3.1", "/srv/shop"),
        ("/srv/shop/venv/bin/python", "typing_extensions", "typing-extensions", "4.12.2", None),
    ]


def test_pip_show_has_blocks() -> None:
    """A block is one row over its lines."""
    reading = packages.read(fixture("pip_show.txt", "packages"))

    assert rows(reading, "packages", "name", "version", "editable", "line", "end_line", "origin.host") == [
        ("shop", "0.3.1", "/srv/shop", 2, 10, "forge"),
        ("requests", "2.32.3", None, 12, 16, "forge"),
    ]


def test_conda_list_names_its_environment() -> None:
    """The heading tells the folder, and so the interpreter."""
    assert rows(packages.read(fixture("conda_list.txt", "packages")), "packages", "name", "version", "interpreter") == [
        ("_libgcc_mutex", "0.1", "/opt/conda/envs/shop/bin/python"),
        ("numpy", "1.26.4", "/opt/conda/envs/shop/bin/python"),
        ("shop", "0.3.1", "/opt/conda/envs/shop/bin/python"),
    ]


def test_freeze_pins_versions() -> None:
    """Editable installs are told by `-e`, named by the comment above or the fragment of the address; a direct file is no editable install."""
    text = """\
# /srv/venv/bin/python -m pip freeze
Django==5.1.5
# Editable install with no version control (mypk==0.1)
-e /src/mypk
-e git+https://example.org/x.git@abc#egg=other
local @ file:///tmp/local
uvicorn[standard]==0.30.0 ; python_version > "3.8"
"""
    assert rows(read(text, "packages"), "packages", "name", "version", "editable", "line") == [
        ("Django", "5.1.5", None, 2),
        ("mypk", "0.1", "/src/mypk", 3),
        ("other", None, "git+https://example.org/x.git@abc", 5),
        ("local", None, None, 6),
        ("uvicorn", "0.30.0", None, 7),
    ]


def test_rows_without_a_header_are_read() -> None:
    """`pip list | grep torch`."""
    text = "flashinfer-python        0.5.3\nshop   0.5.4.post3   /srv/shop\n"

    assert rows(read(text, "packages"), "packages", "name", "version") == [
        ("flashinfer-python", "0.5.3"),
        ("shop", "0.5.4.post3"),
    ]


def test_pip_names_its_environment() -> None:
    """`pip --version` tells where pip itself is installed, and which Python it is of."""
    reading = read(
        "$ pip --version\npip 23.2.1 from /opt/x/lib/python3.11/site-packages/pip (python 3.11)\n", "packages"
    )

    assert rows(reading, "packages", "name", "version", "location") == [
        ("pip", "23.2.1", "/opt/x/lib/python3.11/site-packages")
    ]
    assert rows(reading, "interpreters", "version", "prefix") == [("3.11", "/opt/x")]


def test_what_pip_check_says_is_no_package() -> None:
    """A complaint is understood and gives no row."""
    reading = read("a 1.0 requires b, which is not installed.\n", "packages")

    assert (rows(reading, "packages"), reading.notes) == ([], ())


def test_json_is_read() -> None:
    """`pip list --format=json`, on one line or on many; each row cites the line that names it."""
    text = (
        '$ /x/bin/python -m pip list --format=json\n[{"name": "a", "version": "1"}, {"name": "B_c", "version": "2"}]\n'
    )

    assert rows(read(text, "packages"), "packages", "normalized", "version", "line", "interpreter") == [
        ("a", "1", 2, "/x/bin/python"),
        ("b-c", "2", 2, "/x/bin/python"),
    ]


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("/x/bin/python -m pip list", "/x/bin/python"),
        ("/x/bin/pip3 freeze", "/x/bin/python"),
        ("sudo -H python3.11 -m pip show a", "python3.11"),
        ("uv pip list --python /y/python", "/y/python"),
        ("pip list", None),
    ],
)
def test_the_interpreter_asked_is_told_by_the_command(command: str, expected: str | None) -> None:
    """A bare `pip` tells nothing; the pip of an environment asks the Python beside it."""
    assert expected == packages.asked(command)


def test_names_are_compared_as_the_index_does() -> None:
    """PEP 503: case and `-_.` make no difference."""
    assert packages.normalized("Typing__Extensions.x") == "typing-extensions-x"


@pytest.mark.parametrize("form", ["list", "freeze"])
def test_what_this_machine_prints_is_read(form: str) -> None:
    """What was installed for the tests is among the packages."""
    text = printed(sys.executable, "-m", "pip", form)

    found = rows(packages.read(snapshot(text, "packages")), "packages", "normalized")

    assert "hypothesis" in found
