"""Envelopes: what a container runtime, a journal, a launcher or a shipper puts around each line. One is opened at a time.

The labels that launchers put before the lines of a process (`[rank3]:`) are envelopes, too.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from logsleuth.model.book import Envelope
from logsleuth.read.heads import Heads, in_order
from logsleuth.read.levels import level_of, severity
from logsleuth.read.structured import Key, as_text, pick
from logsleuth.read.times import Stamp, in_zone, parse
from logsleuth.read.wording import tidy_text

MOST = 6
"""Envelopes around one line that are opened."""


_LONGEST_NAME = 256


class Opened(NamedTuple):
    """One envelope, opened: what is inside, and what it says. `fields` are the origin's, as text."""

    envelope: str
    message: str
    fields: Mapping[str, str | None]
    stamp: Stamp | None = None
    level: str | None = None
    stream: str | None = None
    partial: bool = False
    cuts: bool = False  # whether this kind of envelope cuts long lines in pieces


class Envelopes:
    """All envelopes that are known."""

    def __init__(self, envelopes: Sequence[Envelope]) -> None:
        ordered = in_order(envelopes)
        self._heads = Heads(ordered)
        self._json = [
            (envelope, {column: tuple(map(Key.of, keys)) for column, keys in envelope.keys.items()})
            for envelope in ordered
            if envelope.form == "json" and "message" in envelope.keys
        ]

    def open(self, line: str, rest: str) -> Opened | None:
        """The outermost envelope of a text, which `heads.split_head` parted in two; None if there is none."""
        found = self._heads.read(line)
        if found is None:
            return None
        envelope, groups = found
        message = (groups.get("message") or "") + rest
        if "#0" in message and groups.get("host") and groups.get("program"):
            message = _SYSLOG_ESCAPE.sub(_syslog_unescaped, message)
        return _opened(envelope, message, groups, _goes_on(envelope, groups))

    def open_record(self, record: Mapping[str, Any]) -> Opened | None:
        """The same for a text that is a JSON object."""
        for envelope, keys in self._json:
            if pick(record, keys["message"]) is None:
                continue
            fields = _texts_at(record, keys)
            required = ("message", "time") if "time" in envelope.keys else tuple(envelope.keys)
            if all(column in fields for column in required):
                partial = _goes_on(envelope, {key: as_text(record.get(key)) for key in envelope.partial})
                return _opened(envelope, tidy_text(fields["message"]), fields, partial)
        return None


def _texts_at(record: Mapping[str, Any], keys: Mapping[str, Sequence[Key]]) -> dict[str, str]:
    """The text at each column's keys; that of the message whole, the others as long as a name may be."""
    found = {column: hit[1] for column, names in keys.items() if (hit := pick(record, names)) is not None}
    return {column: text if column == "message" else text[:_LONGEST_NAME] for column, text in found.items()}


def _opened(envelope: Envelope, message: str, groups: Mapping[str, str | None], partial: bool) -> Opened:  # noqa: FBT001
    time, word, priority = groups.get("time"), groups.get("level"), groups.get("pri")
    stamp = parse(time, envelope.time) if time else None
    level = envelope.levels.get(word) or level_of(word) if word else severity(priority) if priority else None
    return Opened(
        envelope=envelope.id,
        message=message,
        fields=groups,
        stamp=in_zone(stamp, envelope.zone) if stamp and envelope.zone else stamp,
        level=level,
        stream=groups.get("stream"),
        partial=partial,
        cuts=bool(envelope.partial),
    )


def _goes_on(envelope: Envelope, values: Mapping[str, str | None]) -> bool:
    return any(_fits(wanted, values.get(key)) for key, wanted in envelope.partial.items())


def _fits(wanted: str, value: str | None) -> bool:
    """Whether a value is the wanted one; `~REGEX` must be found in it, as in the matchers of rules."""
    if value is None:
        return False
    return _searcher(wanted[1:]).search(value) is not None if wanted.startswith("~") else value == wanted


@lru_cache(maxsize=64)
def _searcher(expression: str) -> re.Pattern[str]:
    return re.compile(expression)


_SYSLOG_ESCAPE = re.compile(r"#(0[0-3][0-7])")


def _syslog_unescaped(match: re.Match[str]) -> str:
    """A control character that a syslog daemon wrote as `#` and three octal digits; other than tab and newline they are dropped."""
    code = int(match[1], 8)
    return chr(code) if code in (9, 10) else ""
