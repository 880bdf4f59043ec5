"""Tests of interpreters' answers."""

import pytest

from logsleuth.intake.sniffers.interpreter import find, is_line


def blocks(text: str) -> list[tuple[int, int, str]]:
    """The blocks found."""
    return [(block.first, block.end, block.why) for block in find(text.split("\n"), text)]


def test_site() -> None:
    """`python -m site` is known by its first line and ends with its flags."""
    text = "sys.path = [\n    '/root',\n    '/usr/lib/python311.zip',\n]\nUSER_BASE: '/root/.local' (doesn't exist)\nENABLE_USER_SITE: True\nx"
    assert blocks(text) == [(0, 6, "output of `python -m site`")]


def test_session() -> None:
    """A session goes from its banner to its last answer."""
    text = (
        '$ python3\nPython 3.11.7 (main, May  9 2026, 07:35:25) [GCC 12.2.0] on linux\nType "help" for more.\n>>> import app\n>>> print(app.__file__)\n'
        "None\n>>> for x in y:\n...     x\n...\n1\n$ ls"
    )
    assert blocks(text) == [(1, 10, "a session with `>>>`")]


@pytest.mark.parametrize(
    "line",
    [
        "ModuleSpec(name='json', loader=<_frozen_importlib_external.SourceFileLoader object at 0x7f>, origin='/usr/lib/x.py')",
        "<module 'app' (namespace) from ['/srv/app']>",
        "_NamespacePath(['/srv/app'])",
        "['', '/usr/lib/python311.zip', '/usr/lib/python3.11']",
        "Python 3.11.7 (main, May  9 2026, 07:35:25) [GCC 12.2.0]",
        "pip 23.2.1 from /opt/x/lib/python3.11/site-packages/pip (python 3.11)",
        '/srv/venv/bin/python3 -X utf8 -c "import app; print(app.__file__)"',
    ],
)
def test_lines(line: str) -> None:
    """Answers, and the commands that ask, are known one by one."""
    assert is_line(line)


@pytest.mark.parametrize(
    "line", ["[1, 2]", "Python is fun", "/usr/bin/python3: No module named app", "python3 -m server --config x"]
)
def test_no_lines(line: str) -> None:
    """What is no answer of a probe is none."""
    assert not is_line(line)
