"""Health polls: what each request to a server got, and what a script claimed of it.

A claim (`Server ready after 10 seconds`) is about the address named last before it. What a script printed about its launches
(`Server PID: 812`) is told as well.
"""

from dataclasses import dataclass, field
from typing import Any

from logsleuth.machine import claims, curl, launches, outcomes
from logsleuth.machine.curl import Exchange
from logsleuth.machine.launches import Launch
from logsleuth.machine.outcomes import Address, Outcome, Stamp
from logsleuth.machine.pattern import Pattern
from logsleuth.machine.prompts import prompt
from logsleuth.machine.snapshot import Reading, Snapshot, cite, unread
from logsleuth.model.relation import Row
from logsleuth.model.run import Note

_DAY = 86_400
_ASKED = Pattern(r"(?i)(?:.*[\s/])?(?:curl|wget|http)\s")
_WRITE_OUT = Pattern(r"-\w*w\s|--write-out|-o\s?/dev/null")


@dataclass(frozen=True, slots=True)
class _Pending:
    """A launch whose pid the next line may tell."""

    first: int
    told: Launch


@dataclass(slots=True)
class _State:
    """What was named and told so far."""

    snapshot: Snapshot
    address: Address = field(default_factory=lambda: Address(None, None))
    host: str | None = None
    exchange: Exchange | None = None
    asked: tuple[int, Address] | None = None
    launch: _Pending | None = None
    first_time: float | None = None
    first_clock: float | None = None
    began_unready: bool | None = None
    rows: list[Row] = field(default_factory=list)
    launches: list[Row] = field(default_factory=list)
    zoneless: bool = False
    understood: bool = False


def read(snapshot: Snapshot) -> Reading:
    """The answers and claims in order, and the launches that the same lines tell."""
    state = _State(snapshot)
    for index, line in enumerate(snapshot.lines):
        _take(state, index, line)
    _close(state)
    _launched(state)
    if not state.rows and not state.launches and not state.understood:
        return unread(snapshot)
    rows: dict[str, list[Row]] = {"health": state.rows}
    rows |= {"launches": state.launches} if state.launches else {}
    notes = (Note("zone not written, taken as UTC", snapshot.path),) if state.zoneless else ()
    return Reading(rows, notes)


def _take(state: _State, index: int, line: str) -> None:
    """One line: of a request shown in full, a command, a launch, an answer or a claim."""
    if state.exchange is not None:
        if curl.take(state.exchange, index, line):
            return
        _close(state)
    if curl.begins(line):
        state.exchange = curl.start(index, line)
        return
    if not line.strip() or _command(state, index, line):
        return
    stamp = outcomes.stamp(line)
    rest = line[stamp.end :]
    if _pid(state, index, rest, stamp) or _requested(state, index, rest, stamp):
        return
    if _answered(state, index, rest, stamp) or _claimed(state, index, rest, stamp):
        state.asked = None
        return
    _shown(state, index, line)


# Commands and launches ----------------------------------------------------------------------------------------------------


def _command(state: _State, index: int, line: str) -> bool:
    """Whether the line is a command: one that asks an address, or one that starts something."""
    prompted = prompt(line)
    text = prompted.command if prompted else line
    if prompted is not None:
        state.host = prompted.host or state.host
        state.asked = None
    launch = launches.command(line)
    if launch is not None:
        _launched(state)
        state.launch = _Pending(index, launch)
        state.understood = True
        return True
    if prompted is None:
        return False
    found = outcomes.address(text)
    if found is not None:
        state.address, state.understood = found[0], True
        if _ASKED.match(text):
            state.asked = None if _WRITE_OUT.search(text) else (index, found[0])
    return found is None or "->" not in text


def _pid(state: _State, index: int, rest: str, stamp: Stamp) -> bool:
    """Whether the line tells the pid of what was started; a command right above it is what was, unless it is a script, which starts others."""
    number = launches.pid(rest)
    if number is None:
        return False
    launch = state.launch
    if launch is not None and launch.first == index - 1 and launch.told.process:
        state.launch = None
        _launch_row(state, (launch.first, index), launch.told.columns | {"pid": number} | _time(state, stamp))
        return True
    _launched(state)
    _launch_row(state, (index, index), {"pid": number} | _time(state, stamp))
    return True


def _launched(state: _State) -> None:
    """Ends a launch whose pid was not told."""
    launch, state.launch = state.launch, None
    if launch is not None:
        _launch_row(state, (launch.first, launch.first), launch.told.columns)


def _launch_row(state: _State, span: tuple[int, int], columns: dict[str, Any]) -> None:
    state.understood = True
    state.launches.append(cite(state.snapshot, *span, columns | {"origin.host": state.host}))
    if columns.get("port") is not None and state.address == Address(None, None):
        state.address = Address(None, columns["port"])


# Answers ------------------------------------------------------------------------------------------------------------------


def _requested(state: _State, index: int, rest: str, stamp: Stamp) -> bool:
    """Whether the line names an address; with what followed, if it tells that, too."""
    failed = outcomes.curl_error(rest)
    if failed is not None:
        outcome, port = failed
        place = state.address if port is None or port == state.address.port else Address(None, port)
        if outcome.error == "dns":
            place = Address(None, None) if outcomes.other_host(rest, place) else place
        else:
            state.address = place
        _row(state, (index, index), _Said(place, outcome, stamp, ready=outcome.ready))
        return True
    found = outcomes.address(rest)
    if found is None:
        return False
    place, end = found
    state.understood = True
    if place.url is None and place.port == state.address.port:
        place = state.address
    named = place != state.address  # the first line that names an address announces it; the same again is a try
    state.address = place
    outcome = outcomes.after_address(rest[end:])
    if not outcome.answered:
        return claims.announces(rest) and (named or claims.claim(rest) is None)
    _row(state, (index, index), _Said(place, outcome, stamp, ready=outcome.ready))
    return True


def _answered(state: _State, index: int, rest: str, stamp: Stamp) -> bool:
    """Whether the line holds a status, or an error, without an address: both are those of the address named last."""
    outcome = outcomes.alone(rest)
    if not outcome.answered:
        outcome = outcomes.named_status(rest)
    if not outcome.answered and (error := outcomes.error_in(rest)) is not None and claims.names_failure(rest):
        outcome = Outcome(error=error, answered=True)
    if not outcome.answered:
        return False
    _row(state, (index, index), _Said(state.address, outcome, stamp, ready=outcome.ready))
    return True


def _claimed(state: _State, index: int, rest: str, stamp: Stamp) -> bool:
    """Whether the line claims that the server is ready, or that it is not yet."""
    told = claims.claim(rest)
    if told is None:
        return False
    if (port := outcomes.named_port(rest)) is not None and port != state.address.port:
        state.address = Address(None, port)
    _row(state, (index, index), _Said(state.address, Outcome(), stamp, ready=told.ready, after=told.after))
    return True


def _shown(state: _State, index: int, line: str) -> None:
    """The body that a plain `curl ADDRESS` printed: an answer whose status is not told."""
    if state.asked is None:
        return
    first, place = state.asked
    state.asked = None
    kind = outcomes.body_kind(line)
    _row(state, (first, index), _Said(place, Outcome(body_kind=kind), Stamp(), ready=None))


def _close(state: _State) -> None:
    """Ends a request shown in full."""
    exchange, state.exchange = state.exchange, None
    if exchange is None:
        return
    state.understood = True
    place = exchange.address or state.address
    if place.url is None and place.port in {None, state.address.port}:
        place = state.address
    state.address = place
    first = exchange.first
    if state.asked is not None:
        first, state.asked = state.asked[0], None
    if exchange.told:
        stamp = outcomes.stamp(state.snapshot.lines[exchange.first].lstrip("-")) if exchange.wget else Stamp()
        outcome = exchange.outcome
        said = _Said(place, outcome, stamp, ready=outcome.ready, server=exchange.server)
        _row(state, (first, exchange.last), said)


@dataclass(frozen=True, slots=True)
class _Said:
    """One answer or claim; `ready` is None where the status is not told."""

    place: Address
    outcome: Outcome
    stamp: Stamp
    ready: bool | None
    after: float | None = None
    server: str | None = None


def _row(state: _State, span: tuple[int, int], said: _Said) -> None:
    """The row of an answer or claim."""
    place, outcome, stamp = said.place, said.outcome, said.stamp
    if state.began_unready is None and said.ready is not None:
        state.began_unready = not said.ready
    after = said.after if said.after is not None else stamp.since if stamp.since is not None else _since(state, stamp)
    columns: dict[str, Any] = {
        "url": place.url,
        "port": place.port,
        "ready": said.ready,
        "after": after,
        "status": outcome.status,
        "error": outcome.error,
        "body_kind": outcome.body_kind,
        "body_bytes": outcome.body_bytes,
        "server": said.server,
        "origin.host": state.host,
    }
    columns |= _time(state, stamp)
    state.rows.append(cite(state.snapshot, *span, columns))


def _time(state: _State, stamp: Stamp) -> dict[str, Any]:
    """The columns of a line's own time."""
    if stamp.time is None:
        return {}
    state.zoneless = state.zoneless or not stamp.zone_known
    clock = f"{state.host} {state.snapshot.path}" if state.host else state.snapshot.path
    return {"time": stamp.time, "clock": clock, "zone_known": stamp.zone_known}


def _since(state: _State, stamp: Stamp) -> float | None:
    """Seconds since the first answer of a poll that began with one that was not ready; a mere watch over a server has no beginning."""
    since: float | None = None
    if stamp.time is not None:
        now = stamp.time.timestamp()
        state.first_time = now if state.first_time is None else state.first_time
        since = max(0.0, now - state.first_time)
    elif stamp.clock is not None:
        state.first_clock = stamp.clock if state.first_clock is None else state.first_clock
        since = float((stamp.clock - state.first_clock) % _DAY)
    return since if state.began_unready else None
