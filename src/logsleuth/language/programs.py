"""Profiles of programs: phases, benign lines, and the rules that fill tables from a program's lines."""

from collections.abc import Iterator
from typing import NamedTuple

from logsleuth.language.faults import BadName, DuplicateId, NotBeside, UnknownCondition, meant
from logsleuth.language.patterns import pattern_of, texts
from logsleuth.language.report import Report
from logsleuth.language.rules import Checked, rule_of
from logsleuth.language.shapes import Got
from logsleuth.model.book import Benign, Phase, Profile

_TAKEN = ("phase", "benign")
"""Ids that a rule of a profile cannot have: its patterns would be called as those of the phases and benign lines are."""


class Program(NamedTuple):
    """A profile and its rules; `profile` is None where a fault was said about it."""

    id: str
    profile: Profile | None
    rules: tuple[Checked, ...]


def program_of(got: Got, report: Report) -> Program:
    """One profile. A fault in one of its rules takes away that rule alone."""
    before = len(report)
    name = got.get("program", "")
    phases = list(_phases(got, name, report))
    benign = list(_benign(got, name, report))
    ready = got.value.get("ready")
    if ready is not None and got.whole and ready.value not in {phase.name for phase in phases}:
        known = [phase.name for phase in phases]
        report.add(UnknownCondition(name=ready.value, meant=meant(ready.value, known)), ready.mark)
    right = _whole_but_gives(got) and len(report) == before and {"program", "title"} <= got.value.keys()
    profile = Profile(
        program=name,
        title=got.get("title", ""),
        phases=tuple(phases),
        benign=tuple(benign),
        embedded_in=texts(got.value.get("embedded_in")),
        levels=texts(got.value.get("levels")),
        ready=got.get("ready", "ready"),
        spot=report.spot(got.mark),
    )
    return Program(name, profile if right else None, tuple(_gives(got, name, report)))


def _whole_but_gives(got: Got) -> bool:
    gives = got.value.get("gives")
    return got.whole or (
        gives is not None and not gives.whole and all(v.whole for k, v in got.value.items() if k != "gives")
    )


def _phases(got: Got, name: str, report: Report) -> Iterator[Phase]:
    """The phases; the second line of one phase has a key of its own."""
    seen: dict[str, int] = {}
    for item in got.get("phases", ()):
        phase = item.get("phase", "")
        seen[phase] = seen.get(phase, 0) + 1
        key = f"{name}/phase/{phase}" + (f"/{seen[phase]}" if seen[phase] > 1 else "")
        pattern = pattern_of(item, key, report)
        if pattern is not None:
            yield Phase(phase, pattern, bool(item.get("start")))


def _benign(got: Got, name: str, report: Report) -> Iterator[Benign]:
    for number, item in enumerate(got.get("benign", ()), 1):
        key = f"{name}/benign/{number}"
        pattern = pattern_of(item, key, report)
        unless = item.value.get("unless")
        back = pattern_of(unless, f"{key}/unless", report) if unless is not None else None
        if pattern is not None and (unless is None or back is not None):
            yield Benign(pattern, item.get("why", ""), back)


def _gives(got: Got, name: str, report: Report) -> Iterator[Checked]:
    seen: dict[str, int] = {}
    for item in got.get("gives", ()):
        own = item.get("id", "")
        if own in seen:
            report.add(DuplicateId(kind="rule", id=own, place=f"line {seen[own]}"), item.at("id"))
            continue
        seen[own] = item.at("id").line
        if own in _TAKEN:
            report.add(
                BadName(name=own, what="the id of a profile's rule", rule="its patterns are called so"), item.at("id")
            )
        if "cause" in item.value:
            report.add(NotBeside(key="cause", beside="gives of a profile"), item.value["cause"].key)
        else:
            yield rule_of(item, report, program=name)
