"""How much of an archive is read: what keeps a small file from filling memory, disk or time."""

from dataclasses import dataclass

from logsleuth.intake.stream import Chunks, Reader, StreamError

_GIB = 1 << 30
_SMALL = 64 << 20  # below this no ratio is too high: a log of one line repeated is no attack


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits on what is unpacked; plain files and standard input are read whole.

    `max_member_bytes` and `max_total_bytes` count unpacked bytes; `max_ratio` is unpacked to packed bytes, once more than 64 MiB came out;
    `depth` is how many archives, and how many compressions of one file, may lie in each other.
    """

    max_members: int = 10_000
    max_member_bytes: int = 16 * _GIB
    max_total_bytes: int = 64 * _GIB
    max_ratio: int = 1000
    depth: int = 2


DEFAULT = Bounds()


class Meter:
    """What one call has unpacked so far."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self.members = 0
        self.unpacked = 0

    @property
    def full(self) -> bool:
        """Whether no further member may be opened."""
        return self.members >= self.bounds.max_members or self.unpacked > self.bounds.max_total_bytes

    def why_full(self) -> str:
        """What to say of the members that are left."""
        if self.members >= self.bounds.max_members:
            return f"more than {self.bounds.max_members} members: the rest is passed over"
        return f"unpacks to more than {self.bounds.max_total_bytes} bytes in all: the rest is passed over"

    def unpacking(self, chunks: Chunks, packed: Reader) -> Chunks:
        """The chunks as they are, refused where they pass a bound; `packed` is the reader that they are decoded from."""
        before, out = packed.taken, 0
        for chunk in chunks:
            out += len(chunk)
            self.unpacked += len(chunk)
            self._check(out, packed.taken - before)
            yield chunk

    def member(self, chunks: Chunks) -> Chunks:
        """The chunks of one member, up to its bound."""
        out = 0
        for chunk in chunks:
            out += len(chunk)
            if out > self.bounds.max_member_bytes:
                raise StreamError(f"more than {self.bounds.max_member_bytes} bytes: the rest is passed over")
            yield chunk

    def _check(self, out: int, packed: int) -> None:
        if out > _SMALL and out > self.bounds.max_ratio * max(packed, 1):
            raise StreamError(f"expands more than {self.bounds.max_ratio} times: refused after {out} bytes")
        if self.unpacked > self.bounds.max_total_bytes:
            raise StreamError(
                f"unpacks to more than {self.bounds.max_total_bytes} bytes in all: the rest is passed over"
            )
