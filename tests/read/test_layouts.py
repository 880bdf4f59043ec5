"""Layouts: each with its own examples."""

import re
from collections.abc import Mapping

import pytest

from logsleuth.model.book import Layout
from logsleuth.read.layouts import loose_texts
from logsleuth.read.peel import Peeler
from logsleuth.read.prefilter import needs
from logsleuth.read.times import FORMS

from .writings import expected, layouts, peel, told

EXAMPLES = [
    pytest.param(layout, example, id=f"{layout.id}-{number}")
    for layout in layouts()
    for number, example in enumerate(layout.examples)
]
GROUPS = {"time", "level", "logger", "host", "container", "program", "pid", "thread", "rank", "local_rank", "message"}


@pytest.mark.parametrize(("layout", "example"), EXAMPLES)
def test_an_example_is_read_as_it_says(layout: Layout, example: Mapping[str, object]) -> None:
    """A layout reads its examples, each field as written there, and does not match those that it must not."""
    peeled = Peeler([layout], []).peel(str(example["line"]))
    assert example.get("matches", True) is (peeled.layout == layout.id)
    wanted = expected(example)
    assert wanted == {field: told(peeled, field) for field in wanted}


@pytest.mark.parametrize(("layout", "example"), EXAMPLES)
def test_no_other_layout_takes_an_example(layout: Layout, example: Mapping[str, object]) -> None:
    """Where an envelope, or a layout that is tried before, takes an example, it finds the same message."""
    if example.get("matches", True):
        assert (layout.id, example["message"]) == (layout.id, peel(str(example["line"])).message)


@pytest.mark.parametrize("layout", layouts(), ids=lambda layout: layout.id)
def test_a_layout_is_whole(layout: Layout) -> None:
    """A layout has a message, known groups, known forms of time, and examples that match and that do not."""
    verdicts = {bool(example.get("matches", True)) for example in layout.examples}
    assert verdicts == {True, False}
    assert set(layout.time) <= set(FORMS)
    names = set(layout.keys) if layout.keys else set(re.compile(layout.pattern).groupindex)
    assert "message" in names
    assert names <= GROUPS | {"facility", "code"}


def test_layouts_have_ids_of_their_own() -> None:
    """No two layouts have one id."""
    ids = [layout.id for layout in layouts()]
    assert sorted(set(ids)) == sorted(ids)


@pytest.mark.parametrize("layout", [x for x in layouts() if x.form == "pattern"], ids=lambda layout: layout.id)
def test_every_pattern_is_understood_by_the_prefilter(layout: Layout) -> None:
    """A pattern that might begin anywhere would be tried on every line: each has a text that it cannot do without, or few beginnings."""
    need = needs(layout.pattern)
    assert need.literal or not need.wide


@pytest.mark.parametrize(
    ("line", "texts"),
    [
        (
            '{"level":50,"time":1796090400123,"msg":"failed","err":{"type":"Error","stack":"Error: no\\n    at f (a.js:1:2)"}}',
            ("failed", "Error", "Error: no", "    at f (a.js:1:2)"),
        ),
        (
            '{"event":"boom","level":"error","exception":"Traceback (most recent call last):\\nValueError: no"}',
            ("boom", "Traceback (most recent call last):", "ValueError: no"),
        ),
        (
            '{"@timestamp":"2026-12-01T10:00:00Z","log.level":"ERROR","message":"no","error.stack_trace":"a\\n\\tat b"}',
            ("no", "a", "\tat b"),
        ),
        (
            '{"timestamp":"2026-12-01T10:00:00,1Z","level":"ERROR","message":"no","stacktrace":["a.B: no","at c"]}',
            ("no", "a.B: no", "at c"),
        ),
        ('{"message":"bad","level":"error","errors":[{"message":"deep"}]}', ("bad", "deep")),
        ('time=2026-12-01T10:00:00Z level=ERROR msg="a \\"b\\"" error="x\\ny"', ('a "b"', "x", "y")),
    ],
)
def test_every_string_of_a_record_is_seen(line: str, texts: tuple[str, ...]) -> None:
    """Rules see the message's lines, then those of every other string, unescaped, however deep it stands (traps 12)."""
    assert texts == peel(line).texts


def test_quotes_that_were_quoted_again_are_seen_plain() -> None:
    """Klog nests quotes: the texts hold the values with all of them taken off (trap 13)."""
    line = (
        r'E1201 21:19:02.140940     913 pod_workers.go:1301] "Error syncing pod" err="failed to \"StartContainer\" for '
        r'\"manager\" with ImagePullBackOff: \"Back-off pulling image \\\"acme/op:v2\\\"\"" pod="default/app-0"'
    )
    peeled = peel(line)
    value = 'failed to "StartContainer" for "manager" with ImagePullBackOff: "Back-off pulling image "acme/op:v2""'
    assert peeled.level == "error"
    assert ("Error syncing pod", value, "default/app-0") == peeled.texts[1:]


def test_fields_after_a_message_are_seen() -> None:
    """A JSON object at the end of a console line gives its strings."""
    peeled = peel('2026-12-01T10:00:00.123Z\tERROR\ta/b.go:12\tno\t{"error": "a\\nb"}')
    assert ("a", "b") == peeled.texts[1:]


def test_a_json_object_that_is_no_record_is_a_plain_line() -> None:
    """An answer's body begins no record; its strings are seen all the same."""
    line = '{"error":{"message":"The model does not exist","code":404}}'
    peeled = peel(line)
    assert (line, False, None) == (peeled.message, peeled.head, peeled.layout)
    assert (line, "The model does not exist") == peeled.texts
    assert peeled.texts == loose_texts(line, {"error": {"message": "The model does not exist", "code": 404}})


@pytest.mark.parametrize(
    "line",
    [
        "/usr/bin/python3: No module named acme.server",
        "ValueError: no",
        '  File "/app/run.py", line 3, in main',
        "    at f (a.js:1:2)",
        "\tat com.acme.App.main(App.java:3)",
        "Caused by: java.net.ConnectException: refused",
        "frame #0: c10::Error::Error() + 0x96 (0x7f61 in libc10.so)",
        "   0: rust_begin_unwind",
        "0: name",
        "goroutine 1 [running]:",
        "CUDA kernel errors might be asynchronously reported at some other API call",
        "    ^^^^^^^^^^",
        "Traceback (most recent call last):",
        "Killed",
        "1       0x7fd1c1ebee0e void acme::check(int) + 149",
        "a=1",
        "x = y == z",
        "http://127.0.0.1:8000/?time=1&level=2",
        "",
        "   ",
    ],
)
def test_what_is_no_head_stays_whole(line: str) -> None:
    """A continuation, a frame, an exception, an interpreter's error: no head, no envelope, the message is the line."""
    peeled = peel(line)
    assert (line, False, ()) == (peeled.message, peeled.head, peeled.envelopes)
