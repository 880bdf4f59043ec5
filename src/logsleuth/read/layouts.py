"""Layouts: the head that a program writes before each message, or the keys of its structured records."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from logsleuth.model.book import Layout
from logsleuth.read.heads import Heads, in_order
from logsleuth.read.levels import level_of
from logsleuth.read.structured import (
    Path,
    all_strings,
    as_text,
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
        self._json = [layout for layout in ordered if layout.form == "json"]
        self._logfmt = [layout for layout in ordered if layout.form == "logfmt"]

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


def _first_fit(layouts: Sequence[Layout], record: Mapping[str, Any], text: str) -> Known | None:
    """The first layout of whose three main fields at least two are there, with a time that is one and a level that is one."""
    for layout in layouts:
        found = {column: hit for column, keys in layout.keys.items() if (hit := _pick_text(record, keys)) is not None}
        if sum(column in found for column in ("message", "time", "level")) >= 2:
            known = _known(layout, {column: value[:_LONGEST_NAME] for column, (_, value) in found.items()}, "")
            if ("message" in found) + (known.stamp is not None) + (known.level is not None) >= 2:
                return _record(known, found, record, text)
    return None


def _pick_text(record: Mapping[str, Any], keys: Sequence[str]) -> tuple[Path, str] | None:
    """The first of the keys whose value is a text or a number."""
    for key in keys:
        found = pick(record, (key,))
        if found is not None and (text := as_text(found[1])) is not None:
            return found[0], text
    return None


def _record(known: Known, found: Mapping[str, tuple[Path, str]], record: Mapping[str, Any], text: str) -> Known:
    message = tidy_text(found["message"][1]) if "message" in found else text
    used = frozenset(found[column][0] for column in ("message", "time", "level") if column in found)
    others = (unescape_deep(tidy_text(other)) for other in all_strings(record, used))
    return known._replace(message=message, texts=texts_of(message, others))


def loose_texts(text: str, record: Mapping[str, Any]) -> tuple[str, ...]:
    """The texts of a JSON object that is no record: the line itself, then its strings."""
    return texts_of(text, (tidy_text(other) for other in all_strings(record, frozenset())))
