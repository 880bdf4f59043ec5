"""What several tests of the scan use: reading in pieces, and the plain way of finding lines."""

import re
from collections.abc import Callable, Iterable, Sequence

from logsleuth.model.book import Pattern
from logsleuth.scan import Block, Limits, Scanner
from logsleuth.scan.engines import Engine
from logsleuth.scan.engines.hyperscan import HyperscanEngine
from logsleuth.scan.engines.python import PythonEngine
from logsleuth.text.line import strip_ansi_bytes

ENGINES: tuple[Engine, ...] = (HyperscanEngine(), PythonEngine())


def reader(data: bytes, sizes: Iterable[int] = ()) -> Callable[[int], bytes]:
    """A `read` that gives pieces of the sizes, and then as much as is asked for."""
    at, wanted = 0, iter(sizes)

    def read(most: int) -> bytes:
        nonlocal at
        piece = data[at : at + min(most, next(wanted, most))]
        at += len(piece)
        return piece

    return read


def scanned(scanner: Scanner, data: bytes, limits: Limits, sizes: Iterable[int] = (), jobs: int = 2) -> list[Block]:
    """All blocks of the data."""
    return list(scanner.blocks(reader(data, sizes), jobs=jobs, limits=limits))


def found(blocks: Iterable[Block]) -> set[tuple[int, int]]:
    """(line, pattern) of all hits."""
    return {(hit.line, index) for block in blocks for hit in block.hits for index in hit.patterns}


def tidy(data: bytes) -> bytes:
    """Without NULs and colour codes."""
    return strip_ansi_bytes(data.replace(b"\0", b""))


def naive(data: bytes, expressions: Sequence[bytes]) -> set[tuple[int, int]]:
    """(line, number of the expression) by the plain way: line by line, one expression after the other."""
    return {
        (number, index)
        for number, line in enumerate(tidy(data).split(b"\n"), 1)
        for index, expression in enumerate(expressions)
        if re.search(expression, line)
    }


def patterns(*expressions: str) -> list[Pattern]:
    """Patterns of expressions, named by their number."""
    return [Pattern(f"p/{number}", expression=expression) for number, expression in enumerate(expressions)]
