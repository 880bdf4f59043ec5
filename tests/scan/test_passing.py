"""The block law: line numbers and hits are those of a plain loop over the lines, however the input is read and cut."""

import gc
import threading
import time
from collections.abc import Callable, Sequence

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from logsleuth.model.book import Pattern
from logsleuth.scan import Block, Limits, Scanner, compile_patterns
from logsleuth.scan.engines import Database, Engine
from scan.helpers import ENGINES, found, naive, patterns, reader, scanned, tidy

EXPRESSIONS = ("err(?:or)?", r"a\d+b", "x[^\\n]*y", "\xff|zz", "q")
BYTES = (b"err(?:or)?", rb"a\d+b", rb"x[^\n]*y", rb"\xc3\xbf|\\+u00[fF][fF]|\\+x[fF][fF]|zz", b"q")
SCANNERS = {type(engine).__name__: compile_patterns(patterns(*EXPRESSIONS), engine=engine) for engine in ENGINES}
TOKENS = [
    b"error",
    b"er",
    b"a12b",
    b"a",
    b"1",
    b"x",
    b"y",
    b"zz",
    b"q",
    b" ",
    b"\n",
    b"\r\n",
    b"\0",
    b"\xff",
    b"\xc3\xbf",
    b"\x1b[1m",
    b"\\u001b[1m",
    b"long " * 30,
]
SMALL = Limits(chunk=128, overlap=64)


def lines_of(data: bytes) -> list[bytes]:
    """Lines without their ends."""
    return data.split(b"\n")


@pytest.mark.parametrize("scanner", SCANNERS.values(), ids=SCANNERS)
@given(
    data=st.lists(st.sampled_from(TOKENS), max_size=60).map(b"".join),
    sizes=st.lists(st.integers(1, 200), max_size=10),
    jobs=st.integers(1, 3),
)
@settings(max_examples=60)
@example(data=b"q", sizes=[], jobs=1)
@example(data=b"q\n", sizes=[], jobs=1)
@example(data=b"x" + b"z" * 500 + b"y\nq", sizes=[], jobs=2)
def test_hits_are_those_of_a_plain_loop(scanner: Scanner, data: bytes, sizes: Sequence[int], jobs: int) -> None:
    """Every line on which an expression matches is a hit of it, and where no line is cut, nothing else is."""
    blocks = scanned(scanner, data, SMALL, sizes, jobs)
    expected = naive(data.replace(b"\\u001b[1m", b""), BYTES)
    short = {number for number, line in enumerate(lines_of(data), 1) if len(line) < SMALL.overlap}
    assert {entry for entry in expected if entry[0] in short} == {entry for entry in found(blocks) if entry[0] in short}
    near = {entry for entry in expected if entry[1] != 2}
    assert near <= found(blocks)


@pytest.mark.parametrize("scanner", SCANNERS.values(), ids=SCANNERS)
@given(data=st.lists(st.sampled_from(TOKENS), max_size=60).map(b"".join))
@settings(max_examples=60)
def test_blocks_are_the_tidy_input(scanner: Scanner, data: bytes) -> None:
    """Blocks hold the input without colour codes and NULs; lines are numbered as `grep -n` does; each hit names its own line."""
    blocks = scanned(scanner, data, SMALL)
    assert b"".join(block.data[block.overlap :] for block in blocks) == tidy(data)
    line = 1
    for block in blocks:
        assert block.first_line == line
        assert block.newlines == block.data.count(b"\n")
        assert [hit.line for hit in block.hits] == sorted({hit.line for hit in block.hits})
        for hit in block.hits:
            assert block.data.count(b"\n", 0, hit.start) == hit.line - line
            assert b"\n" not in block.data[hit.start : hit.end]
            assert hit.start == 0 or block.data[hit.start - 1 : hit.start] == b"\n"
            assert hit.end == len(block.data) or block.data[hit.end : hit.end + 1] == b"\n"
            assert hit.patterns == tuple(sorted(set(hit.patterns)))
        line += block.newlines


@given(before=st.integers(0, 300), needle=st.sampled_from([b"error", b"a12b", b"x" + b"-" * 20 + b"y"]))
@settings(max_examples=80)
def test_a_needle_across_a_cut_is_found_once(before: int, needle: bytes) -> None:
    """What lies across a cut in a long line is in one block, whole, and is told there alone."""
    blocks = scanned(SCANNERS["HyperscanEngine"], b"-" * before + needle + b"-" * 300 + b"\nend", SMALL)
    with_hits = [block for block in blocks if block.hits]
    assert len(with_hits) == 1
    assert [hit.line for hit in with_hits[0].hits] == [1]
    assert needle in with_hits[0].data
    assert blocks[0].cut
    assert blocks[-1].first_line + blocks[-1].newlines == 2


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: type(engine).__name__)
def test_a_bounded_pattern_keeps_its_first_hits(engine: Engine) -> None:
    """A pattern that hits everywhere keeps as many candidates as the bound says, the first ones; the others lose nothing by it."""
    scanner = compile_patterns(patterns("l", "rare", r"l\w"), engine=engine)
    data = b"".join(b"line %d\n" % n if n % 100 else b"line rare %d\n" % n for n in range(1000))
    with scanner.blocks(reader(data), limits=Limits(chunk=256, overlap=64, cap=30)) as passing:
        blocks = list(passing)
        hits = found(blocks)
        assert {line for line, index in hits if index == 0} == set(range(1, 31))
        assert {line for line, index in hits if index == 2} == set(range(1, 31))
        assert {line for line, index in hits if index == 1} == set(range(1, 1001, 100))
        assert set(passing.bounds_met) == {0, 2}
        assert "p/0" in passing.bounds_met[0]
        assert "30 lines" in passing.bounds_met[0]


def test_needles_past_their_bound_leave_the_scan(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once it is worth it, a database without them is compiled, and nothing else changes."""
    monkeypatch.setattr("logsleuth.scan.passing.WASTE", 3)
    scanner = compile_patterns(patterns("l", "rare"))
    asked: list[frozenset[int]] = []
    original = scanner.database

    def database(without: frozenset[int]) -> Database:
        asked.append(without)
        return original(without)

    monkeypatch.setattr(scanner, "database", database)
    data = b"".join(b"line %d\n" % n if n % 100 else b"line rare %d\n" % n for n in range(2000))
    hits = found(scanner.blocks(reader(data), limits=Limits(chunk=256, overlap=64, cap=30)))
    assert {line for line, index in hits if index == 1} == set(range(1, 2001, 100))
    assert {line for line, index in hits if index == 0} == set(range(1, 31))
    assert frozenset({0}) in asked


def test_equal_patterns_hit_together() -> None:
    """Two patterns that look for the same are looked for once and both told."""
    scanner = compile_patterns([*patterns("abc", "x"), Pattern("again", expression="abc")])
    assert found(scanner.blocks(reader(b"abc\n"))) == {(1, 0), (1, 2)}


def scan_threads() -> list[str]:
    """Threads of the scan that are alive."""
    return [thread.name for thread in threading.enumerate() if thread.name.startswith("scan-")]


def endless(_most: int) -> bytes:
    """An input that never ends."""
    return b"an error\n" * 10


@pytest.mark.parametrize("end", ["close", "with", "forget"])
def test_an_early_end_leaves_no_thread(end: str) -> None:
    """Closing a pass, leaving it or dropping it ends its threads, also where the input would go on."""
    passing = SCANNERS["HyperscanEngine"].blocks(endless, limits=SMALL)
    assert next(passing).hits
    if end == "close":
        passing.close()
    elif end == "with":
        with passing:
            next(passing)
    del passing
    gc.collect()
    assert scan_threads() == []


def test_a_read_that_is_stuck_does_not_hold_up_the_end() -> None:
    """Closing a pass does not wait for a pipe; its thread ends once the read returns."""
    gate = threading.Event()
    begun = threading.Event()

    def read(_most: int) -> bytes:
        if begun.is_set():
            gate.wait(10)
        begun.set()
        return b"error\n" * 30

    passing = SCANNERS["HyperscanEngine"].blocks(read, limits=SMALL)
    next(passing)
    began = time.monotonic()
    passing.close()
    assert time.monotonic() - began < 5
    gate.set()
    for _ in range(200):
        if not scan_threads():
            break
        time.sleep(0.01)
    assert scan_threads() == []


def failing(error: BaseException) -> Callable[[int], bytes]:
    """A read that raises after some lines."""
    pieces = [b"error 1\n", b"error 2\nhalf an error"]

    def read(_most: int) -> bytes:
        if pieces:
            return pieces.pop(0)
        raise error

    return read


@pytest.mark.parametrize("error", [OSError("gone"), ValueError("broken"), EOFError()])
def test_what_read_raises_is_raised_in_its_turn(error: Exception) -> None:
    """Blocks of what was read come first; then the exception itself; no thread is left."""
    blocks: list[Block] = []
    with pytest.raises(type(error)) as raised:
        blocks.extend(iter(SCANNERS["HyperscanEngine"].blocks(failing(error), limits=SMALL)))
    assert raised.value is error
    passing = SCANNERS["HyperscanEngine"].blocks(failing(error), limits=SMALL)
    assert found([next(passing)]) == {(1, 0), (2, 0), (3, 0)}
    passing.close()
    assert scan_threads() == []


def test_several_passes_at_once() -> None:
    """A scanner may be used for many inputs at the same time; they do not mix."""
    scanner = SCANNERS["HyperscanEngine"]
    walks = [scanner.blocks(reader(b"x\n" * n + b"error\n" * 100), limits=SMALL) for n in range(4)]
    results: list[list[Block]] = [[] for _ in walks]
    for _ in range(20):
        for walk, blocks in zip(walks, results, strict=True):
            blocks += [block for block in [next(walk, None)] if block]
    for n, blocks in enumerate(results):
        assert found(blocks) == {(line, 0) for line in range(n + 1, n + 101)}


def test_the_empty_input() -> None:
    """Nothing in, nothing out."""
    passing = SCANNERS["HyperscanEngine"].blocks(reader(b""))
    assert list(passing) == []
    assert passing.bounds_met == {}


def test_memory_stays_bounded_on_one_long_line() -> None:
    """A line of any length comes in pieces of about a chunk."""
    size = 40 * SMALL.chunk
    blocks = scanned(SCANNERS["HyperscanEngine"], b"y" * size + b"error", SMALL)
    assert max(len(block.data) for block in blocks) <= SMALL.chunk + SMALL.overlap
    assert found(blocks) == {(1, 0)}
