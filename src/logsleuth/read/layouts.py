"""Layouts: the head that a program writes before each message, or the keys of its structured records."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from logsleuth.model.book import Layout
from logsleuth.read.heads import Heads, in_order
from logsleuth.read.levels import level_of
from logsleuth.read.structured import (
    Key,
    Path,
    all_strings,
    load_json,
    load_pairs,
    pairs,
    pick,
    texts_of,
    unescape,
    unescape_deep,
)
from logsleuth.read.times import Stamp, in_zone, parse
from logsleuth.read.wording import tidy_text

_LONGEST_NAME = 256
"""Characters of a name (a logger, a host) that are kept."""


class Known(NamedTuple):
    """A line whose layout is known: what its head says. `fields` are the origin's, as text; `texts` what rules see of it."""

    layout: str
    message: str
    texts: tuple[str, ...]
    fields: Mapping[str, str | None]
    stamp: Stamp | None = None
    level: str | None = None
    logger: str | None = None


class Layouts:
    """All layouts that are known."""

    def __init__(self, layouts: Sequence[Layout]) -> None:
        ordered = in_order(layouts)
        self._heads = Heads(ordered)
        self._json = [_Keyed(layout) for layout in ordered if layout.form == "json"]
        self._logfmt = [_Keyed(layout) for layout in ordered if layout.form == "logfmt"]

    def read(self, line: str, rest: str) -> Known | None:
        """What the head of a text says, which `heads.split_head` parted in two; None if it has no known head."""
        found = self._heads.read(line)
        if found is not None:
            layout, groups = found
            return _known(layout, groups, (groups.get("message") or "") + rest)
        if self._logfmt and "=" in line and (loose := load_pairs(line + rest)) is not None:
            return _first_fit(self._logfmt, loose, line + rest)
        return None

    def read_record(self, text: str, record: Mapping[str, Any]) -> Known | None:
        """The same for a text that is a JSON object."""
        return _first_fit(self._json, record, text)


def _known(layout: Layout, groups: dict[str, str | None], message: str) -> Known:
    time, word = groups.get("time"), groups.get("level")
    stamp = parse(time, layout.time) if time else None
    if layout.program is not None:
        groups["program"] = layout.program
    if stamp is not None and layout.zone is not None:
        stamp = in_zone(stamp, layout.zone)
    level = (layout.levels.get(word) or level_of(word)) if word else None
    texts = texts_of(message, _tail(message))
    return Known(layout.id, message, texts, groups, stamp, level, groups.get("logger"))


_QUOTED = re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)"')


def _tail(message: str) -> Sequence[str]:
    """The quoted message and the fields that structured loggers put into a line of text: `"msg" err="..."`, `msg {"error": "..."}`."""
    if message.endswith("}") and (at := message.find('{"')) >= 0:
        return tuple(all_strings(load_json(message[at:]) or {}, frozenset()))
    if '="' not in message:
        return ()
    quoted = _QUOTED.match(message)
    first = (unescape(quoted[1]),) if quoted else ()
    return (*first, *(unescape_deep(value) for value in pairs(message).values()))


_MAIN = ("message", "time", "level")


class _Keyed:
    """A layout of records, its keys at hand."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._main = [(column, tuple(map(Key.of, layout.keys.get(column, ())))) for column in _MAIN]
        self._others = [
            (column, tuple(map(Key.of, keys))) for column, keys in layout.keys.items() if column not in _MAIN
        ]

    def find(self, record: Mapping[str, Any]) -> dict[str, tuple[Path, str]] | None:
        """The fields that are there, by column; None if there are not two of message, time and level."""
        found = {column: hit for column, keys in self._main if (hit := pick(record, keys)) is not None}
        if len(found) < 2:
            return None
        for column, keys in self._others:
            hit = pick(record, keys)
            if hit is not None:
                found[column] = hit
        return found


def _first_fit(layouts: Sequence[_Keyed], record: Mapping[str, Any], text: str) -> Known | None:
    """The first layout of whose three main fields at least two are there, with a time that is one and a level that is one."""
    for keyed in layouts:
        found = keyed.find(record)
        if found is not None:
            known = _known(keyed.layout, {column: value[:_LONGEST_NAME] for column, (_, value) in found.items()}, "")
            if ("message" in found) + (known.stamp is not None) + (known.level is not None) >= 2:
                return _record(known, found, record, text)
    return None


def _record(known: Known, found: Mapping[str, tuple[Path, str]], record: Mapping[str, Any], text: str) -> Known:
    message = tidy_text(found["message"][1]) if "message" in found else text
    used = frozenset(found[column][0] for column in ("message", "time", "level") if column in found)
    others = (unescape_deep(tidy_text(other)) for other in all_strings(record, used))
    return known._replace(message=message, texts=texts_of(message, others))


def loose_texts(text: str, record: Mapping[str, Any]) -> tuple[str, ...]:
    """The texts of a JSON object that is no record: the line itself, then its strings."""
    return texts_of(text, (tidy_text(other) for other in all_strings(record, frozenset())))
