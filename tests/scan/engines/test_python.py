"""The plain engine."""

import time

from logsleuth.scan.engines.python import LONG, PythonEngine
from logsleuth.scan.form import Form, Needle


def find(expression: bytes, data: bytes, after: int = 0, most: int = 100, anchor: bytes = b"") -> list[int]:
    """Ends of matches."""
    matcher = PythonEngine().compile({0: Needle((Form(expression, anchor=anchor),))}).matcher()
    return [end for end, _ in matcher.find(data, after, [most])]


def test_one_match_on_a_line() -> None:
    """The first on each line, the first ones of all."""
    assert find(b"ab", b"ab ab\nx\nab") == [2, 10]
    assert find(b"ab", b"ab ab\nx\nab", most=1) == [2]
    assert find(b"ab", b"ab ab\nx\nab", after=2) == [5, 10]
    assert find(b"ab", b"", most=1) == []


def test_long_lines_are_told_by_their_literal() -> None:
    """On a line of great length the anchor decides, in no time; the lines around it are searched as ever."""
    slow = rb"(?:a|b|ab)*c.*d.*e"
    data = b"cde\n" + b"ab" * LONG + b"\nx\n" + b"ab" * LONG + b"KEY\ncde"
    began = time.monotonic()
    assert find(b"cde", data, anchor=b"cde") == [3, len(data)]
    assert len(find(slow, data, anchor=b"KEY")) == 3
    assert len(find(slow, data)) == 4
    assert time.monotonic() - began < 5
