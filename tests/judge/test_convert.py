"""What a capture means where it has a type, and how a value reads."""

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logsleuth.judge.convert import KINDS, convert, fitted, written
from logsleuth.model.relation import Type

MB = 1024**2


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("integer", "1,024", 1024),
        ("integer", " -7 ", -7),
        ("integer", "1,02", None),
        ("integer", "1.0", None),
        ("integer", "0x10", None),
        ("integer", "٣", None),
        ("integer", "9223372036854775808", None),
        ("float", "1.5", 1.5),
        ("float", "-2e3", -2000.0),
        ("float", "nan", None),
        ("float", "1_0", None),
        ("float", "1e999", None),
        ("size", "1.5 GiB", 1536 * MB),
        ("size", "64MB", 64 * MB),
        ("size", "512k", 512 * 1024),
        ("size", "2 T", 2 * MB * MB),
        ("size", "17", 17),
        ("size", "17B", 17),
        ("size", "1,024 KiB", MB),
        ("size", "-1", None),
        ("size", "3 i", None),
        ("size", "999999999 T", None),
        ("duration", "250 ms", timedelta(milliseconds=250)),
        ("duration", "5s", timedelta(seconds=5)),
        ("duration", "3 min", timedelta(minutes=3)),
        ("duration", "1h", timedelta(hours=1)),
        ("duration", "12", timedelta(seconds=12)),
        ("duration", "0.5", timedelta(milliseconds=500)),
        ("duration", "1m30.5s", timedelta(seconds=90.5)),
        ("duration", "1h 2 min", timedelta(minutes=62)),
        ("duration", "30 7", None),
        ("duration", "5 parsecs", None),
        ("duration", "999999999999999 d", None),
        ("time", "2026-12-01T10:00:03Z", datetime(2026, 12, 1, 10, 0, 3, tzinfo=UTC)),
        ("time", "2026-12-01 10:00:03.123456", datetime(2026, 12, 1, 10, 0, 3, 123456, tzinfo=UTC)),
        ("time", "2026-12-01T12:00:03+02:00", datetime(2026, 12, 1, 10, 0, 3, tzinfo=UTC)),
        ("time", "yesterday", None),
        ("time", "0001-01-01T00:00:00+14:00", None),
        ("boolean", "True", True),
        ("text", " as it is ", " as it is "),
        ("texts", "a", None),
    ],
)
def test_a_text_is_converted(kind: str, text: str, expected: Any) -> None:
    """Each type reads what the page on rules says; what it does not read is null."""
    assert expected == convert(text, kind)


@given(st.sampled_from(sorted(KINDS)), st.text(max_size=120))
def test_no_text_is_too_odd(kind: str, text: str) -> None:
    """Any text converts to a value of the type, or to null."""
    value = convert(text, kind)
    assert value is None or fitted(value, KINDS[kind]) == value


@pytest.mark.parametrize(
    ("value", "kind", "expected"),
    [
        ("8000", Type.INTEGER, 8000),
        (8000.0, Type.INTEGER, 8000),
        (8000.5, Type.INTEGER, None),
        (True, Type.INTEGER, None),
        (3, Type.FLOAT, 3.0),
        (3, Type.TEXT, "3"),
        (3, Type.BOOLEAN, None),
        (3, Type.TIME, None),
        ([1], Type.INTEGERS, [1]),
        (None, Type.TEXT, None),
    ],
)
def test_a_value_is_made_to_fit(value: Any, kind: Type, expected: Any) -> None:
    """A value takes the type of its column, or is null; a truth is no number."""
    assert expected == fitted(value, kind)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (600050.0, "600050"),
        (0.25, "0.25"),
        (True, "true"),
        (datetime(2026, 12, 1, 12, 0, tzinfo=timezone(timedelta(hours=2))), "2026-12-01T10:00:00Z"),
        (timedelta(minutes=10), "600s"),
        ([1, 2], "1,2"),
        (None, ""),
    ],
)
def test_a_value_is_written_as_people_read_it(value: Any, expected: str) -> None:
    """Whole numbers have no decimals; times are ISO 8601 in UTC; durations are in seconds."""
    assert expected == written(value)
