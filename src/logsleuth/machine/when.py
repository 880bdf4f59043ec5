"""Times as snapshots write them.

All results are UTC. Where no zone is written the time is taken as UTC, and `zone_known` says so.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from logsleuth.machine.pattern import Pattern

MONTHS: Mapping[str, int] = {
    name: number
    for number, name in enumerate(
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"], 1
    )
}
_MONTH = r"(?P<mon>Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
_WEEKDAY = r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)"
_CLOCK = r"(?P<H>\d\d?):(?P<M>\d\d):(?P<S>\d\d)(?:[.,](?P<F>\d{1,9}))?(?: (?P<half>[AP]M))?"
_ZONE = r"(?: ?(?P<zone>Z|UTC|GMT|[+-]\d\d:?\d\d|[A-Z]{3,5}))?"
LONG_START = rf"{_WEEKDAY} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ \d]?\d \d\d:\d\d:\d\d \d{{4}}"
"""The five words of `ps -o lstart`, as an expression without groups."""

_FORMS = tuple(
    Pattern(form)
    for form in (
        rf"(?P<y>\d{{4}})[-/](?P<m>\d\d)[-/](?P<d>\d\d)[T ]{_CLOCK}{_ZONE}",
        rf"{_WEEKDAY},? +{_MONTH} +(?P<d>\d{{1,2}}) {_CLOCK}{_ZONE} (?P<y>\d{{4}})",
        rf"(?:{_WEEKDAY},? +)?(?P<d>\d{{1,2}}) {_MONTH} (?P<y>\d{{4}}) {_CLOCK}{_ZONE}",
    )
)
_SYSLOG = Pattern(rf"{_MONTH} +(?P<d>\d{{1,2}}) (?P<H>\d\d):(?P<M>\d\d):(?P<S>\d\d)")
_DAY = timedelta(days=1)
_LAST_YEAR = 2200


@dataclass(frozen=True, slots=True)
class Written:
    """A moment as a line tells it: in UTC if `zone_known`, else the wall clock taken as UTC. `end` is where its text ends in the line."""

    time: datetime
    zone_known: bool
    end: int = 0


def dated(line: str, start: int = 0) -> Written | None:
    """The date and time that begin at `start` in the line, in one of the forms of ISO 8601, `date`, `ctime` or mail; None if none does."""
    for form in _FORMS:
        match = form.match(line, start)
        if match and (written := _written(match)):
            return written
    return None


def dated_anywhere(line: str) -> Written | None:
    """The first date and time in the line; None if it has none."""
    for form in _FORMS:
        match = form.search(line)
        if match and (written := _written(match)):
            return written
    return None


def syslog(line: str, start: int, reference: datetime | None) -> Written | None:
    """A date without a year that begins at `start`: of the latest year that does not put it more than a day after `reference`."""
    match = _SYSLOG.match(line, start)
    if match is None or reference is None:
        return None
    parts = match.groupdict()
    for year in range(min(reference.year + 1, _LAST_YEAR), max(reference.year - 9, 1), -1):
        time = _moment(year, MONTHS[parts["mon"]], parts)
        if time is not None and time <= reference + _DAY:
            return Written(time, zone_known=False, end=match.end())
    return None


def syslog_end(line: str, start: int = 0) -> int | None:
    """Where a date without a year that begins at `start` ends; None if there is none."""
    match = _SYSLOG.match(line, start)
    return match.end() if match else None


def shift(time: datetime, seconds: float) -> datetime | None:
    """The moment so many seconds later; None where no date can hold it."""
    try:
        return time + timedelta(seconds=seconds)
    except OverflowError:
        return None


def _written(match: re.Match[str]) -> Written | None:
    parts = match.groupdict()
    month = MONTHS[parts["mon"]] if "mon" in parts else int(parts["m"])
    year = int(parts["y"])
    time = _moment(year, month, parts) if 1970 <= year <= _LAST_YEAR else None
    if time is None:
        return None
    offset = _offset(parts.get("zone"))
    return Written(time - (offset or timedelta(0)), offset is not None, match.end())


def _moment(year: int, month: int, parts: Mapping[str, str | None]) -> datetime | None:
    hour = int(parts["H"] or 0)
    if half := parts.get("half"):
        hour = hour % 12 + (12 if half == "PM" else 0)
    micro = int((parts.get("F") or "0")[:6].ljust(6, "0"))
    try:
        second = min(int(parts["S"] or 0), 59)  # a leap second
        return datetime(year, month, int(parts["d"] or 0), hour, int(parts["M"] or 0), second, micro, tzinfo=UTC)
    except ValueError:
        return None


def _offset(zone: str | None) -> timedelta | None:
    """What the zone adds to UTC; None where it names none or several."""
    if zone is None:
        return None
    if zone in {"Z", "UTC", "GMT"}:
        return timedelta(0)
    if zone[0] not in "+-":
        return None
    digits = zone[1:].replace(":", "")
    offset = timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
    return -offset if zone[0] == "-" else offset
