"""What the kernel says of a fault in one line: which event it is, and of what."""

from collections.abc import Callable
from dataclasses import dataclass

from logsleuth.machine.pattern import Pattern


@dataclass(frozen=True, slots=True)
class Event:
    """One event, as far as a line tells it; `goes_on` matches the messages that belong to it and follow."""

    event: str
    pid: int | None = None
    process: str | None = None
    device: str | None = None
    code: str | None = None
    goes_on: Pattern | None = None


_XID = Pattern(r"NVRM: (?P<kind>Xid) \((?:PCI:)?(?P<device>[0-9A-Fa-f:.]{4,20})\): (?P<code>\d{1,5})(?P<rest>.*)")
_SXID = Pattern(
    r"nvidia-nvswitch\d+: (?P<kind>SXid) \((?:PCI:)?(?P<device>[0-9A-Fa-f:.]{4,20})\): (?P<code>\d{1,6})(?P<rest>.*)"
)
_XID_PID = Pattern(r"pid='?(?P<pid>\d{1,10})")
_XID_NAME = Pattern(r"name=(?P<name>[^,<]{1,64})")
_NVRM = Pattern(r"NVRM: (?!Xid)")
_SEGFAULT = Pattern(
    r"(?P<process>.{1,64}?)\[(?P<pid>\d{1,10})\]: (?:segfault at \S+ ip .{0,200}?error (?P<code>[0-9a-f]+)|unhandled signal (?P<signal>\d+)|"
    r"potentially unexpected fatal signal (?P<fatal>\d+)|unhandled .{1,80}?\((?P<arm>\d+)\) at )"
)
_CODE = Pattern(r"Code: |CPU: |Hardware name: |RIP: |R[A-Z0-9]{2}: |Call Trace:|\s")
_TRAP = Pattern(
    r"(?:traps: )?(?P<process>.{1,64}?)\[(?P<pid>\d{1,10})\]:? (?:trap )?"
    r"(?P<code>general protection(?: fault)?|invalid opcode|divide error|int3|stack segment|alignment check|bounds|overflow)\b"
)
_HUNG = Pattern(
    r"INFO: task (?P<process>.{1,64}?):(?P<pid>\d{1,10}) blocked(?: in I/O wait)? for more than (?P<code>\d{1,9}) seconds"
)
_TRACE = Pattern(
    r"\s|Call [Tt]race:|\"echo 0 > |task:|Workqueue: |[\w.]+\+0x[0-9a-f]+/0x|RIP: |R[A-Z0-9]{2}: |Not tainted|Tainted|</?TASK>"
)
_IO = Pattern(
    r"(?:.{0,80}?\b)?(?:I/O error|critical (?:medium|target|space allocation|nexus) error|Buffer I/O error on dev(?:ice)?)[ ,:]*(?:dev )?(?P<device>[\w-]{1,32})"
)
_NVME = Pattern(
    r"(?:nvme )?(?P<device>nvme\d+(?:n\d+)?): (?:I/O (?:tag )?\d+ .{0,80}timeout|controller is down|Device not ready)"
)
_FS = Pattern(
    r"(?:EXT[234]-fs (?:error|critical)|EXT[234]-fs error|BTRFS (?:error|critical)|BTRFS: error|FAT-fs|SQUASHFS error|F2FS-fs)[: (]*(?:device )?\(?(?P<device>[\w-]{1,32})?"
)
_XFS = Pattern(
    r"XFS \((?P<device>[\w.-]{1,32})\): .{0,200}?(?:[Cc]orrupt|Internal error|I/O [Ee]rror|shut(?:ting)? ?down|Filesystem has been|unmount and run xfs_repair)"
)
_READ_ONLY = Pattern(
    r".{0,120}?\((?P<device>[\w.-]{1,32})\): .{0,40}?[Rr]emount(?:ing|ed)? filesystem read-only|.{0,120}[Rr]emounting filesystem read-only"
)
_FS_BENIGN = Pattern(r"EXT[234]-fs \(|FAT-fs \([\w-]+\): (?:Volume was not|utf8)|F2FS-fs \([\w-]+\): (?:Mounted|Found)")
_JOURNAL = Pattern(
    r"Aborting journal on device (?P<device>[\w-]{1,32}?)(?:-\d+)?\.|JBD2: .{0,200}?\b(?:abort|error|corrupt)"
)
_NFS = Pattern(r"(?:nfs: |NFS: |lockd: )?server (?P<device>\S{1,255}) not responding, (?P<code>still trying|timed out)")
_LINK = Pattern(
    r"(?P<driver>[\w.-]{1,32}) (?P<pci>[0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\.\d)(?::? (?P<name>[\w.@-]{1,32}))?:? .{0,80}?\b(?P<code>[Ll]ink(?: is|:)? [Dd]own)\b"
)
_LINK_NAMED = Pattern(
    r"(?:.{0,60}? )?\(?(?P<name>[\w.@-]{1,32})\)?:? (?:NIC |Port )?(?P<code>[Ll]ink(?: status)?(?: is|:)? (?:definitely )?[Dd]own)\b"
)
_PORT_MODULE = Pattern(
    r"[\w-]{1,32} (?P<device>[0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\.\d)(?: \S+)?: Port module event.{0,40}?: module \d+, (?P<code>Cable (?:error|unplugged).{0,100})"
)
_FLOOD = Pattern(r".{0,80}Possible SYN flooding on port (?:\S*[:.\]])?(?P<code>\d{1,5})\b")


def event(message: str) -> Event | None:
    """The event that the message tells; None if it tells none. What the out-of-memory killer says is read line by line elsewhere."""
    return next(
        (found for words, told in _TELLERS if any(word in message for word in words) and (found := told(message))), None
    )


def _xid(message: str) -> Event | None:
    match = _XID.match(message) or _SXID.match(message)
    if match is None:
        return None
    pid = _XID_PID.search(match["rest"][:200])
    name = _XID_NAME.search(match["rest"][:200])
    code = match["code"] if match["kind"] == "Xid" else f"SXid {match['code']}"
    return Event(
        "xid", int(pid["pid"]) if pid else None, name["name"].strip() if name else None, match["device"], code, _NVRM
    )


def _segfault(message: str) -> Event | None:
    match = _SEGFAULT.match(message)
    if match is None:
        return None
    code = match["code"] or match["signal"] or match["fatal"] or match["arm"]
    return Event("segfault", int(match["pid"]), match["process"].strip(), None, code, _CODE)


def _trap(message: str) -> Event | None:
    match = _TRAP.match(message)
    return Event("trap", int(match["pid"]), match["process"].strip(), None, match["code"], _CODE) if match else None


def _hung(message: str) -> Event | None:
    match = _HUNG.match(message)
    return Event("hung-task", int(match["pid"]), match["process"], None, match["code"], _TRACE) if match else None


def _io(message: str) -> Event | None:
    match = _NVME.match(message) or _IO.match(message)
    return Event("io-error", device=match["device"]) if match else None


def _fs(message: str) -> Event | None:
    if match := _READ_ONLY.match(message):
        return Event("fs-error", device=match["device"], code="read-only")
    if match := _XFS.match(message):
        return Event("fs-error", device=match["device"])
    match = _JOURNAL.match(message) or (None if _FS_BENIGN.match(message) else _FS.match(message))
    return Event("fs-error", device=match["device"]) if match else None


def _nfs(message: str) -> Event | None:
    match = _NFS.match(message)
    return Event("nfs", device=match["device"], code=match["code"]) if match else None


def _link(message: str) -> Event | None:
    if match := _PORT_MODULE.match(message):
        return Event("link", device=match["device"], code=match["code"].strip())
    if match := _LINK.match(message):
        return Event("link", device=match["name"] or match["pci"], code="down")
    match = _LINK_NAMED.match(message)
    return Event("link", device=match["name"], code="down") if match else None


def _flood(message: str) -> Event | None:
    match = _FLOOD.match(message)
    return Event("tcp-flood", code=match["code"]) if match else None


_TELLERS: tuple[tuple[tuple[str, ...], Callable[[str], Event | None]], ...] = (
    (("Xid",), _xid),
    (("segfault at", "signal", "unhandled"), _segfault),
    (("general protection", "trap ", "invalid opcode", "divide error"), _trap),
    (("blocked ",), _hung),
    (("-fs", "XFS", "BTRFS", "JBD2", "SQUASHFS", "read-only", "Aborting journal"), _fs),
    (("I/O", "critical ", "nvme"), _io),
    (("not responding",), _nfs),
    (("ink ", "ink:", "Port module"), _link),
    (("SYN flooding",), _flood),
)
"""Words that a message of each kind holds, and what reads it; the words keep the expressions from being tried on every line."""
