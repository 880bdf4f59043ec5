"""Text snapshots of a machine, as relations.

`read(snapshot)` reads one segment of an artifact by its kind; `READERS` names the kinds. Each reader is a file of its own, and
all have one signature. None of them raises, whatever the lines hold.
"""

from collections.abc import Callable, Mapping
from importlib import import_module

from logsleuth.machine.snapshot import Reading, Snapshot, bounded, capped

__all__ = ["READERS", "Reading", "Snapshot", "read"]


def _reader(module: str) -> Callable[[Snapshot], Reading]:
    """The reader of a file of this room, which is imported when a snapshot of its kind turns up: a run seldom has all kinds."""

    def read_one(snapshot: Snapshot) -> Reading:
        found: Reading = import_module(f"logsleuth.machine.{module}").read(snapshot)
        return found

    return read_one


READERS: Mapping[str, Callable[[Snapshot], Reading]] = {
    "processes": _reader("ps"),
    "listeners": _reader("sockets"),
    "environ": _reader("environ"),
    "packages": _reader("packages"),
    "interpreter": _reader("interpreter"),
    "kernel": _reader("kernel"),
    "health": _reader("health"),
}


def read(snapshot: Snapshot) -> Reading:
    """What the snapshot tells; nothing for a kind that no reader reads."""
    reader = READERS.get(snapshot.kind)
    if reader is None:
        return Reading({})
    return capped(reader(bounded(snapshot)), snapshot.path)
