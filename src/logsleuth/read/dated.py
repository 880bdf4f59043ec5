"""The latest time at the head of a log that names its year: from it, years that another log leaves out can be inferred."""

from datetime import datetime

from logsleuth.read.peel import Peeler
from logsleuth.read.times import Clock
from logsleuth.text.line import clean


def dated(head: bytes, peeler: Peeler) -> datetime | None:
    """The latest time with a year on any line of these bytes, in UTC; None if no line has one."""
    clock = Clock(reference=None, source="", host=None)
    stamps = (peeler.peel(clean(line)).stamp for line in head.split(b"\n"))
    moments = (clock.place(stamp) for stamp in stamps if stamp is not None and stamp.year is not None)
    return max((moment.time for moment in moments if moment.time is not None), default=None)
