"""Headers and rows of process tables."""

import pytest

from logsleuth.machine.ps_table import AUX, FULL, bare, cells, header


def test_a_header_is_known_by_its_columns() -> None:
    """It names a pid and is made of columns that `ps` and `top` have."""
    found = header("  PID  PPID                  STARTED ELAPSED CMD")

    assert found is not None
    assert found.columns == ("PID", "PPID", "STARTED", "ELAPSED", "CMD")
    assert header("PID of the server: 12") is None
    assert header("USER COMMAND") is None


@pytest.mark.parametrize(
    ("head", "row", "expected"),
    [
        (
            "  PID STARTED CMD",
            "   12 Tue Dec  1 04:02:15 2026 a b",
            {"pid": "12", "start": "Tue Dec  1 04:02:15 2026", "command": "a b"},
        ),
        ("  PID STARTED CMD", "   12   Nov 30 a b", {"pid": "12", "start": "Nov 30", "command": "a b"}),
        ("  PID STARTED CMD", "   12 04:02:15 a b", {"pid": "12", "start": "04:02:15", "command": "a b"}),
        ("COMMAND              PID", "a b c                 12", {"pid": "12", "command": "a b c"}),
        (
            "COMMAND PID STARTED",
            "a b 12 Tue Dec  1 04:02:15 2026",
            {"pid": "12", "start": "Tue Dec  1 04:02:15 2026", "command": "a b"},
        ),
        (
            "  PID COMMAND         CMD",
            "   12 web content     /usr/lib/web x",
            {"pid": "12", "name": "web content", "command": "/usr/lib/web x"},
        ),
        (
            "PID   USER     TIME  COMMAND",
            "    7 root      0:12 node x",
            {"pid": "7", "user": "root", "TIME": "0:12", "command": "node x"},
        ),
    ],
)
def test_a_row_is_read_word_by_word(head: str, row: str, expected: dict[str, str]) -> None:
    """Starts of one, two and five words; commands with blanks, last or not; names by their place."""
    found = header(head)
    assert found is not None

    got = cells(found, row)

    assert got is not None
    assert dict(got.values) == expected


@pytest.mark.parametrize(
    ("row", "command", "depth"),
    [
        ("1  \\_ a b", "a b", 1),
        ("1  |   \\_ a", "a", 2),
        ("1      \\_ a", "a", 2),
        ("1 a \\_ b", "a \\_ b", 0),
        ("1    indented", "indented", 0),
    ],
)
def test_the_lines_of_a_tree_are_no_part_of_the_command(row: str, command: str, depth: int) -> None:
    """`ps f` draws a tree before the command; how deep it stands is kept."""
    found = header("PID COMMAND")
    assert found is not None

    got = cells(found, row)

    assert got is not None
    assert (command, depth) == (got.values["command"], got.depth)


@pytest.mark.parametrize("row", ["", "x y", "  (no pid) here", "PID COMMAND"])
def test_other_lines_are_no_rows(row: str) -> None:
    """A row has a number where the header has the pid."""
    found = header("PID COMMAND")
    assert found is not None

    assert cells(found, row) is None


def test_rows_that_lost_their_header_are_known() -> None:
    """`ps aux | grep x` leaves rows alone."""
    assert bare("ada  812  0.0  0.1  1234  567 ?  Ss  Apr10  0:04 shopd") == AUX
    assert bare("ada  812  1  0 Apr10 ?  00:00:04 shopd") == FULL
    assert bare("2026-12-01 a line of a log") is None
