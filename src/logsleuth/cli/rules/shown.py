"""Lines, matches and variables as the commands on rules show them: escaped, masked, and no wider than a screen."""

from collections.abc import Iterator, Mapping

from logsleuth.author.almost import Almost
from logsleuth.text.escape import visible
from logsleuth.text.redact import redact

WIDTH = 76
MARK, PLAIN = "\x1b[1;31m", "\x1b[0m"


def variables(found: Mapping[str, str] | None) -> str:
    """Variables and their values on one line."""
    if found is None:
        return "nothing"
    return ", ".join(f"{name}={shown(value)}" for name, value in found.items()) or "something"


def shown(text: str, *, redacted: bool = False) -> str:
    """A text of a log as it may be shown."""
    return visible(redact(text) if redacted else text)


def marked(text: str, start: int, end: int, *, redacted: bool, color: bool) -> Iterator[str]:
    """The stretch of a text around a match, with the match marked: by colour, or by carets on a line below.

    Of a text of several lines each newline shows as an escape. Where masking changes the text, nothing is marked but what stays.
    """
    if redacted:
        text, start, end = _masked(text, start, end)
    begin = max(0, min(start - WIDTH // 4, len(text) - WIDTH)) if len(text) > WIDTH else 0
    stop = min(len(text), begin + WIDTH)
    head, match, tail = (
        visible(part)
        for part in (text[begin:start], text[start : min(end, stop)], text[max(start, min(end, stop)) : stop])
    )
    head, tail = "..." * bool(begin) + head, tail + "..." * (stop < len(text))
    if color:
        yield f"{head}{MARK}{match}{PLAIN}{tail}"
        return
    yield f"{head}{match}{tail}"
    yield " " * len(head) + "^" * max(1, len(match))


def _masked(text: str, start: int, end: int) -> tuple[str, int, int]:
    """The text with its secrets masked, and where the match now lies: the unchanged ends tell."""
    masked = redact(text)
    if masked == text:
        return text, start, end
    before, after = len(redact(text[:start])), len(redact(text[end:]))
    return masked, min(before, len(masked)), max(min(before, len(masked)), len(masked) - after)


def almost_lines(almost: Almost, *, redacted: bool) -> Iterator[str]:
    """A line that nearly matches: up to where it does, and what was expected next."""
    lines = list(marked(almost.text, almost.start, almost.end, redacted=redacted, color=False))
    yield from lines if almost.end > almost.start else lines[:1]
    if almost.how:
        yield f"it would match {shown(almost.how)}" if not almost.how.startswith("on ") else f"it matches {almost.how}"
    elif almost.expected:
        expected = shown(almost.expected)
        yield "matched so far; expected next: " + (expected if len(expected) <= 60 else expected[:57] + "...")
