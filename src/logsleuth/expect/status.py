"""The status of each expectation, and what it rests on.

A line that is not there counts only where the log would show it: the log has the start of the program, and the program got
further than the line's place can be. Where no source tree tells that place, a program that listens, is ready or serves has
passed its whole start.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from logsleuth.expect.patterns import WORDS, key
from logsleuth.model.log import BootFacts, LogReading
from logsleuth.model.relation import Row
from logsleuth.model.verdict import Expectation, Matches, Place
from logsleuth.text.near import nearest

NEAR = 0.82
"""How like two texts must be for one to be called a near miss of the other."""

_PASSED = frozenset({"listening", "ready", "serving"})
_LOUD = frozenset({"warning", "error", "critical"})
_ORDER = ("missing", "not-reached", "unknown")


def statuses(texts: Sequence[str], readings: Sequence[LogReading]) -> tuple[Expectation, ...]:
    """The status of each expected text over all logs."""
    return tuple(_status(number, text, readings) for number, text in enumerate(texts))


def _status(number: int, text: str, readings: Sequence[LogReading]) -> Expectation:
    found = list(_rows(number, ("line", "raw"), [reading.matches for reading in readings]))
    if found:
        first = found[0]
        times = "" if len(found) == 1 else f", and {len(found) - 1} times more"
        return Expectation(
            text,
            "found",
            f"it stands at {first['path']}:{first['line']}{times}",
            proof=(_place(first),),
            boot=first["boot"],
            path=first["path"],
        )
    other = list(_rows(number, ("line", "raw"), [reading.elsewhere for reading in readings]))
    if other:
        why = f"it stands only in an earlier start, at {other[-1]['path']}:{other[-1]['line']}; the start that is judged did not print it"
        return Expectation(text, "found-elsewhere", why, proof=(_place(other[-1]),), path=other[-1]["path"])
    near = _near(number, text, readings)
    if near is not None:
        return Expectation(
            text, "near-miss", f"{near.path}:{near.line} differs from it by little", near=near, path=near.path
        )
    if not readings:
        return Expectation(text, "unknown", "no log was handed over")
    verdicts = [verdict for reading in readings for verdict in _of_log(text, reading)]
    return min(verdicts, key=lambda verdict: (_ORDER.index(verdict.status), -(verdict.boot or 0)))


def _rows(number: int, parts: Iterable[str], sources: Iterable[Mapping[str, Matches]]) -> Iterator[Row]:
    rows = {
        (row["path"], row["line"]): row
        for matches in sources
        for part in parts
        for row in matches.get(key(number, part), Matches((), 0)).rows
    }
    return iter(rows[place] for place in sorted(rows))


def _place(row: Row) -> Place:
    return Place(row["path"], row["line"], row["text"])


def _near(number: int, text: str, readings: Sequence[LogReading]) -> Place | None:
    parts = [f"near/{index}" for index in range(WORDS)]
    rows = list(_rows(number, parts, [reading.matches for reading in readings]))
    best = nearest(text, ((index, row["text"]) for index, row in enumerate(rows)), cutoff=NEAR)
    return _place(rows[best[0]]) if best is not None else None


def _of_log(text: str, reading: LogReading) -> Iterator[Expectation]:
    """What one log says of a text that is nowhere: a verdict for each of its judged boots."""
    if reading.levels and reading.levels <= _LOUD:
        yield Expectation(
            text,
            "unknown",
            f"{reading.path} shows no line below warning: the line may have been filtered out",
            path=reading.path,
        )
        return
    for boot in reading.boots:
        if boot.judged:
            yield _of_boot(text, reading, boot)


def _of_boot(text: str, reading: LogReading, boot: BootFacts) -> Expectation:
    program = boot.program or "the program"
    proof = (Place(reading.path, *boot.proof),) if boot.proof else ()
    if boot.covered and _PASSED & set(boot.phases):
        line = f" ({reading.path}:{boot.proof[0]})" if boot.proof else ""
        why = (
            f"the log holds this start of {program} from line {boot.first} on, and {program} got as far as {_furthest(boot)}{line}: "
            "a line of its start would have been seen, unless a condition guards it"
        )
        return Expectation(text, "missing", why, proof=proof, boot=boot.number, path=reading.path)
    if boot.covered:
        why = (
            f"{program} got no further than {_furthest(boot)}: the log of this start ends at {reading.path}:{boot.last}"
        )
        return Expectation(text, "not-reached", why, proof=proof, boot=boot.number, path=reading.path)
    if _never_started(reading):
        last = reading.tail[-1] if reading.tail else (reading.lines, "")
        why = f"no program had started when {reading.path} ended, at line {reading.lines}"
        return Expectation(
            text, "not-reached", why, proof=(Place(reading.path, *last),), boot=boot.number, path=reading.path
        )
    why = f"{reading.path} does not show the start of a program that logsleuth knows: the line may have been printed before it begins, or never"
    return Expectation(text, "unknown", why, proof=proof, boot=boot.number, path=reading.path)


def _furthest(boot: BootFacts) -> str:
    return f"the phase {boot.phases[-1]!r}" if boot.phases else "its first lines"


SHORT = 20
"""A log of so few lines, none of which a layout or a profile knows, is that of a launch that failed."""


def _never_started(reading: LogReading) -> bool:
    return reading.lines <= SHORT and not reading.heads and not reading.programs
