"""A query, run over its tables; what is wrong with it in one line that says what was meant."""

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import TYPE_CHECKING

from logsleuth.errors import UsageError
from logsleuth.model.relation import RELATIONS
from logsleuth.query.frames import ORIGIN_TEXT, frame
from logsleuth.query.sql import Query

if TYPE_CHECKING:
    import polars as pl

_COLUMN = re.compile(r"unable to find column \"([^\"]*)\"|no column named '([^']*)'|StructFieldNotFound: (\S+)")
_TABLE = re.compile(r"relation '([^']*)' was not found")


def check(query: Query) -> None:
    """Raises UsageError if the query cannot be run on any input: before a large one is read in vain."""
    for name in sorted(query.tables - query.own):
        if name not in RELATIONS:
            raise UsageError(f"query: {unknown_table(name)}")
    try:
        run(query, {name: frame(RELATIONS[name], (), query, mask=False) for name in query.tables & RELATIONS.keys()})
    except UsageError as error:
        if not isinstance(error, _OnTheseRowsError):
            raise


class _OnTheseRowsError(UsageError):
    """It failed on some rows, and may not fail on others."""


def run(query: Query, frames: Mapping[str, "pl.DataFrame"]) -> "pl.DataFrame":
    """The rows of the result. Raises UsageError where the query cannot be run."""
    import polars as pl  # noqa: PLC0415 - 110 ms at start-up

    wrong = (pl.exceptions.SQLSyntaxError, pl.exceptions.SQLInterfaceError)
    try:
        with pl.SQLContext(frames=frames, register_globals=False) as context:
            return context.execute(query.ready, eager=True)
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, TypeError, ValueError, OverflowError) as error:
        kind = UsageError if isinstance(error, wrong) or _COLUMN.search(str(error)) else _OnTheseRowsError
        raise kind(f"query: {_said(error, query)}") from None


def _said(error: BaseException, query: Query) -> str:
    text = str(error).strip()
    table, column = _TABLE.search(text), _COLUMN.search(text)
    if table is not None:
        return unknown_table(table[1])
    if column is not None:
        return _unknown_column(next(filter(None, column.groups())), query)
    return (text.splitlines() or [type(error).__name__])[0].removeprefix("sql parser error: ")


def unknown_table(name: str) -> str:
    """What to say of a table that is not there."""
    return f"there is no table `{name}`" + _meant(name, RELATIONS, "see `logsleuth query --tables`")


def _unknown_column(name: str, query: Query) -> str:
    tables = [RELATIONS[table] for table in sorted(query.tables) if table in RELATIONS]
    known = {ORIGIN_TEXT: None, **{column.name: None for table in tables for column in table.all_columns}}
    named = ", ".join(f"`{table.name}`" for table in tables)
    return f"there is no column `{name}` in {named or 'the query'}" + _meant(
        name.rpartition(".")[2] if name not in known else name,
        known,
        f"see `logsleuth query --tables {' '.join(t.name for t in tables)}`".rstrip(),
    )


def _meant(name: str, known: Iterable[str], otherwise: str) -> str:
    near = get_close_matches(name.lower(), list(known), n=1)
    return f"; did you mean `{near[0]}`?" if near else f": {otherwise}"
