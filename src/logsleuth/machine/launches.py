"""Processes that a script or a shell started, as its transcript tells: the command, and the pid that it printed."""

from dataclasses import dataclass
from typing import Any

from logsleuth.machine.commands import base, of_shell
from logsleuth.machine.pattern import Pattern
from logsleuth.machine.prompts import prompt

_JOB = Pattern(r"\[\d{1,4}\] (?P<pid>\d{1,10})\s*$")
_PID = Pattern(
    r"(?i)\W{0,3}(?:(?:started|launched|spawned|running|background|new|the|server|service|process|app|worker|main|daemon|api)\W{1,3}){0,5}"
    r"(?:with |has |as |its |is )?\(?pid\)?(?: is)?\s*[:=]?\s*(?P<pid>\d{1,10})\W{0,3}$"
)
_PID_INSIDE = Pattern(
    r"(?i)\b(?:started|launched|spawned|launching|starting)\b.{0,200}?\bpid\b\s*[:=]?\s*(?P<pid>\d{1,10})\b"
)
_ENDING = Pattern(
    r"(?i)\b(?:kill(?:ing|ed)?|stop(?:ping|ped)?|exit(?:ed|ing)?|died|terminat\w*|SIG[A-Z]+|wait(?:ing)?)\b"
)
_STARTERS = frozenset({"nohup", "setsid", "exec"})
_NO_LAUNCH = frozenset(
    [
        "cd",
        "echo",
        "export",
        "sleep",
        "set",
        "source",
        ".",
        "test",
        "[",
        "[[",
        "for",
        "while",
        "until",
        "if",
        "then",
        "else",
        "fi",
        "do",
        "done",
        "local",
        "mkdir",
        "rm",
        "cat",
        "tail",
        "head",
        "grep",
        "kill",
        "pkill",
        "killall",
        "ps",
        "ss",
        "netstat",
        "lsof",
        "wait",
        "trap",
        "date",
        "curl",
        "wget",
        "true",
        "false",
        "exit",
        "return",
        "read",
        "printf",
        "ln",
        "cp",
        "mv",
        "ls",
        "tee",
        "seq",
        "break",
        "continue",
        "shift",
        "unset",
        "ulimit",
        "pip",
        "pip3",
        "which",
        "command",
        "touch",
        "chmod",
        "chown",
        "env",
        "hostname",
        "whoami",
        "pwd",
        "eval",
        "let",
        "declare",
        "jobs",
        "disown",
        ":",
        "[[",
        "timeout",
        "(",
        "{",
    ]
)


@dataclass(frozen=True, slots=True)
class Launch:
    """What was started, as columns of `launches`; `process` is false for a script, which starts the process that matters."""

    columns: dict[str, Any]
    process: bool


def command(line: str) -> Launch | None:
    """The launch that a typed or traced line makes; None if it starts nothing that goes on running."""
    prompted = prompt(line)
    text = prompted.command if prompted else line.strip()
    if not text or (prompted is None and not _starts_in_background(text)):
        return None
    told = of_shell(text)
    name = base(told.executable or "")
    if not name or name in _NO_LAUNCH or text.split(None, 1)[0] in _NO_LAUNCH - {"env", "timeout"}:
        return None
    traced = prompted is not None and prompted.mark == "+"
    runs = told.interpreter is not None and (told.module is not None or told.script is not None)
    if not (told.wrapped or (traced and (runs or "/" in (told.executable or "")))):
        return None
    columns = {"command": told.text, "port": told.port, "interpreter": told.interpreter, "program": told.program}
    return Launch(columns, process=told.wrapped or runs)


def pid(line: str) -> int | None:
    """The pid of what was started, where the line tells it."""
    match = _JOB.match(line.strip()) or (
        None if _ENDING.search(line[:400]) else _PID.match(line) or _PID_INSIDE.search(line[:400])
    )
    return int(match["pid"]) if match else None


def _starts_in_background(text: str) -> bool:
    """A line without a prompt that is a command all the same: it begins as one, and goes to the background."""
    return text.split(None, 1)[0] in _STARTERS or (
        text.endswith("&") and not text.endswith("&&") and of_shell(text).interpreter is not None
    )
