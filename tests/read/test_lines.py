"""Which lines of a log are visited."""

from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from logsleuth.read.lines import Walk, lines_after, lines_before, text_at


@dataclass(frozen=True)
class Hit:
    """A candidate."""

    line: int
    start: int
    end: int
    patterns: tuple[int, ...] = (0,)


@dataclass(frozen=True)
class Block:
    """A block of whole lines."""

    first_line: int
    data: bytes
    newlines: int
    hits: tuple[Hit, ...] = ()
    cut: bool = False


def block(data: bytes, wanted: set[int] = frozenset()) -> Block:  # type: ignore[assignment]
    """A block of these bytes, with candidates on the wanted lines (from 0)."""
    hits, position = [], 0
    for index, line in enumerate(data.split(b"\n")):
        if index in wanted and position < len(data):
            hits.append(Hit(100 + index, position, position + len(line)))
        position += len(line) + 1
    return Block(100, data, data.count(b"\n"), tuple(hits))


LINES = st.lists(st.binary(max_size=8).map(lambda b: b.replace(b"\n", b"")), max_size=12)


@given(LINES, st.sets(st.integers(0, 11)), st.integers(0, 60), st.integers(0, 60), st.booleans())
def test_visited_are_candidates_head_and_tail(
    lines: list[bytes],
    wanted: set[int],
    head: int,
    tail: int,
    newline: bool,  # noqa: FBT001  # hypothesis gives it by name
) -> None:
    """Every candidate, every line that begins before the head's end or at or after the tail's begin, each once and in order."""
    data = b"\n".join(lines) + (b"\n" if newline else b"")
    one = block(data, wanted)
    expected, position = [], 0
    for index, line in enumerate(data.split(b"\n")):
        hit = any(h.line == 100 + index for h in one.hits)
        if position < len(data) and (hit or position < head or position >= tail):
            expected.append((100 + index, line))
        position += len(line) + 1

    assert expected == [(v.number, data[v.start : v.end]) for v in Walk(one, head=head, tail=tail)]


def test_all_lines_are_visited_while_asked_for() -> None:
    """What goes on over several lines is read line by line, then only candidates again."""
    one = block(b"a\nb\nc\nd\ne\nf\n", {1, 4})
    walk = Walk(one, head=0, tail=99)
    seen = []
    for visited in walk:
        seen.append(visited.number)
        walk.all_lines = visited.number in {101, 102}

    assert [101, 102, 103, 104] == seen


def test_lines_around() -> None:
    """Lines before come nearest first; both stop at the block's ends."""
    one = block(b"a\nb\x1b[1m!\nc\n")

    assert ["b!", "a"] == list(lines_before(one, 9, 5))
    assert ["b!", "c"] == list(lines_after(one, 1, 5))
    assert "c" == text_at(one, 9, 10)
