"""What becomes of one chunk."""

from collections.abc import Sequence

from logsleuth.scan.chunks import Chunk
from logsleuth.scan.engines import Found
from logsleuth.scan.look import Row, look


class Fixed:
    """A matcher that finds the letter of each needle wherever it stands."""

    def __init__(self, *letters: bytes) -> None:
        self._letters = letters
        self.passed_over = 0

    def find(self, data: bytes, after: int, most: Sequence[int]) -> Found:
        """Every occurrence, not only the first of a line."""
        return [
            (at + 1, n)
            for n, letter in enumerate(self._letters)
            for at in range(after, len(data))
            if data[at : at + 1] == letter and most[n]
        ]


def test_rows() -> None:
    """One row for each line, with all its needles, and the lines before it counted."""
    looked = look(Chunk(b"\nab\nx\nba a\n"), Fixed(b"a", b"b", b"!"), [9, 9, 9], 4)
    assert looked.rows == (Row(1, 1, 3, (0, 1)), Row(3, 6, 10, (0, 1)))
    assert looked.newlines == 4


def test_codes_and_nuls_go() -> None:
    """On a few lines and on many, the text is without them."""
    for count in (1, 400, 3000):
        looked = look(Chunk(b"\x1b[31ma\0b\x1b[0m c\nd\n" * count), Fixed(b"d", b"!"), [9_999, 9], 4)
        assert looked.data == b"ab c\nd\n" * count
        assert [row.before for row in looked.rows] == list(range(1, 2 * count, 2))


def test_what_is_told_of_a_cut_line() -> None:
    """Of what is repeated the earlier half is told before the cut, the later half after it."""
    first = look(Chunk(b"a......a....a..a", cut=True), Fixed(b"a", b"!"), [9, 9], 8)
    second = look(Chunk(b"....a..a....", overlap=8), Fixed(b"a", b"!"), [9, 9], 8)
    assert first.rows == (Row(0, 0, 16, (0,)),)
    assert second.rows == (Row(0, 0, 12, (0,)),)
    assert look(Chunk(b".............a.a", cut=True), Fixed(b"a", b"!"), [9, 9], 8).rows == ()
    assert look(Chunk(b"...a........", overlap=8), Fixed(b"a", b"!"), [9, 9], 8).rows == ()


def test_a_second_look() -> None:
    """A line with an escaped code is seen without it too; the needle that tells of it is not handed on."""
    line = rb"x\u001b[1my"
    looked = look(Chunk(b"q\n" + line + b"\nq\n"), Fixed(b"1", b"y", b"\\"), [9, 9, 9], 4)
    assert looked.rows == (Row(1, 2, 2 + len(line), (0, 1)),)
    only = look(Chunk(line), Fixed(b"z", b"\\"), [9, 9], 4)
    assert only.rows == ()
