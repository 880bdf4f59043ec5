"""Prefixes that nobody recognised."""

import pytest

from .reading import one, read
from .test_python import PLAIN

LINES = PLAIN.strip().split("\n")


@pytest.mark.parametrize(
    "prefix",
    [
        "[rank0]: ",
        "[default0]:",
        "web-1  | ",
        "3: ",
        "(EngineCore_DP0 pid=312) ERROR 08-12 10:00:00 [core.py:708] ",
        "pod-x container ",
    ],
)
def test_one_prefix_on_every_line(prefix: str) -> None:
    """It is stripped from all of its lines, and lines without it are another's."""
    found = one("\n".join(prefix + line for line in LINES[:5]) + f"\nof another\n{prefix}{LINES[5]}\nof another")
    assert ("ValueError", "second", True, (1, 2, 3, 4, 5, 7)) == (
        found.type,
        found.message,
        found.complete,
        found.lines,
    )
    assert found.introduced_by is None
    assert found.frames[0].quoted == "main()"


def test_the_time_in_the_prefix_may_change() -> None:
    """As each line was stamped when it was read."""
    for form in ("2026-12-01T02:00:0{}.123456789Z ", "Dec  1 02:00:0{} web01 app[812]: "):
        found = one("\n".join(form.format(number) + line for number, line in enumerate(LINES)))
        assert ("ValueError", "second\nline two of msg", 2) == (found.type, found.message, len(found.frames))


def test_prefixes_keep_writers_apart() -> None:
    """Two ranks whose lines alternate."""
    other = [line.replace("ValueError", "OSError") for line in LINES]
    mixed = [line for pair in zip(LINES, other, strict=True) for line in ("[rank0]: " + pair[0], "[rank1]: " + pair[1])]
    assert [("ValueError", 2, True), ("OSError", 2, True)] == [
        (each.type, len(each.frames), each.complete) for each in read("\n".join(mixed))
    ]


def test_the_top_is_cut_behind_a_prefix() -> None:
    """A frame is enough to tell the prefix."""
    found = one("\n".join("[rank0]: " + line for line in LINES[3:]))
    assert ("ValueError", "no-head", "/srv/app.py") == (found.type, found.cut, found.frames[0].file)


def test_text_before_the_header_is_no_prefix() -> None:
    """A record that ends with the header introduces it."""
    found = one("\n".join(["Scheduler hit an exception: " + LINES[0], *LINES[1:]]))
    assert ("ValueError", "record", "Scheduler hit an exception:") == (
        found.type,
        found.introduced_by and found.introduced_by.kind,
        found.introduced_by and found.introduced_by.text,
    )
