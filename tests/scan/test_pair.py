"""Patterns of one call beside those that are kept."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logsleuth.model.book import Pattern
from logsleuth.scan import compile_patterns
from logsleuth.scan.engines import Engine
from logsleuth.scan.engines.hyperscan import HyperscanEngine
from logsleuth.scan.engines.python import PythonEngine
from logsleuth.scan.scanner import Scanner

WORDS = ["alpha", "bravo", "charlie", "delta", "al.ha"]
LINES = st.lists(
    st.sampled_from([*WORDS, "", "x alpha bravo", "\x1b[1mdelta", r"{\"log\":\"ch\\u001b[1marlie\"}"]), max_size=12
)


def hits(scanner: Scanner, data: bytes) -> list[tuple[int, tuple[int, ...]]]:
    """The candidates of a text."""
    rest = [data]

    def more(n: int) -> bytes:
        head, rest[0] = rest[0][:n], rest[0][n:]
        return head

    return [(hit.line, hit.patterns) for block in scanner.blocks(more, jobs=1) for hit in block.hits]


@settings(max_examples=40)
@pytest.mark.parametrize("engine", [HyperscanEngine(), PythonEngine()], ids=["hyperscan", "python"])
@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=3), st.lists(st.sampled_from(WORDS), max_size=3), LINES)
def test_a_pair_finds_what_one_database_finds(
    engine: Engine, usual: list[str], extra: list[str], lines: Sequence[str]
) -> None:
    """Whichever patterns are kept, and whichever are of this call, also the same ones."""
    one = [Pattern(f"a{n}", literals=(word,)) for n, word in enumerate(usual)]
    two = [Pattern(f"b{n}", literals=(word,)) for n, word in enumerate(extra)]
    data = "\n".join(lines).encode()

    whole = hits(compile_patterns([*one, *two], engine=engine), data)
    assert whole == hits(compile_patterns(one, extra=two, engine=engine), data)


def test_what_is_of_one_call_is_not_kept(tmp_path: Path) -> None:
    """Ten calls that look for lines of their own leave one database."""
    for n in range(10):
        compile_patterns(
            [Pattern("a", literals=("alpha",))], extra=[Pattern("b", literals=(f"line {n}",))], cache=tmp_path
        )

    assert 1 == len(list(tmp_path.glob("scan-*.db")))
