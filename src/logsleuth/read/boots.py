"""Boots: the part of a log from one start of a program to the next.

Only a profile's `start` line begins one. What stands before the first start line is its preamble (an interpreter's
warnings come before the program's first word), unless it shows that an earlier start had got further: then it is boot 0, partial.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from logsleuth.model.book import PHASES
from logsleuth.model.run import Origin

SAME_START = timedelta(seconds=10)
"""Start lines of one program nearer than this are one start: its workers print one each."""

SAME_START_LINES = 30
"""The same for lines without a time."""

_GOT_FURTHER = frozenset(PHASES[PHASES.index("listening") :])
_ENDED = frozenset({"shutting-down", "stopped"})


@dataclass(frozen=True, slots=True)
class Step:
    """A line that shows a phase of a program."""

    line: int
    program: str
    phase: str
    start: bool
    origin: Origin
    time: datetime | None
    text: str
    narrowed: bool = False  # its pattern asks for a program that the line itself does not show
    before: tuple[str, ...] = ()  # the texts of the lines before it, nearest first: how the boot before it ended


@dataclass(frozen=True, slots=True)
class Boot:
    """One boot of one program in one log. `first` and `last` are lines; `end` masks what its last lines say."""

    number: int
    program: str | None
    first: int
    last: int
    partial: bool
    origin: Origin
    started: datetime | None = None
    end: tuple[str, ...] = ()
    phases: tuple[str, ...] = field(default=())


_MASK = re.compile(r"0x[0-9a-f]+|\d+")


def template(text: str) -> str:
    """The text with its numbers masked: what two boots that end alike have in common."""
    return _MASK.sub("#", text.strip())[:200]


def group(origin: Origin) -> Origin:
    """What tells the boots of two programs in one log apart: where they run, not which process or rank wrote."""
    return Origin(host=origin.host, container=origin.container)


class Boots:
    """All boots of one log, and the boot of each of its lines."""

    def __init__(
        self, steps: Sequence[Step], embedded: Mapping[str, Sequence[str]], lines: int, end: Sequence[str]
    ) -> None:
        self.steps = tuple(_own(_of_known(steps), embedded))
        self.boots = _boots(self.steps, lines, tuple(template(text) for text in end))
        self._starts = [boot.first for boot in self.boots]

    def of(self, line: int, origin: Origin) -> Boot | None:
        """The boot that a line belongs to: the latest that began at or before it where its origin agrees; None if none did."""
        for index in range(bisect_right(self._starts, line) - 1, -1, -1):
            if self.boots[index].origin.agrees(group(origin)):
                return self.boots[index]
        return None

    def last_of_program(self, boot: Boot) -> bool:
        """Whether no later boot of its program and place follows."""
        return not any(
            other.number > boot.number and other.program == boot.program and other.origin.agrees(boot.origin)
            for other in self.boots
        )

    def judged(self) -> frozenset[int]:
        """The boots that rules see: the last of each program, and those before it that ended just as it did (a crash loop)."""
        seen: set[int] = set()
        for boot in self.boots:
            if self.last_of_program(boot) or self._alike(boot):
                seen.add(boot.number)
        return frozenset(seen)

    def _alike(self, boot: Boot) -> bool:
        later = [b for b in self.boots if b.program == boot.program and b.origin.agrees(boot.origin)]
        return bool(boot.end) and not boot.partial and boot.end == later[-1].end


def _of_known(steps: Sequence[Step]) -> list[Step]:
    """The steps without those of programs that nothing else here shows."""
    known = {step.program for step in steps if not step.narrowed}
    return [step for step in steps if not step.narrowed or step.program in known]


def _own(steps: Sequence[Step], embedded: Mapping[str, Sequence[str]]) -> Iterable[Step]:
    """The steps, with start lines of a program that another one embeds made plain steps."""
    seen = {(step.program, group(step.origin)) for step in steps}
    for step in steps:
        hosts = embedded.get(step.program, ())
        if step.start and any(p in hosts and place.agrees(group(step.origin)) for p, place in seen):
            yield replace(step, start=False)
        else:
            yield step


def _starts(steps: Sequence[Step]) -> list[Step]:
    """The start lines that begin a boot of their own."""
    starts: list[Step] = []
    ended: set[tuple[str, Origin]] = set()
    for step in steps:
        key = (step.program, group(step.origin))
        if step.phase in _ENDED:
            ended.add(key)
        if not step.start:
            continue
        before = next((s for s in reversed(starts) if (s.program, group(s.origin)) == key), None)
        if before is None or key in ended or not _near(before, step):
            starts.append(step)
            ended.discard(key)
    return starts


def _near(before: Step, step: Step) -> bool:
    if before.time is not None and step.time is not None:
        return abs(step.time - before.time) < SAME_START
    return step.line - before.line < SAME_START_LINES


def _boots(steps: Sequence[Step], lines: int, end: tuple[str, ...]) -> tuple[Boot, ...]:
    starts = _starts(steps)
    if not starts:
        programs = {step.program for step in steps}
        program = next(iter(programs)) if len(programs) == 1 else None
        phases = tuple(dict.fromkeys(step.phase for step in steps))
        return (Boot(0, program, 1, lines, partial=True, origin=Origin(), end=end, phases=phases),)
    boots: list[Boot] = []
    first = starts[0]
    preamble = [
        step
        for step in steps
        if step.line < first.line and step.phase in _GOT_FURTHER and step.program == first.program
    ]
    if preamble:
        boots.append(
            Boot(
                0,
                first.program,
                1,
                first.line - 1,
                partial=True,
                origin=group(first.origin),
                phases=tuple(dict.fromkeys(s.phase for s in preamble)),
            )
        )
    for index, start in enumerate(starts):
        place = group(start.origin)
        after = [s for s in starts[index + 1 :] if group(s.origin).agrees(place)]
        last = after[0].line - 1 if after else lines
        begin = start.line if (index or preamble) else 1
        inside = [
            s
            for s in steps
            if start.line <= s.line <= last and s.program == start.program and group(s.origin).agrees(place)
        ]
        boots.append(
            Boot(
                number=len(boots) + (0 if preamble else 1),
                program=start.program,
                first=begin,
                last=last,
                partial=False,
                origin=place,
                started=start.time,
                end=tuple(template(text) for text in after[0].before) if after else end,
                phases=tuple(dict.fromkeys(s.phase for s in inside)),
            )
        )
    return tuple(boots)
