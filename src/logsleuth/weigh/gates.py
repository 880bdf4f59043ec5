"""What forbids one hypothesis to explain another: it certainly began too late, or a link of the edge does not hold.

Times are compared on one clock only, and as intervals: what is not known forbids nothing. A standing state (a version, a
setting, a full disk) has no beginning, so it is never too late.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta

from logsleuth.model.verdict import Finding
from logsleuth.weigh.groups import Group

TOLERANCE = timedelta(seconds=2)
"""Lines of one clock are written so far out of order: buffers, several processes, whole seconds."""

WINDOW = timedelta(minutes=10)
"""How far apart two things may lie that a `time` link ties."""


def certainly_later(group: Group, other: Group, *, tolerance: timedelta = TOLERANCE) -> bool:
    """Whether all that shows the first certainly began after the second was observed."""
    supports = list(_supporting(group))
    seen = _observed(other)
    return bool(supports) and all(_later(finding, seen, tolerance) for finding in supports)


def earlier_of_its_kind(group: Group, other: Group) -> bool:
    """Whether the first of two hypotheses on one cause came first: certainly so by the clock, else by the lines of one file."""
    if any(finding.standing for part in (group, other) for finding in _supporting(part)):
        return False
    if _clocks(group) & _clocks(other):
        return certainly_later(other, group, tolerance=timedelta(0))
    mine, theirs = _first_line(group), _first_line(other)
    return mine is not None and theirs is not None and mine[0] == theirs[0] and mine[1] < theirs[1]


def holds(link: str, group: Group, other: Group) -> bool:
    """Whether a link of an edge (run, host, subject or time) may hold between the two."""
    if link == "host":
        mine, theirs = _hosts(group), _hosts(other)
        return not mine or not theirs or bool(mine & theirs)
    if link == "subject":
        return group.agrees(other.subject)
    if link == "time":
        return _close(group, other)
    return True


def _supporting(group: Group) -> Iterator[Finding]:
    return (finding for finding in group.findings if not finding.against and finding.role != "advice")


def _later(finding: Finding, seen: dict[str, datetime], tolerance: timedelta) -> bool:
    """Whether the finding certainly began after something was seen on its clock."""
    began = finding.began
    earliest = began.time or began.earliest
    if finding.standing or earliest is None or began.clock is None or began.clock not in seen:
        return False
    return _utc(earliest) > seen[began.clock] + tolerance


def _observed(group: Group) -> dict[str, datetime]:
    """For each clock, by when the first observation had been made for certain."""
    seen: dict[str, datetime] = {}
    for finding in _supporting(group):
        for evidence in finding.evidence[:1]:
            clock, latest = evidence.moment.clock, evidence.moment.time or evidence.moment.latest
            if clock is not None and latest is not None:
                seen[clock] = min(_utc(latest), seen.get(clock, _utc(latest)))
    return seen


def _times(group: Group) -> Iterable[tuple[str, datetime]]:
    for finding in _supporting(group):
        moments = [finding.began, *(evidence.moment for evidence in finding.evidence)]
        yield from ((m.clock, _utc(m.time)) for m in moments if m.clock is not None and m.time is not None)


def _clocks(group: Group) -> set[str]:
    return {clock for clock, _ in _times(group)}


def _close(group: Group, other: Group) -> bool:
    """Whether some moment of the one lies near some of the other; so too where no clock is known to both, or a state stands."""
    if any(finding.standing for finding in _supporting(group)):
        return True
    mine, theirs = sorted(_times(group)), sorted(_times(other))
    apart = [abs(b - a) for clock, a in mine for same, b in theirs if clock == same]
    return not apart or min(apart) <= WINDOW


def _hosts(group: Group) -> set[str]:
    cited = (evidence.origin.host for finding in _supporting(group) for evidence in finding.evidence)
    return {host for host in cited if host is not None}


def _first_line(group: Group) -> tuple[str, int] | None:
    """The one file that the hypothesis's anchors stand in, and the first of them; None where they stand in several."""
    anchors = [finding.evidence[0] for finding in _supporting(group) if finding.evidence]
    paths = {anchor.path for anchor in anchors}
    return (paths.pop(), min(anchor.line for anchor in anchors)) if len(paths) == 1 else None


def _utc(time: datetime) -> datetime:
    """All times of the model are UTC; one that does not say so is taken at that."""
    return time.replace(tzinfo=UTC) if time.tzinfo is None else time
