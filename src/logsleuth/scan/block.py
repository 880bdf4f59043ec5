"""What the scan hands over: blocks of whole lines, and the candidates among them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Hit:
    """A candidate line: its number (from 1), where it lies in the block's data (without its newline), and the patterns it may match.

    `patterns` are indices into the sequence that the scanner was made of, ascending.
    """

    line: int
    start: int
    end: int
    patterns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """Whole lines, in order; colour codes and NULs are gone from `data`, line numbers are those of the stored text.

    A line that is longer than a chunk is handed over in pieces. `cut` says that the block ends within such a line, which the next block
    goes on with. Its first `overlap` bytes then repeat the end of this one, so that what lies across the cut is seen whole, and told
    once: what is found in the earlier half of what is repeated belongs to the one block, in the later half to the other.
    """

    first_line: int
    data: bytes
    newlines: int
    hits: tuple[Hit, ...]
    cut: bool = False
    overlap: int = 0
