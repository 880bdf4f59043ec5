"""The fast engine: all needles in one database of hyperscan, in block mode, without the starts of matches.

Two faults of the library (Vectorscan 5.4.12) are kept clear of. It misses literals at the end of very short blocks: those are filled
up. And where several expressions have an unbounded repetition between two literals, it joins their automata, and an occurrence of one's
second literal that overlaps another's first can make it lose matches: so needles are derived with no literal after such a repetition
(`nodes.veiled`).

A needle that hyperscan does not take as it is gets its prefilter form, which matches at least as much; else the needle's literal
is looked for; else the plain engine looks for it, beside the database.
"""

import hashlib
import platform
from collections.abc import Mapping, Sequence
from pathlib import Path

import hyperscan

from logsleuth.scan.engines import Database, Found, Matcher, NeedleError
from logsleuth.scan.engines.python import PythonEngine
from logsleuth.scan.form import Needle

_CPU = Path("/proc/cpuinfo")
_CPU_BYTES = 4096
_SHORT = 512
"""Bytes below which a block is filled up with newlines: some versions miss short literals at the end of blocks of a few dozen bytes."""


class HyperscanEngine:
    """Needles in a database of hyperscan."""

    def identity(self) -> str:
        """The package, the library, and the processor with what it can do."""
        return f"hyperscan {getattr(hyperscan, '__version__', '')} {_library()} {platform.machine()} {_processor()}"

    def compile(self, needles: Mapping[int, Needle]) -> Database:
        """Compiles all needles together, those that are not taken in another form."""
        parts = [part for number, needle in needles.items() for part in _parts(number, needle)]
        try:
            return HyperscanDatabase(_compiled(parts))
        except hyperscan.error:
            taken = {number: _taken(number, needle) for number, needle in needles.items()}
        rest = {number: needles[number] for number, forms in taken.items() if forms is None}
        try:
            database = _compiled([part for forms in taken.values() if forms is not None for part in forms])
        except hyperscan.error as error:
            raise NeedleError(
                next(iter(needles)), f"the patterns are too many or too large together: {error}"
            ) from error
        return HyperscanDatabase(database, PythonEngine().compile(rest) if rest else None)

    def load(self, dumped: bytes) -> Database | None:
        """Reads a database back; hyperscan checks its version, platform and checksum."""
        try:
            return HyperscanDatabase(hyperscan.loadb(dumped, hyperscan.HS_MODE_BLOCK))
        except (hyperscan.error, ValueError):
            return None


def _library() -> str:
    probe = hyperscan.Database(mode=hyperscan.HS_MODE_BLOCK)
    probe.compile(expressions=[b"a"], ids=[0], elements=1, flags=[0])
    return str(probe.info())


def _processor() -> str:
    """A digest of what Linux says of the first processor; elsewhere its name."""
    try:
        with _CPU.open("rb") as file:
            told = file.read(_CPU_BYTES).split(b"\n\n")[0]
    except OSError:
        return platform.processor()
    lasting = [line for line in told.split(b"\n") if line.startswith((b"model", b"flags", b"Features", b"CPU"))]
    return hashlib.sha256(b"\n".join(lasting)).hexdigest()[:16]


_Part = tuple[int, bytes, int]
"""Number of the needle, expression, flags."""


def _parts(number: int, needle: Needle) -> list[_Part]:
    return [(number, form.expression, 0) for form in needle.forms]


def _compiled(parts: Sequence[_Part]) -> hyperscan.Database | None:
    if not parts:
        return None
    numbers, expressions, flags = zip(*parts, strict=True)
    database = hyperscan.Database(mode=hyperscan.HS_MODE_BLOCK)
    database.compile(expressions=list(expressions), ids=list(numbers), elements=len(parts), flags=list(flags))
    return database


def _taken(number: int, needle: Needle) -> list[_Part] | None:
    """For each form of a needle the first way of writing it that hyperscan takes; None if it takes one in no way."""
    found: list[_Part] = []
    for form in needle.forms:
        ways = [(number, form.expression, 0), (number, form.expression, hyperscan.HS_FLAG_PREFILTER)]
        ways += [(number, form.core, 0)] if form.core else []
        way = next((way for way in ways if _takes(way)), None)
        if way is None:
            return None
        found.append(way)
    return found


def _takes(part: _Part) -> bool:
    try:
        _compiled([part])
    except hyperscan.error:
        return False
    return True


class HyperscanDatabase:
    """A compiled database, and what the plain engine does beside it."""

    def __init__(self, database: hyperscan.Database | None, beside: Database | None = None) -> None:
        self._database = database
        self._beside = beside

    def matcher(self) -> Matcher:
        """A matcher with a scratch space of its own."""
        return HyperscanMatcher(self._database, self._beside.matcher() if self._beside else None)

    def dump(self) -> bytes | None:
        """The database, unless the plain engine has a part in it."""
        return None if self._beside or self._database is None else bytes(hyperscan.dumpb(self._database))


class HyperscanMatcher:
    """A database with a scratch space, for one thread."""

    def __init__(self, database: hyperscan.Database | None, beside: Matcher | None) -> None:
        self._database = database
        self._beside = beside
        self._scratch = hyperscan.Scratch(database) if database else None

    def find(self, data: bytes, after: int, most: Sequence[int]) -> Found:
        """Scans the block once. Only the first match of a needle on a line is kept, before anything else is done with it."""
        found: Found = []
        if self._database is not None:
            padded = data if len(data) >= _SHORT else data.ljust(_SHORT, b"\n")
            self._scan(self._database, padded, after, most, found)
        if self._beside is not None:
            found += self._beside.find(data, after, most)
        return found

    def _scan(self, database: hyperscan.Database, data: bytes, after: int, most: Sequence[int], found: Found) -> None:
        size, newline_after = len(data), data.find
        left = list(most)
        done = [
            after if some else size for some in left
        ]  # for each needle, the end of the last line that it was found on

        def on_match(number: int, _start: int, end: int, _flags: int, _context: object) -> None:
            if end <= done[number]:
                return
            found.append((end, number))
            left[number] -= 1
            stop = newline_after(b"\n", end - 1) if left[number] else -1
            done[number] = stop if stop >= 0 else size

        database.scan(data, match_event_handler=on_match, scratch=self._scratch)
