"""What kind of text an artifact is, told from its content, and where a transcript is to be cut.

Tables are found by their headers and rows wherever they stand. What is left is cut at prompts and headings, and each stretch is told by
the share of its lines that look like one kind; what is of no special kind is a log, or text of a kind not known here.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from logsleuth.intake.sniffers import (
    environ,
    health,
    interpreter,
    kernel,
    listeners,
    logs,
    packages,
    processes,
    prompts,
)
from logsleuth.intake.sniffers.block import Block, Lines
from logsleuth.model.run import Segment
from logsleuth.text.line import strip_ansi

_FINDERS = (processes.find, listeners.find, packages.find, interpreter.find)
_SAMPLE = 200  # lines looked at from the head, and from the rest, of a long stretch
_WIDTH = 500  # of a line of megabytes, the head tells enough
_MAX_SEAMS = 1000  # a trace of a shell script has thousands, and is a log
_MAX_SEGMENTS = 200
_PLAIN = frozenset({"log", "text"})


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Lines between two blocks or seams, `end` not included, and the command or title above them (its own first line)."""

    first: int
    end: int
    command: str | None = None


def segments(lines: Sequence[str], path: str) -> tuple[Segment, ...]:
    """The kinds of a text: stretches that cover all its lines, in order, each with the reason why it was taken for that kind.

    Meant for texts up to some megabytes. Lines are as `str.split` leaves them at newlines; colours and carriage returns are overlooked,
    NULs tell a kernel's copy of an environment. A text without lines has no segments.
    """
    if not lines:
        return ()
    text = "\n".join(lines)
    if ("\0" in text or "^@" in text) and len(lines) < 50 and environ.is_separated(text):
        return (Segment("environ", 1, len(lines), "`NAME=value` separated by NUL"),)
    shown = _as_shown(lines, text)
    blocks = _blocks(shown, text)
    found = [*blocks, *_between(shown, blocks, path)]
    found.sort(key=lambda block: block.first)
    return _segments(_merged(found, shown), len(lines))


def head_kind(head: bytes, path: str) -> Segment:
    """The one kind of a file too large to be cut, from its first bytes: a log, unless nearly all of them are something else.

    The segment covers the lines of `head`.
    """
    lines = head.decode("utf-8", "replace").split("\n")
    if len(lines) > 1:
        lines.pop()  # the last one may be cut
    parts = segments(lines, path)
    largest = max(parts, key=lambda part: part.last - part.first, default=None)
    if largest is None or largest.kind in _PLAIN or largest.last - largest.first + 1 < 0.9 * len(lines):
        return Segment("log", 1, max(len(lines), 1), "too large for anything but a log")
    return Segment(largest.kind, 1, len(lines), largest.why)


def _as_shown(lines: Lines, text: str) -> Lines:
    """The lines as a terminal shows them, without what is invisible."""
    if "\x1b" not in text and "\r" not in text and "\0" not in text and "\ufeff" not in text:
        return lines
    return [
        strip_ansi(line).rstrip("\r").rpartition("\r")[2].replace("\0", "").removeprefix("\ufeff") for line in lines
    ]


def _blocks(lines: Lines, text: str) -> list[Block]:
    """The tables, in order, none within another: of two that overlap, the one that begins first, and of these the longer."""
    found = sorted(
        (block for find in _FINDERS for block in find(lines, text)), key=lambda block: (block.first, -block.end)
    )
    kept: list[Block] = []
    for block in found:
        if not kept or block.first >= kept[-1].end:
            kept.append(block)
    return kept


def _between(lines: Lines, blocks: Sequence[Block], path: str) -> Iterator[Block]:
    """The stretches that no table covers, each with its kind."""
    plain = _plain_kind(path)
    for stretch in _stretches(lines, blocks):
        yield _told(lines, stretch, path, plain)


def _stretches(lines: Lines, blocks: Sequence[Block]) -> Iterator[_Stretch]:
    at = 0
    seams = 0
    for block in [*blocks, Block("", len(lines), len(lines), "")]:
        start, command = at, None
        for index in range(at, block.first):
            found = prompts.command_of(lines[index]) if seams < _MAX_SEAMS else None
            if found is None:
                continue
            seams += 1
            if index > start:
                yield _Stretch(start, index, command)
            start, command = index, found
        if block.first > start:
            yield _Stretch(start, block.first, command)
        at = block.end


def _told(lines: Lines, stretch: _Stretch, path: str, plain: Callable[[Lines], tuple[str, str]]) -> Block:
    """The kind of one stretch; kind `` where it holds nothing but its prompt, or the date: it belongs to what follows."""
    first = stretch.first + (stretch.command is not None)
    body = [line[:_WIDTH] for line in _sample(lines, first, stretch.end) if line.strip()]
    hint = prompts.hint(stretch.command) if stretch.command else None
    if not body and hint == "health":
        return Block(hint, stretch.first, stretch.end, "a request without an answer")
    if not body or (len(body) == 1 and prompts.is_date(body[0])):
        return Block(
            "",
            stretch.first,
            stretch.end,
            "a prompt or a date" if stretch.command is not None or body else "blank lines",
        )
    kind, why = _special(body, hint, path) or (_prompted(body, hint) if hint else None) or plain(body)
    return Block(kind, stretch.first, stretch.end, why)


def _sample(lines: Lines, first: int, end: int) -> Lines:
    """The lines, or of many some from the head and some from all over."""
    if end - first <= 2 * _SAMPLE:
        return lines[first:end]
    step = (end - first) // _SAMPLE
    return [*lines[first : first + _SAMPLE], *lines[first + _SAMPLE : end : step]]


def _special(body: Lines, hint: str | None, path: str) -> tuple[str, str] | None:
    """The kind that most of the lines show."""
    if _share(body, kernel.is_line) >= (0.5 if hint == "kernel" else 0.8):
        return "kernel", "lines of the kernel"
    if environ.share(body) >= (0.5 if hint == "environ" else 0.9) and (
        len(body) > 1 or hint == "environ" or "env" in path.lower()
    ):
        return "environ", "lines `NAME=value`"
    if "requirement" not in path.lower() and _share(body, packages.is_line) >= (0.3 if hint == "packages" else 0.8):
        return "packages", "lines of a package list"
    if _share(body, interpreter.is_line) >= (0.2 if hint == "interpreter" else 0.5):
        return "interpreter", "what an interpreter answered"
    return ("health", "lines of a health poll") if _is_health(body, hint) else None


def _is_health(body: Lines, hint: str | None) -> bool:
    """Whether the lines are a poll's and not a server's: that one, too, says when it is ready."""
    polls = sum(map(health.is_line, body))
    if not polls or any(map(health.is_access, body)):
        return False
    others = sum(logs.is_line(line) and not health.is_line(line) for line in body)
    if polls >= 0.5 * len(body):
        return polls > others
    return (polls >= 3 or hint == "health") and polls >= 0.25 * len(body) and others <= 0.2 * len(body)


def _prompted(body: Lines, hint: str) -> tuple[str, str] | None:
    """What the command above says, where the lines do not contradict it."""
    if hint in {"log", "interpreter"} or (hint == "health" and _share(body, logs.is_line) < 0.3):
        return hint, "output of the command above it"
    return None


def _share(body: Lines, is_line: Callable[[str], bool]) -> float:
    return sum(map(is_line, body)) / len(body)


def _plain_kind(path: str) -> Callable[[Lines], tuple[str, str]]:
    """How a stretch of no special kind is taken in this file."""

    def told(body: Lines) -> tuple[str, str]:
        if _share(body, logs.is_line) >= 0.25:
            return "log", "lines of a log"
        if logs.named_log(path):
            return "log", "its name is that of a log"
        if logs.named_other(path) or body[0] in {"{", "["}:
            return "text", "no kind that is known"
        return "log", "nothing else is known of it"

    return told


def _merged(found: Sequence[Block], lines: Lines) -> list[Block]:
    """The blocks without seams that part nothing: bare prompts go to what follows, likes are joined."""
    merged: list[Block] = []
    pending: int | None = None
    for block in found:
        if not block.kind:
            pending = block.first if pending is None else pending
            continue
        first = block.first if pending is None else pending
        pending = None
        last = merged[-1] if merged else None
        if (
            last is not None
            and last.kind == block.kind
            and (block.kind in _PLAIN or (last.why == block.why and not _is_table(block)))
        ):
            merged[-1] = replace(last, end=block.end)
        else:
            merged.append(replace(block, first=first))
    if pending is not None:
        merged = (
            [*merged[:-1], replace(merged[-1], end=len(lines))]
            if merged
            else [Block("text", 0, len(lines), "blank lines")]
        )
    return merged


def _is_table(block: Block) -> bool:
    return block.why.startswith("header of")


def _segments(blocks: Sequence[Block], count: int) -> tuple[Segment, ...]:
    if len(blocks) > _MAX_SEGMENTS:
        return (Segment("log", 1, count, "too many changes of kind for anything but a log"),)
    return tuple(Segment(block.kind, block.first + 1, block.end, block.why) for block in blocks)
