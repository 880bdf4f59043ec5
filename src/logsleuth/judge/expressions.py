"""SQL expressions over joined rows, run by Polars: the only module that knows it, and only when an expression has to be run."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from logsleuth.judge.plain import plain_values
from logsleuth.judge.rows import Joined
from logsleuth.judge.sqlnames import Sql
from logsleuth.judge.unjudged import Unjudged
from logsleuth.model.relation import Type

if TYPE_CHECKING:
    import polars as pl

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def evaluate(sql: Sql, joined: Joined) -> list[Any]:
    """The value of the expression for each joined row; None where it is null.

    Raises `Unjudged` where the expression cannot be run on what was found: an unknown name, types that do not fit.
    """
    if not joined.combos:
        return []
    values = plain_values(sql, joined)
    return by_engine(sql, joined) if values is None else values


def warm() -> None:
    """Load what the first expression would load: whoever measures rules does not charge it to that one."""
    import polars as pl  # noqa: PLC0415  # as below

    pl.sql_expr("a = 1")


def by_engine(sql: Sql, joined: Joined) -> list[Any]:
    """The same, whatever the expression is. There must be rows."""
    import polars as pl  # noqa: PLC0415 - 110 ms at start-up, and not needed where all expressions are simple

    try:
        columns = {name: _column(name, joined) for name in sql.names}
        result = pl.DataFrame(columns).select(pl.sql_expr(sql.ready).alias("result"))["result"]
        values = _values(result)
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, TypeError, ValueError, OverflowError) as error:
        first = (str(error).strip().splitlines() or [type(error).__name__])[0]
        raise Unjudged(f"`{sql.written}` cannot be decided: {first}") from None
    if len(values) == 1:
        return values * len(joined.combos)  # an expression without a name
    if len(values) != len(joined.combos):
        raise Unjudged(f"`{sql.written}` cannot be decided: it is not of one row")
    return values


def verdicts(sql: Sql, joined: Joined) -> list[bool | None]:
    """The same for an expression that must be true, false or null."""
    values = evaluate(sql, joined)
    if any(not isinstance(value, bool) for value in values if value is not None):
        raise Unjudged(f"`{sql.written}` cannot be decided: it is neither true nor false")
    return values


def unknown(sql: Sql, joined: Joined, number: int) -> str:
    """Why the expression is null for a joined row: the columns that are."""
    combo = joined.combos[number]
    names = [f"`{name}`" for name in sql.names if joined.value(combo, name) is None]
    return f"{' and '.join(names or [f'`{sql.written}`'])} not known"


def _column(name: str, joined: Joined) -> "pl.Series":
    found = joined.find(name)
    if found is None:
        raise Unjudged(f"`{name}` is no column and no variable here")
    number, column = found
    part = joined.parts[number]
    series = _series(part.values(column), part.schema[column])
    return series.gather([combo[number] for combo in joined.combos])


def _series(values: Sequence[Any], kind: Type) -> "pl.Series":
    """A typed column; a value that is not of its type is null."""
    import polars as pl  # noqa: PLC0415 - the same

    if kind is Type.TIME:
        whole = [(value - _EPOCH) // _MICROSECOND if isinstance(value, datetime) else None for value in values]
        return pl.Series(whole, dtype=pl.Int64).cast(pl.Datetime("us", "UTC"))
    if kind is Type.DURATION:
        whole = [value // _MICROSECOND if isinstance(value, timedelta) else None for value in values]
        return pl.Series(whole, dtype=pl.Int64, strict=False).cast(pl.Duration("us"))
    kinds: Mapping[Type, Any] = {
        Type.TEXT: pl.String,
        Type.INTEGER: pl.Int64,
        Type.FLOAT: pl.Float64,
        Type.BOOLEAN: pl.Boolean,
        Type.TEXTS: pl.List(pl.String),
        Type.INTEGERS: pl.List(pl.Int64),
    }
    if kind in {Type.TEXTS, Type.INTEGERS}:
        values = [value if isinstance(value, (list, tuple)) else None for value in values]
    return pl.Series(values, dtype=kinds[kind], strict=False)


def _values(result: "pl.Series") -> list[Any]:
    """A column as plain values; times by way of whole microseconds, since those out of all calendars cannot be asked for."""
    from decimal import Decimal  # noqa: PLC0415 - 4 ms at start-up

    import polars as pl  # noqa: PLC0415 - the same

    if isinstance(result.dtype, pl.Datetime):
        return [_time(value) for value in result.cast(pl.Datetime("us", "UTC")).to_physical().to_list()]
    return [float(value) if isinstance(value, Decimal) else value for value in result.to_list()]


def _time(microseconds: int | None) -> datetime | None:
    try:
        return None if microseconds is None else _EPOCH + microseconds * _MICROSECOND
    except OverflowError:
        return None
