"""One log, read as a whole: what its lines become."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logsleuth import scan
from logsleuth.model.book import Benign, Book, On, Pattern, Phase, Profile, Weighing
from logsleuth.model.log import LogReading
from logsleuth.model.run import Segment
from logsleuth.model.verdict import Matches
from logsleuth.read.gathered import Asked
from logsleuth.read.log import LogReader, compiled
from logsleuth.read.peel import Peeler
from logsleuth.read.tracebacks import START_PATTERNS

from .writings import envelopes, layouts

MODIFIED = datetime(2026, 12, 1, tzinfo=UTC)
PEELER = Peeler(layouts(), envelopes())
API = Profile(
    "api",
    "API",
    phases=(
        Phase("started", Pattern("api/phase/started", expression="^api starts"), start=True),
        Phase("ready", Pattern("api/phase/ready", expression="^api is ready")),
        Phase("stopped", Pattern("api/phase/stopped", expression="^api ends")),
    ),
    benign=(
        Benign(
            Pattern("api/benign/0", expression=r"^ignoring error of (?P<name>\w+)"),
            "every plugin is tried",
            unless=Pattern("api/benign/0/unless", expression=r"^asked for (?P<name>\w+)", captures=("name",)),
        ),
    ),
)
ERROR = Pattern("r/e", expression=r"error of (?P<name>\w+)", captures=("name",))


def read(
    text: str | bytes, *patterns: Pattern, segments: Sequence[Segment] = (), boot: int | None = None
) -> LogReading:
    """The reading of a text with these patterns and the profile `api`."""
    book = Book((), {}, layouts(), envelopes(), (API,), Weighing({}, {}, 1.0, {}, 0.9))
    wanted = (*patterns, *book.patterns(), *START_PATTERNS)
    data = text if isinstance(text, bytes) else text.encode()
    rest = [data]

    def more(n: int) -> bytes:
        head, rest[0] = rest[0][:n], rest[0][n:]
        return head

    reader = LogReader(book, compiled(wanted), PEELER, Asked("x.log", MODIFIED, segments, boot))
    blocks = scan.compile_patterns(wanted).blocks(more, jobs=1)
    for block in blocks:
        reader.feed(block)
    return reader.finish(blocks.bounds_met)


def rows(reading: LogReading, key: str = "r/e") -> list[dict[str, Any]]:
    """The rows of a pattern."""
    return [dict(row) for row in reading.matches[key].rows] if key in reading.matches else []


def test_a_match_has_its_place_time_level_and_origin() -> None:
    """What the head of a line tells belongs to each row."""
    row = rows(read("web-1  | 2026-11-30 10:00:03,120 - shop - ERROR - error of disk\n", ERROR))[0]

    assert ("x.log", 1, "disk", "error", "shop") == (row["path"], row["line"], row["name"], row["level"], row["logger"])
    assert ("web-1", datetime(2026, 11, 30, 10, 0, 3, 120000, UTC)) == (row["origin.container"], row["time"])


def test_a_line_without_a_time_lies_between_its_neighbours() -> None:
    """It has bounds, and no time."""
    text = "2026-11-30 10:00:00,000 INFO a: x\nerror of disk\n2026-11-30 10:00:09,000 INFO a: y\n"
    row = rows(read(text, ERROR))[0]

    assert (None, 0, 9) == (row["time"], row["earliest"].second, row["latest"].second)


def test_rules_see_only_the_last_start() -> None:
    """What an earlier start printed is kept apart."""
    text = "api starts\nerror of a\napi ends\napi starts\nerror of b\n"
    reading = read(text, ERROR)

    assert ["b"] == [row["name"] for row in rows(reading)]
    assert ["a"] == [row["name"] for row in reading.elsewhere["r/e"].rows]


def test_boot_overrules_which_start_is_judged() -> None:
    """The user may ask for another."""
    text = "api starts\nerror of a\napi ends\napi starts\nerror of b\n"

    assert ["a"] == [row["name"] for row in rows(read(text, ERROR, boot=1))]


def test_benign_lines_are_not_seen_unless_they_matter() -> None:
    """A profile's `unless` takes a line back, by the same capture."""
    text = "ignoring error of a\nignoring error of b\nasked for b\n"

    assert ["b"] == [row["name"] for row in rows(read(text, ERROR))]


def test_a_pattern_that_asks_for_benign_lines_sees_them() -> None:
    """`benign: true` in a condition."""
    asking = Pattern("r/e", expression=ERROR.expression, captures=("name",), sees_benign=True)

    assert ["a"] == [row["name"] for row in rows(read("ignoring error of a\n", asking))]


def test_levels_narrow() -> None:
    """A pattern for errors passes a line of level info over."""
    narrow = Pattern("r/e", expression=ERROR.expression, captures=("name",), levels=("error",))
    text = "2026-11-30 10:00:00,000 INFO a: error of x\n2026-11-30 10:00:00,000 ERROR a: error of y\n"

    assert ["y"] == [row["name"] for row in rows(read(text, narrow))]


def test_what_a_shell_answered_is_no_line_of_the_run() -> None:
    """A pattern sees a snapshot only if it names its kind."""
    segments = (Segment("interpreter", 1, 1, ""), Segment("log", 2, 2, ""))
    asking = Pattern("r/e", expression=ERROR.expression, captures=("name",), kinds=("interpreter",))
    text = "error of a\nerror of b\n"

    assert ["b"] == [row["name"] for row in rows(read(text, ERROR, segments=segments))]
    assert ["a"] == [row["name"] for row in rows(read(text, asking, segments=segments))]


def test_a_record_is_a_head_with_the_lines_that_continue_it() -> None:
    """It is cited from its head to its last line, and matched once."""
    pattern = Pattern(
        "r/e", expression=r"first\n.*\n.*error of (?P<name>\w+)", on=On.RECORD, captures=("name",), scan="error of"
    )
    text = "2026-11-30 10:00:00,000 INFO a: first\n  more\n  error of disk, error of disk\n2026-11-30 10:00:01,000 INFO a: next\n"
    row = rows(read(text, pattern))[0]

    assert (1, 3, "disk") == (row["line"], row["end_line"], row["name"])


def test_strings_inside_json_are_matched_apart() -> None:
    """Unescaped, each line of a value by itself, cited by the physical line."""
    text = '{"level":50,"msg":"no","err":{"stack":"x\\nerror of disk\\ny"}}\n'

    assert [(1, "error of disk")] == [(row["line"], row["text"]) for row in rows(read(text, ERROR))]


def test_a_line_that_an_envelope_cut_is_whole_again() -> None:
    """It is cited by its first piece."""
    stamp = "2026-12-01T02:00:00.123456789+00:00 stderr"
    text = f"{stamp} P error of \n{stamp} F disk\n{stamp} F next\n"

    assert [(1, "disk")] == [(row["line"], row["name"]) for row in rows(read(text, ERROR))]


@pytest.mark.parametrize("survivor", [True, False])
def test_an_exception_is_handled_if_the_program_went_on(survivor: bool) -> None:  # noqa: FBT001
    """Many later lines of the same writer, more than ten seconds on, show it."""
    text = (
        "2026-11-30 10:00:00,000 ERROR a: request failed\nTraceback (most recent call last):\n"
        '  File "a.py", line 1, in f\n    g()\nValueError: no\n'
    )
    text += "2026-11-30 10:00:40,000 INFO a: next request\n" * 12 if survivor else ""
    row = read(text).tables["tracebacks"][0]

    assert ("ValueError", survivor) == (row["type"], row["handled"])


def test_an_exception_that_comes_again_and_again_is_what_the_last_of_its_kind_was() -> None:
    """A crash loop without start lines that logsleuth knows survives none of its exceptions."""
    crash = 'Traceback (most recent call last):\n  File "a.py", line 1, in f\n    g()\nValueError: no\n'
    text = "".join(f"2026-11-30 10:{n:02d}:00,000 INFO a: up\n" * 12 + crash for n in range(4))

    assert [False] * 4 == [row["handled"] for row in read(text).tables["tracebacks"]]


def test_an_exception_on_a_rank_is_not_handled_by_another_rank() -> None:
    """The others only wait for it."""
    head = "[2026-11-30 10:00:{:02d} TP{}] {}\n"
    text = (
        head.format(0, 1, "Scheduler hit an exception: Traceback (most recent call last):")
        + '  File "a.py", line 1, in f\nValueError: no\n'
    )
    text += head.format(50, 0, "still waiting")

    assert read(text).tables["tracebacks"][0]["handled"] is not True


def test_the_middle_of_a_large_log_is_read_where_something_hits() -> None:
    """Between the head and the tail only candidates are visited, with the traceback that one opens."""
    filler = "2026-11-30 10:00:00,000 INFO a: nothing to see in this line of the log\n" * 20_000
    inside = (
        "error of disk\nTraceback (most recent call last):\n" + '  File "a.py", line 1, in f\n    g()\nValueError: no\n'
    )
    reading = read(filler + inside + filler, ERROR)

    assert [20_001] == [row["line"] for row in rows(reading)]
    assert [(20_002, 20_005, "ValueError")] == [
        (r["line"], r["end_line"], r["type"]) for r in reading.tables["tracebacks"]
    ]
    assert 40_005 == reading.lines
    assert 20_000 > reading.heads


@settings(max_examples=40)
@given(
    st.lists(
        st.sampled_from(
            ["error of x", "", "noise", "api starts", "api is ready", "\x1b[31merror of y\x1b[0m", "a\rerror of z"]
        ),
        max_size=30,
    )
)
def test_every_row_reads_as_the_line_that_it_cites(lines: list[str]) -> None:
    """Whatever the boots, a row's text stands in its line."""
    reading = read("\n".join(lines), ERROR)
    stored = [line.replace("\x1b[31m", "").replace("\x1b[0m", "").rsplit("\r", 1)[-1] for line in lines]
    sources = [source.get("r/e", Matches((), 0)) for source in (reading.matches, reading.elsewhere)]
    found = [row for matches in sources for row in matches.rows]

    assert all(row["text"] in stored[row["line"] - 1] for row in found)
    expected = sum("error of" in line for line in stored)
    assert expected == sum(matches.count for matches in sources)


def test_what_comes_last_is_seen_however_often_it_came_before() -> None:
    """A pattern that hits everywhere is bounded, and the tail is held against it all the same."""
    text = "error of disk and then some words to fill the line\n" * 30_000 + "error of last\n"
    reading = read(text, ERROR)
    names = {row["name"] for row in rows(reading)}

    assert {"disk", "last"} == names
    assert reading.matches["r/e"].gap
    assert any("r/e" in bound for bound in reading.bounds_met)


def test_many_cut_lines_cost_little() -> None:
    """Only some seams are looked at, and a line is joined only so far."""
    stamp = "2026-12-01T02:00:00.123456789+00:00 stderr"
    text = f"{stamp} P error of \n" * 3000 + f"{stamp} F disk\n"

    assert 3001 == read(text, ERROR).lines
