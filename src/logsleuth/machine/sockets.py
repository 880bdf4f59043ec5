"""Snapshots of sockets that listen: `ss`, `netstat` and `lsof -i`. Sockets without connections (UDP) do not listen."""

from collections.abc import Iterator, Mapping
from typing import Any

from logsleuth.machine.pattern import Pattern
from logsleuth.machine.prompts import host_of, prompt
from logsleuth.machine.snapshot import Reading, Snapshot, cite, unread
from logsleuth.model.relation import Row

_SS = Pattern(
    r"(?:(?P<netid>[a-z_]\w*)\s+)?LISTEN\s+(?P<queue>\d{1,18})\s+(?P<backlog>\d{1,18})\s+(?P<local>\S+:\S+)\s+(?P<peer>\S+:\S+)(?P<rest>.*)$"
)
_SS_STATELESS = Pattern(
    r"\s*(?P<queue>\d{1,18})\s+(?P<backlog>\d{1,18})\s+(?P<local>\S+:\S+)\s+(?P<peer>\S+:\*)(?P<rest>(?:\s.*)?)$"
)
_USER = Pattern(r"\(\"(?P<process>(?:[^\"\\]|\\.){0,256})\",(?:pid=)?(?P<pid>\d{1,18}),")
_NETSTAT = Pattern(
    r"(?:tcp|sctp)(?:6|46|4)?\s+(?P<queue>\d{1,18})\s+\d+\s+(?P<local>\S+)\s+\S+\s+LISTEN(?:\s+(?P<rest>\S.*))?\s*$"
)
_NETSTAT_OWNER = Pattern(r"(?:.*\s)?(?P<pid>\d{1,18})/(?P<process>\S.*)$")
_LSOF = Pattern(r"(?P<process>\S+)\s+(?P<pid>\d{1,18})\s.*\bTCP\s+(?P<local>\S+:\S+)\s+\(LISTEN\)\s*$")
_LSOF_ESCAPE = Pattern(r"\\x([0-9a-f]{2})")
_SEEN = Pattern(
    r"(?:Netid\s+)?(?:State\s+)?Recv-Q\s+Send-Q|Active Internet connections|Proto\s+Recv-Q|COMMAND\s+PID\s.*\bNODE\s+NAME"
)
_OTHER_STATE = Pattern(
    r"(?:[a-z_]\w*\s+)?(?:ESTAB|UNCONN|TIME-WAIT|CLOSE-WAIT|SYN-|FIN-WAIT|LAST-ACK|CLOSING)|(?:tcp|udp|unix)\w*\s+\d|.*\bIPv[46]\b.*\b(?:TCP|UDP)\b"
)

_SERVICES: Mapping[str, int] = {
    "ftp": 21,
    "ssh": 22,
    "telnet": 23,
    "smtp": 25,
    "domain": 53,
    "http": 80,
    "pop3": 110,
    "sunrpc": 111,
    "ntp": 123,
    "imap2": 143,
    "ldap": 389,
    "https": 443,
    "submission": 587,
    "ipp": 631,
    "mysql": 3306,
    "postgresql": 5432,
    "amqp": 5672,
    "x11": 6000,
    "http-alt": 8080,
    "webcache": 8080,
}
"""Names that the tools print for ports unless told not to (`-n`); those of /etc/services that a server is likely to hold."""


def read(snapshot: Snapshot) -> Reading:
    """The listening sockets; one row for each process that holds one."""
    rows: list[Row] = []
    understood = stateless = False
    host: str | None = None
    pending: tuple[int, dict[str, Any]] | None = None
    for index, line in enumerate(snapshot.lines):
        if pending and line[:1].isspace() and "users:((" in line:
            rows.pop()
            rows += (cite(snapshot, pending[0], index, pending[1] | user) for user in _users(line))
            pending = None
            continue
        pending = None
        host = host_of(prompt(line)) or host
        understood = understood or _SEEN.search(line) is not None or _OTHER_STATE.match(line) is not None
        stateless = "State" not in line if "Recv-Q" in line and "Local Address" in line else stateless
        found = list(_sockets(line, stateless=stateless))
        rows += (cite(snapshot, index, None, columns | {"origin.host": host}) for columns in found)
        if len(found) == 1 and found[0].get("pid") is None:
            pending = (index, found[0] | {"origin.host": host})
    if not rows and not understood:
        return unread(snapshot)
    return Reading({"listeners": rows})


def _sockets(line: str, *, stateless: bool) -> Iterator[dict[str, Any]]:
    """The columns of each row that the line makes."""
    if "LISTEN" not in line and not stateless:
        return
    if match := _SS.match(line) or (_SS_STATELESS.match(line) if stateless else None):
        shared = _address(match["local"]) | {"queue": int(match["queue"]), "backlog": int(match["backlog"])}
        yield from (shared | user for user in _users(match["rest"]))
    elif match := _NETSTAT.match(line):
        owner = _NETSTAT_OWNER.match(match["rest"] or "")
        user = {"pid": int(owner["pid"]), "process": owner["process"].strip()} if owner else {}
        yield _address(match["local"]) | {"queue": int(match["queue"])} | user
    elif match := _LSOF.match(line):
        name = _LSOF_ESCAPE.sub(lambda found: chr(int(found[1], 16)), match["process"])
        yield _address(match["local"]) | {"pid": int(match["pid"]), "process": name}


def _users(text: str) -> list[dict[str, Any]]:
    """Each process that `ss` names, once; one without a process where it names none."""
    found = dict.fromkeys((match["process"], int(match["pid"])) for match in _USER.finditer(text))
    return [{"process": process, "pid": pid} for process, pid in found] or [{}]


def _address(text: str) -> dict[str, Any]:
    """Address and port of `127.0.0.1:8000`, `[::]:8000`, `*:http-alt`, `127.0.0.53%lo:53`, `:::8000`."""
    address, _, port = text.rpartition(":")
    plain = address.partition("%")[0].removeprefix("[").removesuffix("]") or "*"
    number = int(port) if port.isascii() and port.isdecimal() and len(port) <= 5 else _SERVICES.get(port)
    return {"address": plain, "port": number}
