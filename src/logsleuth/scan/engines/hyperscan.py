"""The fast engine: all needles in one database of hyperscan, in block mode, without the starts of matches.

Two faults of the library (Vectorscan 5.4.12) are kept clear of. It misses literals at the end of very short blocks: those are filled
up. And where several expressions have an unbounded repetition between two literals, it joins their automata, and an occurrence of one's
second literal that overlaps another's first can make it lose matches: so needles are derived with no literal after such a repetition
(`nodes.veiled`).

Beside, a new database must find samples of each needle (5.4.12 never finds some expressions that begin with no literal); of one that
it misses the literals alone are looked for, and if that does not help, the plain engine looks for it, beside the database. A needle
that hyperscan does not take is looked for in its prefilter form, which matches at least as much, else in the same ways.
"""

import hashlib
import platform
import sys
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import accumulate
from pathlib import Path

import hyperscan

from logsleuth.scan.engines import Database, Found, Matcher, NeedleError
from logsleuth.scan.engines.python import PythonEngine
from logsleuth.scan.form import Needle

_CPU = Path("/proc/cpuinfo")
_CPU_BYTES = 4096
_AROUND = ((0, 0), (3, 40), (37, 2))
_SHORT = 512
"""Bytes below which a block is filled up with newlines: some versions miss short literals at the end of blocks of a few dozen bytes."""


class HyperscanEngine:
    """Needles in a database of hyperscan."""

    def identity(self) -> str:
        """The package, the library, and the processor with what it can do."""
        return f"hyperscan {getattr(hyperscan, '__version__', '')} {_library()} {platform.machine()} {_processor()}"

    def compile(self, needles: Mapping[int, Needle]) -> Database:
        """Compiles all needles together; one that is not taken, or then not found, in a simpler form or by the plain engine."""
        chosen: dict[int, list[_Part] | None] = {number: _parts(number, needle) for number, needle in needles.items()}
        try:
            whole = _compiled(chosen)
        except hyperscan.error:
            chosen = {number: _taken(number, needle) for number, needle in needles.items()}
            whole = _compiled_or_refused(chosen)
        for instead in (_cores, _nothing):
            missed = _missed(whole, {number: needles[number] for number, parts in chosen.items() if parts is not None})
            if not missed:
                break
            chosen |= {number: instead(number, needles[number]) for number in missed}
            whole = _compiled_or_refused(chosen)
        rest = {number: needles[number] for number, parts in chosen.items() if parts is None}
        return HyperscanDatabase(whole, PythonEngine().compile(rest) if rest else None)

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


def _cores(number: int, needle: Needle) -> list[_Part] | None:
    """The literals of a needle, without what else it asks for."""
    return [(number, form.core, 0) for form in needle.forms] if all(form.core for form in needle.forms) else None


def _nothing(_number: int, _needle: Needle) -> None:
    """No form: the plain engine looks for it."""


def _compiled(chosen: Mapping[int, Sequence[_Part] | None]) -> hyperscan.Database | None:
    parts = [part for several in chosen.values() for part in several or ()]
    if not parts:
        return None
    numbers, expressions, flags = zip(*parts, strict=True)
    database = hyperscan.Database(mode=hyperscan.HS_MODE_BLOCK)
    database.compile(expressions=list(expressions), ids=list(numbers), elements=len(parts), flags=list(flags))
    return database


def _compiled_or_refused(chosen: Mapping[int, Sequence[_Part] | None]) -> hyperscan.Database | None:
    try:
        return _compiled(chosen)
    except hyperscan.error as error:
        raise NeedleError(next(iter(chosen)), f"the patterns are too many or too large together: {error}") from error


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


def _missed(database: hyperscan.Database | None, needles: Mapping[int, Needle]) -> frozenset[int]:
    """The needles whose samples the database does not find, each in the midst of a line and near its ends."""
    lines = [
        (number, before * b"~" + sample + after * b"~")
        for number, needle in needles.items()
        for form in needle.forms
        for sample in form.samples
        for before, after in _AROUND
    ]
    data = b"\n".join(line for _, line in lines)
    found = HyperscanMatcher(database, None).find(data, 0, [sys.maxsize] * (max(needles, default=0) + 1))
    ends = list(accumulate(len(line) + 1 for _, line in lines))
    told = {(bisect_left(ends, end), number) for end, number in found}
    return frozenset(number for index, (number, _) in enumerate(lines) if (index, number) not in told)


def _takes(part: _Part) -> bool:
    try:
        _compiled({part[0]: [part]})
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
        self.passed_over = 0

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
                if not most[number]:
                    self.passed_over += 1
                return
            found.append((end, number))
            left[number] -= 1
            stop = newline_after(b"\n", end - 1) if left[number] else -1
            done[number] = stop if stop >= 0 else size

        database.scan(data, match_event_handler=on_match, scratch=self._scratch)
