"""The lines of an input as they are stored, in bounded memory."""

from collections.abc import Callable, Iterator

from logsleuth.read.lines import LONGEST_LINE

BLOCK = 1 << 20


def stored_lines(read: Callable[[int], bytes]) -> Iterator[bytes]:
    """The stored lines without their ends; of a very long one its beginning."""
    rest = b""
    passing = False  # within a line whose beginning was given
    while block := read(BLOCK):
        *whole, rest = (rest + block).split(b"\n")
        for line in whole:
            if not passing:
                yield line[:LONGEST_LINE]
            passing = False
        if len(rest) > LONGEST_LINE:
            if not passing:
                yield rest[:LONGEST_LINE]
            passing, rest = True, b""
    if rest and not passing:
        yield rest
