"""What the modules of a tree define."""

from pathlib import Path

from logsleuth.source.modules import function, module, top_names
from source import making


def test_modules_by_their_names(tmp_path: Path) -> None:
    """A package is its `__init__.py`; a folder above the package does not count."""
    tree = making.made(
        tmp_path, {"src/a/__init__.py": "x = 1\n", "src/a/b.py": "if x:\n    y = 1\nfrom os import path as z\n"}
    )
    found = module(tree, "a.b")

    assert found is not None
    assert ["y", "z"] == sorted(name for name, _ in top_names(found))
    assert None is module(tree, "b.c")


def test_functions(tmp_path: Path) -> None:
    """A function by its qualified name; of two of one name neither; a dataclass has the `__init__` of its fields."""
    text = "class A:\n    def go(self): pass\nclass B:\n    def go(self): pass\n@dataclass\nclass D:\n    n: int\n    m: int = 1\n"
    tree = making.made(tmp_path, {"a.py": text})

    assert None is function(tree, "go")
    assert function(tree, "B.go") is not None
    made = function(tree, "D.__init__")
    assert made is not None
    assert ["self", "n", "m"] == [one.arg for one in made[1].args.args]
