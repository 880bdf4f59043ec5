"""Records written as JSON objects or as `key=value` pairs: reading them, finding fields by key, and all their texts.

Nothing here knows a program: which key holds the message, the time or the level stands in the layouts.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

LONGEST_JSON = 1 << 20
"""Characters of a JSON line that is parsed; a longer one stays a plain line."""

MOST_TEXTS = 400
LONGEST_TEXT = 1 << 16
"""Texts of one record that rules see, and characters of each."""

_MOST_PAIRS = 400
_DEEPEST = 30
_MOST_QUOTINGS = 4

Path = tuple[str, ...]


def load_json(text: str) -> dict[str, Any] | None:
    """The JSON object that a line holds; None if it holds anything else, or too much."""
    if not 2 <= len(text) <= LONGEST_JSON or text[0] != "{" or not text.endswith(("}", "} ", "}\t")):
        return None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a record: one of just that text, or else, if it has dots, a path into nested objects. `log.level` fits both forms."""

    text: str
    path: Path

    @classmethod
    def of(cls, text: str) -> "Key":
        """The key that a layout names."""
        return cls(text, tuple(text.split(".")))


def pick(record: Mapping[str, Any], keys: Sequence[Key]) -> tuple[Path, str] | None:
    """The text at the first of the keys whose value is a text or a number, and the path to it."""
    for key in keys:
        if key.text in record:
            text = as_text(record[key.text])
            if text is not None:
                return (key.text,), text
        if len(key.path) > 1 and key.path[0] in record:
            text = as_text(_nested(record, key.path))
            if text is not None:
                return key.path, text
    return None


def _nested(record: Mapping[str, Any], path: Path) -> Any:
    value: Any = record
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
        if value is None:
            return None
    return value


def as_text(value: Any) -> str | None:
    """A scalar, or a list of bytes (as journals write text that is no plain UTF-8), as text; None for anything else."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, float)):
        return _number_text(value)
    if isinstance(value, list) and value and all(type(item) is int and 0 <= item < 256 for item in value):
        return bytes(value).decode("utf-8", "replace")
    return None


def _number_text(value: float) -> str | None:
    """A number in plain digits, so that an epoch is read as one; None where it is no finite number of a sane size."""
    if isinstance(value, int):
        return str(value) if abs(value) < 1 << 64 else None
    return f"{value!r}" if abs(value) < 1e16 else f"{value:.0f}" if abs(value) < 1e19 else None


def all_strings(record: Mapping[str, Any], without: frozenset[Path]) -> Iterator[str]:
    """Every string value, nested ones too, in the order written; those under a path of `without` left out."""
    stack: list[Iterator[tuple[Path, Any]]] = [_items((), record)]
    while stack:
        entry = next(stack[-1], None)
        if entry is None:
            stack.pop()
            continue
        path, value = entry
        if isinstance(value, str):
            if path not in without:
                yield value
        elif isinstance(value, (dict, list)) and len(stack) < _DEEPEST:
            stack.append(_items(path, value))


def _items(path: Path, value: Any) -> Iterator[tuple[Path, Any]]:
    if isinstance(value, dict):
        return (((*path, str(key)), item) for key, item in value.items())
    return ((path, item) for item in value)


_PAIR = re.compile(
    r"""(?<![\w.@/-])([A-Za-z_@][\w.@/-]*)="""
    r"""(?:"([^"\\]*(?:\\.[^"\\]*)*)"|'([^'\\]*(?:\\.[^'\\]*)*)'|((?!["'])\S*))(?=\s|$)""",
    re.ASCII,
)
_BEGIN = re.compile(r"[A-Za-z_@][\w.@/-]{0,40}=", re.ASCII)
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(.))", re.DOTALL)
_PLAIN = {"n": "\n", "t": "\t", "r": "\r"}


def load_pairs(text: str) -> dict[str, str] | None:
    """The pairs of a line that begins with `key=`; None if it does not. Quoted values are unescaped; the first of a key counts."""
    if not _BEGIN.match(text):
        return None
    return pairs(text)


def pairs(text: str) -> dict[str, str]:
    """All `key=value` pairs of a text, wherever they stand."""
    found: dict[str, str] = {}
    for match in _PAIR.finditer(text[:LONGEST_TEXT]):
        key, double, single, bare = match.groups()
        quoted = double if double is not None else single
        found.setdefault(key, unescape(quoted) if quoted is not None else bare or "")
        if len(found) >= _MOST_PAIRS:
            break
    return found


def unescape(text: str) -> str:
    """The text without backslash escapes, as Go, Python and JSON write them inside quotes."""
    return _ESCAPE.sub(_unescaped, text) if "\\" in text else text


def unescape_deep(text: str) -> str:
    """The same, for text whose quotes were quoted again on its way through other programs."""
    for _ in range(_MOST_QUOTINGS):
        if '\\"' not in text:
            break
        text = unescape(text)
    return text


def _unescaped(match: re.Match[str]) -> str:
    wide, narrow, plain = match.groups()
    if wide or narrow:
        return chr(int(wide or narrow, 16))
    return _PLAIN.get(plain, plain)


def texts_of(first: str, others: Iterable[str] = ()) -> tuple[str, ...]:
    """The lines of the first text, then those of the others, each apart and without blank ones among the others; bounded."""
    if others == () and "\n" not in first:
        return (first[:LONGEST_TEXT],)
    found = [line[:LONGEST_TEXT] for line in first.split("\n", MOST_TEXTS)[:MOST_TEXTS]]
    for text in others:
        for line in text.split("\n", MOST_TEXTS)[:MOST_TEXTS]:
            if len(found) >= MOST_TEXTS:
                return tuple(found)
            if line.strip():
                found.append(line.rstrip("\r")[:LONGEST_TEXT])
    return tuple(found)
