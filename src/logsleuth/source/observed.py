"""The values of flags and variables as lines of a run show them: `threshold=24`, `--threshold 24`, `"threshold": 24`, `X=1`."""

import ast
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from logsleuth.model.relation import Row
from logsleuth.model.verdict import Place
from logsleuth.source.options import Reading
from logsleuth.source.values import Known

_VALUE = r"""(?P<value>'[^']*'|"[^"]*"|[^\s,;()\[\]{}]+)"""
_LONGEST = 20_000


def known(
    settings: Mapping[str, Sequence[Row]], environ: Mapping[str, Sequence[Row]], tables: Mapping[str, Sequence[Row]]
) -> Known:
    """What is known of the names asked for: the lines that name them, environments, command lines; what a snapshot shows outweighs a line."""
    flags = {
        name: reading for name, lines in settings.items() if (reading := _setting(name, lines, tables)) is not None
    }
    rows = tables.get("environ", ())
    variables = {
        name: reading for name, lines in environ.items() if (reading := _variable(name, lines, rows)) is not None
    }
    first = rows[0] if rows else None
    commands = tuple(
        Place(row["path"], row["line"], row["command"])
        for table in ("launches", "processes")
        for row in tables.get(table, ())
        if row.get("command")
    )
    whole = first is not None and len(rows) >= 3
    return Known(
        flags,
        variables,
        Place(first["path"], first["line"], f"{first['name']}={first['value']}") if whole and first else None,
        commands,
    )


def _setting(name: str, lines: Iterable[Row], tables: Mapping[str, Sequence[Row]]) -> Reading | None:
    for row in tables.get("settings", ()):
        if row.get("name") == name:
            return Reading(name, literal(str(row["value"])), Place(row["path"], row["line"], f"{name}={row['value']}"))
    written = [(row, row["text"]) for row in lines]
    written += [(row, row.get("command") or "") for table in ("processes", "launches") for row in tables.get(table, ())]
    for row, text in written:
        given = value_in(name, text)
        if given is not None:
            return Reading(name, given[0], Place(row["path"], row["line"], text))
    return None


def _variable(name: str, lines: Iterable[Row], rows: Iterable[Row]) -> Reading | None:
    for row in rows:
        if row["name"] == name:
            return Reading(name, row["value"], Place(row["path"], row["line"], f"{name}={row['value']}"), environ=True)
    for row in lines:
        match = re.search(rf"(?<![\w.]){re.escape(name)}={_VALUE}", row["text"][:_LONGEST])
        if match is not None and not re.search(
            r"\b(?:set|use|try|export|can|env)\b[^.]*$", row["text"][: match.start()], re.IGNORECASE
        ):
            return Reading(
                name, match["value"].strip("'\""), Place(row["path"], row["line"], row["text"]), environ=True
            )
    return None


def value_in(name: str, text: str) -> tuple[Any] | None:
    """The value that a line gives a name, alone in a tuple; None if it gives none. A flag that stands alone is true."""
    text = text[:_LONGEST]
    match = re.search(rf"""(?<![\w.\-])['"]?{re.escape(name)}['"]?\s?(?:=|:)\s?{_VALUE}""", text)
    if match is not None:
        return (literal(match["value"]),)
    dashed = "|".join(re.escape(word) for word in dict.fromkeys((name.replace("_", "-"), name)))
    match = re.search(rf"(?<!\S)--(?:{dashed})(?:=|\s+(?!-)|(?=\s|$)){_VALUE}?", text)
    if match is not None:
        return (True if match["value"] is None else literal(match["value"]),)
    return (False,) if re.search(rf"(?<!\S)--no-(?:{dashed})(?!\S)", text) else None


def literal(text: str) -> Any:
    """A value as it is printed: a number, a truth, None, or text."""
    word = {"true": "True", "false": "False", "null": "None"}.get(text, text)
    try:
        value = ast.literal_eval(word)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return text
    return value if isinstance(value, bool | int | float | str) or value is None else text
