"""A whole line: what is left of it, and that nothing breaks it."""

import json
import time
from datetime import timedelta

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from logsleuth.model.run import Origin
from logsleuth.read.heads import LONGEST_HEAD
from logsleuth.read.peel import Peeled, Peeler, joined
from logsleuth.read.structured import LONGEST_JSON, LONGEST_TEXT, MOST_TEXTS
from logsleuth.text.line import clean

from .writings import envelopes, layouts, peel, peeler


def test_without_layouts_a_line_is_its_message() -> None:
    """A peeler that knows nothing leaves the line whole."""
    assert Peeled("INFO:     x", ("INFO:     x",)) == Peeler([], []).peel("INFO:     x")


def test_the_answer_does_not_depend_on_the_order_of_the_book() -> None:
    """Layouts are tried by their order, whatever file they come from."""
    backwards = Peeler(layouts()[::-1], envelopes()[::-1])
    lines = [str(example["line"]) for kind in (layouts(), envelopes()) for one in kind for example in one.examples]
    assert [peel(line) for line in lines] == [backwards.peel(line) for line in lines]


@settings(max_examples=100)
@given(st.text(max_size=300))
@example("{")
@example('{"a":')
@example('{"level":"\ud800","msg":"x"}')
@example("[" * 5000)
@example("{" * 5000)
@example('{"a":' * 3000 + "1" + "}" * 3000)
@example("0" * 5000 + ": x")
@example("2026-99-99T99:99:99Z x y")
@example('{"time": 1e999, "level": 1e999, "msg": "x"}')
@example('{"time": NaN, "level": [1], "msg": {"a": 1}}')
@example('{"MESSAGE": [300, -1], "__REALTIME_TIMESTAMP": "x"}')
def test_no_text_is_too_odd(text: str) -> None:
    """Any text is peeled; what is left of it holds something of it, and texts that can be written to a file."""
    peeled = peel(text)
    assert peeled.texts
    if text.isprintable():
        "\n".join(peeled.texts).encode()


@settings(max_examples=100)
@given(st.binary(max_size=300))
def test_no_bytes_are_too_odd(data: bytes) -> None:
    """The same for any bytes, as they are read from a file, behind the front of a known head."""
    for front in (
        b"",
        b"[2026-12-01 10:00:03 TP1] ",
        b'{"log":"',
        b"web-1  | ",
        b"time=2026-12-01T00:00:00Z level=info ",
    ):
        assert peel(clean(front + data)).texts


@settings(max_examples=60)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
        lambda x: (
            st.lists(x, max_size=4)
            | st.dictionaries(st.sampled_from(["msg", "level", "time", "log", "MESSAGE", "ts", "err"]), x, max_size=4)
        ),
        max_leaves=12,
    )
)
def test_no_json_is_too_odd(value: object) -> None:
    """Any JSON value under any key is peeled."""
    line = json.dumps({"level": value, "msg": value, "time": "2026-12-01T02:00:00Z", "log": value})
    assert peel(line).texts


@pytest.mark.parametrize(
    "line",
    [
        "x" * 1_000_000,
        "a=" * 500_000,
        "time=2026-12-01T02:00:00Z level=info " + 'a="' * 300_000,
        "time=2026-12-01T02:00:00Z level=info " + "a" * 1_000_000,
        '{"msg":"' + "x" * 2_000_000 + '","level":"info"}',
        "2026-12-01T10:00:00.000000Z  INFO " + "a{" * 200_000,
        "[2026-12-01 10:00:00,123] INFO " + "(a.b" * 200_000,
        "2026-12-01 02:22:19 UTC [1] " + "a " * 200_000,
        "a" * 200_000 + " | x",
        " " * 1_000_000,
    ],
)
def test_long_lines_cost_little(line: str) -> None:
    """A line of a megabyte is peeled in the time of a glance, whatever stands in it: no pattern backtracks without bound."""
    begin = time.process_time()
    peel(line)
    assert time.process_time() - begin < 5.0


def test_a_head_counts_only_at_the_front() -> None:
    """Only so many characters are searched for a head; the message is whole all the same."""
    tail = "y" * (2 * LONGEST_HEAD)
    peeled = peel(f"[2026-12-01 10:00:03 TP1] {tail}")
    assert (tail, 1) == (peeled.message, peeled.origin.rank)
    assert "x" * LONGEST_HEAD + " | z" == peel("x" * LONGEST_HEAD + " | z").message


def test_bounds_of_texts() -> None:
    """So many texts of so many characters; a JSON line beyond its bound stays plain."""
    many = {"level": "info", "msg": "m", "list": [str(n) for n in range(2 * MOST_TEXTS)]}
    assert MOST_TEXTS == len(peel(json.dumps(many)).texts)
    assert LONGEST_TEXT == len(peel("z" * (2 * LONGEST_TEXT)).texts[0])
    huge = json.dumps({"level": "info", "msg": "m" * LONGEST_JSON})
    assert (False, huge) == (peel(huge).head, peel(huge).message)


def test_a_literal_newline_at_the_end_goes() -> None:
    """Some exports end each line in a backslash and an n (trap 9); a backslash that is quoted stays."""
    assert "up" == peel(r"INFO:     up\n").message
    assert r"C:\\n" == peel(r"C:\\n").message


def test_the_next_head_is_a_head_though_a_frame_stood_before() -> None:
    """A line is judged by itself: a head directly behind a frame is one (trap 8)."""
    assert not peel('  File "/app/a.py", line 1, in f').head
    assert peel("[2026-12-01 10:00:03 TP1] Load weight begin.").head


def test_times_since_a_start() -> None:
    """llama.cpp's clock and the kernel's count from a start; in a syslog line the wall clock is taken (trap 10)."""
    stamp = peel("0.01.250.741 W common_speculative_init: no").stamp
    assert stamp is not None
    assert timedelta(seconds=1, microseconds=250741) == stamp.monotonic
    assert "+7275.532713s" == str(peel("[ 7275.532713] c[867]: segfault").stamp)
    assert "--08-22T21:00:11" == str(peel("Aug 22 21:00:11 nas01 kernel: [402198.000000] up").stamp)
    assert "2026-12-01T02:34:17" == str(peel("[Tue Dec  1 02:34:17 2026] oom").stamp)


def test_an_envelope_tells_the_year() -> None:
    """A head without a year takes it from the envelope around it, over New Year too."""
    assert "2026-12-31T23:59:59" == str(peel("2027-01-01T00:00:00.123456789Z INFO 12-31 23:59:59 [a.py:1] x").stamp)
    assert "2026-12-01T02:00:00.123456+00:00" == str(peel("2026-12-01T02:00:00.123456789Z 02:00:00 web.1  | x").stamp)


def test_no_year_and_packed_dates() -> None:
    """Month and day packed, with or without a zero; a vLLM date; a line of C++ with its rank outside (traps 33, 34)."""
    line = "[rank2]:[E1021 11:44:18.902331166 ProcessGroupNCCL.cpp:2068] [PG ID 2 PG GUID 3 Rank 3] no"
    assert ("--10-21T11:44:18.902331", 2) == (str(peel(line).stamp), peel(line).origin.rank)
    assert "--03-19T01:02:03.100000" == str(peel("[E319 01:02:03.100000000 ProcessGroupNCCL.cpp:1] x").stamp)
    assert "--06-02T11:02:11.457000" == str(peel("W0602 11:02:11.457000 3118 torch/distributed/run.py:1] x").stamp)
    assert "--10-21T06:12:08" == str(peel("INFO 10-21 06:12:08 [file.py:12] x").stamp)


def test_an_epoch_in_the_text_is_no_stamp() -> None:
    """`SIGSEGV received at time=1745722269` is a message (trap 36)."""
    peeled = peel("*** SIGSEGV received at time=1745722269 on cpu 3 ***")
    assert (None, False) == (peeled.stamp, peeled.head)


def test_a_watchdog_line_keeps_its_wait() -> None:
    """The stamp of a time-out is that of its line; how long it waited stays in the message, for rules (trap 38)."""
    line = "[rank0]:[E1201 02:22:54.235123456 ProcessGroupNCCL.cpp:670] [Rank 0] x ran for 600050 milliseconds before timing out."
    assert "ran for 600050 milliseconds" in peel(line).message
    assert "--12-01T02:22:54.235123" == str(peel(line).stamp)


@pytest.mark.parametrize(
    ("line", "origin"),
    [
        ("[2026-12-01 10:00:03 TP1] x", Origin(program="sglang", rank=1)),
        ("[2026-12-01 10:00:03 DP1 TP3] x", Origin(program="sglang", thread="DP1 TP3")),
        ("(Worker_TP2 pid=276) x", Origin(pid=276, thread="Worker_TP2", rank=2)),
        ("(VllmWorker rank=2 pid=81) x", Origin(pid=81, thread="VllmWorker", rank=2)),
        ("(Worker_DP0_PP0_TP1_EP1 pid=81) x", Origin(pid=81, thread="Worker_DP0_PP0_TP1_EP1")),
        ("node7:812:901 [3] NCCL INFO x", Origin(host="node7", pid=812)),
        ("0: [default3]:x y", Origin(local_rank=3, rank=0)),
    ],
)
def test_ranks_are_the_worlds(line: str, origin: Origin) -> None:
    """A rank is set only where the line names the world's; a device number and a group's dimension are none."""
    assert origin == peel(line).origin


def test_rich_boxes_are_plain_text() -> None:
    """A box that a narrow terminal wrapped has no head (trap 14)."""
    assert not peel("│ ❱ 1024 │   raise HTTPError(text, response=self)                              │").head


def test_a_stack_of_an_embedded_interpreter_is_plain_text() -> None:
    """`At:` and the frames behind it are no heads (trap 16)."""
    for line in (
        "At:",
        "  /models/x/1/model.py(4): <module>",
        "  <frozen importlib._bootstrap>(219): _call_with_frames_removed",
    ):
        assert (line, False) == (peel(line).message, peel(line).head)


def test_pieces_of_a_cut_line_are_joined() -> None:
    """Pieces of one line make the line that was cut, read anew: CRI's P before F, Docker's fragments (trap 11)."""
    whole = "[2026-12-01 10:00:03 TP1] Load weight begin."
    pieces = [
        peel(f"2026-12-01T02:00:00Z stderr {tag} {part}")
        for tag, part in (("P", whole[:9]), ("P", whole[9:20]), ("F", whole[20:]))
    ]
    assert [True, True, False] == [piece.partial for piece in pieces]
    first = peeler().joined(pieces[0], pieces[1])
    assert (True, whole[:20]) == (first.partial, first.inside)
    line = peeler().joined(first, pieces[2])
    assert ("Load weight begin.", 1, False, True) == (line.message, line.origin.rank, line.partial, line.head)
    assert ("stderr", ("cri",)) == (line.stream, line.envelopes)


def test_a_record_that_was_cut_is_a_record_again() -> None:
    """JSON inside Docker's JSON, cut in the middle, gives its message and its strings."""
    record = '{"level":"error","msg":"no","err":"why"}'
    pieces = [
        peel(json.dumps({"log": part, "stream": "stdout", "time": "2026-12-01T02:00:00Z"}))
        for part in (record[:20], record[20:] + "\n")
    ]
    line = peeler().joined(*pieces)
    assert (("no", "why"), "error", "json") == (line.texts, line.level, line.layout)
    assert "2026-12-01T02:00:00+00:00" == str(line.stamp)


def test_pieces_without_an_envelope_that_cuts() -> None:
    """Joining lines that no envelope cut just puts one behind the other."""
    assert "INFO:     ab" == joined(Peeled("INFO:     a", ()), Peeled("b", ())).message
    assert "ab" == peeler().joined(Peeled("a", ()), Peeled("b", ())).message
