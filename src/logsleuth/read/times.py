"""Times as they are written: the forms that logs use, read without a guess.

A `Stamp` holds what a line says and no more: a year, a date or a zone that is not written stays None. What is missing is
inferred once for a file, by its `Clock`, which says so.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache, lru_cache

from logsleuth.model.run import Moment, Note

_MONTH_NAMES = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
MONTHS: Mapping[str, int] = {name: number for number, name in enumerate(_MONTH_NAMES, 1)}

_HOURS = {"Z": 0, "UTC": 0, "GMT": 0, "WET": 0, "CET": 1, "WEST": 1, "CEST": 2, "EET": 2, "EEST": 3, "MSK": 3}
_HOURS |= {"JST": 9, "KST": 9, "AEST": 10, "AEDT": 11, "EST": -5, "EDT": -4, "CDT": -5, "MST": -7, "MDT": -6}
_HOURS |= {"PST": -8, "PDT": -7, "HST": -10}
ZONES: Mapping[str, timedelta] = {name: timedelta(hours=hours) for name, hours in _HOURS.items()}
"""Abbreviations that name one offset. CST, IST and BST name several, so they say nothing."""

EARLIEST, LATEST = 1990, 2100
"""Years that a log may be of; a number that would lie outside is no time."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """A time as written.

    A date has month and day, and a year where one is written. A stamp without a day is a time of day, or, with `monotonic`,
    a time since the boot of a machine or the start of a program. `offset` is what the zone adds to UTC; None where none is written.
    """

    year: int | None = None
    month: int | None = None
    day: int | None = None
    hour: int = 0
    minute: int = 0
    second: int = 0
    microsecond: int = 0
    offset: timedelta | None = None
    monotonic: timedelta | None = None

    @property
    def dated(self) -> bool:
        """Whether it names a day, with or without a year."""
        return self.day is not None

    def in_year(self, year: int) -> datetime | None:
        """The moment in UTC if it was written in that year and, where no zone is written, in UTC; None if there is no such day."""
        if self.month is None or self.day is None:
            return None
        try:
            local = datetime(
                year, self.month, self.day, self.hour, self.minute, self.second, self.microsecond, tzinfo=UTC
            )
            return local - self.offset if self.offset else local
        except (ValueError, OverflowError):
            return None

    def __str__(self) -> str:
        """ISO 8601 as far as it goes: `2026-12-01T10:00:03`, `--12-01T10:00:03`, `T10:00:03`, `+12.5s`."""
        if self.monotonic is not None:
            return f"+{self.monotonic.total_seconds():.6f}".rstrip("0").rstrip(".") + "s"
        date = f"{self.month:02}-{self.day:02}" if self.month is not None and self.day is not None else ""
        if date:
            date = f"{self.year:04}-{date}" if self.year is not None else f"--{date}"
        fraction = f".{self.microsecond:06}" if self.microsecond else ""
        return f"{date}T{self.hour:02}:{self.minute:02}:{self.second:02}{fraction}{_zone_text(self.offset)}"


def _zone_text(offset: timedelta | None) -> str:
    if offset is None:
        return ""
    minutes = round(offset.total_seconds() / 60)
    sign = "-" if minutes < 0 else "+"
    return f"{sign}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"


_CLOCK = r"(?P<H>\d{1,2}):(?P<M>\d\d)(?::(?P<S>\d\d)(?:[.,](?P<F>\d{1,9}))?)?(?:[ \u202f](?P<half>[AaPp])\.?[Mm]\.?)?"
_ZONE = r"(?: ?(?P<zone>Z|[+-]\d\d(?::?\d\d)?|[A-Z]{2,5}))?"
_NAMED = r"(?P<mon>[A-Za-z]{3})[a-z]*\.?"

FORMS: Mapping[str, str] = {
    "iso": r"(?P<y>\d{4})-(?P<m>\d\d?)-(?P<d>\d\d?)(?:[T_-]|\s{1,2}|, )" + _CLOCK + _ZONE,
    "iso-slash": r"(?P<y>\d{4})/(?P<m>\d\d)/(?P<d>\d\d)(?: - |[ T])" + _CLOCK + _ZONE,
    "iso-dot": r"(?P<y>\d{4})\.(?P<m>\d\d)\.(?P<d>\d\d)[ T]" + _CLOCK + _ZONE,
    "packed-month-day": r"(?P<y>\d{4}(?=\d{4}\s))?(?P<m>\d{1,2}?)(?P<d>\d\d)\s+" + _CLOCK,
    "month-day": r"(?P<m>\d\d)-(?P<d>\d\d) " + _CLOCK,
    "syslog": _NAMED + r"\s+(?P<d>\d{1,2})(?:,? (?P<y>\d{4}))? " + _CLOCK + _ZONE,
    "apache": r"(?P<d>\d\d)/" + _NAMED + r"/(?P<y>\d{4})[: ]" + _CLOCK + _ZONE,
    "us": r"(?P<m>\d{1,2})/(?P<d>\d{1,2})/(?P<y>\d{4})(?:-|,? |\] \[)" + _CLOCK + _ZONE,
    "day-month-year": r"(?P<d>\d{1,2})[ -]" + _NAMED + r"[ -](?P<y>\d{4}) " + _CLOCK + _ZONE,
    "dmesg-T": r"[A-Z][a-z]{2},? " + _NAMED + r"\s+(?P<d>\d{1,2}) " + _CLOCK + r"(?: [A-Z]{2,5})? (?P<y>\d{4})",
    "java-util": _NAMED + r" (?P<d>\d{1,2}), (?P<y>\d{4}),? " + _CLOCK,
    "yymmdd": r"(?P<yy>\d\d)(?P<m>\d\d)(?P<d>\d\d)\s+" + _CLOCK,
    "time-only": _CLOCK,
    "epoch": r"(?P<epoch>\d{9,19})(?:\.(?P<F>\d{1,9})\d*)?",
    "monotonic": r"(?P<sec>\d{1,10})(?:\.(?P<F>\d{1,9}))?",
    "since-start": r"(?P<minutes>\d{1,6})\.(?P<S>\d\d)\.(?P<ms>\d{3})\.(?P<us>\d{3})",
}
"""Every form by its name, as a layout names it: `time: [iso]`. A decimal may be a comma or a point, with 1 to 9 digits."""


_LONGEST = 64
"""Characters that a time may have; a longer text is none."""


@cache
def _matcher(form: str) -> Callable[[str], re.Match[str] | None] | None:
    pattern = FORMS.get(form)
    return re.compile(pattern, re.ASCII).fullmatch if pattern else None


def parse(text: str, forms: tuple[str, ...]) -> Stamp | None:
    """The time that a text says in the first of the forms that fits; None if none fits, or if there is no such time."""
    return _parse(text, forms) if len(text) <= _LONGEST else None


@lru_cache(maxsize=4096)
def _parse(text: str, forms: tuple[str, ...]) -> Stamp | None:
    text = text.strip()
    for form in forms:
        match = _matcher(form)
        found = match(text) if match else None
        if found is not None and (stamp := _stamp(found.groupdict())) is not None:
            return stamp
    return None


@lru_cache(maxsize=4096)
def zone(name: str | None) -> timedelta | None:
    """The offset from UTC that a zone's text names: `Z`, `+02`, `-0700`, `+05:30`, `UTC`; None where it names none or several."""
    if not name:
        return None
    if name[0] not in "+-":
        return ZONES.get(name)
    digits = name[1:].replace(":", "").ljust(4, "0")
    if not (digits.isdecimal() and digits.isascii() and len(digits) == 4 and len(name) >= 3):
        return None
    offset = timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
    if offset >= timedelta(hours=24):
        return None
    return -offset if name[0] == "-" else offset


def in_zone(stamp: Stamp, name: str | None) -> Stamp:
    """The stamp with the zone that its program fixes, where none is written."""
    if name is None or stamp.offset is not None or stamp.monotonic is not None:
        return stamp
    return replace(stamp, offset=zone(name))


def completed(stamp: Stamp, other: Stamp | None) -> Stamp:
    """The stamp with the year of another one of the same line, nearest to it; as it is where that tells nothing."""
    if stamp.year is not None or not stamp.dated or other is None or other.year is None:
        return stamp
    moment = other.in_year(other.year)
    if moment is None:
        return stamp
    years = [year for year in (other.year, other.year - 1, other.year + 1) if stamp.in_year(year) is not None]
    distances = [(abs((stamp.in_year(year) or moment) - moment), year) for year in years]
    distance, nearest = min(distances, default=(DAY, None))
    return (
        replace(stamp, year=nearest) if distance < timedelta(days=200) else stamp
    )  # else a 29 February of no year near


def _stamp(parts: Mapping[str, str | None]) -> Stamp | None:
    if parts.get("epoch"):
        return _epoch(parts["epoch"] or "", parts.get("F"))
    if parts.get("sec") or parts.get("minutes"):
        return Stamp(monotonic=_since(parts))
    stamp = Stamp(
        year=_year(parts),
        month=_month(parts),
        day=_number(parts.get("d")),
        hour=_hour(parts),
        minute=int(parts.get("M") or 0),
        second=min(int(parts.get("S") or 0), 60),
        microsecond=_micro(parts.get("F")),
        offset=zone(parts.get("zone")),
    )
    if stamp.second == 60:  # a leap second: no `datetime` can hold it
        stamp = replace(stamp, second=59)
    return stamp if _exists(stamp) else None


def _number(text: str | None) -> int | None:
    return int(text) if text else None


def _micro(fraction: str | None) -> int:
    return int(fraction[:6].ljust(6, "0")) if fraction else 0


def _year(parts: Mapping[str, str | None]) -> int | None:
    if parts.get("yy"):
        return 2000 + int(parts["yy"] or 0)
    return _number(parts.get("y"))


def _month(parts: Mapping[str, str | None]) -> int | None:
    name = parts.get("mon")
    if name:
        return MONTHS.get(name.lower(), 0)  # 0 is no month, so the time does not exist
    return _number(parts.get("m"))


def _hour(parts: Mapping[str, str | None]) -> int:
    hour = int(parts.get("H") or 0)
    half = (parts.get("half") or "").lower()
    return hour if not half else hour % 12 + (12 if half == "p" else 0)


def _exists(stamp: Stamp) -> bool:
    if stamp.minute > 59 or stamp.hour > 23 or stamp.second > 59:
        return False
    if stamp.day is None:
        return True
    year = 2000 if stamp.year is None else stamp.year  # a leap year: 29 February may be meant
    return (stamp.year is None or EARLIEST <= year <= LATEST) and stamp.in_year(year) is not None


def _since(parts: Mapping[str, str | None]) -> timedelta:
    if parts.get("minutes"):
        micro = int(parts["ms"] or 0) * 1000 + int(parts["us"] or 0)
        return timedelta(minutes=int(parts["minutes"] or 0), seconds=int(parts["S"] or 0), microseconds=micro)
    return timedelta(seconds=int(parts["sec"] or 0), microseconds=_micro(parts.get("F")))


def _epoch(whole: str, fraction: str | None) -> Stamp | None:
    """Seconds, milliseconds, micro- or nanoseconds since 1970, told apart by the number of digits."""
    digits = len(whole)
    scale = 10**0 if digits <= 11 else 10**3 if digits <= 14 else 10**6 if digits <= 17 else 10**9
    number = int(whole)
    micro = number % scale * 1_000_000 // scale if scale > 1 else _micro(fraction)
    seconds = number // scale
    if not _FIRST <= seconds < _LAST:
        return None
    moment = datetime.fromtimestamp(seconds, UTC)
    return Stamp(moment.year, moment.month, moment.day, moment.hour, moment.minute, moment.second, micro, timedelta(0))


_FIRST = int(datetime(EARLIEST, 1, 1, tzinfo=UTC).timestamp())
_LAST = int(datetime(LATEST, 1, 1, tzinfo=UTC).timestamp())


DAY = timedelta(days=1)
HALF_YEAR = timedelta(days=182)


class Clock:
    """The clock that the times of one file were read on: it adds what they do not say, the same for the same lines in order.

    - A year that is not written is the latest one that does not put the time more than a day after the reference (the time
      of the file, else the dated lines before it), save that January after December is the next year.
    - A zone that is not written is taken as UTC; the moment then has `zone_known` false.
    - A time of day, and a time since a start, are placed only after `anchor` has tied one of them to a moment.
    """

    def __init__(self, *, reference: datetime | None, source: str, host: str | None = None) -> None:
        """`reference` is the file's time, in UTC; `source` names the file."""
        self._reference = reference.replace(tzinfo=UTC) if reference and reference.tzinfo is None else reference
        self._source = source
        self._name = f"{host} {source}" if host else source
        self._last_yearless: datetime | None = None
        self._anchor: tuple[timedelta, Moment] | None = None
        self._day: Moment | None = None
        self._notes: dict[str, Note] = {}

    @property
    def notes(self) -> tuple[Note, ...]:
        """What was inferred, each once."""
        return tuple(self._notes.values())

    def place(self, stamp: Stamp | None) -> Moment:
        """The moment in UTC that a stamp names on this clock; its `time` is None where that cannot be known."""
        if stamp is None:
            return Moment()
        if stamp.monotonic is not None:
            return self._since_anchor(stamp.monotonic)
        if not stamp.dated:
            return self._on_day(stamp)
        time = self._yearless(stamp) if stamp.year is None else stamp.in_year(stamp.year)
        if time is None:
            return Moment()
        if self._reference is None and stamp.year is not None:
            self._reference = time  # later lines without a year are read against the first one that has it
        return self._moment(time, known=stamp.offset is not None)

    def anchor(self, stamp: Stamp, moment: Moment) -> None:
        """Ties a time of day or a time since a start to a moment that is known from elsewhere (an envelope, another file)."""
        if moment.time is None or stamp.dated:
            return
        if stamp.monotonic is None:
            self._day = moment
        else:
            self._anchor = (stamp.monotonic, moment)

    def _moment(self, time: datetime, *, known: bool) -> Moment:
        if not known:
            self._note("zone", "zone not written, taken as UTC")
        return Moment(time=time, clock=self._name, zone_known=known)

    def _note(self, key: str, message: str) -> None:
        self._notes.setdefault(key, Note(message, path=self._source))

    def _yearless(self, stamp: Stamp) -> datetime | None:
        reference = self._reference
        if reference is None:
            self._note("year", "year not written, and nothing to take it from")
            return None
        latest = min(reference + DAY, _END) if reference < _END else reference
        years = range(latest.year, latest.year - 9, -1)  # a 29 February may be eight years back
        time = next((t for year in years if (t := stamp.in_year(year)) is not None and t <= latest), None)
        time = self._after_new_year(stamp, time)
        if time is not None:
            self._note(
                "year", f"year not written, taken as {time.year}, the latest that is not after {reference:%Y-%m-%d}"
            )
        return time

    def _after_new_year(self, stamp: Stamp, time: datetime | None) -> datetime | None:
        """January right after December is the next year, even where the reference is wrong: what lies between counts more."""
        before = self._last_yearless
        if (
            time is not None
            and before is not None
            and before.month >= 11
            and time.month <= 2
            and before - time > HALF_YEAR
        ):
            time = stamp.in_year(time.year + 1) or time
        self._last_yearless = time or before
        return time

    def _since_anchor(self, since: timedelta) -> Moment:
        if self._anchor is None:
            return Moment()
        start, moment = self._anchor
        return self._shifted(moment, since - start)

    def _on_day(self, stamp: Stamp) -> Moment:
        """The time of day on the day that puts it nearest to the last one placed: past midnight it is the next day."""
        near = self._day
        if near is None or near.time is None:
            return Moment()
        offset = stamp.offset or timedelta(0)
        at = timedelta(hours=stamp.hour, minutes=stamp.minute, seconds=stamp.second, microseconds=stamp.microsecond)
        midnight = near.time.replace(hour=0, minute=0, second=0, microsecond=0)
        ahead = (midnight + at - offset - near.time) % DAY
        self._day = self._shifted(near, ahead if ahead <= DAY / 2 else ahead - DAY)
        return self._day

    def _shifted(self, moment: Moment, by: timedelta) -> Moment:
        try:
            time = moment.time + by if moment.time else None
        except OverflowError:
            return Moment()
        return Moment(time=time, clock=self._name, zone_known=moment.zone_known)


_END = datetime(LATEST, 12, 30, tzinfo=UTC)
