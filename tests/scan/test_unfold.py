"""Text that does not stand in a line as it reads."""

import json
import re

import pytest

from logsleuth.scan import compile_patterns
from logsleuth.scan.unfold import FOLDED, unfolded
from scan.helpers import found, patterns, reader


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (rb'{"log":"\u001b[31mERROR\u001b[0m: x"}', b'{"log":"ERROR: x"}'),
        (rb'msg="\x1b[1mhot\x1b[0m"', b'msg="hot"'),
        (rb'{"log":"{\"m\":\"\\u001b[38;5;1mhot\\u001B[0m\"}"}', rb'{"log":"{\"m\":\"hot\"}"}'),
        (b"Jan 1 host app[1]: #033[32mok#033[0m", b"Jan 1 host app[1]: ok"),
        (rb'{"log":"a\u0000b"}', b'{"log":"ab"}'),
        (b'{"MESSAGE":[27,91,51,49,109,70,97,105,108,10,101,100]}', b'{"MESSAGE":Fail ed}'),
        (b'{"MESSAGE" : [ 72, 105 ]}', b'{"MESSAGE" : Hi}'),
        (b'{"MESSAGE":[300]}', b'{"MESSAGE":[300]}'),
        (b'{"MESSAGE":[1,,2]}', b'{"MESSAGE":[1,,2]}'),
        (b"plain", b"plain"),
    ],
)
def test_unfolded(line: bytes, text: bytes) -> None:
    """Escaped colour codes and NULs go, the journal's lists of bytes become text; what is neither stays."""
    assert text == unfolded(line)
    if text != line:
        assert re.search(FOLDED.forms[0].expression, line)


def test_lines_with_such_text_are_looked_at_again() -> None:
    """A needle that lies across an escaped code, or in a list of bytes, is a hit of its stored line; offsets are those of the line."""
    lines = [
        b"nothing",
        json.dumps({"log": "No \x1b[31mmodule\x1b[0m named x\n"}).encode(),
        b'{"MESSAGE":' + json.dumps(list(b"xx No module named y")).encode() + b"}",
        rb"No module named \x1b[1mz",
        rb"just \u001b[31mcolours\u001b[0m",
    ]
    blocks = list(compile_patterns(patterns("No module named", "colours")).blocks(reader(b"\n".join(lines))))
    assert found(blocks) == {(2, 0), (3, 0), (4, 0), (5, 1)}
    assert [blocks[0].data[hit.start : hit.end] for hit in blocks[0].hits] == lines[1:]
