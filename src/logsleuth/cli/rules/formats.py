"""Faults of rule files as they are shown: to a person, or as JSON, annotations of GitHub, or SARIF for other programs."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from logsleuth import __version__
from logsleuth.errors import Fault
from logsleuth.text.escape import visible

PAGE = "docs/rules.md"
WIDTH = 76
"""Columns of an excerpt: four more are its indent."""

FORMATS = ("text", "json", "github", "sarif")


def written(faults: Sequence[Fault], form: str) -> str:
    """The faults in one of the `FORMATS`, newline at the end."""
    return _WRITERS[form](faults)


def as_text(faults: Sequence[Fault]) -> str:
    """Each with its place, the line with a caret below, and where to read more."""
    return "".join("\n".join(_lines(fault)) + "\n\n" for fault in faults)


def _lines(fault: Fault) -> Iterator[str]:
    place = f"{fault.path}:{fault.line}:{fault.column}:"
    yield f"{visible(place)} {'advice: ' if fault.advice else ''}{visible(fault.message)}"
    if fault.excerpt:
        yield from (f"    {line}" for line in _pointed(fault.excerpt, fault.column))
    if fault.section:
        yield f"    see {PAGE}#{fault.section}"


def _pointed(excerpt: str, column: int) -> tuple[str, str]:
    """The part of a line round a column, and a caret under it."""
    before, after = visible(excerpt[: column - 1]), visible(excerpt[column - 1 :])
    if len(before) + len(after) <= WIDTH:
        return before + after, " " * len(before) + "^"
    if len(before) > WIDTH // 2:
        before = "..." + before[3 - WIDTH // 2 :]
    room = WIDTH - len(before)
    return before + (after if len(after) <= room else after[: room - 3] + "..."), " " * len(before) + "^"


def as_json(faults: Sequence[Fault]) -> str:
    """A list of objects."""
    return json.dumps([_entry(fault) for fault in faults], indent=2, ensure_ascii=False) + "\n"


def _entry(fault: Fault) -> dict[str, Any]:
    return {
        "path": fault.path,
        "line": fault.line,
        "column": fault.column,
        "severity": "advice" if fault.advice else "error",
        "code": fault.code,
        "message": fault.message,
        "excerpt": fault.excerpt,
        "see": f"{PAGE}#{fault.section}" if fault.section else None,
    }


def as_github(faults: Sequence[Fault]) -> str:
    """A workflow command for each."""
    return "".join(f"{_command(fault)}\n" for fault in faults)


def _command(fault: Fault) -> str:
    place = f"file={_property(fault.path)},line={fault.line},col={fault.column},title={_property(fault.code)}"
    return f"::{'notice' if fault.advice else 'error'} {place}::{_data(fault.message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def as_sarif(faults: Sequence[Fault]) -> str:
    """A log of SARIF 2.1.0."""
    codes = [{"id": code} for code in sorted({fault.code for fault in faults})]
    driver = {"name": "logsleuth", "version": __version__, "rules": codes}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": [_result(f) for f in faults]}
    schema = "https://json.schemastore.org/sarif-2.1.0.json"
    return json.dumps({"$schema": schema, "version": "2.1.0", "runs": [run]}, indent=2, ensure_ascii=False) + "\n"


def _result(fault: Fault) -> dict[str, Any]:
    region = {"startLine": fault.line, "startColumn": fault.column}
    place = {"physicalLocation": {"artifactLocation": {"uri": fault.path.replace("\\", "/")}, "region": region}}
    level = "note" if fault.advice else "error"
    return {"ruleId": fault.code, "level": level, "message": {"text": fault.message}, "locations": [place]}


_WRITERS: Mapping[str, Callable[[Sequence[Fault]], str]] = {
    "text": as_text,
    "json": as_json,
    "github": as_github,
    "sarif": as_sarif,
}
