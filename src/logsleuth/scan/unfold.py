"""Text that does not stand in a line as it reads: colour codes written as escapes, and messages written as lists of bytes.

A needle may lie across such a code, so lines that hold one are looked at a second time, in a copy without them.
"""

import re

from logsleuth.scan.form import Form, Needle
from logsleuth.text.line import strip_ansi_bytes

FOLDED = Needle((Form(rb'\\(?:u001[bB]|x1[bB]|u0000|x00)|#033\[|"MESSAGE"\x20?:\x20?\['),))
"""What tells that a line holds such text: escapes as JSON, Go and syslog daemons write them, and the journal's binary messages."""

_ESCAPES = re.compile(rb"(?:(\\+)(?:u001[bB]|x1[bB])|#033)\[[0-?]*[ -/]*[@-~]|(\\+)(?:u0000|x00)")
_BYTES = re.compile(rb'("MESSAGE" *: *)\[([0-9, ]*)\]')


def unfolded(line: bytes) -> bytes:
    """A line, with such text as it reads."""
    return _ESCAPES.sub(_others_backslashes, _BYTES.sub(_decoded, line))


def _others_backslashes(match: re.Match[bytes]) -> bytes:
    """What is left of the backslashes before an escape: it has one, two or four of its own, the others come in pairs of as many."""
    all_of_them = match[1] or match[2] or b""
    return all_of_them[: len(all_of_them) & (len(all_of_them) - 1)]


def _decoded(match: re.Match[bytes]) -> bytes:
    try:
        text = bytes(int(number) for number in match[2].split(b","))
    except ValueError:  # an empty item, or no byte
        return match[0]
    return match[1] + strip_ansi_bytes(text.replace(b"\0", b"")).replace(b"\n", b" ")
