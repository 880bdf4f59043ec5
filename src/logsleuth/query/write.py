"""The rows of a result in the forms in which programs read them, and as cells for people."""

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    import polars as pl

FORMATS = ("jsonl", "csv", "parquet")


def write(result: "pl.DataFrame", form: str, out: IO[bytes] | Path) -> None:
    """Writes all rows: as JSON lines, as CSV with a head line, or as Parquet with typed columns. May raise OSError."""
    if isinstance(out, Path):
        with out.open("wb") as stream:
            write(result, form, stream)
    elif form == "parquet":
        result.write_parquet(out)
    else:
        for text in _json_lines(result) if form == "jsonl" else _csv_lines(result):
            out.write(text.encode())


def _json_lines(result: "pl.DataFrame") -> Iterator[str]:
    for row in result.iter_rows(named=True):
        yield json.dumps({name: plain(value) for name, value in row.items()}, ensure_ascii=False) + "\n"


def _csv_lines(result: "pl.DataFrame") -> Iterator[str]:
    yield ",".join(map(_quoted, result.columns)) + "\n"
    for row in result.iter_rows():
        yield ",".join(_quoted(cell(value)) for value in row) + "\n"


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if any(mark in text for mark in ',"\n\r') else text


def plain(value: Any) -> Any:
    """A value as JSON holds it: times in ISO 8601 (UTC), durations in seconds."""
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float):
        return value if value == value and abs(value) != float("inf") else None  # noqa: PLR0124 - no number is not itself
    if isinstance(value, (date, time)):
        return _when(value)
    if isinstance(value, timedelta):
        return value.total_seconds()
    if isinstance(value, dict):
        return {str(key): plain(inner) for key, inner in value.items()}
    return [plain(item) for item in value] if isinstance(value, (list, tuple)) else str(value)


def _when(value: date | time) -> str:
    if isinstance(value, datetime) and value.tzinfo is not None:
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
    return value.isoformat()


def cell(value: Any) -> str:
    """A value as a text; empty where there is none."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(map(cell, value))
    if isinstance(value, dict):
        return json.dumps(plain(value), ensure_ascii=False)
    if isinstance(value, float):
        return f"{value:.15g}"
    told = plain(value)
    return "" if told is None else str(told)


def cells(result: "pl.DataFrame") -> Iterator[Sequence[str]]:
    """The rows as texts, one after the other."""
    return ([cell(value) for value in row] for row in result.iter_rows())


def empty_columns(result: "pl.DataFrame") -> frozenset[str]:
    """The columns that have no value in any row."""
    return frozenset(series.name for series in result.iter_columns() if series.null_count() == result.height)


def number_columns(result: "pl.DataFrame") -> frozenset[str]:
    """The columns that hold numbers."""
    return frozenset(name for name, kind in result.schema.items() if kind.is_numeric())
