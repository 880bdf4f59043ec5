"""A tree of code, whatever is in it."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logsleuth.errors import UsageError
from logsleuth.source.tree import decoded, tree
from source import making


def test_what_does_not_parse_is_noted_once(tmp_path: Path) -> None:
    """A file with a syntax error, NULs or another language is a note, and the others are read."""
    got = making.made(tmp_path, {"a.py": "def (", "b.py": b"x = 1\0", "c.py": "y = 1\n"})
    for _ in range(2):
        assert [None, None, "c.py"] == [code and code.path for code in map(got.code, ["a.py", "b.py", "c.py"])]

    assert 2 == len(got.notes)


def test_other_encodings(tmp_path: Path) -> None:
    """A file's own word on its encoding counts; a wrong byte does no harm."""
    got = making.made(
        tmp_path,
        {
            "a.py": "# coding: latin-1\nx = 'é'\n".encode("latin-1"),
            "b.py": b"\xef\xbb\xbfx = 1\r\n",
            "c.py": b"# \xff\nx = 1\n",
        },
    )

    assert ["x = 'é'", "x = 1", "x = 1"] == [code.lines[-1] for code in got.codes(got.paths)]


def test_links_and_environments_are_passed_over(tmp_path: Path) -> None:
    """A link in a circle, hidden folders and environments within the tree are none of its code."""
    files = {
        "app/a.py": "",
        ".git/b.py": "",
        "env/pyvenv.cfg": "",
        "env/lib/c.py": "",
        "site-packages/d.py": "",
        "app/notes.txt": "",
    }
    making.made(tmp_path, files)
    (tmp_path / "app/again").symlink_to(tmp_path)

    assert ["app/a.py"] == list(tree(str(tmp_path)).paths)


def test_one_file_is_a_tree(tmp_path: Path) -> None:
    """A script may be handed over by itself."""
    making.made(tmp_path, {"a.py": "x = 1\n"})
    got = tree(str(tmp_path / "a.py"))

    assert ["a.py"] == list(got.paths)
    assert (tmp_path / "a.py").as_posix() == got.shown("a.py")


def test_no_python_is_said(tmp_path: Path) -> None:
    """An empty tree is a note; no folder at all is an error of the call."""
    assert "no Python" in tree(str(tmp_path)).notes[0].message
    with pytest.raises(UsageError, match="no such folder"):
        tree(str(tmp_path / "absent"))


def test_holding(tmp_path: Path) -> None:
    """Files that hold all words."""
    got = making.made(tmp_path, {"a.py": "one two", "b.py": "one"})

    assert (["a.py", "b.py"], ["a.py"]) == (got.holding("one"), got.holding("one", "two"))


@settings(max_examples=100)
@given(st.binary(max_size=200))
def test_any_bytes_are_text(content: bytes) -> None:
    """Nothing that a file holds makes it fail."""
    decoded(content)
