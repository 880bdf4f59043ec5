"""Who owns a line, how tracebacks end, and the laws that hold for any text."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from logsleuth.model.run import Origin
from logsleuth.read.tracebacks import Traceback, TracebackReader

from .reading import HEAD, NOBODY, one, read
from .test_chain import CAUSE, FIRST, POOL, SECOND
from .test_dotnet import UNHANDLED
from .test_go import PANIC, STACK
from .test_groups import GROUP
from .test_java import THREAD
from .test_node import UNCAUGHT
from .test_python import LATEST, PLAIN
from .test_rust import PANIC as RUST

TEXTS = [
    text.strip("\n").split("\n")
    for text in (PLAIN, LATEST, FIRST + CAUSE + SECOND, POOL, GROUP, THREAD, PANIC + STACK, RUST, UNCAUGHT, UNHANDLED)
]
RANKS = [Origin(rank=rank) for rank in range(4)]


def feed(lines: list[tuple[str, Origin, bool]], *, torn: bool = False) -> list[Traceback]:
    """The tracebacks of lines of several origins."""
    reader = TracebackReader()
    for number, (text, origin, head) in enumerate(lines, 1):
        reader.feed(number, text, origin, head=head)
    reader.finish("end-of-file", torn=torn)
    return reader.tracebacks()


def essence(found: Traceback) -> tuple[object, ...]:
    """All of it but the numbers of its lines."""
    return (
        found.type,
        found.message,
        found.complete,
        found.cut,
        found.chained,
        found.root_type,
        found.frames,
        found.fatal,
        len(found.lines),
    )


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_interleaving_changes_nothing(data: st.DataObject) -> None:
    """Tracebacks of several origins, mixed line by line, are the same as each alone."""
    chosen = data.draw(st.lists(st.sampled_from(TEXTS), min_size=2, max_size=4))
    queues = [[(line, RANKS[rank], False) for line in text] for rank, text in enumerate(chosen)]
    alone = [(RANKS[rank], essence(each)) for rank, queue in enumerate(queues) for each in feed(queue)]
    order = [rank for rank, queue in enumerate(queues) for _ in queue]
    random.Random(data.draw(st.integers(0, 1 << 30))).shuffle(order)  # noqa: S311  # a test's order
    mixed = feed([queues[rank].pop(0) for rank in order])
    assert sorted(map(repr, alone)) == sorted(repr((each.origin, essence(each))) for each in mixed)


@settings(max_examples=80, deadline=None)
@given(st.sampled_from(TEXTS), st.data())
def test_a_cut_end_invents_nothing(lines: list[str], data: st.DataObject) -> None:
    """Wherever the input ends, each type was there, and each message begins as the whole one does."""
    text = "\n".join(lines)
    whole = feed([(line, NOBODY, False) for line in lines])
    types = {each.type for each in whole} | {"multiprocessing.pool.RemoteTraceback", None}
    kept = text[: data.draw(st.integers(0, len(text)))]
    for each in feed([(line, NOBODY, False) for line in kept.split("\n")], torn=not kept.endswith("\n")):
        assert each.type in types
        assert each.message is None or any((full.message or "").startswith(each.message) for full in whole)


WORDS = st.sampled_from(
    [line for text in TEXTS for line in text]
    + [HEAD + "x", "", '"""', "  +-+---- 1 ----", "  | x", "│ x", "╰──", "panic: x", "Caused by:"]
)
ANY_LINE = st.one_of(WORDS, WORDS.map(lambda line: "[rank0]: " + line), st.text(max_size=60))


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(ANY_LINE, st.sampled_from([NOBODY, *RANKS]), st.booleans()), max_size=60), st.booleans())
def test_any_lines(lines: list[tuple[str, Origin, bool]], torn: bool) -> None:  # noqa: FBT001  # hypothesis gives it so
    """It never raises, cites only lines that were fed, and says how what is not complete was cut."""
    for found in feed(lines, torn=torn):
        assert all(1 <= line <= len(lines) for line in found.lines)
        assert found.line == found.lines[0] <= found.lines[-1] == found.end_line
        assert found.complete == (found.cut is None)
        assert (found.chained is None) or found.root_type is None or isinstance(found.root_type, str)
        assert [frame.depth for frame in found.frames] == list(range(len(found.frames)))


def test_hostile_lines_cost_little() -> None:
    """Very long lines, and very many that fit nothing, are bounded."""
    reader = TracebackReader()
    for line in range(300):
        reader.feed(line + 1, "Traceback (most recent call last):", Origin(pid=line), head=False)
    reader.feed(301, ' File "' * 20_000, NOBODY)
    reader.feed(302, "a." * 500_000 + "Error: x", NOBODY)
    reader.feed(303, "at " + "(" * 500_000, NOBODY)
    reader.finish("size-limit")
    assert 300 <= len(reader.tracebacks()) <= 303


def test_activity() -> None:
    """It wants lines from a start on, or for some lines after one that may introduce a start, until the end is sure."""
    reader = TracebackReader()
    before = reader.active
    reader.feed(1, "Exception in thread Thread-1 (work):", NOBODY)
    assert (False, True) == (before, reader.active)
    for line, text in enumerate(PLAIN.strip().split("\n"), 2):
        reader.feed(line, text, NOBODY)
        assert reader.active
    reader.feed(9, "started", NOBODY, head=True)
    assert not reader.active
    assert [2] == [found.line for found in reader.tracebacks()]


def test_windows() -> None:
    """After a finish it reads the next window; what was found stays."""
    reader = TracebackReader()
    for start, reason in ((1, "size-limit"), (900, "end-of-file")):
        reader.feed(start, "Traceback (most recent call last):", NOBODY)
        reader.finish(reason)
        assert not reader.active
    assert [(1, "size-limit"), (900, "end-of-file")] == [(found.line, found.cut) for found in reader.tracebacks()]


def test_a_new_head_ends_it() -> None:
    """A record of the same, or of an unknown, origin."""
    frames = "\n".join(PLAIN.strip().split("\n")[:5])
    assert (None, "new-head") == (
        one(f"{frames}\n{HEAD}next\nValueError: of the record").type,
        one(f"{frames}\n{HEAD}next").cut,
    )


def test_it_may_go_on_after_a_head_of_another() -> None:
    """A line of an unknown writer between two frames does not lose the rest."""
    lines = PLAIN.strip().split("\n")
    found = one("\n".join([*lines[:3], HEAD + "of another", *lines[3:5], "ValueError: second"]))
    assert ("ValueError", "second", True, (1, 2, 3, 5, 6, 7)) == (
        found.type,
        found.message,
        found.complete,
        found.lines,
    )


def test_another_origins_header_after_a_file_line() -> None:
    """The rest never comes: the other one's lines took its place."""
    rank0, rank1 = RANKS[:2]
    head = "Scheduler hit an exception: Traceback (most recent call last):"
    lines = [(head, rank0, True), ('  File "/a.py", line 1, in f', NOBODY, False)]
    other = [(head, rank1, True), *((line, NOBODY, False) for line in PLAIN.strip().split("\n")[1:])]
    cut, whole = feed(lines + other)
    assert (None, "other-origin", 1, rank0) == (cut.type, cut.cut, len(cut.frames), cut.origin)
    assert ("ValueError", 2, rank1, "record") == (
        whole.type,
        len(whole.frames),
        whole.origin,
        whole.introduced_by and whole.introduced_by.kind,
    )


def test_the_rest_may_come_later() -> None:
    """After the other one's end, a source line and frames go on where the first was left."""
    rank0, rank1 = RANKS[:2]
    head = "Scheduler hit an exception: Traceback (most recent call last):"
    frame, rest = '  File "/a.py", line 1, in f', ["    g()", '  File "/b.py", line 2, in g', "    h()", "KeyError: 1"]
    other = [(head, rank1, True), *((line, NOBODY, False) for line in LATEST.strip().split("\n")[1:])]
    first, second = feed(
        [(head, rank0, True), (frame, NOBODY, False), *other, *((line, NOBODY, False) for line in rest)]
    )
    assert ("KeyError", "1", True, ["g()", "h()"]) == (
        first.type,
        first.message,
        first.complete,
        [f.quoted for f in first.frames],
    )
    assert ("KeyError", "'missing'", 4) == (second.type, second.message, len(second.frames))


def test_headers_may_be_stolen() -> None:
    """Two processes that are interrupted write between each other's headers and frames."""
    frame = '  File "/usr/lib/python3.11/multiprocessing/process.py", line 314, in _bootstrap\n    self.run()\n'
    header = "Traceback (most recent call last):\n"
    found = read(
        f"Process Process-1:\n{header}Process Process-2:\n{header}{frame}KeyboardInterrupt\n{frame}KeyboardInterrupt"
    )
    assert [("KeyboardInterrupt", True, False, 1)] * 2 == [
        (each.type, each.complete, each.fatal, len(each.frames)) for each in found
    ]
    assert ["Process Process-1:", "Process Process-2:"] == [
        each.introduced_by.text for each in found if each.introduced_by
    ]


def test_every_line_may_carry_a_head() -> None:
    """Some formatters repeat the head on each line; a new head is then another text in front."""
    reader = TracebackReader()
    lines = [*PLAIN.strip().split("\n")[:5], "ValueError: second", "line two", "\tindented"]
    for number, text in enumerate(lines, 1):
        reader.feed(number, text, Origin(pid=1), head=True, prefix="ERROR 12-01 10:00:00 [core.py:7] ")
    reader.feed(9, "Another record", Origin(pid=1), head=True, prefix="ERROR 12-01 10:00:00 [core.py:9] ")
    assert not reader.active
    assert ["second\nline two\n\tindented"] == [found.message for found in reader.tracebacks()]


def test_every_line_may_carry_the_origin() -> None:
    """Lines without it are then not its own."""
    lines = [(line, RANKS[3], False) for line in [*PLAIN.strip().split("\n")[:5], "ValueError: second"]]
    (found,) = feed([*lines, ("of somebody", NOBODY, False), ("third", RANKS[3], False)])
    assert ("second\nthird", 8) == (found.message, found.end_line)


def test_a_record_that_holds_it_all() -> None:
    """One stored line, fed once for each line inside; short values that follow are not its message."""
    reader = TracebackReader()
    for number, text in enumerate(
        [
            "it failed",
            *PLAIN.strip().split("\n")[:5],
            "ValueError: no such file",
            "and no such folder",
            "main",
            "api.server",
        ]
    ):
        reader.feed(7, text, NOBODY, head=number == 0)
    reader.feed(8, "next", NOBODY, head=True)
    (found,) = reader.tracebacks()
    assert ("ValueError", "no such file\nand no such folder", (7,), True) == (
        found.type,
        found.message,
        found.lines,
        found.complete,
    )
