"""What finds needles in bytes: one fast engine, and a plain one that needs nothing beyond the standard library."""

import importlib.util
from collections.abc import Mapping, Sequence
from typing import Protocol

from logsleuth.scan.form import Needle

Found = list[tuple[int, int]]
"""Matches as (offset of the end, number of the needle), one for each line and needle, in no particular order."""


class Matcher(Protocol):
    """Looks for all needles at once; used by one thread at a time.

    `passed_over` counts the matches of needles of which no more were wanted, since the matcher was made: what looking for them costs.
    """

    passed_over: int

    def find(self, data: bytes, after: int, most: Sequence[int]) -> Found:
        """The matches that end after the offset `after`: one on each line of each needle, the first ones, at most `most[number]` of it.

        `most` has an entry for each needle that there could be, also for those that the database lacks.
        """
        ...


class Database(Protocol):
    """Compiled needles; may be shared by threads."""

    def matcher(self) -> Matcher:
        """A matcher for one thread."""
        ...

    def dump(self) -> bytes | None:
        """The database as bytes, or None if it cannot be kept."""
        ...


class Engine(Protocol):
    """A way of finding needles."""

    def identity(self) -> str:
        """The engine, its version and what its databases depend on; equal where they can be exchanged."""
        ...

    def compile(self, needles: Mapping[int, Needle]) -> Database:
        """The database for needles, each with its number. Raises NeedleError where the engine does not take one."""
        ...

    def load(self, dumped: bytes) -> Database | None:
        """The database from what `dump` gave; None if it is damaged or of another kind."""
        ...


class NeedleError(ValueError):
    """A needle that no form of this engine can look for."""

    def __init__(self, number: int, why: str) -> None:
        super().__init__(why)
        self.number = number


def best() -> Engine:
    """The fast engine where it is installed, else the plain one."""
    if importlib.util.find_spec("hyperscan") is None:
        from logsleuth.scan.engines.python import PythonEngine  # noqa: PLC0415  # only one of the two is needed

        return PythonEngine()
    from logsleuth.scan.engines.hyperscan import HyperscanEngine  # noqa: PLC0415  # it imports the package

    return HyperscanEngine()
