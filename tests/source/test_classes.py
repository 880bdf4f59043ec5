"""Which attributes an object of a class has once it is made."""

from pathlib import Path

import pytest

from logsleuth.source.classes import How, attribute, elsewhere, members
from source import making

CLASS = """
class Base:
    def __init__(self, n):
        self.base = n

class X(Base):
    shared = 1
    def __init__(self, n):
        super().__init__(n)
        self.plain = 1
        (self.a, *self.b) = n
        if n:
            self.both = 1
        else:
            self.both = 2
        if n:
            self.some = 1
        self.prepare()
        try:
            self.tried = 1
        except ValueError:
            pass
        with open(n) as self.opened:
            pass
        if n > 9:
            raise ValueError(n)
        setattr(self, "named", 3)
        if n > 5:
            return
        self.late = 1
    def prepare(self):
        self.prepared = 1
    def other(self):
        self.elsewhere = 1
    @property
    def derived(self):
        return 1
"""


@pytest.mark.parametrize(
    "name", ["base", "shared", "plain", "a", "b", "both", "prepared", "opened", "named", "derived", "other"]
)
def test_set_on_every_path(tmp_path: Path, name: str) -> None:
    """Set without a condition, in both branches, by a method that is surely called, by the base, or in the class."""
    tree = making.made(tmp_path, {"x.py": CLASS})

    assert How.ALWAYS == attribute(tree, members(tree, "X")[0], name)[0]


@pytest.mark.parametrize("name", ["some", "tried", "late", "elsewhere"])
def test_set_on_some_path(tmp_path: Path, name: str) -> None:
    """A condition, an exception that is swallowed, a return before it, or a method that nobody surely calls."""
    tree = making.made(tmp_path, {"x.py": CLASS})
    how, places = attribute(tree, members(tree, "X")[0], name)

    assert How.SOMETIMES == how
    assert "x.py" == places[0].path


def test_never_set(tmp_path: Path) -> None:
    """What no method sets."""
    tree = making.made(tmp_path, {"x.py": CLASS})

    assert (How.NEVER, ()) == attribute(tree, members(tree, "X")[0], "nothing")


def test_fields_of_a_dataclass(tmp_path: Path) -> None:
    """Each object of a dataclass has its fields; an annotation alone gives an ordinary class nothing."""
    text = "from dataclasses import dataclass\n@dataclass\nclass D:\n    n: int\nclass E:\n    n: int\n"
    tree = making.made(tmp_path, {"x.py": text})

    assert How.ALWAYS == attribute(tree, members(tree, "D")[0], "n")[0]
    assert How.NEVER == attribute(tree, members(tree, "E")[0], "n")[0]


def test_classes_in_a_circle(tmp_path: Path) -> None:
    """Code that could not run is read all the same."""
    tree = making.made(
        tmp_path, {"x.py": "class A(B):\n    pass\nclass B(A):\n    def __init__(self):\n        self.__init__()\n"}
    )

    assert How.NEVER == attribute(tree, members(tree, "A")[0], "n")[0]


def test_set_from_elsewhere(tmp_path: Path) -> None:
    """Who sets an attribute on an object of a class that the tree does not define."""
    tree = making.made(tmp_path, {"x.py": "def start(state):\n    state.client = 1\n"})

    assert [("x.py", 2, "start")] == elsewhere(tree, "client")
