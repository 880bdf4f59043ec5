"""Times as written, and the clock that completes them."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logsleuth.model.run import Moment
from logsleuth.read.times import FORMS, Clock, Stamp, completed, in_zone, parse, zone


@pytest.mark.parametrize(
    ("form", "text", "stamp"),
    [
        ("iso", "2026-12-01 10:00:03", "2026-12-01T10:00:03"),
        ("iso", "2026-12-01T10:00:03.123456789Z", "2026-12-01T10:00:03.123456+00:00"),
        ("iso", "2026-12-01T10:00:03,123+0530", "2026-12-01T10:00:03.123000+05:30"),
        ("iso", "2026-12-01 10:00:03.090 CET", "2026-12-01T10:00:03.090000+01:00"),
        ("iso", "2026-12-01 10:00:03 CST", "2026-12-01T10:00:03"),
        ("iso", "2026-12-01  2:34:11", "2026-12-01T02:34:11"),
        ("iso", "2026-12-01T10:00:03-07", "2026-12-01T10:00:03-07:00"),
        ("iso", "2016-12-31T23:59:60Z", "2016-12-31T23:59:59+00:00"),
        ("iso-slash", "2026/12/01 10:00:03", "2026-12-01T10:00:03"),
        ("iso-slash", "2026/12/01 - 10:00:03", "2026-12-01T10:00:03"),
        ("iso-dot", "2026.12.01 10:00:03.5", "2026-12-01T10:00:03.500000"),
        ("packed-month-day", "1201 02:22:54.235123456", "--12-01T02:22:54.235123"),
        ("packed-month-day", "319 01:11:21.16", "--03-19T01:11:21.160000"),
        ("packed-month-day", "20261201 02:22:54.235", "2026-12-01T02:22:54.235000"),
        ("month-day", "12-01 10:00:05", "--12-01T10:00:05"),
        ("syslog", "Dec  1 02:00:00", "--12-01T02:00:00"),
        ("syslog", "Dec 01 02:00:00.123456", "--12-01T02:00:00.123456"),
        ("apache", "01/Dec/2026:02:22:12 +0000", "2026-12-01T02:22:12+00:00"),
        ("us", "12/01/2026-10:00:00", "2026-12-01T10:00:00"),
        ("us", "12/1/2026, 2:00:00 PM", "2026-12-01T14:00:00"),
        ("us", "12/1/2026, 12:00:00 AM", "2026-12-01T00:00:00"),
        ("us", "12/1/2026] [7:12:05 AM", "2026-12-01T07:12:05"),
        ("day-month-year", "01 Dec 2026 02:00:00.118", "2026-12-01T02:00:00.118000"),
        ("day-month-year", "01-Dec-2026 10:00:00.123", "2026-12-01T10:00:00.123000"),
        ("dmesg-T", "Tue Dec  1 02:34:17 2026", "2026-12-01T02:34:17"),
        ("java-util", "Dec 01, 2026 2:34:16 AM", "2026-12-01T02:34:16"),
        ("java-util", "Dec 01, 2026 2:34:16\u202fPM", "2026-12-01T14:34:16"),
        ("yymmdd", "261201 10:00:00", "2026-12-01T10:00:00"),
        ("time-only", "02:00:00.5", "T02:00:00.500000"),
        ("epoch", "1796090400", "2026-12-01T02:00:00+00:00"),
        ("epoch", "1796090400.123", "2026-12-01T02:00:00.123000+00:00"),
        ("epoch", "1796090400123", "2026-12-01T02:00:00.123000+00:00"),
        ("epoch", "1796090400123456", "2026-12-01T02:00:00.123456+00:00"),
        ("epoch", "1796090400123456789", "2026-12-01T02:00:00.123456+00:00"),
        ("monotonic", " 7275.532713", "+7275.532713s"),
        ("monotonic", "0005", "+5s"),
        ("since-start", "3.07.591.111", "+187.591111s"),
    ],
)
def test_each_form_is_read(form: str, text: str, stamp: str) -> None:
    """A form reads what it says, with a comma or a point, one to nine decimals, and the zone where one is written."""
    assert stamp == str(parse(text, (form,)))


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("iso", "2026-13-01 10:00:03"),
        ("iso", "2026-02-29 10:00:03"),
        ("iso", "2026-12-01 25:00:03"),
        ("iso", "0026-12-01 10:00:03"),
        ("iso", "2026-12-01"),
        ("iso", ""),
        ("packed-month-day", "1301 02:22:54"),
        ("syslog", "Foo 01 02:00:00"),
        ("epoch", "12"),
        ("epoch", "9999999999999999999"),
        ("time-only", "02:60:00"),
        ("no-such-form", "2026-12-01 10:00:03"),
        ("iso", "2026-12-01 10:00:03" + " " * 100),
    ],
)
def test_what_is_no_time_is_none(form: str, text: str) -> None:
    """A day that does not exist, a number that is no time, a form that nobody knows: None."""
    assert parse(text, (form,)) is None


def test_29_february_without_a_year() -> None:
    """A day that exists in some years is a date."""
    assert "--02-29T01:00:00" == str(parse("229 01:00:00", ("packed-month-day",)))


def test_forms_are_tried_in_order() -> None:
    """The first form that fits counts."""
    assert "2026-12-01T10:00:03" == str(parse("2026-12-01 10:00:03", ("epoch", "iso")))


@settings(max_examples=100)
@given(st.datetimes(min_value=datetime(1991, 1, 1), max_value=datetime(2099, 12, 30)))  # noqa: DTZ001  # as written: without a zone
def test_what_isoformat_writes_is_read_back(moment: datetime) -> None:
    """ISO 8601 is read without loss, to the microsecond."""
    stamp = parse(moment.isoformat(), ("iso",))
    assert stamp is not None
    assert moment.replace(tzinfo=UTC) == stamp.in_year(moment.year)


@settings(max_examples=100)
@given(st.text(alphabet="0123456789-/:., TZADecPM+[]", max_size=40), st.sampled_from(sorted(FORMS)))
def test_no_text_breaks_a_form(text: str, form: str) -> None:
    """Any text is a stamp that exists, or none."""
    stamp = parse(text, (form,))
    assert stamp is None or stamp.monotonic is not None or 0 <= stamp.hour <= 23


@pytest.mark.parametrize(
    ("name", "hours"),
    [("Z", 0), ("UTC", 0), ("+02", 2), ("-0730", -7.5), ("+05:30", 5.5), ("EST", -5), ("JST", 9)],
)
def test_zones(name: str, hours: float) -> None:
    """A zone's offset, by number or by a name that means one."""
    assert timedelta(hours=hours) == zone(name)


@pytest.mark.parametrize("name", [None, "", "IST", "CST", "BST", "XYZ", "+99", "+ab", "-"])
def test_names_that_mean_no_one_zone(name: str | None) -> None:
    """A name of several zones says nothing."""
    assert zone(name) is None


def test_a_program_may_fix_the_zone() -> None:
    """A zone that is written counts; else the program's."""
    plain = Stamp(2026, 12, 1, 10)
    assert timedelta(0) == in_zone(plain, "UTC").offset
    assert timedelta(hours=1) == in_zone(Stamp(2026, 12, 1, offset=timedelta(hours=1)), "UTC").offset
    assert plain == in_zone(plain, None)


def test_the_year_of_another_stamp() -> None:
    """The year that brings the two nearest, over New Year too; nothing to add where there is nothing to take."""
    outer = Stamp(2027, 1, 1, 0, 0, 5)
    assert 2026 == completed(Stamp(None, 12, 31, 23, 59), outer).year
    assert 2027 == completed(Stamp(None, 1, 1), outer).year
    assert 2025 == completed(Stamp(2025, 1, 1), outer).year
    assert completed(Stamp(None, 1, 1), None).year is None
    assert completed(Stamp(None, 2, 29), outer).year is None
    assert 2028 == completed(Stamp(None, 2, 29), Stamp(2027, 12, 31)).year


def clock(reference: str | None = "2026-12-01T12:00:00+00:00") -> Clock:
    """The clock of a file of that time."""
    return Clock(reference=datetime.fromisoformat(reference) if reference else None, source="server.log", host="node7")


def placed(one: Clock, text: str, form: str) -> str | None:
    """Where a clock places a written time."""
    moment = one.place(parse(text, (form,)))
    return moment.time.isoformat() if moment.time else None


def test_a_full_stamp_is_placed_as_it_is() -> None:
    """A stamp with its zone is placed without a note."""
    one = clock()
    moment = one.place(parse("2026-12-01T10:00:00+01:00", ("iso",)))
    assert (datetime(2026, 12, 1, 9, tzinfo=UTC), True, "node7 server.log") == (
        moment.time,
        moment.zone_known,
        moment.clock,
    )
    assert () == one.notes


def test_a_zone_that_is_not_written_is_noted_once() -> None:
    """It is taken as UTC, and said once."""
    one = clock()
    for _ in range(3):
        assert one.place(parse("2026-12-01 10:00:00", ("iso",))).zone_known is False
    assert ["zone not written, taken as UTC"] == [note.message for note in one.notes]


@pytest.mark.parametrize(
    ("reference", "text", "year"),
    [
        ("2026-12-01T12:00:00+00:00", "12-01 10:00:00", 2026),
        ("2026-12-01T12:00:00+00:00", "12-02 11:00:00", 2026),
        ("2026-12-01T12:00:00+00:00", "12-03 11:00:00", 2025),
        ("2026-01-01T00:00:30+00:00", "12-31 23:59:59", 2025),
        ("2025-12-31T23:59:30+00:00", "01-01 00:00:10", 2026),
        ("2026-12-01T12:00:00+00:00", "02-29 10:00:00", 2024),
    ],
)
def test_the_year_is_the_latest_that_may_be(reference: str, text: str, year: int) -> None:
    """Not more than a day after the file's time, and nearest to it; 29 February in a year that has one."""
    one = clock(reference)
    time = placed(one, text, "month-day")
    assert time is not None
    assert f"{year}-{text[:5]}" == time[:10]
    assert f"year not written, taken as {year}, the latest that is not after {reference[:10]}" in [
        n.message for n in one.notes
    ]


def test_january_after_december_is_the_next_year() -> None:
    """Within a file the time goes on over New Year, though the file was touched in between."""
    one = clock("2026-12-31T23:00:00+00:00")
    texts = ("12-31 23:59:58", "12-31 23:59:59", "01-01 00:00:03", "01-01 00:00:04")
    years = [(placed(one, text, "month-day") or "")[:4] for text in texts]
    assert ["2026", "2026", "2027", "2027"] == years


def test_newest_first_does_not_confuse_the_year() -> None:
    """An export that runs backwards over New Year has both years right (trap 9)."""
    one = clock("2026-01-02T00:00:00+00:00")
    years = [(placed(one, text, "month-day") or "")[:4] for text in ("01-01 00:00:03", "12-31 23:59:59")]
    assert ["2026", "2025"] == years


def test_without_a_reference_a_dated_line_gives_the_year() -> None:
    """A file of unknown time: no year, until a line names one."""
    one = clock(None)
    assert placed(one, "12-01 10:00:00", "month-day") is None
    assert "2026-12-01T10:00:00+00:00" == placed(one, "2026-12-01 10:00:00", "iso")
    assert "2026-11-30T10:00:00+00:00" == placed(one, "11-30 10:00:00", "month-day")
    assert "year not written, and nothing to take it from" in [note.message for note in one.notes]


def test_a_reference_without_a_zone_is_utc() -> None:
    """A plain `datetime` is taken as UTC."""
    one = Clock(reference=datetime(2026, 12, 1), source="x")  # noqa: DTZ001  # that is the case
    assert placed(one, "11-30 10:00:00", "month-day") is not None
    assert "x" == one.place(parse("11-30 10:00:00", ("month-day",))).clock


def test_times_since_a_start_need_an_anchor() -> None:
    """A monotonic time is placed by one that is tied to a moment."""
    one = clock()
    assert placed(one, "12.5", "monotonic") is None
    start = parse("10.0", ("monotonic",))
    assert start is not None
    one.anchor(start, Moment(time=datetime(2026, 12, 1, 10, tzinfo=UTC), zone_known=True))
    assert "2026-12-01T10:00:02.500000+00:00" == placed(one, "12.5", "monotonic")
    assert one.place(Stamp(monotonic=timedelta(days=999_999_999))).time is None


def test_a_time_of_day_goes_on_past_midnight() -> None:
    """The day is the one that brings the time nearest to the last."""
    one = clock()
    assert placed(one, "23:59:50", "time-only") is None
    first = parse("23:59:50", ("time-only",))
    assert first is not None
    one.anchor(first, Moment(time=datetime(2026, 11, 30, 23, 59, 50, tzinfo=UTC), zone_known=False))
    assert "2026-11-30T23:59:59+00:00" == placed(one, "23:59:59", "time-only")
    assert "2026-12-01T00:00:03+00:00" == placed(one, "00:00:03", "time-only")
    assert "2026-11-30T23:59:58+00:00" == placed(one, "23:59:58", "time-only")


def test_an_anchor_without_a_time_or_with_a_date_is_none() -> None:
    """Only a moment that is known ties, and only what needs it is tied."""
    one = clock()
    one.anchor(Stamp(monotonic=timedelta(1)), Moment())
    one.anchor(Stamp(2026, 12, 1), Moment(time=datetime(2026, 12, 1, tzinfo=UTC)))
    assert placed(one, "12.5", "monotonic") is None
    assert placed(one, "10:00:00", "time-only") is None


def test_no_stamp_is_no_moment() -> None:
    """A line without a time has no moment of its own."""
    assert Moment() == clock().place(None)
    assert Moment() == clock().place(Stamp(2026, 2, 30))


@settings(max_examples=60)
@given(st.lists(st.datetimes(min_value=datetime(2024, 1, 1), max_value=datetime(2024, 12, 31)), min_size=1, max_size=8))  # noqa: DTZ001  # as written
def test_lines_in_order_stay_in_order(moments: list[datetime]) -> None:
    """Times without a year that were written in order within a year, in a file of that time, are placed as they were."""
    moments.sort()
    one = Clock(reference=moments[-1].replace(tzinfo=UTC), source="x")
    times = [one.place(parse(f"{moment:%m-%d %H:%M:%S}", ("month-day",))).time for moment in moments]
    assert [moment.replace(microsecond=0, tzinfo=UTC) for moment in moments] == times
