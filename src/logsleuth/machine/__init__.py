"""Text snapshots of a machine, as relations.

`read(snapshot)` reads one segment of an artifact by its kind; `READERS` names the kinds. Each reader is a file of its own, and
all have one signature. None of them raises, whatever the lines hold.
"""

from collections.abc import Callable, Mapping

from logsleuth.machine import environ, health, interpreter, kernel, packages, ps, sockets
from logsleuth.machine.snapshot import Reading, Snapshot, bounded, capped

__all__ = ["READERS", "Reading", "Snapshot", "read"]

READERS: Mapping[str, Callable[[Snapshot], Reading]] = {
    "processes": ps.read,
    "listeners": sockets.read,
    "environ": environ.read,
    "packages": packages.read,
    "interpreter": interpreter.read,
    "kernel": kernel.read,
    "health": health.read,
}


def read(snapshot: Snapshot) -> Reading:
    """What the snapshot tells; nothing for a kind that no reader reads."""
    reader = READERS.get(snapshot.kind)
    if reader is None:
        return Reading({})
    return capped(reader(bounded(snapshot)), snapshot.path)
