"""Times as snapshots write them."""

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logsleuth.machine import when


@pytest.mark.parametrize(
    ("text", "expected", "zone_known"),
    [
        ("2026-12-01T02:00:05Z", datetime(2026, 12, 1, 2, 0, 5, tzinfo=UTC), True),
        ("2026-12-01T04:02:16,299072+02:00 x", datetime(2026, 12, 1, 2, 2, 16, 299072, tzinfo=UTC), True),
        ("2026-12-01 02:00:05", datetime(2026, 12, 1, 2, 0, 5, tzinfo=UTC), False),
        ("2026/12/01 02:00:05.5 -0700", datetime(2026, 12, 1, 9, 0, 5, 500000, tzinfo=UTC), True),
        ("Tue Dec  1 04:02:15 2026", datetime(2026, 12, 1, 4, 2, 15, tzinfo=UTC), False),
        ("Tue Dec  1 04:02:15 UTC 2026", datetime(2026, 12, 1, 4, 2, 15, tzinfo=UTC), True),
        ("Tue Dec  1 04:02:15 CET 2026", datetime(2026, 12, 1, 4, 2, 15, tzinfo=UTC), False),
        ("Tue Dec  1 04:02:15 PM UTC 2026", datetime(2026, 12, 1, 16, 2, 15, tzinfo=UTC), True),
        ("Tue, 01 Dec 2026 04:02:15 +0000", datetime(2026, 12, 1, 4, 2, 15, tzinfo=UTC), True),
        ("2016-12-31T23:59:60Z", datetime(2016, 12, 31, 23, 59, 59, tzinfo=UTC), True),
    ],
)
def test_a_dated_form_is_read(text: str, expected: datetime, *, zone_known: bool) -> None:
    """ISO 8601, `date`, `ctime` and mail dates; a name of several zones is no zone."""
    written = when.dated(text)

    assert written is not None
    assert (expected, zone_known) == (written.time, written.zone_known)


@pytest.mark.parametrize(
    "text", ["2026-13-01T00:00:00", "Tue Feb 30 04:02:15 2026", "12:00:01", "", "9999-12-31T23:59:59Z"]
)
def test_what_is_no_date_is_none(text: str) -> None:
    """A day that does not exist is no date, nor is a time of day."""
    assert when.dated(text) is None


@pytest.mark.parametrize(("month", "year"), [("Aug", 2026), ("Dec", 2025)])
def test_a_missing_year_is_the_latest_before_the_reference(month: str, year: int) -> None:
    """A line without a year cannot be later than a day after the file was written."""
    written = when.syslog(f"{month} 22 20:58:54 host kernel: x", 0, datetime(2026, 12, 1, tzinfo=UTC))

    assert written is not None
    assert (year, False) == (written.time.year, written.zone_known)


def test_a_missing_year_without_a_reference_is_not_guessed() -> None:
    """Nothing tells the year of a line if the file has no time."""
    assert when.syslog("Aug 22 20:58:54 host", 0, None) is None


@given(time=st.datetimes(min_value=datetime(1971, 1, 1), max_value=datetime(2199, 12, 31)))  # noqa: DTZ001
@settings(max_examples=100)
def test_what_ctime_prints_is_read_back(time: datetime) -> None:
    """Every moment comes back from its `ctime` to the second."""
    written = when.dated(time.ctime())

    assert written is not None
    assert time.replace(microsecond=0, tzinfo=UTC) == written.time


def test_a_moment_that_no_date_can_hold_is_none() -> None:
    """Shifting over the end of the calendar gives nothing."""
    assert when.shift(datetime(9999, 12, 31, tzinfo=UTC), 1e9) is None
