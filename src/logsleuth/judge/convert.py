"""From text to values and back: what a capture means where a rule, or a column that it meets, gives it a type."""

import math
import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from types import MappingProxyType
from typing import Any

from logsleuth.model.relation import Type

KINDS: Mapping[str, Type] = MappingProxyType({**{kind.value: kind for kind in Type}, "size": Type.INTEGER})
"""What `types` of a rule, or a column, may say, and the type of the values that come of it."""

_INTEGER = re.compile(r"[+-]?(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)")
_FLOAT = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,4})?")
_SIZE = re.compile(r"([0-9][0-9,]*(?:\.[0-9]*)?|\.[0-9]+) ?(?:([KMGT]?)(?:i?B)?)", re.IGNORECASE)
_STEP = re.compile(r"([0-9]+(?:\.[0-9]*)?|\.[0-9]+) ?([a-zµμ]*) ?")
_LONGEST = 100
"""Characters; no number or time is longer, and what is need not be read."""

_WHOLE = range(-(2**63), 2**63)
_POWERS = {"": 0, "k": 1, "m": 2, "g": 3, "t": 4}
_SECONDS = {
    **dict.fromkeys(("ns", "nanosecond", "nanoseconds"), 1e-9),
    **dict.fromkeys(("us", "µs", "μs", "microsecond", "microseconds"), 1e-6),
    **dict.fromkeys(("ms", "msec", "millisecond", "milliseconds"), 1e-3),
    **dict.fromkeys(("", "s", "sec", "secs", "second", "seconds"), 1.0),
    **dict.fromkeys(("m", "min", "mins", "minute", "minutes"), 60.0),
    **dict.fromkeys(("h", "hr", "hrs", "hour", "hours"), 3600.0),
    **dict.fromkeys(("d", "day", "days"), 86400.0),
}


def convert(text: str, kind: str) -> Any:
    """The value that a text stands for as a `kind` (a key of `KINDS`), or None where it is none.

    A `size` is in bytes, and its letters mean powers of 1024; a `duration` without a unit is in seconds; a `time` without a zone is UTC.
    """
    reader = _READERS.get(kind)
    if reader is None:
        return None
    if reader is str:
        return text
    stripped = text.strip()
    return reader(stripped) if len(stripped) <= _LONGEST else None


def _integer(text: str) -> int | None:
    if not _INTEGER.fullmatch(text):
        return None
    value = int(text.replace(",", ""))
    return value if value in _WHOLE else None


def _float(text: str) -> float | None:
    if not _FLOAT.fullmatch(text):
        return None
    value = float(text)
    return value if math.isfinite(value) else None


def _size(text: str) -> int | None:
    found = _SIZE.fullmatch(text)
    if found is None:
        return None
    value = float(found[1].replace(",", "")) * 1024.0 ** _POWERS[found[2].lower()]
    return round(value) if value < 2.0**63 else None


def _duration(text: str) -> timedelta | None:
    """`250 ms`, `5s`, `3 min`, `1h`, and such in a row (`1m30s`); a plain number is seconds."""
    steps = _STEP.findall(text)
    if not steps or "".join(step[0] for step in _STEP.finditer(text)) != text:
        return None
    if any(unit not in _SECONDS for _, unit in steps) or (len(steps) > 1 and any(not unit for _, unit in steps)):
        return None
    return seconds(sum(float(number) * _SECONDS[unit] for number, unit in steps))


def seconds(value: float) -> timedelta | None:
    """So many seconds, or None where they are more than can be reckoned with."""
    return timedelta(seconds=value) if abs(value) < 1e12 else None


def _time(text: str) -> datetime | None:
    try:
        value = datetime.fromisoformat(text)
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def _boolean(text: str) -> bool | None:
    return {"true": True, "false": False, "yes": True, "no": False, "1": True, "0": False}.get(text.lower())


_READERS: Mapping[str, Callable[[str], Any]] = MappingProxyType(
    {
        "text": str,
        "integer": _integer,
        "float": _float,
        "size": _size,
        "duration": _duration,
        "time": _time,
        "boolean": _boolean,
    }
)


def fitted(value: Any, kind: Type) -> Any:
    """A value as one of the type that a column has, or None where it cannot be one."""
    if value is None or (isinstance(value, _CLASSES[kind]) and (kind is Type.BOOLEAN or not isinstance(value, bool))):
        return value
    if kind is Type.TEXT:
        return written(value)
    if kind is Type.FLOAT and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if kind is Type.INTEGER and isinstance(value, float):
        return int(value) if value.is_integer() and int(value) in _WHOLE else None
    return convert(value, kind.value) if isinstance(value, str) else None


_CLASSES: Mapping[Type, type | tuple[type, ...]] = MappingProxyType(
    {
        Type.TEXT: str,
        Type.INTEGER: int,
        Type.FLOAT: float,
        Type.BOOLEAN: bool,
        Type.TIME: datetime,
        Type.DURATION: timedelta,
        Type.TEXTS: (list, tuple),
        Type.INTEGERS: (list, tuple),
    }
)


def written(value: Any) -> str:
    """A value as people read it: whole numbers without decimals, times in ISO 8601 (UTC), durations in seconds."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:.15g}"
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
    if isinstance(value, timedelta):
        return f"{value.total_seconds():.15g}s"
    if isinstance(value, (list, tuple)):
        return ",".join(written(item) for item in value)
    return "" if value is None else str(value)
