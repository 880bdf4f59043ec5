"""What the tests of the tracebacks share: a text is fed line by line, as the reader's caller does it."""

from logsleuth.model.run import Origin
from logsleuth.read.tracebacks import Traceback, TracebackReader

NOBODY = Origin()
HEAD = "10:00:00 INFO: "
"""A log head as a layout would peel it: lines that begin with it are fed without it, as heads."""


def read(text: str, *, reason: str = "end-of-file", torn: bool = False, origin: Origin = NOBODY) -> list[Traceback]:
    """The tracebacks of a text."""
    reader = TracebackReader()
    for line, words in enumerate(text.strip("\n").split("\n"), 1):
        head = words.startswith(HEAD)
        reader.feed(line, words.removeprefix(HEAD), origin, head=head, prefix=HEAD if head else "")
    reader.finish(reason, torn=torn)
    return reader.tracebacks()


def one(text: str, *, reason: str = "end-of-file", torn: bool = False) -> Traceback:
    """The only traceback of a text."""
    (found,) = read(text, reason=reason, torn=torn)
    return found


def places(found: Traceback) -> list[tuple[str | None, int | None, str | None]]:
    """File, line and function of its frames, outermost first."""
    return [(frame.file, frame.file_line, frame.function) for frame in found.frames]


def said(found: list[Traceback]) -> list[tuple[str | None, str | None, str | None, str | None]]:
    """Type, message, link and root type of each."""
    return [(each.type, each.message, each.chained, each.root_type) for each in found]
