"""Which statement prints a text, and what stands around it."""

from pathlib import Path

from logsleuth.source.emitters import emitter
from source import making

GATE = """
class Gate:
    def __init__(self, args):
        log.info("before the call")
        self.prepare(args)
        log.info("after the call")
    def prepare(self, args):
        log.info("first of all")
        if args.limit <= 0:
            log.info("no limit is set")
            return
        log.info(f"limit enabled: {args.limit}")
        if args.more:
            log.info("and more")
        log.info("last of all")

def main(args):
    print("starting up")
    Gate(args)
    print("all is up")
"""


def test_the_levels(tmp_path: Path) -> None:
    """The function, the one that calls it, and the one that makes the object, with what surely prints around the place."""
    found = emitter(making.made(tmp_path, {"gate.py": GATE}), "limit enabled: 24")
    assert found is not None

    assert ("gate.py", 12) == (found.said.path, found.said.line)
    assert ["not (args.limit <= 0)"] == [guard.text for guard in found.guards]
    assert [["first of all"], ["before the call"], ["starting up"]] == [
        [one.text for one in level.before()] for level in found.levels
    ]
    assert [["last of all"], ["after the call"], ["all is up"]] == [
        [one.text for one in level.after()] for level in found.levels
    ]
    assert ["no limit is set"] == [one.text for one in found.branches(found.guards[0])]


def test_several_callers_tell_nothing(tmp_path: Path) -> None:
    """Where a function is called from two places, neither guards it."""
    text = "def f():\n    print('the wanted line')\ndef g():\n    if x:\n        f()\ndef h():\n    f()\n"
    found = emitter(making.made(tmp_path, {"a.py": text}), "the wanted line")

    assert found is not None
    assert 1 == len(found.levels)


def test_a_function_that_calls_itself(tmp_path: Path) -> None:
    """A recursion does not go on for ever."""
    found = emitter(
        making.made(tmp_path, {"a.py": "def f():\n    print('the wanted line')\n    f()\n"}), "the wanted line"
    )

    assert found is not None
    assert 1 == len(found.levels)


def test_the_best_of_several(tmp_path: Path) -> None:
    """The statement that says more of the text comes first, a test's last; the others are named."""
    files = {
        "tests/test_a.py": "print('batch limit enabled')",
        "b.py": "print('batch limit enabled')",
        "c.py": "print(f'batch {x} enabled')",
    }
    found = emitter(making.made(tmp_path, files), "batch limit enabled")

    assert found is not None
    assert "b.py" == found.said.path
    assert {"tests/test_a.py", "c.py"} >= {one.path for one in found.rivals}


def test_nothing_prints_it(tmp_path: Path) -> None:
    """No statement is made up."""
    tree = making.made(tmp_path, {"a.py": "x = 'batch limit enabled'\nprint('something')\n"})

    assert None is emitter(tree, "batch limit enabled")
    assert None is emitter(tree, "...")
