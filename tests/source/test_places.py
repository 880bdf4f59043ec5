"""Which file of a tree a frame names."""

import pytest

from logsleuth.source.places import Places, installed

PLACES = Places(
    "home/ada/acme",
    [
        "src/acme/__init__.py",
        "src/acme/app.py",
        "src/acme/utils/__init__.py",
        "build/lib/acme/app.py",
        "run.py",
        "tools/pack.py",
    ],
)


@pytest.mark.parametrize(
    ("file", "path"),
    [
        ("/opt/venv/lib/python3.12/site-packages/acme/app.py", "src/acme/app.py"),
        ("/srv/release/acme/app.py", "src/acme/app.py"),
        ("/home/ada/acme/src/acme/app.py", "src/acme/app.py"),
        (r"C:\app\acme\app.py", "src/acme/app.py"),
        ("/srv/release/run.py", "run.py"),
        ("/srv/acme/__pycache__/app.cpython-312.pyc", "src/acme/app.py"),
    ],
)
def test_frames_of_the_tree(file: str, path: str) -> None:
    """An installed copy, another checkout and a script are the tree's files by the ends of their paths."""
    assert path == PLACES.of(file)[0]


@pytest.mark.parametrize(
    "file",
    [
        "/opt/venv/lib/python3.12/site-packages/starlette/utils/__init__.py",
        "/opt/venv/lib/python3.12/site-packages/other/app.py",
        "/usr/lib/python3.12/asyncio/run.py",
        "<frozen runpy>",
        "<string>",
        "/srv/app.js",
        "",
    ],
)
def test_frames_of_others(file: str) -> None:
    """A file of a library with the same name is not the tree's."""
    assert () == PLACES.of(file)


def test_installed() -> None:
    """Packages of an environment and the standard library are installed."""
    assert installed("/usr/lib/python3/dist-packages/acme/app.py")
    assert installed("/usr/lib/python3.12/asyncio/run.py")
    assert not installed("/srv/acme/app.py")
