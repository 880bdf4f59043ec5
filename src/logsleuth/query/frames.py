"""Rows as the engine reads them: typed columns, with secrets masked before any query sees them.

Masking comes first, since a query that cuts a text in pieces would part a secret from the key that shows it to be one.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from logsleuth.model.relation import RELATIONS, Relation, Row, Type
from logsleuth.model.run import Origin
from logsleuth.query.sql import Query
from logsleuth.text.redact import redact

if TYPE_CHECKING:
    import polars as pl

BARE = frozenset({"path", "level", "clock"})
"""Columns of text that are ours, or that must stay what a file is found by."""

ORIGIN_TEXT = "origin"
"""The column that tells in one text who wrote a row; it is there where a query names it."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_PARTS = ("host", "container", "program", "pid", "thread", "rank", "local_rank")


def columns_of(relation: Relation, query: Query) -> tuple[str, ...]:
    """The columns that a query needs of a relation. `line` is always among them, so that rows can be counted."""
    return tuple(column.name for column in relation.all_columns if column.name == "line" or query.wants(column.name))


def frame(relation: Relation, rows: Sequence[Row], query: Query, *, mask: bool) -> "pl.DataFrame":
    """The rows of one relation, in the columns that a query needs."""
    rows = [_masked_pair(row) for row in rows] if mask and relation.name in {"environ", "settings"} else rows
    told = {name: [row.get(name) for row in rows] for name in columns_of(relation, query)}
    if query.origin:
        told[ORIGIN_TEXT] = [_label(row) for row in rows]
    return _frame(relation, told, mask=mask)


def _masked_pair(row: Row) -> Row:
    """A named value, masked by its name: `HF_TOKEN` shows what its value is."""
    name, value = row.get("name"), row.get("value")
    if not isinstance(name, str) or not isinstance(value, str):
        return row
    masked = redact(f"{name}={value}")
    return {**row, "value": masked.removeprefix(f"{name}=")}


def _label(row: Row) -> str | None:
    return Origin(**{part: row.get(f"origin.{part}") for part in _PARTS}).label() or None


def _frame(relation: Relation, told: Mapping[str, Sequence[Any]], *, mask: bool) -> "pl.DataFrame":
    import polars as pl  # noqa: PLC0415 - 110 ms at start-up

    series = {name: _series(name, values, _type(relation, name), mask=mask) for name, values in told.items()}
    return pl.DataFrame(series)


def _type(relation: Relation, name: str) -> Type:
    column = relation.column(name)
    return column.type if column else Type.TEXT


def _series(name: str, values: Sequence[Any], kind: Type, *, mask: bool) -> "pl.Series":
    import polars as pl  # noqa: PLC0415 - the same

    if kind is Type.TIME:
        whole = [None if value is None else (value - _EPOCH) // _MICROSECOND for value in values]
        return pl.Series(whole, dtype=pl.Int64).cast(pl.Datetime("us", "UTC"))
    if kind is Type.DURATION:
        whole = [None if value is None else value // _MICROSECOND for value in values]
        return pl.Series(whole, dtype=pl.Int64).cast(pl.Duration("us"))
    kinds: Mapping[Type, Any] = {
        Type.TEXT: pl.String,
        Type.INTEGER: pl.Int64,
        Type.FLOAT: pl.Float64,
        Type.BOOLEAN: pl.Boolean,
        Type.TEXTS: pl.List(pl.String),
        Type.INTEGERS: pl.List(pl.Int64),
    }
    if mask and kind is Type.TEXT and name not in BARE:
        known = {value: redact(value) for value in set(values) if isinstance(value, str)}
        values = [known.get(value, value) for value in values]
    if kind in {Type.TEXTS, Type.INTEGERS}:
        values = [list(value) if isinstance(value, (list, tuple)) else None for value in values]
    return pl.Series(values, dtype=kinds[kind], strict=False)


class Records:
    """The relation `records`, as its rows come in, batch by batch: a log may be larger than its rows could be as objects."""

    def __init__(self, query: Query, *, mask: bool) -> None:
        self.relation = RELATIONS["records"]
        self.columns = frozenset(columns_of(self.relation, query))
        self.origin = query.origin
        self._order = [*columns_of(self.relation, query), *([ORIGIN_TEXT] if query.origin else [])]
        self._mask = mask
        self._open: list[pl.DataFrame] = []
        self._done: list[pl.DataFrame] = []

    def batch(self, columns: Mapping[str, Sequence[Any]]) -> None:
        """Some rows of the source that is being read."""
        self._open.append(_frame(self.relation, columns, mask=self._mask))

    def late(self, columns: Mapping[str, Sequence[Any]]) -> None:
        """The columns of all rows of that source that are known only at its end; with it the source is done."""
        import polars as pl  # noqa: PLC0415 - the same

        if not self._open:
            return
        whole = pl.concat(self._open)
        late = {n: _series(n, v, _type(self.relation, n), mask=self._mask) for n, v in columns.items()}
        self._done.append(whole.with_columns(**late).select(self._order))
        self._open = []

    def frame(self) -> "pl.DataFrame":
        """All rows."""
        import polars as pl  # noqa: PLC0415 - the same

        empty: Iterable[pl.DataFrame] = (_frame(self.relation, dict.fromkeys(self._order, ()), mask=False),)
        return pl.concat(self._done or empty)
