"""Reads one log: the blocks of the scan come in, and what its lines told goes out.

The head and the tail of the log are read line by line; in between only candidates are, and what goes on over several lines
after one (a traceback, a record). So a log of a gigabyte costs little more than its scan.
"""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from logsleuth.model.book import Book, On, Pattern
from logsleuth.model.log import LogReading
from logsleuth.model.run import Moment
from logsleuth.read.boots import Step
from logsleuth.read.finish import Finisher
from logsleuth.read.gathered import Asked, Gathered, Writer
from logsleuth.read.lines import BlockLike, Visited, Walk, lines_after, lines_before, text_at
from logsleuth.read.matching import Compiled, Hit, Watched
from logsleuth.read.peel import Peeled, Peeler
from logsleuth.read.times import Clock
from logsleuth.read.tracebacks import START_PATTERNS, TracebackReader

HEAD_BYTES = 1 << 18
TAIL_BYTES = 1 << 18
"""The stretches that are read line by line: about 1,500 lines at either end. What the tail must tell (how each origin ended) stands
in far less; reading 4 MB at either end cost more than the scan of the gigabyte between them."""

TRACEBACK_LINES = 2_000
TRACEBACK_BYTES = 1 << 20
RECORD_LINES = 200
MOST_DATED = 100_000
AROUND_CHARACTERS = 400
AROUND_HITS = 3
READ_AS_LINES = frozenset({"log", "text", "kernel", "health"})
"""Where a pattern that names no kind is looked for. What a shell answered (a module that it lacks, its own packages) is not what
the run did: such snapshots are relations, and a pattern must ask for them by kind."""

DATED_WITHIN = 40
"""Lines that are looked back over for the time of a candidate without one."""

DATELESS = 500
"""Looks back in a row that found no time, and no line with one between them: then the log is taken to write none, until one shows up."""


SEAM = 512
"""Characters on either side of the seam of a line that was cut, in which a pattern may lie across it."""

SEAMS = 50
"""Seams of one log that are looked at so: each costs a search for every pattern."""

LONGEST_JOINED = 1 << 17
"""Characters from which on a line is not joined any longer; no pattern looks so far."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A line, or a piece of one: its number, what it says, and the patterns that may match it."""

    number: int
    peeled: Peeled
    patterns: tuple[int, ...]


class LogReader:
    """Reads one log. Feed it the blocks in order, then `finish`."""

    def __init__(self, book: Book, patterns: Sequence[Compiled], peeler: Peeler, asked: Asked) -> None:
        """`patterns` are those that the scan was given, in its order."""
        self._book = book
        self._patterns = patterns
        self._peeler = peeler
        self._asked = asked
        self._clock = Clock(reference=asked.modified, source=asked.path, host=None)
        self._phases = {
            phase.pattern.key: (profile.program, phase) for profile in book.profiles for phase in profile.phases
        }
        self._layout_programs = {layout.id: layout.program for layout in book.layouts}
        self._starts = frozenset(pattern.key for pattern in START_PATTERNS)
        self._tracebacks = TracebackReader()
        self._fed_lines = self._fed_bytes = 0
        self._got = Gathered()
        self._last: Moment = Moment()
        self._accounted = (
            0  # the line up to which `_last` takes all dated lines into account that a look back would find
        )
        self._dateless = 0  # looks back in a row that found nothing
        self._bounded: tuple[int, ...] = ()
        self._partial: Piece | None = None
        self._seams = SEAMS
        self._pending: deque[BlockLike] = deque()
        self._pending_bytes = 0
        self._offset = 0
        self._lines = 0
        self._torn = False
        self._goes_on = False
        self._per_pattern: dict[str, int] = {}
        self._records: set[tuple[str, int]] = set()

    def feed(self, block: BlockLike) -> None:
        """One more block. Blocks are held back until it is known that they are not the tail."""
        self._pending.append(block)
        self._pending_bytes += len(block.data)
        while len(self._pending) > 1 and self._pending_bytes - len(self._pending[0].data) >= TAIL_BYTES:
            self._read(self._pending.popleft(), tail=None)

    def finish(self, bounded: Iterable[int] = ()) -> LogReading:
        """What the log told, read to its end.

        `bounded` are the patterns (by index) of which the scan stopped to look for candidates: the tail is held against them whole, so
        that what came last is seen however often it came before.
        """
        self._bounded = tuple(sorted(bounded))
        left = self._pending_bytes
        while self._pending:
            block = self._pending.popleft()
            left -= len(block.data)
            self._read(block, tail=max(0, len(block.data) + left - TAIL_BYTES))
        self._tracebacks.finish("end-of-file", torn=self._torn)
        self._got.clock = self._last
        finisher = Finisher(self._book, self._asked, self._got, self._tracebacks.tracebacks(), self._lines)
        slow = tuple(c.pattern.key for c in self._patterns if c.strikes)
        return finisher.reading(
            self._clock.notes, slow, frozenset(self._patterns[i].pattern.key for i in self._bounded)
        )

    def _read(self, block: BlockLike, *, tail: int | None) -> None:
        size = len(block.data)
        walk = Walk(
            block, head=max(0, HEAD_BYTES - self._offset), tail=size if tail is None else tail, goes_on=self._goes_on
        )
        self._goes_on = block.cut
        for visited in walk:
            tailing = tail is not None and visited.start >= tail
            self._visit(block, visited.beside(self._bounded) if tailing and self._bounded else visited)
            walk.all_lines = self._tracebacks.active or self._partial is not None
        self._pending_bytes -= size
        self._offset += size
        self._torn = bool(size) and not block.data.endswith(b"\n")
        self._lines = block.first_line + block.newlines - (0 if self._torn else 1)

    def _visit(self, block: BlockLike, at: Visited) -> None:
        raw = text_at(block, at.start, at.end)
        piece = Piece(at.number, self._peeler.peel(raw), at.patterns)
        if self._partial is not None:
            piece = self._joined(self._partial, piece)
        self._partial = piece if piece.peeled.partial else None
        if self._partial is not None:
            return
        number, peeled = piece.number, piece.peeled
        moment = self._moment(block, at, peeled)
        self._note_line(number, peeled, moment)
        whole = Visited(at.number, at.start, at.end, piece.patterns)
        started = self._match(block, whole, number, raw, peeled, moment)
        if started or self._tracebacks.active:
            self._feed_traceback(number, raw, peeled, started=started)

    def _joined(self, before: Piece, piece: Piece) -> Piece:
        """A line that its envelope cut in pieces, whole again. It is cited by its first piece; what lies across the seam is no candidate of either."""
        if len(before.peeled.message) > LONGEST_JOINED:
            return piece
        patterns = {*before.patterns, *piece.patterns}
        if self._seams:
            self._seams -= 1
            seam = before.peeled.message[-SEAM:] + piece.peeled.message[:SEAM]
            patterns.update(i for i, compiled in enumerate(self._patterns) if compiled.find(seam) is not None)
        return Piece(before.number, self._peeler.joined(before.peeled, piece.peeled), tuple(sorted(patterns)))

    # Times ------------------------------------------------------------------------------------------------------------

    def _moment(self, block: BlockLike, at: Visited, peeled: Peeled) -> Moment:
        stamp = peeled.stamp or peeled.outer
        if stamp is not None:
            moment = self._clock.place(stamp)
            if moment.time is not None:
                self._last = moment
                self._accounted, self._dateless = at.number, 0
                if len(self._got.dated) < MOST_DATED:
                    self._got.dated.append((at.number, moment.time))
            return moment
        return Moment(earliest=self._looked_back(block, at), clock=self._last.clock, zone_known=self._last.zone_known)

    def _looked_back(self, block: BlockLike, at: Visited) -> datetime | None:
        """The time of the nearest dated line before: the last one visited, or, between two candidates, one that was not."""
        unseen = at.number - 1 - self._accounted
        if unseen > 0 and not at.patterns:
            return self._last.time
        self._accounted = at.number
        if unseen > 0 and self._dateless < DATELESS:
            self._look_back(block, at, min(unseen, DATED_WITHIN))
        return self._last.time

    def _look_back(self, block: BlockLike, at: Visited, lines: int) -> None:
        """Looks for the last dated line among so many before this one; those further up were seen before."""
        for text in lines_before(block, at.start, lines):
            stamp = self._peeler.peel(text).stamp
            moment = self._clock.place(stamp) if stamp is not None else None
            if moment is not None and moment.time is not None:
                self._last = moment
                self._dateless = 0
                return
        self._dateless += 1

    # What a line tells ------------------------------------------------------------------------------------------------

    def _note_line(self, number: int, peeled: Peeled, moment: Moment) -> None:
        got = self._got
        if peeled.message.strip():
            got.tail.append((number, peeled.message[:AROUND_CHARACTERS]))
        if not peeled.head:
            return
        got.heads += 1
        got.levels.add(peeled.level)
        if peeled.level == "critical":
            got.critical = number
        writer = got.writers.get(peeled.origin)
        if writer is None:
            writer = got.writers[peeled.origin] = Writer(number, number, moment.time, moment.time)
        writer.last_line, writer.last_time = number, moment.time or writer.last_time
        writer.heads.append(number)

    def _match(self, block: BlockLike, at: Visited, number: int, raw: str, peeled: Peeled, moment: Moment) -> bool:
        """Holds the candidates of a line against it; whether a traceback starts on it."""
        started = False
        for index in at.patterns:
            compiled = self._patterns[index]
            pattern = compiled.pattern
            if not self._wanted(pattern, number):
                continue
            if pattern.on is On.RECORD:
                self._match_record(block, at, compiled, peeled, moment)
                continue
            for text in (raw,) if pattern.on is On.RAW else peeled.texts:
                captures = compiled.find(text)
                if captures is None:
                    continue
                if pattern.key in self._starts:
                    started = True
                else:
                    self._hit(block, at, Hit(pattern, number, at.number, text, captures, self._columns(peeled, moment)))
                break
        return started

    def _wanted(self, pattern: Pattern, line: int) -> bool:
        kind = next((s.kind for s in self._asked.segments if s.first <= line <= s.last), "log")
        return kind in (pattern.kinds or READ_AS_LINES)

    def _columns(self, peeled: Peeled, moment: Moment) -> Mapping[str, Any]:
        origin = peeled.origin
        return {
            "time": moment.time,
            "earliest": moment.earliest,
            "latest": moment.latest,
            "clock": moment.clock,
            "zone_known": moment.zone_known,
            "origin": origin,
            "level": peeled.level,
            "logger": peeled.logger,
            "layout": peeled.layout,
        }

    def _hit(self, block: BlockLike, at: Visited, hit: Hit) -> None:
        key = hit.pattern.key
        self._got.hits.append(hit)
        seen = self._per_pattern[key] = self._per_pattern.get(key, 0) + 1
        if seen <= AROUND_HITS and hit.line not in self._got.around:
            self._got.around[hit.line] = self._surroundings(block, at)
        if key in self._phases:
            self._step(block, at, hit)

    def _step(self, block: BlockLike, at: Visited, hit: Hit) -> None:
        program, phase = self._phases[hit.pattern.key]
        before: tuple[str, ...] = ()
        if phase.start:
            texts = (self._peeler.peel(text).message for text in lines_before(block, at.start, 6))
            before = tuple(text for text in texts if text.strip())[:2]
        asked = hit.pattern.programs
        narrowed = bool(asked) and self._layout_programs.get(hit.extra["layout"]) not in asked
        if not narrowed:
            self._got.programs[program] = None
        origin, time = hit.extra["origin"], hit.extra["time"]
        self._got.steps.append(
            Step(hit.line, program, phase.name, phase.start, origin, time, hit.text, narrowed=narrowed, before=before)
        )

    @staticmethod
    def _surroundings(block: BlockLike, at: Visited) -> tuple[tuple[int, str], ...]:
        before = [(at.number - 1, text[:AROUND_CHARACTERS]) for text in lines_before(block, at.start, 1)]
        after = [(at.number + 1, text[:AROUND_CHARACTERS]) for text in lines_after(block, at.end, 1)]
        return tuple(before + after)

    # What goes on over several lines ----------------------------------------------------------------------------------

    def _match_record(self, block: BlockLike, at: Visited, compiled: Compiled, peeled: Peeled, moment: Moment) -> None:
        first, last, text = self._record(block, at, peeled)
        if (compiled.pattern.key, first) in self._records:
            return
        captures = compiled.find(text)
        if captures is not None:
            self._records.add((compiled.pattern.key, first))
            self._hit(block, at, Hit(compiled.pattern, first, last, text, captures, self._columns(peeled, moment)))

    def _record(self, block: BlockLike, at: Visited, peeled: Peeled) -> tuple[int, int, str]:
        """The record that a line stands in, its head and the lines of no other origin that continue it: first line, last line, text."""
        parts = list(peeled.texts)
        first = last = at.number
        for ahead, text in enumerate(lines_after(block, at.end, RECORD_LINES), 1):
            after = self._peeler.peel(text)
            if after.head and after.origin.agrees(peeled.origin):
                break
            if after.origin.agrees(peeled.origin):
                parts += after.texts
                last = at.number + ahead
        if peeled.head:
            return first, last, "\n".join(parts)
        for back, text in enumerate(lines_before(block, at.start, RECORD_LINES), 1):
            before = self._peeler.peel(text)
            if before.origin.agrees(peeled.origin):
                parts[:0] = before.texts
                first = at.number - back
                if before.head:
                    break
        return first, last, "\n".join(parts)

    def _feed_traceback(self, number: int, raw: str, peeled: Peeled, *, started: bool) -> None:
        prefix = raw.removesuffix(peeled.message)
        if started and not self._tracebacks.active:
            self._fed_lines = self._fed_bytes = 0
        for index, text in enumerate(peeled.texts):
            self._tracebacks.feed(number, text, peeled.origin, head=peeled.head and index == 0, prefix=prefix)
            self._fed_bytes += len(text)
        self._fed_lines += 1
        if self._tracebacks.active and (self._fed_lines > TRACEBACK_LINES or self._fed_bytes > TRACEBACK_BYTES):
            self._tracebacks.finish("size-limit")


def compiled(patterns: Sequence[Pattern], *, watched: bool = False) -> tuple[Compiled, ...]:
    """Patterns, ready to be held against lines; watched ones tell afterwards what they cost."""
    return tuple((Watched if watched else Compiled)(pattern) for pattern in patterns)
