"""Envelopes: each with its own examples, and any within any other."""

import re
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logsleuth.model.book import Envelope
from logsleuth.read.peel import Peeler
from logsleuth.read.prefilter import needs
from logsleuth.read.times import FORMS

from .writings import envelopes, expected, peel, told

EXAMPLES = [
    pytest.param(envelope, example, id=f"{envelope.id}-{number}")
    for envelope in envelopes()
    for number, example in enumerate(envelope.examples)
]
GROUPS = {
    "time",
    "level",
    "pri",
    "host",
    "container",
    "program",
    "pid",
    "thread",
    "rank",
    "local_rank",
    "stream",
    "tag",
}


@pytest.mark.parametrize(("envelope", "example"), EXAMPLES)
def test_an_example_is_opened_as_it_says(envelope: Envelope, example: Mapping[str, object]) -> None:
    """An envelope opens its examples, each field as written there, and leaves those alone that it must not match."""
    peeled = Peeler([], [envelope]).peel(str(example["line"]))
    assert example.get("matches", True) is (peeled.envelopes[:1] == (envelope.id,))
    wanted = expected(example)
    assert wanted == {field: told(peeled, field) for field in wanted}


@pytest.mark.parametrize(("envelope", "example"), EXAMPLES)
def test_no_other_envelope_takes_an_example(envelope: Envelope, example: Mapping[str, object]) -> None:
    """The outermost envelope of an example is its own."""
    if example.get("matches", True):
        assert (envelope.id,) == peel(str(example["line"])).envelopes[:1]


@pytest.mark.parametrize("envelope", envelopes(), ids=lambda envelope: envelope.id)
def test_an_envelope_is_whole(envelope: Envelope) -> None:
    """An envelope has something inside, known groups, known forms of time, and examples that match and that do not."""
    assert {True, False} == {bool(example.get("matches", True)) for example in envelope.examples}
    assert set(envelope.time) <= set(FORMS)
    names = set(envelope.keys) if envelope.keys else set(re.compile(envelope.pattern).groupindex)
    assert "message" in names
    assert names <= GROUPS | {"message"}


@pytest.mark.parametrize("envelope", [x for x in envelopes() if x.form == "pattern"], ids=lambda envelope: envelope.id)
def test_every_pattern_is_understood_by_the_prefilter(envelope: Envelope) -> None:
    """A pattern that might begin anywhere would be tried on every line: each has a text that it cannot do without, or few beginnings."""
    need = needs(envelope.pattern)
    assert need.literal or not need.wide


WRAPPERS = {
    "compose": "web-1     | {}",
    "runtime-timestamps": "2026-12-01T02:00:00.123456789Z {}",
    "cri": "2026-12-01T02:00:00.123456789+00:00 stderr F {}",
    "kubectl-prefix": "[pod/llm-0/server] {}",
    "syslog": "Dec  1 02:00:00 node7 server[812]: {}",
    "syslog-iso": "2026-12-01T02:00:00+0000 node7 server[812]: {}",
    "actions": "2026-12-01T02:00:00.1234567Z {}",
    "torch-rank": "[rank3]: {}",
    "torchrun-tee": "[default6]:{}",
    "process-label": "(EngineCore_DP0 pid=312) {}",
    "process-label-ranked": "(Worker_TP2 pid=276) {}",
    "mpirun-tag": "[1,3]<stderr>:{}",
    "pm2": "0|backend  | {}",
    "slurm-label": "13: {}",
}
INSIDE = "[2026-12-01 10:00:03 TP1] Load weight begin."


@settings(max_examples=100)
@given(st.lists(st.sampled_from(sorted(set(WRAPPERS) - {"slurm-label"})), max_size=6))
def test_envelopes_nest_in_any_order(order: list[str]) -> None:
    """Whatever is around a line, up to six deep, the same message, rank and level are found inside (trap 35)."""
    line = INSIDE
    for name in reversed(order):
        line = WRAPPERS[name].format(line)
    peeled = peel(line)
    assert tuple(order) == peeled.envelopes
    assert ("Load weight begin.", 1, True) == (peeled.message, peeled.origin.rank, peeled.head)


def test_a_seventh_envelope_stays() -> None:
    """More than six envelopes are not opened."""
    peeled = peel("[rank1]: " * 7 + "x")
    assert ("[rank1]: x", 6) == (peeled.message, len(peeled.envelopes))


@pytest.mark.parametrize(
    ("line", "message", "fields"),
    [
        ("13: [rank13]: RuntimeError: no", "RuntimeError: no", {"rank": 13}),
        ("gpu-02: [2026-12-01 09:14:06,863] [INFO] [launch.py:1:main] x", "x", {"host": "gpu-02", "level": "info"}),
        ("[default6]:OSError: no", "OSError: no", {"local_rank": 6, "rank": None}),
        (
            "(RayWorkerWrapper pid=376235, ip=10.0.10.61) *** SIGSEGV received at time=1745722269",
            "*** SIGSEGV received at time=1745722269",
            {"pid": 376235, "host": "10.0.10.61"},
        ),
        (
            "2026-12-01T15:30:29.402Z (APIServer pid=1) INFO 12-01 15:30:29 [api_server.py:1] up",
            "up",
            {"pid": 1, "thread": "APIServer", "time": "2026-12-01T15:30:29"},
        ),
        (
            "(RayWorkerWrapper pid=99) [rank1]:[E1201 02:22:54.235123456 ProcessGroupNCCL.cpp:670] [PG ID 2 PG GUID 3 Rank 3] x",
            "[PG ID 2 PG GUID 3 Rank 3] x",
            {"rank": 1, "pid": 99, "level": "error"},
        ),
        ('gpu-01: [rank0]:   File "a.py", line 1, in f', '  File "a.py", line 1, in f', {"host": "gpu-01", "rank": 0}),
        ("0|backend  | [Nest] 12  - 12/01/2026, 2:00:00 PM     LOG up", "up", {"time": "2026-12-01T14:00:00"}),
    ],
)
def test_prefixes_stack(line: str, message: str, fields: dict[str, object]) -> None:
    """Prefixes of launchers stack; `Rank N` of a process group is no rank of the world (traps 16, 35, 37)."""
    peeled = peel(line)
    assert message == peeled.message
    assert fields == {field: told(peeled, field) for field in fields}


@pytest.mark.parametrize(
    "line",
    [
        "   0: rust_begin_unwind",
        "  10: core::panicking::panic_fmt",
        "0: name",
        " 1: 0xb7a940 node::Abort() [node]",
        "nginx: [emerg] bind() failed",
        "python3: can't open file '/app/x.py': [Errno 2] No such file or directory",
        "/usr/bin/python3: No module named acme",
        "srun: error: node7: task 1: Killed",
        "make[1]: *** [all] Error 2",
        "name | type",
        "error: [Errno 2] no",
        "total: 12",
        "12:34 is a time",
        "worker-1 exited with code 1",
        "(see below) for more",
        "[rank 3] x",
        "host: value",
    ],
)
def test_what_only_looks_like_a_label_stays(line: str) -> None:
    """Numbers and words before a colon are labels only where what follows shows it."""
    assert (line, ()) == (peel(line).message if not peel(line).head else line, peel(line).envelopes)


def test_journal_bytes_and_priority() -> None:
    """A journal's MESSAGE may be a list of bytes with colours, and its PRIORITY counts only if the line has no level (trap 11)."""
    data = list(b"\x1b[31mERROR:    no\x1b[0m")
    line = f'{{"__REALTIME_TIMESTAMP":"1796090400123456","PRIORITY":"6","MESSAGE":{data},"_PID":"7"}}'
    peeled = peel(line)
    assert ("no", "error", 7) == (peeled.message, peeled.level, peeled.origin.pid)
    assert peel(line.replace(str(data), '"plain"')).level == "info"


def test_a_journal_message_of_several_lines() -> None:
    """The head stands in the first line of a message; each line is a text."""
    peeled = peel(
        '{"__REALTIME_TIMESTAMP":"1796090400123456","MESSAGE":"ERROR:    no\\nTraceback (most recent call last):"}'
    )
    assert "no\nTraceback (most recent call last):" == peeled.message
    assert ("no", "Traceback (most recent call last):") == peeled.texts


def test_inner_fields_outrank_outer_ones() -> None:
    """What is nearer to the writer counts: the program's level over PRI, its time over the envelope's, its pid over the runtime's."""
    peeled = peel("<14>Dec  1 02:00:01 node7 x[1]: [2026-12-01 02:00:00 +0000] [26231] [ERROR] no")
    assert ("error", 26231, "node7") == (peeled.level, peeled.origin.pid, peeled.origin.host)
    assert ("2026-12-01T02:00:00+00:00", "--12-01T02:00:01") == (str(peeled.stamp), str(peeled.outer))


def test_severity_of_syslog_where_the_line_has_none() -> None:
    """PRI gives the level of a line without one: facility times 8, plus severity."""
    assert "error" == peel("<11>Dec  1 02:00:00 node7 app[3]: no").level
    assert peel("<999>Dec  1 02:00:00 node7 app[3]: no").level == "debug"


@settings(max_examples=100)
@given(st.text(max_size=200))
def test_docker_json_gives_back_what_was_logged(text: str) -> None:
    """What a program wrote comes out of Docker's JSON as a terminal would show it, and is partial only without a newline."""
    import json  # noqa: PLC0415  # used here alone

    only = Peeler([], [x for x in envelopes() if x.id == "docker-json"])
    line = json.dumps({"log": text + "\n", "stream": "stdout", "time": "2026-12-01T02:00:00Z"})
    peeled = only.peel(line)
    assert not peeled.partial
    if text.isprintable():
        assert (text, "stdout") == (peeled.message, peeled.stream)
