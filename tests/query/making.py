"""Rows and results for tests of this room."""

from collections.abc import Mapping, Sequence
from typing import Any

from logsleuth.model.relation import RELATIONS
from logsleuth.query import examine, frame, run

Rows = Sequence[Mapping[str, Any]]


def asked(written: str, tables: Mapping[str, Rows], *, mask: bool = True) -> list[dict[str, Any]]:
    """The rows that a query gives on tables of these rows; a place is added to each row."""
    query = examine(written)
    frames = {
        name: frame(
            RELATIONS[name], [{"path": "a.log", "line": at, **row} for at, row in enumerate(rows, 1)], query, mask=mask
        )
        for name, rows in tables.items()
    }
    return run(query, frames).to_dicts()
