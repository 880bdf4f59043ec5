"""All patterns as one matcher."""

import threading
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from logsleuth.model.book import Pattern
from logsleuth.scan import cache as kept
from logsleuth.scan.chunks import Limits, Read
from logsleuth.scan.engines import Database, Engine, NeedleError, best
from logsleuth.scan.form import Needle, PatternError
from logsleuth.scan.pair import PairDatabase
from logsleuth.scan.passing import Pass
from logsleuth.scan.unfold import FOLDED

DEFAULT = Limits()
_MOST_DATABASES = 16


def compile_patterns(
    patterns: Sequence[Pattern],
    *,
    extra: Sequence[Pattern] = (),
    cache: Path | None = None,
    engine: Engine | None = None,
) -> "Scanner":
    """The scanner of patterns; a hit names them by their index in the sequence, `extra` ones behind the others.

    `cache` is a folder in which the compiled database of `patterns` is kept; what changes from call to call belongs into `extra`.
    `engine` is the best that is installed, unless said. Raises PatternError for a pattern that has nothing that could be looked for.
    """
    engine = engine or best()
    usual = _usual(patterns, cache, engine)
    if not extra:
        return usual
    scanner = Scanner((*patterns, *extra), engine)
    scanner.adopt(scanner.beside(usual.database(frozenset()), len(usual.owners)))
    return scanner


def _usual(patterns: Sequence[Pattern], cache: Path | None, engine: Engine) -> "Scanner":
    scanner = Scanner(patterns, engine)
    key = kept.digest(patterns, engine) if cache else b""
    database = kept.load(cache, key, engine) if cache else None
    if database is None:
        database = scanner.compiled(frozenset())
        if cache:
            kept.save(cache, key, database)
    scanner.adopt(database)
    return scanner


def _what(pattern: Pattern) -> tuple[object, ...]:
    """What makes two patterns look for the same."""
    return pattern.expression, pattern.literals, pattern.on, pattern.ignore_case, pattern.unicode, pattern.scan


class Scanner:
    """Looks for all patterns at once. It may be used for many inputs, at the same time too; each is a pass of its own."""

    def __init__(self, patterns: Sequence[Pattern], engine: Engine) -> None:
        self.patterns = tuple(patterns)
        self._engine = engine
        owners: dict[tuple[object, ...], list[int]] = {}
        for index, pattern in enumerate(self.patterns):
            owners.setdefault(_what(pattern), []).append(index)
        self.owners = tuple(map(tuple, owners.values()))
        self._databases: dict[frozenset[int], Database] = {}
        self._lock = threading.Lock()

    @cached_property
    def needles(self) -> tuple[Needle, ...]:
        """What is looked for, by number: one for each of `owners`, and the one for text that needs a second look.

        Derived when it is first needed, since a kept database needs it seldom.
        """
        from logsleuth.scan.needle import derive  # noqa: PLC0415  # 10 ms at start-up, and not needed where a database was kept

        return (*(derive(self.patterns[indices[0]]) for indices in self.owners), FOLDED)

    def blocks(self, read: Read, *, jobs: int = 2, limits: Limits = DEFAULT) -> Pass:
        """One pass over an input: an iterator of blocks, with `bounds_met` and `close`.

        `read(n)` gives the next at most n bytes, none at the end, and is called from one thread only. What it raises is raised by the
        iterator, after the blocks of what was read before. `jobs` threads scan.
        """
        return Pass(self, read, jobs, limits)

    def database(self, without: frozenset[int]) -> Database:
        """The compiled needles, but for some numbers."""
        with self._lock:
            found = self._databases.get(without)
            if found is None:
                found = self._databases[without] = self.compiled(without)
                if len(self._databases) > _MOST_DATABASES:
                    del self._databases[next(key for key in self._databases if key)]
            return found

    def adopt(self, database: Database) -> None:
        """Takes a database of all needles for its own."""
        self._databases[frozenset()] = database

    def beside(self, database: Database, size: int) -> Database:
        """The database of the first `size` needles and the last, made one of all."""
        from logsleuth.scan.needle import derive  # noqa: PLC0415  # as above

        added = [derive(self.patterns[indices[0]]) for indices in self.owners[size:]]
        try:
            return PairDatabase(database, self._engine.compile(dict(enumerate(added))), size)
        except NeedleError as error:
            raise PatternError(self.patterns[self.owners[size + error.number][0]].key, str(error)) from error

    def compiled(self, without: frozenset[int]) -> Database:
        """A new database. Raises PatternError for a pattern that the engine takes in no form."""
        try:
            return self._engine.compile({n: needle for n, needle in enumerate(self.needles) if n not in without})
        except NeedleError as error:
            owners = self.owners[error.number] if error.number < len(self.owners) else (0,)
            raise PatternError(self.patterns[owners[0]].key, str(error)) from error
