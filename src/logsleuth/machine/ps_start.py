"""When a process started, as tables tell it: to the second, or only the minute, the day or the year.

Which form a table uses depends on the day it is taken (procps: `HH:MM` for today, `Mmmdd` for another day of this year, `YYYY`
for another year), so the forms bound each other even where nobody knows the date.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from logsleuth.machine.pattern import Pattern
from logsleuth.machine.when import MONTHS, dated, shift

_MINUTE = 60
_DAY = 86_400
_ZONES = 14 * 3600  # no zone is further from UTC
_SURE = 15 * _MINUTE  # a file is written so soon after the snapshot that it holds
_CLOCK = Pattern(r"(\d\d?):(\d\d)(?::(\d\d))?([AP]M)?")
_MONTH_DAY = Pattern(r"([A-Z][a-z]{2}) ?(\d{1,2})")
_DAY_MONTH_YEAR = Pattern(r"(\d{1,2})([A-Z][a-z]{2})(\d\d)")
_YEAR = Pattern(r"(?:19|20)\d\d")
_ELAPSED = Pattern(r"(?:(?:(\d{1,6})-)?(\d{1,3}):)?(\d{1,3}):(\d\d)")
_SECONDS = Pattern(r"\d{1,10}")


@dataclass(frozen=True, slots=True)
class Start:
    """A start as written; one of the fields is set.

    `moment` is exact, `clock` the seconds of the day (with `width`, how many seconds it leaves open), `day` a month and day
    (with a year where one is written), `year` a year alone. All are wall-clock times.
    """

    moment: datetime | None = None
    clock: int | None = None
    width: int = _MINUTE
    day: tuple[int, int] | None = None
    year: int | None = None


@dataclass(frozen=True, slots=True)
class Now:
    """The moment of a snapshot, as far as it is known.

    `at` is the wall-clock time, sure to `width` seconds after it; None if only what follows is known. `clock` are the seconds
    of the day it is at least; `clock_sure`: and less than a minute later. `last_day` is the latest month and day that a start of
    this year names, which lies before today. `last_start` is the latest exact start. `file` is the time of the file.
    """

    at: datetime | None = None
    width: int = 0
    clock: int | None = None
    clock_sure: bool = False
    last_day: tuple[int, int] | None = None
    last_start: datetime | None = None
    file: datetime | None = None


@dataclass(frozen=True, slots=True)
class Lived:
    """What is known of a process's start and age: `earliest` and `latest` bound the start, the ages are in seconds."""

    started: datetime | None = None
    earliest: datetime | None = None
    latest: datetime | None = None
    age_min: float | None = None
    age_max: float | None = None


def start(text: str | None) -> Start | None:
    """A start as a table writes it; None if it is none."""
    if not text:
        return None
    if found := dated(text):
        return Start(moment=found.time)
    if match := _CLOCK.fullmatch(text):
        return _clock(match)
    if match := _MONTH_DAY.fullmatch(text):
        return _on_day(match[1], int(match[2]), None)
    if match := _DAY_MONTH_YEAR.fullmatch(text):
        return _on_day(match[2], int(match[1]), 2000 + int(match[3]))
    return Start(year=int(text)) if _YEAR.fullmatch(text) else None


def elapsed(text: str | None) -> int | None:
    """Seconds from `etimes` or from `[[DD-]HH:]MM:SS`; None if the text is neither."""
    if not text:
        return None
    if _SECONDS.fullmatch(text):
        return int(text)
    match = _ELAPSED.fullmatch(text)
    if match is None:
        return None
    days, hours, minutes, seconds = (int(part or 0) for part in match.groups())
    return ((days * 24 + hours) * 60 + minutes) * 60 + seconds


def observed(starts: Iterable[Start | None], now: Now) -> Now:
    """`now`, completed by what the starts of the table prove: the snapshot came after each of them."""
    known = [item for item in starts if item is not None]
    clocks = [item.clock for item in known if item.clock is not None and item.width == _MINUTE]
    clock = now.clock if now.clock is not None else max(clocks, default=None)
    return confirmed(
        Now(
            at=now.at,
            width=now.width,
            clock=clock,
            clock_sure=now.clock_sure,
            last_day=max((item.day for item in known if item.day and item.year is None), default=None),
            last_start=max((item.moment for item in known if item.moment), default=None),
            file=now.file,
        )
    )


def confirmed(now: Now) -> Now:
    """`now` with the date of the file, where the file was written within minutes of the time of day that the snapshot tells."""
    if now.at is not None or now.clock is None or not now.clock_sure or now.file is None:
        return now
    midnight = now.file.replace(hour=0, minute=0, second=0, microsecond=0)
    at = shift(midnight, now.clock)
    if at is None or not -_MINUTE <= (now.file - at).total_seconds() <= _SURE:
        return now
    return Now(at, _MINUTE, now.clock, clock_sure=True, last_day=now.last_day, last_start=now.last_start, file=now.file)


def lived(begun: Start | None, seconds: int | None, now: Now) -> Lived:
    """What a start and an elapsed time tell, seen at `now`."""
    earliest, latest = _bounds(begun, now) if begun else (None, None)
    exact = begun.moment if begun else None
    if exact is None and seconds is not None and now.at is not None and now.width == 0:
        exact = shift(now.at, -seconds)
    if exact is not None:
        earliest = latest = exact
    elif seconds is not None and now.at is not None:
        earliest, latest = shift(now.at, -seconds - 1), shift(now.at, now.width - seconds)
    if seconds is not None:
        return Lived(exact, earliest, latest, float(seconds), float(seconds + 1))
    age_min, age_max = _ages(begun, now) if begun else (None, None)
    return Lived(exact, earliest, latest, age_min, age_max)


def _clock(match: re.Match[str]) -> Start | None:
    hour, minute = int(match[1]), int(match[2])
    if match[4]:
        hour = hour % 12 + (12 if match[4] == "PM" else 0)
    second = int(match[3] or 0)
    if hour > 23 or minute > 59 or second > 59:
        return None
    return Start(clock=hour * 3600 + minute * 60 + second, width=1 if match[3] else _MINUTE)


def _on_day(month: str, day: int, year: int | None) -> Start | None:
    number = MONTHS.get(month)
    return Start(day=(number, day), year=year) if number and _midnight(year or 2000, (number, day)) else None


def _midnight(year: int, day: tuple[int, int]) -> datetime | None:
    try:
        return datetime(year, *day, tzinfo=UTC)
    except ValueError:
        return None


def _bounds(begun: Start, now: Now) -> tuple[datetime | None, datetime | None]:
    """The start's earliest and latest moment."""
    if begun.clock is not None:
        return _clock_bounds(begun, now)
    reference = now.at or now.file
    if begun.day is not None:
        first = _midnight(begun.year, begun.day) if begun.year else _before(begun.day, reference)
        return first, shift(first, _DAY - 1e-6) if first else None
    if begun.year is not None:
        return _midnight(begun.year, (1, 1)), _end_of(begun.year)
    return begun.moment, begun.moment


def _clock_bounds(begun: Start, now: Now) -> tuple[datetime | None, datetime | None]:
    """A time of day: today's where the date is known, else between the last day that a start names and the file's time."""
    clock = begun.clock or 0
    if now.at is not None:
        midnight = now.at.replace(hour=0, minute=0, second=0, microsecond=0)
        first = shift(midnight, clock)
        if first is not None and first > now.at + timedelta(seconds=now.width + 1) and begun.width == 1:
            first = shift(first, -_DAY)  # `-o start` writes a time of day for whatever is younger than 24 hours
        return first, shift(first, begun.width - 1e-6) if first else None
    before = _before(now.last_day, now.file) if now.last_day else None
    return shift(before, _DAY + clock) if before else None, shift(now.file, _ZONES) if now.file else None


def _before(day: tuple[int, int], reference: datetime | None) -> datetime | None:
    """That day in the latest year that does not put it more than a day after the reference."""
    if reference is None:
        return None
    years = range(reference.year + 1, max(reference.year - 9, 1), -1)
    days = (found for year in years if (found := _midnight(year, day)) is not None)
    return next((found for found in days if found <= reference + timedelta(days=1)), None)


def _end_of(year: int) -> datetime | None:
    after = _midnight(year + 1, (1, 1))
    return shift(after, -1e-6) if after else None


def _ages(begun: Start, now: Now) -> tuple[float | None, float | None]:
    """At least and at most so many seconds old; each bound holds whatever the date."""
    if begun.moment is not None:
        return _exact_ages(begun.moment, now)
    if begun.clock is not None:
        return _clock_ages(begun, now)
    earliest, latest = _bounds(begun, now)
    if now.at is not None and earliest and latest:
        youngest = (now.at - latest).total_seconds()
        return max(0.0, float(round(youngest))), max(0.0, (now.at - earliest).total_seconds() + now.width)
    least = float(_least(begun, now))
    oldest = (now.file - earliest).total_seconds() + _ZONES if now.file and earliest else None
    return least, oldest if oldest is not None and oldest >= least else None


def _exact_ages(moment: datetime, now: Now) -> tuple[float | None, float | None]:
    if now.at is not None:
        seconds = (now.at - moment).total_seconds()
        return max(0.0, seconds - 1), max(0.0, seconds + now.width + 1)
    least = max(0.0, (now.last_start - moment).total_seconds()) if now.last_start else 0.0
    oldest = (now.file - moment).total_seconds() + _ZONES if now.file else None
    return least, oldest if oldest is not None and oldest >= least else None


def _clock_ages(begun: Start, now: Now) -> tuple[float | None, float | None]:
    clock = begun.clock or 0
    if now.clock is None:
        return 0.0, float(_DAY)
    since = now.clock - clock
    if begun.width == 1 and since < -_MINUTE:
        since += _DAY
    least = max(0.0, float(since - begun.width))
    return least, max(0.0, float(since + _MINUTE)) if now.clock_sure else float(_DAY)


def _least(begun: Start, now: Now) -> int:
    """How old a start of another day is at least: what has passed of today, and the days between that starts of the table name."""
    today = now.clock or 0
    if begun.day is not None and begun.year is None:
        return today + _days_between(begun.day, now.last_day) * _DAY
    if begun.year is not None and begun.day is None and now.last_day is not None:
        return today + _days_between((1, 1), now.last_day) * _DAY + _DAY
    return today


def _days_between(day: tuple[int, int], last: tuple[int, int] | None) -> int:
    """Days from one day of a year to a later one, in a year without 29 February."""
    first, then = _midnight(2001, day), _midnight(2001, last or day)
    if first is None or then is None:
        return 0
    return max(0, (then - first).days)
