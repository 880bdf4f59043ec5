"""Starts and ages: exact where they are written, else bounds that hold."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logsleuth.machine.ps_start import Now, Start, elapsed, lived, observed, start

NOON = datetime(2026, 4, 12, 12, 0, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Tue Dec  1 04:02:15 2026", Start(moment=datetime(2026, 12, 1, 4, 2, 15, tzinfo=UTC))),
        ("11:20", Start(clock=40800)),
        ("11:20:30", Start(clock=40830, width=1)),
        ("1:05PM", Start(clock=47100)),
        ("Apr10", Start(day=(4, 10))),
        ("Nov 30", Start(day=(11, 30))),
        ("11Apr24", Start(day=(4, 11), year=2024)),
        ("2024", Start(year=2024)),
        ("25:00", None),
        ("Foo10", None),
        ("Feb31", None),
        ("-", None),
        (None, None),
    ],
)
def test_a_start_is_read(text: str | None, expected: Start | None) -> None:
    """The forms of Linux, busybox and BSD."""
    assert expected == start(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("2157", 2157), ("35:57", 2157), ("01:00:00", 3600), ("9-01:41:55", 783715), ("x", None), (None, None)],
)
def test_an_elapsed_time_is_read(text: str | None, expected: int | None) -> None:
    """`etimes` counts seconds, `etime` days, hours, minutes and seconds."""
    assert expected == elapsed(text)


def test_an_elapsed_time_and_an_exact_moment_tell_the_start() -> None:
    """`date` beside `ps -o etimes` makes the start exact."""
    told = lived(None, 90, Now(at=NOON))

    assert (NOON - timedelta(seconds=90), 90.0, 91.0) == (told.started, told.age_min, told.age_max)


def test_an_elapsed_time_alone_tells_the_age() -> None:
    """The age needs no clock."""
    told = lived(None, 90, Now())

    assert (None, None, 90.0, 91.0) == (told.started, told.earliest, told.age_min, told.age_max)


def test_another_day_is_older_than_today_even_if_no_date_is_known() -> None:
    """`Apr10` beside `11:20` was not today, so at least the hours since midnight have passed."""
    now = observed([Start(day=(4, 10)), Start(clock=40800)], Now())

    old, young = lived(Start(day=(4, 10)), None, now), lived(Start(clock=40800), None, now)

    assert (40800.0, None, None) == (old.age_min, old.age_max, old.earliest)
    assert (0.0, 86400.0) == (young.age_min, young.age_max)


def test_days_of_other_rows_bound_today() -> None:
    """Where a row says `Apr12`, today is a later day, and `Apr10` is two days older still."""
    now = observed([Start(day=(4, 12)), Start(clock=3600)], Now())

    assert lived(Start(day=(4, 10)), None, now).age_min == 3600 + 2 * 86400


def test_a_row_of_the_snapshot_itself_bounds_ages_to_minutes() -> None:
    """If `ps aux` began at 11:21, a process of 11:20 is two minutes old at most."""
    told = lived(Start(clock=40800), None, Now(clock=40860, clock_sure=True))

    assert (0.0, 120.0) == (told.age_min, told.age_max)


def test_a_file_written_within_minutes_confirms_the_date() -> None:
    """Then a time of day is one of that day."""
    file = datetime(2026, 4, 12, 11, 22, 40, tzinfo=UTC)

    told = lived(Start(clock=40800), None, observed([], Now(clock=40860, clock_sure=True, file=file)))

    assert told.earliest == datetime(2026, 4, 12, 11, 20, tzinfo=UTC)
    assert told.latest is not None
    assert told.latest < datetime(2026, 4, 12, 11, 21, tzinfo=UTC)


def test_a_file_of_another_day_gives_wide_bounds() -> None:
    """A copy's date is not taken for the day of a start: that lies between the last day named and the file's time."""
    now = observed([Start(day=(4, 10)), Start(clock=40800)], Now(file=datetime(2026, 12, 1, 3, 0, tzinfo=UTC)))

    told = lived(Start(clock=40800), None, now)

    assert told.earliest == datetime(2026, 4, 11, 11, 20, tzinfo=UTC)
    assert told.latest is not None
    assert told.latest >= datetime(2026, 12, 1, 3, 0, tzinfo=UTC)


def test_a_year_alone_gives_the_year() -> None:
    """`2024` is some time of that year."""
    told = lived(Start(year=2024), None, Now(at=NOON))

    assert (datetime(2024, 1, 1, tzinfo=UTC), 2024) == (told.earliest, told.latest.year if told.latest else None)


def test_a_time_of_day_to_the_second_may_be_yesterdays() -> None:
    """`ps -o start` writes a time of day for whatever is younger than 24 hours."""
    told = lived(Start(clock=80000, width=1), None, Now(at=NOON, clock=43230))

    assert told.earliest == datetime(2026, 4, 11, 22, 13, 20, tzinfo=UTC)


_MOMENTS = st.datetimes(min_value=datetime(2003, 1, 1), max_value=datetime(2033, 12, 31))  # noqa: DTZ001


@given(
    taken=_MOMENTS,
    seconds=st.lists(st.integers(0, 800 * 86400), min_size=1, max_size=5),
    known=st.sampled_from(["exact", "clock", "file", "none"]),
)
@settings(max_examples=100)
def test_bounds_hold(taken: datetime, seconds: list[int], known: str) -> None:
    """Whatever is known of the moment, the true start and age lie within what is told, for starts as `ps aux` writes them."""
    at = taken.replace(microsecond=0, tzinfo=UTC)
    begun = [at - timedelta(seconds=age) for age in seconds]
    starts = [start(_written(moment, at)) for moment in begun]
    clock = at.hour * 3600 + at.minute * 60
    now = {
        "exact": Now(at=at),
        "clock": Now(clock=clock, clock_sure=True),
        "file": Now(clock=clock, clock_sure=True, file=at + timedelta(seconds=5)),
        "none": Now(),
    }[known]

    seen = observed(starts, now)

    for moment, item, age in zip(begun, starts, seconds, strict=True):
        told = lived(item, None, seen)
        assert told.age_min is None or told.age_min <= age + 1
        assert told.age_max is None or told.age_max >= age - 1
        assert told.earliest is None or told.earliest <= moment
        assert told.latest is None or told.latest >= moment.replace(second=0)


def _written(moment: datetime, at: datetime) -> str:
    """A start as procps writes it."""
    if moment.year != at.year:
        return str(moment.year)
    return moment.strftime("%H:%M" if moment.date() == at.date() else "%b%d")
