"""Transcripts of interpreters, and what real ones print."""

import subprocess
import sys
from pathlib import Path

import pytest

from logsleuth.machine import interpreter

from .making import fixture, read, rows, snapshot

COLUMNS = ("executable", "module", "found", "namespace")


def test_none_for_a_file_means_a_namespace_package() -> None:
    """The import worked, or nothing would have been printed: a folder without `__init__.py` was found."""
    text = """\
~/ml-env/bin/python3 -c "import acme; print(acme.__file__)"
None
~/ml-env/bin/python3 -c "import acme.server; print('ok')"
ok
"""
    reading = read(text, "interpreter")

    assert rows(reading, "interpreters", *COLUMNS, "line", "end_line") == [
        ("~/ml-env/bin/python3", "acme", True, True, 1, 2),
        ("~/ml-env/bin/python3", "acme.server", True, None, 3, 4),
        ("~/ml-env/bin/python3", "acme", True, None, 3, 4),
    ]


def test_none_for_a_spec_means_not_found() -> None:
    """The same word answers the other question."""
    text = "$ /x/python -c \"import importlib.util as u; print(u.find_spec('acme'))\"\nNone\n"

    assert rows(read(text, "interpreter"), "interpreters", *COLUMNS) == [("/x/python", "acme", False, None)]


def test_a_traceback_is_an_answer() -> None:
    """The row cites the question and the whole answer."""
    text = """\
root@gpu-box:~# python3 -c "import acme.srt.worker as m; print(m.__file__)"
Traceback (most recent call last):
  File "<string>", line 1, in <module>
ModuleNotFoundError: No module named 'acme.srt'
root@gpu-box:~#
"""
    assert rows(read(text, "interpreter"), "interpreters", *COLUMNS, "line", "end_line", "origin.host") == [
        ("python3", "acme.srt.worker", False, None, 1, 4, "gpu-box"),
        ("python3", "acme.srt", False, None, 1, 4, "gpu-box"),
        ("python3", "acme", True, None, 1, 4, "gpu-box"),
    ]


def test_silence_before_the_next_prompt_is_success() -> None:
    """`python -c "import x"` prints nothing if it works; at the end of the text nobody knows."""
    done = read('$ python -c "import acme"\n$ ls\n', "interpreter")
    cut = read('$ python -V\nPython 3.11.7\n$ python -c "import acme"\n', "interpreter")

    assert rows(done, "interpreters", *COLUMNS) == [("python", "acme", True, None)]
    assert rows(cut, "interpreters", "module") == [None]


def test_a_session_shows_texts_in_quotes_and_none_not_at_all() -> None:
    """At `>>>`, an empty answer to `m.__file__` is None."""
    text = """\
$ python3
Python 3.12.1 (main, Jan  9 2026, 07:35:25) [GCC 12.2.0] on linux
Type "help", "copyright", "credits" or "license" for more information.
>>> import acme, other
>>> acme.__file__
>>> other.__file__
'/x/other/__init__.py'
>>> import nosuch
Traceback (most recent call last):
  File "<stdin>", line 1, in <module>
ModuleNotFoundError: No module named 'nosuch'
>>> exit()
"""
    assert rows(read(text, "interpreter"), "interpreters", *COLUMNS, "origin_path", "version") == [
        ("python3", None, None, None, None, "3.12.1"),
        ("python3", "acme", True, True, None, None),
        ("python3", "other", True, False, "/x/other/__init__.py", None),
        ("python3", "nosuch", False, None, None, None),
    ]


def test_quotes_may_go_over_lines() -> None:
    """A command ends where its quotes do."""
    text = '$ /x/python -c "\nimport acme\nprint(acme.__file__)\n"\n/x/acme.py\n'

    assert rows(read(text, "interpreter"), "interpreters", "module", "origin_path", "line", "end_line") == [
        ("acme", "/x/acme.py", 1, 5)
    ]


def test_a_here_document_is_code() -> None:
    """`python - <<'EOF'`."""
    text = "$ /x/python - <<'EOF'\nimport acme\nprint(acme.__file__)\nEOF\n/x/acme.py\n"

    assert rows(read(text, "interpreter"), "interpreters", "module", "origin_path") == [("acme", "/x/acme.py")]


def test_warnings_before_the_answer_are_passed_over() -> None:
    """The last lines are those that the code prints."""
    text = (
        '$ /x/python -c "import acme; print(acme.__file__)"\n/x/a.py:3: UserWarning: careful\n  import y\n/x/acme.py\n'
    )

    assert rows(read(text, "interpreter"), "interpreters", "origin_path") == ["/x/acme.py"]


def test_which_names_interpreters() -> None:
    """Each path printed is one."""
    assert rows(
        read("$ which -a python3\n/x/bin/python3\n/usr/bin/python3\n", "interpreter"), "interpreters", "executable"
    ) == ["/x/bin/python3", "/usr/bin/python3"]


def test_site_lists_the_search_path() -> None:
    """`python -m site`, an entry a line."""
    reading = interpreter.read(fixture("python_site.txt", "interpreter"))

    assert rows(reading, "paths", "executable", "position", "entry", "line") == [
        ("/srv/shop/venv/bin/python", 0, "/srv/shop", 3),
        ("/srv/shop/venv/bin/python", 1, "/usr/lib/python312.zip", 4),
        ("/srv/shop/venv/bin/python", 2, "/srv/shop/venv/lib/python3.12/site-packages", 5),
    ]


def test_a_probe_may_answer_in_json() -> None:
    """One object over several lines; a path is rows of its own."""
    text = '{\n "exe": "/x/bin/python",\n "ver": "3.11.7 (main)",\n "prefix": "/x",\n "path": ["", "/x/lib"]\n}\n'

    reading = read(text, "interpreter")

    assert rows(reading, "interpreters", "executable", "version", "prefix") == [("/x/bin/python", "3.11.7", "/x")]
    assert rows(reading, "paths", "position", "entry", "end_line") == [(0, "", 6), (1, "/x/lib", 6)]


def test_answers_tell_themselves_without_a_question() -> None:
    """Lines that were pasted alone."""
    text = "/usr/bin/python3: No module named acme\nPython 3.11.7\npip 23.2.1 from /opt/x/lib/python3.11/site-packages/pip (python 3.11)\nsys.prefix: /x\n"

    assert rows(read(text, "interpreter"), "interpreters", "executable", "module", "found", "version", "prefix") == [
        ("/usr/bin/python3", "acme", False, None, None),
        (None, None, None, "3.11.7", None),
        (None, None, None, "3.11", "/opt/x"),
        (None, None, None, None, "/x"),
    ]


def _answer(*arguments: str, cwd: Path) -> str:
    done = subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, check=False, cwd=cwd, timeout=60
    )
    return done.stdout + done.stderr


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("import folder; print(folder.__file__)", ("folder", True, True)),
        ("import folder; print(folder)", ("folder", True, True)),
        ("import folder; print(folder.__path__)", ("folder", True, True)),
        ("import whole; print(whole.__file__)", ("whole", True, False)),
        ("import whole; print(whole)", ("whole", True, False)),
        ("import importlib.util as u; print(u.find_spec('folder'))", ("folder", True, True)),
        ("import importlib.util as u; print(u.find_spec('whole'))", ("whole", True, False)),
        ("import importlib.util as u; print(u.find_spec('nosuch'))", ("nosuch", False, None)),
        ("import importlib.util as u; print(u.find_spec('nosuch.x'))", ("nosuch.x", False, None)),
        ("import nosuch; print('ok')", ("nosuch", False, None)),
        ("import whole.nosuch; print('ok')", ("whole.nosuch", False, None)),
        ("from folder import x; print('ok')", ("folder", True, True)),
        ("import whole; print('ok')", ("whole", True, None)),
    ],
)
def test_what_this_interpreter_answers_is_read(
    tmp_path: Path, code: str, expected: tuple[str, bool, bool | None]
) -> None:
    """Real answers of the running version of Python, for a folder, a package and nothing."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "whole").mkdir()
    (tmp_path / "whole" / "__init__.py").touch()

    text = f'$ /x/python -c "{code}"\n' + _answer("-c", code, cwd=tmp_path)

    assert (
        rows(interpreter.read(snapshot(text, "interpreter")), "interpreters", "module", "found", "namespace")[0]
        == expected
    )


def test_what_python_m_prints_is_read(tmp_path: Path) -> None:
    """Versions, the search path, and the refusal of `python -m`."""
    text = "".join(
        [
            "$ /x/python -VV\n",
            _answer("-VV", cwd=tmp_path),
            "$ /x/python -m site\n",
            _answer("-m", "site", cwd=tmp_path),
            "$ /x/python -m nosuch.server\n",
            _answer("-m", "nosuch.server", cwd=tmp_path),
        ]
    )
    reading = interpreter.read(snapshot(text, "interpreter"))

    assert rows(reading, "interpreters", "version")[0] == sys.version.split()[0]
    assert rows(reading, "interpreters", "module", "found")[-2:] == [("nosuch.server", False), ("nosuch", False)]
    assert len(rows(reading, "paths")) >= 3
