"""SQL over the relations of a run: a query is looked over, run by the engine on masked rows, and its result written."""

from logsleuth.query.frames import Records, frame
from logsleuth.query.run import check, run, unknown_table
from logsleuth.query.sql import Query, examine
from logsleuth.query.write import FORMATS, cells, empty_columns, number_columns, write

__all__ = [
    "FORMATS",
    "Query",
    "Records",
    "cells",
    "check",
    "empty_columns",
    "examine",
    "frame",
    "number_columns",
    "run",
    "unknown_table",
    "write",
]
