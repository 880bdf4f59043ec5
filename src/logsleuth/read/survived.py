"""Which exceptions a program survived: it went on, or served, after them in the same start.

What goes on must be the same writer. Where lines name their process, thread or rank, a line of another one shows nothing (the
others only wait for the one that died). Where they do not, a few lines show nothing either (a wrapper, a restart): it takes
many. An exception that comes again and again is what the last of its kind was: a crash loop survives none of them.
"""

from bisect import bisect_right
from collections.abc import Sequence
from datetime import datetime, timedelta

from logsleuth.model.run import Origin
from logsleuth.read.boots import Boots
from logsleuth.read.gathered import Gathered, Writer
from logsleuth.read.tracebacks import Traceback

SURVIVED = timedelta(seconds=10)
"""A program that goes on for longer than this after an exception has handled it."""

ENDED_LINES = 15
"""The same for logs without times: so few lines after an exception do not show that the program went on."""

MANY = 10
"""Heads that show that a writer who does not name itself went on."""

_SERVES = frozenset({"serving", "ready"})


class Survival:
    """Tells of each exception whether it was survived."""

    def __init__(self, got: Gathered, boots: Boots, tracebacks: Sequence[Traceback], lines: int) -> None:
        self._got = got
        self._boots = boots
        self._lines = lines
        self._dated_lines = [line for line, _ in got.dated]
        self._ordered = all(a[1] <= b[1] for a, b in zip(got.dated, got.dated[1:], strict=False))
        self._last: dict[object, bool | None] = {}
        for traceback in tracebacks:
            self._last[_kind(traceback)] = self._alone(traceback)

    def handled(self, traceback: Traceback) -> bool | None:
        """True: the program went on. False: the start ended by it. None: the log does not show it."""
        alone = self._alone(traceback)
        return False if alone and self._last.get(_kind(traceback)) is False else alone

    def _alone(self, traceback: Traceback) -> bool | None:
        boot = self._boots.of(traceback.line, traceback.origin)
        last = boot.last if boot else self._lines
        if traceback.fatal is False or self._served(traceback, last) or self._wrote_on(traceback, last):
            return True
        return False if self._ended_near(traceback, last) else None

    def _served(self, traceback: Traceback, last: int) -> bool:
        after = (s for s in self._boots.steps if traceback.end_line < s.line <= last and s.phase in _SERVES)
        return any(step.origin.agrees(traceback.origin) for step in after)

    def _wrote_on(self, traceback: Traceback, last: int) -> bool:
        began = self._time_at(traceback.end_line)
        if began is None or not self._ordered:
            return False
        return any(
            _goes_on(origin, writer, traceback) and self._until(writer, last) - began > SURVIVED
            for origin, writer in self._got.writers.items()
        )

    def _until(self, writer: Writer, last: int) -> datetime:
        """When a writer last wrote, but for what stands beyond the start that is asked for."""
        if writer.last_line <= last and writer.last_time is not None:
            return writer.last_time
        return self._time_at(last) or datetime.min.replace(tzinfo=self._got.dated[0][1].tzinfo)

    def _time_at(self, line: int) -> datetime | None:
        """The last time that was read up to a line."""
        index = bisect_right(self._dated_lines, line) - 1
        return self._got.dated[index][1] if index >= 0 else None

    def _ended_near(self, traceback: Traceback, last: int) -> bool:
        began, ended = self._time_at(traceback.end_line), self._time_at(last)
        if began is None or ended is None or not self._ordered:
            return last - traceback.end_line <= ENDED_LINES
        return ended - began <= SURVIVED


def _goes_on(origin: Origin, writer: Writer, traceback: Traceback) -> bool:
    """Whether a writer is the one whose exception it was, and wrote after it."""
    of = traceback.origin
    if writer.last_line <= traceback.end_line or not origin.agrees(of):
        return False
    if of.rank is not None or of.pid is not None or of.thread is not None:
        return (origin.rank, origin.pid, origin.thread) == (of.rank, of.pid, of.thread)
    return len(writer.heads) - bisect_right(writer.heads, traceback.end_line) >= MANY


def _kind(traceback: Traceback) -> object:
    where = traceback.where
    return traceback.type, where and (where.file, where.file_line, where.function), traceback.origin.container
