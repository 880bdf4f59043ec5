"""The fast engine: all needles in one database of hyperscan, in block mode, without the starts of matches.

A needle that hyperscan does not take as it is gets its prefilter form, which matches at least as much; else the needle's literal
is looked for; else the plain engine looks for it, beside the database.
"""

import hashlib
import platform
from collections.abc import Mapping
from pathlib import Path

import hyperscan

from logsleuth.scan.engines import Database, Found, Matcher, NeedleError
from logsleuth.scan.engines.python import PythonEngine
from logsleuth.scan.needle import Needle

_CPU = Path("/proc/cpuinfo")
_CPU_BYTES = 4096


class HyperscanEngine:
    """Needles in a database of hyperscan."""

    def identity(self) -> str:
        """The package, the library, and the processor with what it can do."""
        return f"hyperscan {getattr(hyperscan, '__version__', '')} {_library()} {platform.machine()} {_processor()}"

    def compile(self, needles: Mapping[int, Needle]) -> Database:
        """Compiles all needles together, those that are not taken in another form."""
        try:
            return HyperscanDatabase(_compiled(needles), max(needles, default=0) + 1)
        except hyperscan.error:
            taken = {number: form for number, needle in needles.items() if (form := _taken(number, needle))}
        rest = {number: needle for number, needle in needles.items() if number not in taken}
        beside = PythonEngine().compile(rest) if rest else None
        try:
            forms = {number: form for number, (form, _) in taken.items()}
            extra = {number: flag for number, (_, flag) in taken.items()}
            return HyperscanDatabase(_compiled(forms, extra), max(needles) + 1, beside)
        except hyperscan.error as error:
            raise NeedleError(
                next(iter(needles)), f"the patterns are too many or too large together: {error}"
            ) from error

    def load(self, dumped: bytes, needles: int) -> Database | None:
        """Reads a database back; hyperscan checks its version, platform and checksum."""
        try:
            return HyperscanDatabase(hyperscan.loadb(bytearray(dumped), hyperscan.HS_MODE_BLOCK), needles)
        except (hyperscan.error, ValueError, TypeError):
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


def _flags(needle: Needle) -> int:
    flags = hyperscan.HS_FLAG_MULTILINE if needle.lines else 0
    flags |= hyperscan.HS_FLAG_CASELESS if needle.ignore_case else 0
    return int(flags | (hyperscan.HS_FLAG_SINGLEMATCH if needle.once else 0))


def _compiled(needles: Mapping[int, Needle], extra: Mapping[int, int] | None = None) -> hyperscan.Database | None:
    if not needles:
        return None
    database = hyperscan.Database(mode=hyperscan.HS_MODE_BLOCK)
    database.compile(
        expressions=[needle.expression for needle in needles.values()],
        ids=list(needles),
        elements=len(needles),
        flags=[_flags(needle) | (extra or {}).get(number, 0) for number, needle in needles.items()],
    )
    return database


def _taken(number: int, needle: Needle) -> tuple[Needle, int] | None:
    """The first form of a needle that hyperscan takes, with the flag that it needs."""
    forms = [(needle, 0), (needle, hyperscan.HS_FLAG_PREFILTER)]
    if needle.core:
        forms.append((Needle(needle.core, ignore_case=needle.ignore_case), 0))
    for form, flag in forms:
        try:
            _compiled({number: form}, {number: flag})
        except hyperscan.error:
            continue
        return form, flag
    return None


class HyperscanDatabase:
    """A compiled database, and what the plain engine does beside it."""

    def __init__(self, database: hyperscan.Database | None, needles: int, beside: Database | None = None) -> None:
        self._database = database
        self._needles = needles
        self._beside = beside

    def matcher(self) -> Matcher:
        """A matcher with a scratch space of its own."""
        return HyperscanMatcher(self._database, self._needles, self._beside.matcher() if self._beside else None)

    def dump(self) -> bytes | None:
        """The database, unless the plain engine has a part in it."""
        return None if self._beside or self._database is None else bytes(hyperscan.dumpb(self._database))


class HyperscanMatcher:
    """A database with a scratch space, for one thread."""

    def __init__(self, database: hyperscan.Database | None, needles: int, beside: Matcher | None) -> None:
        self._database = database
        self._needles = needles
        self._beside = beside
        self._scratch = hyperscan.Scratch(database) if database else None

    def find(self, data: bytes, after: int, most: int) -> Found:
        """Scans the block once. Only the first match of a needle on a line is kept, before anything else is done with it."""
        found: Found = []
        if self._database is not None:
            self._scan(self._database, data, after, most, found)
        if self._beside is not None:
            found += self._beside.find(data, after, most)
        return found

    def _scan(self, database: hyperscan.Database, data: bytes, after: int, most: int, found: Found) -> None:
        size, newline_after = len(data), data.find
        done = [after] * self._needles  # for each needle, the end of the last line that it was found on
        left = [most] * self._needles

        def on_match(number: int, _start: int, end: int, _flags: int, _context: object) -> None:
            if end <= done[number]:
                return
            found.append((end, number))
            left[number] -= 1
            stop = newline_after(b"\n", end - 1) if left[number] else -1
            done[number] = stop if stop >= 0 else size

        database.scan(data, match_event_handler=on_match, scratch=self._scratch)
