"""Rows as a table of plain text, and the tables that a query may name, with what their columns mean."""

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain, islice

from logsleuth.errors import UsageError
from logsleuth.model.relation import COMMON, RELATIONS, Column
from logsleuth.text.escape import visible

WIDTH = 100
MEASURED = 1_000
"""Rows that tell how wide the columns are; a longer cell further down pushes its row to the right."""

NARROWEST = 8
GAP = "  "


def draw(
    names: Sequence[str], rows: Iterable[Sequence[str]], *, right: AbstractSet[str] = frozenset(), width: int | None
) -> Iterator[str]:
    """The lines of a table, the columns `right` aligned so. Log text is made visible.

    None is longer than `width`, where it is given and the columns can be made so narrow: cells are cut then.
    """
    from rich.cells import cell_len, set_cell_size  # noqa: PLC0415 - 30 ms, and not needed where other forms are written

    shown = ([visible(text) for text in row] for row in rows)
    first = list(islice(shown, MEASURED))
    widths = [max(map(cell_len, (name, *(row[at] for row in first)))) for at, name in enumerate(names)]
    if width is not None:
        widths = _fitted(widths, width)

    def line(texts: Sequence[str]) -> str:
        return GAP.join(padded(text, widths[at], names[at]) for at, text in enumerate(texts)).rstrip()

    def padded(text: str, size: int, name: str) -> str:
        length = cell_len(text)
        if length > size and width is not None:
            return set_cell_size(text, max(0, size - 3)) + "..."
        return " " * (size - length) + text if name in right else text + " " * (size - length)

    yield line(names)
    yield GAP.join("-" * size for size in widths)
    yield from map(line, chain(first, shown))


def _fitted(widths: Sequence[int], width: int) -> list[int]:
    """The widths, with the widest columns made narrower until a row fits, or none can be."""
    fitted = list(widths)
    over = sum(fitted) + len(GAP) * (len(fitted) - 1) - width
    while over > 0 and max(fitted, default=0) > NARROWEST:
        widest = max(fitted)
        at = fitted.index(widest)
        second = max([size for size in fitted if size < widest], default=NARROWEST)
        step = min(over, max(1, widest - max(second, NARROWEST)))
        fitted[at] -= step
        over -= step
    return fitted


def describe(names: Sequence[str]) -> str:
    """The tables of these names (none: all), each with its columns. Raises UsageError for one that is not there."""
    from logsleuth.query import unknown_table  # noqa: PLC0415 - only here

    for name in names:
        if name not in RELATIONS:
            raise UsageError(unknown_table(name))
    return "\n".join(chain(_common(), *map(_table, names or sorted(RELATIONS)))) + "\n"


def _common() -> Iterator[str]:
    yield "Columns of every table"
    yield from _columns(COMMON)
    yield from _columns([Column("origin", COMMON[0].type, "who wrote it, in one text; not part of `*`")])


def _table(name: str) -> Iterator[str]:
    relation = RELATIONS[name]
    yield ""
    yield from textwrap.wrap(f"{name}: {relation.meaning}", WIDTH, subsequent_indent="    ")
    yield from _columns(relation.columns)


def _columns(columns: Iterable[Column]) -> Iterator[str]:
    for column in columns:
        head = f"  {column.name:<17} {column.type.value:<8} "
        yield from textwrap.wrap(
            column.meaning, WIDTH, initial_indent=head, subsequent_indent=" " * len(head), break_long_words=False
        )
