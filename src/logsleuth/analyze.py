"""One run, end to end: why it went wrong.

Reads like the table of contents: what was handed over is opened, scanned, read and turned into relations; expectations are
held against them; the rules are judged, what they find is weighed. No branch here depends on a program, a format or a cause.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import BinaryIO, Protocol

from logsleuth import expect, intake, judge, machine, read, scan, weigh
from logsleuth.errors import NoInputError
from logsleuth.model.book import Book, Pattern
from logsleuth.model.log import LogReading
from logsleuth.model.relation import RELATIONS, Row, Table
from logsleuth.model.report import Event, Outcome, Sign, Stats
from logsleuth.model.run import KINDS, Artifact, Moment, Note, Origin, Segment, unique
from logsleuth.model.verdict import Expectation, Finding, Matches, Weighed
from logsleuth.text.line import tidy

WHOLE = 4 << 20
"""Bytes up to which an artifact is looked at as a whole: snapshots are smaller, and a transcript is cut at its seams."""

BLOCK = 1 << 20

DATED_HEAD = 1 << 13
HALF_A_YEAR = timedelta(days=180)
"""Two files of one run do not lie further apart, as a rule; a year that is not written is taken so."""

LOG_KINDS = frozenset({"log", "text"})
EVENTS = 200


@dataclass(frozen=True, slots=True)
class Request:
    """What to analyse. `kinds` overrules, path by path, what an input is taken for; `boot` the boots that are judged."""

    paths: Sequence[str]
    kinds: Mapping[str, str] = field(default_factory=dict)
    expected: Sequence[str] = ()
    boot: int | None = None
    stdin: BinaryIO | None = None
    jobs: int = 2
    cache: Path | None = None
    source: str | None = None


@dataclass
class Meter:
    """What an analysis cost, for those who write rules: filled as it goes.

    `patterns` tell of the lines that each was held against; `judging` has the seconds of each rule, `reading` those of all that
    comes before: opening, scanning, peeling, matching.
    """

    patterns: Sequence[read.Watched] = ()
    judging: dict[str, float] = field(default_factory=dict)
    reading: float = 0.0


@dataclass
class _Collected:
    """What the inputs gave, as they are read one after the other."""

    artifacts: list[Artifact] = field(default_factory=list)
    logs: list[LogReading] = field(default_factory=list)
    rows: dict[str, list[Row]] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)
    bounds: list[str] = field(default_factory=list)

    def add_rows(self, tables: Mapping[str, Sequence[Row]]) -> None:
        for name, rows in tables.items():
            self.rows.setdefault(name, []).extend(rows)


def analyze(request: Request, book: Book) -> Outcome:
    """Analyses one run. Raises NoInputError if nothing could be read; trouble with one input is a note."""
    began = time.monotonic()
    collected, expectations, judgement = _judged(request, book)
    weighed = weigh.weigh(judgement.findings, book.causes, book.weighing)
    return Outcome(
        artifacts=tuple(collected.artifacts),
        weighed=weighed,
        causes=book.causes,
        expectations=expectations,
        events=_events(collected, weighed),
        not_judged=judgement.not_judged,
        notes=unique([*collected.notes, *judgement.notes]),
        stats=Stats(
            bytes=sum(artifact.size for artifact in collected.artifacts),
            lines=sum(artifact.lines for artifact in collected.artifacts),
            seconds=time.monotonic() - began,
            rules=len(book.rules),
            rules_version=book.digest,
            bounds_met=tuple(dict.fromkeys(collected.bounds)),
        ),
        healthy_signs=_healthy_signs(collected, book),
        around={(log.path, line): lines for log in collected.logs for line, lines in log.around.items()},
    )


def judged(request: Request, book: Book, meter: Meter | None = None) -> judge.Judgement:
    """What the rules find in one run, before it is weighed."""
    return _judged(request, book, meter)[2]


def _judged(
    request: Request, book: Book, meter: Meter | None = None
) -> tuple[_Collected, tuple[Expectation, ...], judge.Judgement]:
    collected, expectations, matches = _gathered(request, book, meter=meter)
    spent = None if meter is None else meter.judging
    return collected, expectations, judge.judge(book.rules, matches, _tables(collected.rows), spent)


def _gathered(
    request: Request, book: Book, *, meter: Meter | None = None, tap: "Tap | None" = None
) -> tuple[_Collected, tuple[Expectation, ...], Mapping[str, Matches]]:
    """All rows and matches that rules see."""
    began = time.monotonic()
    code = _code(request)
    collected = _collect(request, book, code, meter, tap)
    if meter is not None:
        meter.reading = time.monotonic() - began
    logs = [log for log in collected.logs if _is_log(collected, log)]
    expectations = expect.statuses(request.expected, logs)
    if code is not None:
        levels = frozenset(level for log in logs for level in log.levels)
        expectations, crossed = code.crossed(expectations, [log.matches for log in logs], collected.rows, levels)
        collected.add_rows(crossed)
        collected.notes += code.notes
    collected.add_rows({"expectations": [_expectation_row(e) for e in expectations]} if expectations else {})
    return collected, expectations, read.join_matches(log.matches for log in collected.logs)


class Tap(Protocol):
    """Reads along: it is handed the bytes of each input as they are read, and what they told at the end."""

    def opened(self, asked: read.Asked, peeler: read.Peeler) -> Callable[[bytes], None]:
        """An input begins; gives what takes its bytes."""
        ...

    def closed(self, boots: Sequence[Row]) -> None:
        """It was read to its end; the starts of programs in it, where they were looked for."""
        ...


@dataclass(frozen=True, slots=True)
class Told:
    """What is known about a run before anything is concluded: the tables that rules read, and the rows that rules give.

    `short` is what bounds kept out of the matches that these rest on: rows by the key of the pattern. `unread` are the notes on what
    could not be read, `notes` all of them.
    """

    notes: tuple[Note, ...]
    unread: tuple[Note, ...]
    tables: Mapping[str, Table] = field(default_factory=dict)
    given: Mapping[str, Table] = field(default_factory=dict)
    bounds: tuple[str, ...] = ()
    short: Mapping[str, int] = field(default_factory=dict)


def told(request: Request, book: Book, tap: Tap | None = None) -> Told:
    """Reads one run and fills its tables; rules that speak for causes are not judged. Raises NoInputError as `analyze` does."""
    collected, _, matches = _gathered(request, book, tap=tap)
    tables = _tables(collected.rows)
    judgement = judge.judge([rule for rule in book.rules if rule.gives is not None], matches, tables)
    notes = unique([*collected.notes, *judgement.notes])
    whole = {artifact.path for artifact in collected.artifacts if artifact.segments}
    return Told(
        notes=notes,
        unread=tuple(note for note in notes if note.path not in whole),
        tables=tables,
        given=judgement.given,
        bounds=tuple(dict.fromkeys(collected.bounds)),
        short={key: found.count - len(found.rows) for key, found in matches.items() if found.gap},
    )


def read_along(request: Request, book: Book, tap: Tap) -> Told:
    """Reads all inputs for a tap alone: nothing is looked for in them, and no table is filled."""
    peeler = read.Peeler(book.layouts, book.envelopes)
    dated = _dated(request, peeler)
    notes: list[Note] = []
    unread: list[Note] = []
    read_any = False
    for found in intake.sources(request.paths, stdin=request.stdin):
        if isinstance(found, Note):
            unread.append(found)
            continue
        read_any = True
        if not found.binary:
            segments = _looked_at(found, request.kinds)[1]
            asked = read.Asked(found.path, _reference(dated, found.modified), segments, request.boot)
            _pour(found, tap.opened(asked, peeler))
            tap.closed(())
        (unread if found.binary else notes).extend(found.notes)
    if not read_any:
        raise nothing_read(unread)
    return Told(unique([*unread, *notes]), unique(unread))


def _pour(source: intake.Source, into: Callable[[bytes], None]) -> None:
    while data := source.read(BLOCK):
        into(data)


class _Code(Protocol):
    """A source tree, as far as it is asked here."""

    @property
    def notes(self) -> Sequence[Note]:
        """What could not be read of it."""
        ...

    def patterns(self) -> Sequence[Pattern]:
        """What the scan must look for, to hold it against the logs."""
        ...

    def crossed(
        self,
        expectations: Sequence[Expectation],
        matches: Iterable[Mapping[str, Matches]],
        tables: Mapping[str, Sequence[Row]],
        levels: frozenset[str | None],
    ) -> tuple[tuple[Expectation, ...], Mapping[str, Sequence[Row]]]:
        """The expectations with their sources, and the relations of the code."""
        ...


def _code(request: Request) -> _Code | None:
    """The source tree that was handed over."""
    if request.source is None:
        return None
    from logsleuth import source  # noqa: PLC0415  # 25 ms at start-up, and most calls hand over no tree

    return source.source(request.source, request.expected)


def _collect(
    request: Request, book: Book, code: _Code | None, meter: Meter | None = None, tap: Tap | None = None
) -> _Collected:
    """Reads all inputs, each once."""
    wanted = (*expect.patterns(request.expected), *(code.patterns() if code is not None else ()))
    usual = (*book.patterns(), *read.START_PATTERNS)
    patterns = (*usual, *wanted)
    scanner = scan.compile_patterns(usual, extra=wanted, cache=request.cache)
    peeler = read.Peeler(book.layouts, book.envelopes)
    compiled = read.compiled(patterns, watched=meter is not None)
    if meter is not None:
        meter.patterns = [each for each in compiled if isinstance(each, read.Watched)]
    reading = _Reading(request, book, scanner, compiled, peeler, _dated(request, peeler), tap)
    collected = _Collected()
    for found in intake.sources(request.paths, stdin=request.stdin):
        if isinstance(found, Note):
            collected.notes.append(found)
        else:
            _read(found, reading, collected)
    if not collected.logs:
        raise nothing_read(collected.notes)
    collected.notes += _unmet(request, collected)
    return collected


def nothing_read(notes: Iterable[Note]) -> NoInputError:
    """The error for a call whose inputs gave nothing, with the reason of each."""
    reasons = "; ".join(f"{note.path}: {note.message}" if note.path else note.message for note in notes)
    return NoInputError(f"no input could be read ({reasons or 'there is no file'})")


def _dated(request: Request, peeler: read.Peeler) -> datetime | None:
    """The latest time with a year at the head of any input; archives are passed over, since they can be read only once."""
    latest: datetime | None = None
    for path in request.paths if len(request.paths) > 1 or Path(request.paths[0]).is_dir() else ():
        if path == "-":
            continue
        for found in intake.sources([path]):
            if isinstance(found, intake.Source) and "!" in found.path:
                break
            if isinstance(found, intake.Source) and not found.binary:
                times = read.dated(found.peek(DATED_HEAD), peeler)
                latest = max((time for time in (latest, times) if time is not None), default=None)
    return latest


def _unmet(request: Request, collected: _Collected) -> Iterator[Note]:
    """What the call asked for that is not there."""
    read_paths = {artifact.path for artifact in collected.artifacts}
    for path, kind in request.kinds.items():
        if path not in read_paths:
            yield Note(f"no input has this path: --as {kind}={path} changes nothing", path)
    boots = {boot.number for log in collected.logs for boot in log.boots}
    if request.boot is not None and request.boot not in boots:
        yield Note(
            f"no log has a start number {request.boot}: --boot leaves nothing to judge; there are {', '.join(map(str, sorted(boots)))}"
        )


@dataclass(frozen=True, slots=True)
class _Reading:
    request: Request
    book: Book
    scanner: scan.Scanner
    patterns: Sequence[read.Compiled]
    peeler: read.Peeler
    dated: datetime | None
    tap: Tap | None = None

    def reference(self, modified: datetime | None) -> datetime | None:
        """What years that are not written are inferred from: when the file was last written, unless the run is much older than its copy."""
        return _reference(self.dated, modified)


def _reference(dated: datetime | None, modified: datetime | None) -> datetime | None:
    if dated is None or modified is None:
        return dated or modified
    return min(modified, dated + HALF_A_YEAR)


def _read(source: intake.Source, reading: _Reading, collected: _Collected) -> None:
    """Reads one input to its end."""
    if source.binary:
        while source.read(BLOCK):  # so that its size and digest are known
            pass
        collected.artifacts.append(_artifact(source, (), None))
        collected.notes.extend(source.notes)
        return
    lines, segments = _looked_at(source, reading.request.kinds)
    log = _read_log(source, reading, segments)
    collected.logs.append(log)
    collected.artifacts.append(_artifact(source, segments, log))
    collected.notes += [*source.notes, *log.notes]
    collected.bounds += log.bounds_met
    if any(segment.kind in LOG_KINDS for segment in segments):
        collected.add_rows(log.tables)
    if lines is not None:
        for segment in segments:
            _read_snapshot(source, segment, lines, reading, collected)


def _looked_at(source: intake.Source, kinds: Mapping[str, str]) -> tuple[Sequence[str] | None, tuple[Segment, ...]]:
    """The lines of an input, unless it is too large to be a snapshot, and what it is."""
    head = source.peek(WHOLE + 1)
    # Not cleaned: NULs part the variables of /proc/PID/environ.
    lines = head.decode("utf-8", "replace").split("\n") if len(head) <= WHOLE else None
    return lines, _segments(source, head, lines, kinds)


def _segments(
    source: intake.Source, head: bytes, lines: Sequence[str] | None, kinds: Mapping[str, str]
) -> tuple[Segment, ...]:
    """What the input is, stretch by stretch. A trailing newline ends the last line and begins no other."""
    forced = kinds.get(source.path)
    if lines is None:
        found = intake.head_kind(head, source.path)
        return (Segment(forced or found.kind, 1, 1 << 62, "said by --as" if forced else found.why),)
    count = len(lines) - (1 if lines and not lines[-1] else 0)
    if forced:
        return (Segment(forced, 1, max(count, 1), "said by --as"),)
    return intake.segments(lines[:count], source.path)


def _read_log(source: intake.Source, reading: _Reading, segments: Sequence[Segment]) -> LogReading:
    asked = read.Asked(source.path, reading.reference(source.modified), segments, reading.request.boot)
    reader = read.LogReader(reading.book, reading.patterns, reading.peeler, asked)
    along = reading.tap.opened(asked, reading.peeler) if reading.tap is not None else None
    blocks = reading.scanner.blocks(_read_twice(source.read, along), jobs=reading.request.jobs)
    for block in blocks:
        reader.feed(block)
    log = reader.finish(blocks.bounds_met)
    if reading.tap is not None:
        reading.tap.closed(log.tables.get("boots", ()))
    return log


def _read_twice(bytes_of: Callable[[int], bytes], along: Callable[[bytes], None] | None) -> Callable[[int], bytes]:
    """What reads an input for the scan and hands the same bytes on."""
    if along is None:
        return bytes_of

    def both(n: int) -> bytes:
        data = bytes_of(n)
        along(data)
        return data

    return both


def _read_snapshot(
    source: intake.Source, segment: Segment, lines: Sequence[str], reading: _Reading, collected: _Collected
) -> None:
    if segment.kind not in machine.READERS:
        return
    stretch = lines[segment.first - 1 : segment.last]
    snapshot = machine.Snapshot(
        path=source.path,
        lines=stretch if any("\x00" in line for line in stretch) else [tidy(line) for line in stretch],
        first_line=segment.first,
        # Records of a kernel's log lie beside those of the run; a process list is of the moment at which it was written.
        taken_at=reading.reference(source.modified) if segment.kind == "kernel" else source.modified,
        kind=segment.kind,
    )
    found = machine.read(snapshot)
    collected.add_rows(found.rows)
    collected.notes += found.notes


def _artifact(source: intake.Source, segments: Sequence[Segment], log: LogReading | None) -> Artifact:
    kinds = list(dict.fromkeys(segment.kind for segment in segments)) or ["text"]
    return Artifact(
        path=source.path,
        kind=kinds[0] if len(kinds) == 1 else "+".join(sorted(kinds, key=KINDS.index)),
        why="; ".join(dict.fromkeys(segment.why for segment in segments)),
        size=source.size,
        sha256=source.sha256,
        lines=log.lines if log else 0,
        encoding=source.encoding,
        segments=tuple(segments),
        first_time=log.first_time if log else None,
        last_time=log.last_time if log else None,
        boots=len(log.boots) if log else 0,
        programs=log.programs if log else (),
        notes=source.notes,
    )


def _is_log(collected: _Collected, log: LogReading) -> bool:
    artifact = next(artifact for artifact in collected.artifacts if artifact.path == log.path)
    return any(segment.kind in LOG_KINDS for segment in artifact.segments)


def _tables(rows: Mapping[str, Sequence[Row]]) -> dict[str, Table]:
    """Rows as tables, in an order that does not depend on that of the files."""
    ordered = {name: sorted(found, key=_place) for name, found in rows.items()}
    return {name: Table(RELATIONS[name], tuple(found)) for name, found in ordered.items()}


def _expectation_row(expectation: Expectation) -> Row:
    proof = expectation.proof[0] if expectation.proof else None
    return {
        "path": expectation.path or (proof.path if proof else ""),
        "line": proof.line if proof else 1,
        "end_line": proof.line if proof else 1,
        "boot": expectation.boot,
        "text": expectation.text,
        "status": expectation.status,
        "why": expectation.why,
        "near": expectation.near.text if expectation.near else None,
        **_source_columns(expectation),
    }


def _source_columns(expectation: Expectation) -> Row:
    """What the source tree says of an expected line."""
    emitted = expectation.source
    if emitted is None:
        return {}
    return {
        "source_path": emitted.path,
        "source_line": emitted.line,
        "level": emitted.level,
        "guard": emitted.guard,
        "guard_holds": emitted.guard_holds,
        "guard_path": emitted.shown.path if emitted.shown else None,
        "guard_line": emitted.shown.line if emitted.shown else None,
        "flag": emitted.flag,
        "bracket": emitted.bracket,
    }


def _healthy_signs(collected: _Collected, book: Book) -> tuple[Sign, ...]:
    """Why the run looks healthy: programs that got ready and did not crash, and answers that say so.

    Where a health check's last answer says that it is not ready, some program's word that it got ready outweighs nothing.
    """
    polls: dict[str, Row] = {row["path"]: row for row in sorted(collected.rows.get("health", ()), key=_place)}
    if any(row.get("ready") is False for row in polls.values()):
        return ()
    ready = {profile.program: {profile.ready, "serving"} for profile in book.profiles}
    crashed = {
        (row["path"], row["number"]) for row in collected.rows.get("boots", ()) if row["how"] in {"crashed", "cut"}
    }
    last = {
        row["program"]: row
        for row in collected.rows.get("phases", ())
        if row["phase"] in ready[row["program"]] and (row["path"], row["boot"]) not in crashed
    }
    signs = [Sign(f"{program} got ready", row["path"], row["line"]) for program, row in sorted(last.items())]
    answers = [row for row in collected.rows.get("health", ()) if row.get("ready") and row.get("status") is not None]
    signs += [Sign("the health check was answered", row["path"], row["line"]) for row in answers[-1:]]
    return tuple(signs)


def _place(row: Row) -> tuple[str, int]:
    return row["path"], row["line"]


# The time line ------------------------------------------------------------------------------------------------------------


def _events(collected: _Collected, weighed: Weighed) -> tuple[Event, ...]:
    """Phases, health answers and the moments of the leading hypotheses, in order of time where it is known."""
    events = list(_phase_events(collected)) + list(_health_events(collected)) + list(_finding_events(weighed))
    dated = sorted((e for e in events if _when(e)), key=lambda e: (str(_when(e)), e.path, e.line, e.what))
    undated = sorted((e for e in events if not _when(e)), key=lambda e: (e.path, e.line, e.what))
    return tuple(dict.fromkeys([*dated, *undated]))[:EVENTS]


def _when(event: Event) -> object:
    return event.moment.time or event.moment.earliest or event.moment.latest


def _phase_events(collected: _Collected) -> Iterator[Event]:
    for row in collected.rows.get("phases", ()):
        yield Event(_moment(row), _origin(row), row["path"], row["line"], f"{row['program']}: {row['phase']}")


def _health_events(collected: _Collected) -> Iterator[Event]:
    for row in collected.rows.get("health", ()):
        answer = "ready" if row.get("ready") else "not ready"
        yield Event(_moment(row), _origin(row), row["path"], row["line"], f"health check: {answer}")


def _finding_events(weighed: Weighed) -> Iterator[Event]:
    for hypothesis in weighed.hypotheses[:3]:
        for share in hypothesis.shares:
            finding: Finding = share.finding
            anchor = finding.evidence[0]
            yield Event(anchor.moment, anchor.origin, anchor.path, anchor.line, f"{finding.cause}: {finding.says}")


def _moment(row: Row) -> Moment:
    return Moment(row.get("time"), row.get("earliest"), row.get("latest"), row.get("clock"), row.get("zone_known"))


def _origin(row: Row) -> Origin:
    return Origin(host=row.get("origin.host"), container=row.get("origin.container"), rank=row.get("origin.rank"))
