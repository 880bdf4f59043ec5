"""From what the lines of one log told to its rows: boots, bounds in time, what is benign, which exceptions were survived."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import fields
from datetime import datetime
from operator import attrgetter
from typing import Any

from logsleuth.model.book import PHASES, Book
from logsleuth.model.log import BootFacts, LogReading
from logsleuth.model.relation import Row
from logsleuth.model.run import Note, Origin
from logsleuth.model.verdict import Matches
from logsleuth.read.boots import Boot, Boots
from logsleuth.read.gathered import Asked, Gathered
from logsleuth.read.matching import Hit, Kept
from logsleuth.read.survived import ENDED_LINES, Survival
from logsleuth.read.tracebacks import Traceback


def origin_columns(origin: Origin) -> dict[str, Any]:
    """The common columns of an origin."""
    return dict(zip(_COLUMNS, _values(origin), strict=True))


_FIELDS = tuple(item.name for item in fields(Origin))
_COLUMNS = tuple(f"origin.{name}" for name in _FIELDS)
_values = attrgetter(*_FIELDS)


class Finisher:
    """Makes the rows of one log."""

    def __init__(self, book: Book, asked: Asked, got: Gathered, tracebacks: Sequence[Traceback], lines: int) -> None:
        self._book = book
        self._path = asked.path
        self._got = got
        self._tracebacks = tracebacks
        self._lines = lines
        self._layout_programs = {layout.id: layout.program for layout in reversed(book.layouts)}
        embedded = {profile.program: profile.embedded_in for profile in book.profiles}
        self._boots = Boots(got.steps, embedded, lines, [text for _, text in list(got.tail)[-2:]])
        self._survival = Survival(got, self._boots, tracebacks, lines)
        self._judged = self._boots.judged() if asked.boot is None else frozenset({asked.boot})
        self._dated_lines = [line for line, _ in got.dated]
        self._ordered = all(a[1] <= b[1] for a, b in zip(got.dated, got.dated[1:], strict=False))

    def reading(self, notes: Sequence[Note], slow: Sequence[str], bounded: AbstractSet[str]) -> LogReading:
        """All that the log told. `slow` patterns were cut off on some lines; of the `bounded` there were more than the scan told."""
        kept, elsewhere = self._kept()
        kept = {key: _more(matches) if key in bounded else matches for key, matches in kept.items()}
        times = [time for _, time in self._got.dated]
        return LogReading(
            path=self._path,
            lines=self._lines,
            matches=kept,
            elsewhere=elsewhere,
            tables=self._tables(),
            boots=tuple(self._facts(boot) for boot in self._boots.boots),
            levels=frozenset(self._got.levels),
            heads=self._got.heads,
            programs=tuple(self._got.programs),
            first_time=min(times, default=None),
            last_time=max(times, default=None),
            tail=tuple(self._got.tail),
            cut=any(t.cut == "end-of-file" for t in self._tracebacks),
            notes=tuple(notes),
            bounds_met=(
                *(f"the pattern {key} took too long on some lines" for key in slow),
                *(
                    f"the pattern {key} hit so often that the middle of {self._path} was not looked at for it"
                    for key in sorted(bounded)
                ),
            ),
            around=self._got.around,
        )

    # Matches ----------------------------------------------------------------------------------------------------------

    def _kept(self) -> tuple[dict[str, Matches], dict[str, Matches]]:
        """The rows that rules may see, and those of other boots."""
        benign = self._benign_lines()
        seen, other = Kept(), Kept()
        for hit in self._got.hits:
            pattern, origin = hit.pattern, hit.extra["origin"]
            boot = self._boots.of(hit.line, origin)
            if pattern.levels and hit.extra["level"] not in pattern.levels:
                continue
            if pattern.programs and not (set(pattern.programs) & self._programs(hit, boot)):
                continue
            if hit.line in benign and not pattern.sees_benign and "/benign/" not in pattern.key:
                continue
            row = self._row(hit, boot)
            group = (tuple(sorted(hit.captures.items())), row["boot"], origin)
            into = seen if boot is None or boot.number in self._judged else other
            into.add(pattern.key, group, row)
        return seen.matches(), other.matches()

    def _programs(self, hit: Hit, boot: Boot | None) -> set[str]:
        origin: Origin = hit.extra["origin"]
        layout = self._layout_programs.get(hit.extra["layout"])
        named = {name for name in (origin.program, layout, boot.program if boot else None) if name}
        return named or set(self._got.programs)

    def _row(self, hit: Hit, boot: Boot | None) -> dict[str, Any]:
        extra = hit.extra
        return {
            **hit.captures,
            "path": self._path,
            "line": hit.line,
            "end_line": hit.end_line,
            **self._times(hit.line, extra),
            "boot": boot.number if boot else None,
            **origin_columns(extra["origin"]),
            "text": hit.text,
            "level": extra["level"],
            "logger": extra["logger"],
        }

    def _times(self, line: int, extra: Mapping[str, Any]) -> dict[str, Any]:
        """The columns of time; a line without one lies between its dated neighbours, if the log is in order."""
        columns = {name: extra[name] for name in ("time", "earliest", "latest", "clock", "zone_known")}
        if columns["time"] is None and self._ordered and self._got.dated:
            before = bisect_left(self._dated_lines, line) - 1
            after = bisect_right(self._dated_lines, line)
            columns["earliest"] = columns["earliest"] or (self._got.dated[before][1] if before >= 0 else None)
            columns["latest"] = columns["latest"] or (
                self._got.dated[after][1] if after < len(self._got.dated) else None
            )
        return columns

    def _benign_lines(self) -> frozenset[int]:
        """The lines that a profile of a program seen here calls benign, those left out that an `unless` takes back."""
        by_key: dict[str, list[Hit]] = {}
        for hit in self._got.hits:
            if "/benign/" in hit.pattern.key:
                by_key.setdefault(hit.pattern.key, []).append(hit)
        lines: set[int] = set()
        for profile in self._book.profiles:
            for benign in profile.benign:
                unless = by_key.get(benign.unless.key, ()) if benign.unless else ()
                for hit in by_key.get(benign.pattern.key, ()):
                    if not any(_joins(hit.captures, other.captures) for other in unless):
                        lines.update(range(hit.line, hit.end_line + 1))
        return frozenset(lines)

    # Tables -----------------------------------------------------------------------------------------------------------

    def _tables(self) -> dict[str, list[Row]]:
        tables: dict[str, list[Row]] = {
            "boots": [self._boot_row(boot) for boot in self._boots.boots],
            "phases": list(self._phase_rows()),
            "origins": list(self._origin_rows()),
            "tracebacks": [],
            "frames": [],
        }
        for number, traceback in enumerate(self._tracebacks):
            boot = self._boots.of(traceback.line, traceback.origin)
            if boot is not None and boot.number not in self._judged:
                continue
            common = self._common(traceback.line, traceback.end_line, traceback.origin, boot)
            tables["tracebacks"].append({**common, **self._traceback_row(number, traceback)})
            tables["frames"] += [{**common, "traceback": number, **_frame_row(frame)} for frame in traceback.frames]
        return tables

    def _common(self, line: int, end_line: int, origin: Origin, boot: Boot | None) -> dict[str, Any]:
        index = bisect_right(self._dated_lines, line) - 1
        exact = index >= 0 and self._dated_lines[index] == line
        extra = {
            "time": self._got.dated[index][1] if exact else None,
            "earliest": None,
            "latest": None,
            "clock": self._got.clock.clock,
            "zone_known": self._got.clock.zone_known,
        }
        return {
            "path": self._path,
            "line": line,
            "end_line": end_line,
            **self._times(line, extra),
            "boot": boot.number if boot else None,
            **origin_columns(origin),
        }

    def _boot_row(self, boot: Boot) -> Row:
        return {
            **self._common(boot.first, boot.first, boot.origin, boot),
            "number": boot.number,
            "program": boot.program,
            "last": self._boots.last_of_program(boot),
            "partial": boot.partial,
            "judged": boot.number in self._judged,
            "started": boot.started,
            "ended": self._ended(boot),
            "how": self._how(boot),
            "covered": not boot.partial,
        }

    def _ended(self, boot: Boot) -> datetime | None:
        index = bisect_right(self._dated_lines, boot.last) - 1
        return self._got.dated[index][1] if index >= 0 and self._dated_lines[index] >= boot.first else None

    def _how(self, boot: Boot) -> str | None:
        """How a boot ended. A record that calls itself critical, near the end, outweighs a last word that all is closed."""
        inside = [t for t in self._tracebacks if boot.first <= t.line <= boot.last]
        if boot.first <= self._got.critical <= boot.last < self._got.critical + ENDED_LINES:
            return "crashed"
        if {"stopped", "shutting-down"} & set(boot.phases):
            return "clean"
        if any(t.cut == "end-of-file" for t in inside):
            return "cut"
        return "crashed" if any(self._survival.handled(t) is False for t in inside) else None

    def _facts(self, boot: Boot) -> BootFacts:
        order = {name: index for index, name in enumerate(PHASES)}
        inside = [s for s in self._boots.steps if boot.first <= s.line <= boot.last and s.program == boot.program]
        furthest = max(inside, key=lambda step: (order.get(step.phase, 0), -step.line), default=None)
        return BootFacts(
            path=self._path,
            number=boot.number,
            program=boot.program,
            first=boot.first,
            last=boot.last,
            covered=not boot.partial,
            judged=boot.number in self._judged,
            phases=boot.phases,
            proof=(furthest.line, furthest.text) if furthest else None,
        )

    def _phase_rows(self) -> Iterator[Row]:
        for step in self._boots.steps:
            boot = self._boots.of(step.line, step.origin)
            if boot is None or boot.number in self._judged:
                common = self._common(step.line, step.line, step.origin, boot)
                yield {**common, "program": step.program, "phase": step.phase, "text": step.text}

    def _origin_rows(self) -> Iterator[Row]:
        for origin, writer in self._got.writers.items():
            if origin == Origin():
                continue
            boot = self._boots.of(writer.last_line, origin)
            yield {
                **self._common(writer.first_line, writer.first_line, origin, boot),
                "first_line": writer.first_line,
                "last_line": writer.last_line,
                "first_time": writer.first_time,
                "last_time": writer.last_time,
            }

    # Exceptions -------------------------------------------------------------------------------------------------------

    def _traceback_row(self, number: int, traceback: Traceback) -> Row:
        where = traceback.where
        return {
            "id": number,
            "type": traceback.type,
            "message": traceback.message,
            "language": traceback.language,
            "complete": traceback.complete,
            "cut": traceback.cut,
            "handled": self._survival.handled(traceback),
            "chained": traceback.chained,
            "root_type": traceback.root_type,
            "root_message": traceback.root_message,
            "where_path": where.file if where else None,
            "where_line": where.file_line if where else None,
            "where_function": where.function if where else None,
            "where_text": where.quoted if where else None,
            "frames_count": len(traceback.frames),
            "text": _last_words(traceback),
        }


def _last_words(traceback: Traceback) -> str | None:
    """What a person would quote of it: the exception, or the innermost frame where it was cut off."""
    if traceback.type is not None:
        return f"{traceback.type}: {traceback.message}".splitlines()[0] if traceback.message else traceback.type
    where = traceback.where
    if where is None or where.file is None:
        return where.function if where else None
    return f'File "{where.file}", line {where.file_line}, in {where.function}'


def _more(matches: Matches) -> Matches:
    """The matches, known to be only some of them."""
    return Matches(matches.rows, max(matches.count, len(matches.rows) + 1))


def _joins(a: Mapping[str, str], b: Mapping[str, str]) -> bool:
    return all(a[name] == b[name] for name in a.keys() & b.keys())


def _frame_row(frame: Any) -> Row:
    return {
        "depth": frame.depth,
        "file": frame.file,
        "file_line": frame.file_line,
        "function": frame.function,
        "quoted": frame.quoted,
    }
