"""Environments: `env`, `export -p`, `/proc/PID/environ`, and the `Env` of an inspected container."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from logsleuth.machine.commands import is_python, unwrapped
from logsleuth.machine.pattern import Pattern
from logsleuth.machine.prompts import Prompt, prompt
from logsleuth.machine.snapshot import Reading, Snapshot, cite, unread
from logsleuth.model.relation import Row

_PLAIN = Pattern(r"(?s)(?P<name>[A-Za-z_][A-Za-z0-9_.]*(?:%%|\(\))?)=(?P<value>.*)$")
_EXPORT = Pattern(
    r"(?s)(?:export |declare -\w+ |typeset -\w+ |\+ export |setenv )(?P<name>[A-Za-z_]\w*)[= ](?P<value>.*)$"
)
_DECLARED = Pattern(r"(?:export|declare -\w+|typeset -\w+) [A-Za-z_]\w*$")
_JSON = Pattern(r"\s*\"(?P<name>[A-Za-z_]\w*)=(?P<value>(?:[^\"\\]|\\.)*)\",?\s*$")
_PROC = Pattern(r"/proc/(?P<pid>\d{1,10})/environ")
_ESCAPE = Pattern(r"\\([\"\\$`])")
_MAX_CONTINUED = 200
"""Lines that one value may go on over."""


@dataclass(slots=True)
class _Variable:
    """A variable while its value is read."""

    name: str
    index: int
    end: int
    parts: list[str]
    quote: str = ""
    closed: bool = False


@dataclass(slots=True)
class _State:
    variables: list[tuple[_Variable, int | None, str | None]] = field(default_factory=list)
    current: _Variable | None = None
    pid: int | None = None
    host: str | None = None


def read(snapshot: Snapshot) -> Reading:
    """The variables in order; one that is set twice has two rows."""
    rows = [*_separated(snapshot)]
    if not rows:
        rows = [*_lines(snapshot)]
    return Reading({"environ": rows}) if rows else unread(snapshot)


def _separated(snapshot: Snapshot) -> Iterator[Row]:
    """Variables that NULs separate, as the kernel keeps them, or `^@`, as `cat -A` shows them."""
    pid = _pid(snapshot.path)
    for index, line in enumerate(snapshot.lines):
        pid = _pid(line) or pid
        if "\0" not in line and "^@" not in line:
            continue
        for part in line.replace("^@", "\0").split("\0"):
            if match := _PLAIN.match(part):
                yield cite(snapshot, index, None, {"name": match["name"], "value": match["value"], "pid": pid})


def _lines(snapshot: Snapshot) -> Iterator[Row]:
    state = _State(pid=_pid(snapshot.path))
    for index, line in enumerate(snapshot.lines):
        _take(state, index, line)
    for variable, pid, host in state.variables:
        value = "\n".join(variable.parts).rstrip("\n")
        columns = {"name": variable.name, "value": _unescaped(value, variable.quote), "pid": pid, "origin.host": host}
        yield cite(snapshot, variable.index, variable.end, columns)


def _take(state: _State, index: int, line: str) -> None:
    """One line: a prompt, a variable, or more of the value above."""
    current = state.current
    if current is not None and current.quote and not current.closed and index - current.index < _MAX_CONTINUED:
        _go_on(current, index, line)
        return
    variable = _variable(index, line)
    if variable is not None:
        state.current = variable
        state.variables.append((variable, state.pid, state.host))
        return
    prompted = prompt(line)
    if prompted is not None and line[:1] not in {"%", "+"}:
        _at_prompt(state, prompted)
    elif current is not None and _may_go_on(current, index, line):
        _go_on(current, index, line)
    else:
        state.current = None


def _at_prompt(state: _State, prompted: Prompt) -> None:
    state.current = None
    state.host = prompted.host or state.host
    state.pid = _pid(prompted.command)


def _may_go_on(current: _Variable, index: int, line: str) -> bool:
    return not current.quote and index - current.index < _MAX_CONTINUED and not _DECLARED.match(line)


def _go_on(current: _Variable, index: int, line: str) -> None:
    if current.quote and _ends(line, current.quote):
        current.closed = True
        line = line.rstrip().removesuffix(current.quote)
    current.parts.append(line)
    current.end = index if line.strip() or current.closed else current.end


def _variable(index: int, line: str) -> _Variable | None:
    """The variable that the line sets; None if it sets none, or starts a program with it."""
    if match := _JSON.match(line):
        return _Variable(match["name"], index, index, [match["value"]], quote='"', closed=True)
    exported = _EXPORT.match(line)
    match = exported or _PLAIN.match(line)
    if match is None or (exported is None and _is_launch(line)):
        return None
    value = match["value"]
    quote = value[:1] if value[:1] in {'"', "'"} else ""
    if not quote or (exported is None and not _ends(value[1:], quote)):
        return _Variable(match["name"], index, index, [value])
    closed = _ends(value[1:], quote)
    inner = value[1:].rstrip().removesuffix(quote) if closed else value[1:]
    return _Variable(match["name"], index, index, [inner], quote, closed)


def _ends(text: str, quote: str) -> bool:
    """Whether the text ends with the quote, and the quote is not escaped."""
    text = text.rstrip()
    if not text.endswith(quote):
        return False
    before = text[:-1]
    return quote == "'" or (len(before) - len(before.rstrip("\\"))) % 2 == 0


def _is_launch(line: str) -> bool:
    """Whether `NAME=value` is followed by a command that it is set for."""
    if " " not in line or len(line) > 4000:
        return False
    words, assigned, wrapped = unwrapped(line)
    if not assigned or not words:
        return False
    return (wrapped and len(words) > 0) or is_python(words[0]) or (len(assigned) > 1 and len(words) > 1)


def _unescaped(value: str, quote: str) -> str:
    return _ESCAPE.sub(r"\1", value) if quote == '"' else value


def _pid(text: str) -> int | None:
    match = _PROC.search(text[:4000])
    return int(match["pid"]) if match else None
