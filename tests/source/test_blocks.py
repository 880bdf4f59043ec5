"""The statements of a file that log, and what guards them."""

from pathlib import Path

import pytest

from source import making


@pytest.mark.parametrize(
    ("call", "level", "text"),
    [
        ("logger.info('up %d', n)", "info", "up …"),
        ("self.log.warning(f'up {n}')", "warning", "up …"),
        ("logging.getLogger('x').debug('up')", "debug", "up"),
        ("logger.log(logging.ERROR, 'up')", "error", "up"),
        ("logger.info_once('up')", "info", "up"),
        ("print('up', n, 'now')", None, "up … now"),
        ("warnings.warn('up')", "warning", "up"),
        ("print_rank_0('up')", None, "up"),
        ("sys.stderr.write('up')", None, "up"),
        ("MESSAGES.info(TEXT)", "info", "up there"),
    ],
)
def test_what_logs(tmp_path: Path, call: str, level: str | None, text: str) -> None:
    """Loggers by whatever name, prints and warnings, with their level."""
    if call.startswith("MESSAGES"):
        call = call.replace("MESSAGES", "LOG")
    said = making.blocks_of(tmp_path, f"TEXT = 'up there'\ndef f(self, n):\n    {call}\n").said

    assert [(level, text, 3)] == [(one.level, one.text, one.line) for one in said]


def test_what_does_not_log(tmp_path: Path) -> None:
    """A method that is only named like a level, and texts that go elsewhere."""
    assert [] == making.blocks_of(tmp_path, "def f(self):\n    math.log(2)\n    self.info(7)\n    g('text')\n").said


GUARDED = """
def f(a, b):
    if not a:
        return
    assert b
    for x in a:
        if x > 1:
            print("in the branch")
        elif x < 0:
            print("in the second branch")
        else:
            print("in the other")
    try:
        print("tried")
    except ValueError:
        print("failed")
    with a:
        print("last")
"""


def test_guards(tmp_path: Path) -> None:
    """Branches, loops and handlers guard what is in them, exits what is behind them."""
    guards = {one.text: [guard.text for guard in one.guards] for one in making.blocks_of(tmp_path, GUARDED).said}

    first = ["not (not a)", "b"]
    assert [*first, "a yields something", "x > 1"] == guards["in the branch"]
    assert [*first, "a yields something", "not (x > 1)", "x < 0"] == guards["in the second branch"]
    assert [*first, "a yields something", "not (x > 1)", "not (x < 0)"] == guards["in the other"]
    assert first == guards["tried"]
    assert [*first, "except at line 15"] == guards["failed"]
    assert first == guards["last"]


def test_opposite_branches(tmp_path: Path) -> None:
    """The two branches of one condition oppose each other, and no others do."""
    said = {one.text: one.guards for one in making.blocks_of(tmp_path, GUARDED).said}

    assert said["in the other"][2].text == "a yields something"
    assert said["in the branch"][-1].opposes(said["in the other"][-2])
    assert not said["in the branch"][-1].opposes(said["in the other"][-1])
