"""Every record of a log: heads with what continues them, in batches, whatever the pieces in which the bytes come."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logsleuth.model.book import Book, Weighing
from logsleuth.model.relation import RELATIONS
from logsleuth.model.run import Segment
from logsleuth.read import Asked, Peeler, records
from logsleuth.read.records import RecordReader
from read.writings import envelopes, layouts

HEAD = "2026-04-12 10:00:0{} INFO app.main: {}"
ALL = frozenset(column.name for column in RELATIONS["records"].all_columns)


class Kept:
    """A sink that keeps what it is given."""

    def __init__(self, columns: AbstractSet[str] = ALL) -> None:
        """All columns, or some."""
        self.columns = columns
        self.origin = True
        self.batches: list[list[dict[str, Any]]] = []
        self.told: Mapping[str, Sequence[Any]] = {}

    def batch(self, columns: Mapping[str, Sequence[Any]]) -> None:
        """One batch, as rows."""
        self.batches.append([dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)])

    def late(self, columns: Mapping[str, Sequence[Any]]) -> None:
        """The end."""
        self.told = columns

    @property
    def rows(self) -> list[dict[str, Any]]:
        """All rows."""
        return [row for batch in self.batches for row in batch]


BOOK = Book(
    rules=(),
    causes={},
    layouts=tuple(layouts()),
    envelopes=tuple(envelopes()),
    profiles=(),
    weighing=Weighing({}, {}, 1.0, {}, 0.9),
)
PEELER = Peeler(layouts(), envelopes())


def read(*pieces: str, segments: Sequence[Segment] = (), boots: Sequence[Mapping[str, Any]] = ()) -> Kept:
    """The records of a text that comes in pieces."""
    kept = Kept()
    reader = RecordReader(BOOK, PEELER, Asked("a.log", None, segments), kept)
    for piece in pieces:
        reader.feed(piece.encode())
    reader.finish(boots)
    return kept


def said(kept: Kept) -> list[tuple[int, int, str]]:
    """Place and message of each record."""
    return [(row["line"], row["end_line"], row["message"]) for row in kept.rows]


def test_a_head_has_the_lines_that_continue_it() -> None:
    """Blank lines at its end are none of it."""
    text = "\n".join([HEAD.format(1, "one"), "  more", "", "  still", "", HEAD.format(2, "two"), ""])

    assert [(1, 4, "one\n  more\n\n  still"), (6, 6, "two")] == said(read(text))


def test_a_line_that_continues_none_is_a_record() -> None:
    """Before the first head, and where no head is known at all."""
    assert [(1, 1, "plain"), (3, 3, "text")] == said(read("plain\n\ntext"))


def test_a_dated_line_of_unknown_layout_continues_none() -> None:
    """Its date shows that it is a record."""
    text = f"{HEAD.format(1, 'one')}\n[2026-04-12 10:00:02 nobody knows this <- head\nmore"

    assert [1, 2] == [row["line"] for row in read(text).rows]


def test_a_record_has_its_level_and_time_and_a_line_without_its_bounds() -> None:
    """What has no time lies between those that have."""
    rows = read("before\n" + HEAD.format(1, "one") + "\n" + HEAD.format(2, "two")).rows

    assert [None, "info", "info"] == [row["level"] for row in rows]
    assert (None, rows[1]["time"]) == (rows[0]["time"], rows[0]["latest"])
    assert rows[1]["time"] < rows[2]["time"]


def test_a_record_does_not_go_on_for_ever() -> None:
    """What stands far below a head is no part of it."""
    lines = [HEAD.format(1, "one"), *(f"line {number}" for number in range(300))]
    rows = read("\n".join(lines)).rows

    assert (1, 201) == (rows[0]["line"], rows[0]["end_line"])
    assert 1 + 100 == len(rows)


def test_lines_of_a_snapshot_are_no_records() -> None:
    """A transcript holds both."""
    segments = (Segment("log", 1, 1, ""), Segment("processes", 2, 2, ""), Segment("text", 3, 3, ""))

    assert [1, 3] == [row["line"] for row in read("a\nb\nc\n", segments=segments).rows]


def test_the_start_of_a_record_is_known_at_the_end() -> None:
    """By the places of the starts, and who wrote it."""
    boots: list[Mapping[str, Any]] = [
        {"line": 1, "number": 0, "program": None},
        {"line": 3, "number": 1, "program": "acme"},
    ]
    told = read("a\nb\nc\nd\n", boots=boots).told

    assert ([0, 0, 1, 1], [None, None, "acme", "acme"]) == (told["boot"], told["program"])


def test_a_message_is_bounded_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once for each record, whatever else continues it."""
    monkeypatch.setattr(records, "LONGEST_RECORD", 10)
    kept = Kept()
    reader = RecordReader(BOOK, PEELER, Asked("a.log"), kept)
    reader.feed((HEAD.format(1, "12345678") + "\nabcdef\nmore\n").encode())
    reader.finish()

    assert (1, "12345678\na") == (reader.cut, kept.rows[0]["message"])


def test_records_beyond_the_bound_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that it can be said."""
    monkeypatch.setattr(records, "MOST_RECORDS", 2)
    kept = Kept()
    reader = RecordReader(BOOK, PEELER, Asked("a.log"), kept)
    reader.feed(b"a\nb\nc\nd\n")
    reader.finish()

    assert (2, 2) == (reader.dropped, len(kept.rows))


LINES = st.lists(
    st.sampled_from(["plain", "", "  more", HEAD.format(1, "one"), HEAD.format(2, "two"), "[2026-04-12 10:00:02 x"]),
    max_size=40,
)


@settings(max_examples=50, deadline=None)
@given(lines=LINES, cuts=st.lists(st.integers(0, 400), max_size=5))
def test_pieces_and_batches_change_nothing(lines: list[str], cuts: list[int]) -> None:
    """The records are those of the text, and each line that is not blank is in one."""
    text = "\n".join(lines)
    places = sorted({0, len(text), *(min(cut, len(text)) for cut in cuts)})
    whole = read(text).rows
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(records, "BATCH", 3)
        patch.setattr(records, "RECORD_LINES", 5)
        few = read(text).rows
        pieces = read(*(text[a:b] for a, b in pairwise(places))).rows
        patch.setattr(records, "BATCH", 50_000)
        once = read(text).rows

    assert [row["message"] for row in once] == [row["message"] for row in few]
    assert [row["message"] for row in few] == [row["message"] for row in pieces]
    inside = {line for row in whole for line in range(row["line"], row["end_line"] + 1)}
    assert {number for number, line in enumerate(lines, 1) if line.strip()} <= inside
