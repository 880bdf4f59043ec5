"""The door: whatever the lines hold, a reader answers, cites lines that exist, and keeps within bounds."""

import time
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logsleuth import machine
from logsleuth.machine import READERS, Snapshot
from logsleuth.machine.snapshot import MAX_LINE, MAX_ROWS, bounded, cite
from logsleuth.model.relation import RELATIONS, Type

from .making import FIXTURES, cites_well, snapshot

_PYTHON = {
    Type.TEXT: str,
    Type.INTEGER: int,
    Type.FLOAT: float,
    Type.BOOLEAN: bool,
    Type.TIME: datetime,
    Type.INTEGERS: list,
    Type.TEXTS: list,
}
SAMPLES = [line for path in sorted(FIXTURES.iterdir()) for line in path.read_text(encoding="utf-8").splitlines()]
PIECES = [
    *SAMPLES,
    "$ ",
    ">>> ",
    "Traceback (most recent call last):",
    '{"a": [1',
    "curl: (",
    "[1] 99999999999999999999",
    "-e ",
    "Name: ",
    '$ python -c "',
    "sys.path = [",
    "99999999999999999999 " * 8,
    "\x00A=1\x00B=2",
]
LINES = st.lists(
    st.one_of(
        st.sampled_from(PIECES),
        st.text(max_size=60).filter(lambda text: "\n" not in text),
        st.builds(lambda a, b, at: a[:at] + b, st.sampled_from(PIECES), st.sampled_from(PIECES), st.integers(0, 60)),
    ),
    max_size=12,
)
TIMES = st.none() | st.datetimes(timezones=st.just(UTC))


@given(kind=st.sampled_from(sorted(READERS)), lines=LINES, taken_at=TIMES, first=st.integers(1, 10**6))
@settings(max_examples=100)
def test_no_lines_make_a_reader_raise_and_each_row_is_of_its_schema(
    kind: str, lines: list[str], taken_at: datetime | None, first: int
) -> None:
    """Hostile lines are passed over; every row cites an existing line and holds only columns of its relation, of their types."""
    given_one = Snapshot("x", lines, first, taken_at, kind)

    reading = machine.read(given_one)

    assert cites_well(reading, given_one)
    for name, rows in reading.rows.items():
        for row in rows:
            for column, value in row.items():
                known = RELATIONS[name].column(column)
                assert known is not None, (name, column)
                assert type(value) is _PYTHON[known.type] or (known.type is Type.TIME and isinstance(value, datetime))


@pytest.mark.parametrize("kind", sorted(READERS))
def test_what_cannot_be_read_is_said(kind: str) -> None:
    """A snapshot without a line of its kind gives no relation, and a note that says so."""
    reading = machine.read(snapshot("Lorem ipsum dolor\nsit amet", kind))

    assert dict(reading.rows) == {}
    assert [note.line for note in reading.notes] == [1]


@pytest.mark.parametrize("kind", sorted(READERS))
def test_nothing_at_all_needs_no_note(kind: str) -> None:
    """Blank lines are no failure to read."""
    assert machine.read(snapshot("\n\n", kind)) == machine.Reading({})


def test_a_kind_without_a_reader_tells_nothing() -> None:
    """Only the kinds of `READERS` are snapshots."""
    assert machine.read(snapshot("a=1", "log")) == machine.Reading({})


def test_rows_are_bounded() -> None:
    """Of more rows than the bound, the first and the last are kept, and a note tells how many are gone."""
    reading = machine.read(snapshot("\n".join(f"A{number}=1" for number in range(MAX_ROWS + 7)), "environ"))

    assert len(reading.rows["environ"]) == MAX_ROWS
    assert reading.rows["environ"][-1]["line"] == MAX_ROWS + 7
    assert reading.notes[0].message.startswith("7 rows")


def test_a_long_line_is_cut() -> None:
    """No line costs more than its first characters."""
    assert [MAX_LINE, 1] == [len(line) for line in bounded(snapshot("a" * (MAX_LINE * 3) + "\nb", "health")).lines]


@pytest.mark.parametrize("kind", sorted(READERS))
@pytest.mark.parametrize(
    "unit", ["a ", "http://a", "('", "((", "1:", "/", "A=", "\\_ ", "python -c ", '"', "pid ", ". "]
)
def test_time_is_bounded(kind: str, unit: str) -> None:
    """A line made to hurt costs milliseconds."""
    lines = [(unit * MAX_LINE)[:MAX_LINE]] * 5
    begun = time.process_time()

    machine.read(Snapshot("x", lines, 1, None, kind))

    assert time.process_time() - begun < 2.0


def test_a_row_cites_its_lines() -> None:
    """Line numbers count from the first line of the segment; columns that are None are left out."""
    row = cite(snapshot("a\nb\nc", "health", first_line=40), 1, 2, {"port": 80, "url": None})

    assert row == {"path": "x.txt", "line": 41, "end_line": 42, "port": 80}
