"""Hits and the text around them -> relations of logs: records, boots, origins, phases, tracebacks."""

from logsleuth.read.dated import dated
from logsleuth.read.gathered import Asked
from logsleuth.read.log import LogReader, compiled
from logsleuth.read.matching import Compiled, Watched, join_matches
from logsleuth.read.peel import Peeler
from logsleuth.read.tracebacks import START_PATTERNS

__all__ = [
    "START_PATTERNS",
    "Asked",
    "Compiled",
    "LogReader",
    "Peeler",
    "Watched",
    "compiled",
    "dated",
    "join_matches",
]
