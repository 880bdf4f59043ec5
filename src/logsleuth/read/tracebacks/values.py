"""What is read of a traceback: frozen values for other rooms, and `Part`, in which a shape gathers one while it is read."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from logsleuth.model.run import Origin

MAX_FRAMES = 1000
"""Frames kept of one traceback: the outermost and the innermost half of them; depths stay those of the whole."""

MAX_MESSAGE = 16_384
"""Characters kept of a message."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame. `depth` 0 is the outermost, whatever order the language prints.

    `quoted` is the source line that stood under it, without its indentation; None if none was printed or it was torn.
    """

    depth: int
    file: str | None
    file_line: int | None
    function: str | None
    quoted: str | None = None


@dataclass(frozen=True, slots=True)
class Introduction:
    """The text that introduced a traceback: its kind (`thread`, `ignored`, `request`, `record` ...), the text and its line."""

    kind: str
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Traceback:
    """One exception or crash with its stack; each member of a chain is one of its own.

    `lines` are its physical lines: those of others that stand between are not among them. `chained` says what it owes to the exception before it
    (`cause` or `context`); None for the root. The root is the exception that came first, wherever it is printed.
    `cut` is end-of-file, other-origin, new-head, size-limit or no-head; None if `complete`.
    `fatal` is False for what cannot have ended the process (an ignored exception, an effect of a stop), True for what did, else None.
    """

    line: int
    end_line: int
    origin: Origin
    type: str | None
    message: str | None
    language: str
    complete: bool
    cut: str | None
    chained: str | None
    root_type: str | None
    root_message: str | None
    frames: tuple[Frame, ...]
    lines: tuple[int, ...]
    introduced_by: Introduction | None = None
    fatal: bool | None = None

    @property
    def where(self) -> Frame | None:
        """The innermost frame."""
        return self.frames[-1] if self.frames else None


@dataclass(slots=True, eq=False)
class Part:
    """One traceback while it is read. Frames stand in the order in which they are printed; `reverse` if that is innermost first.

    `because` is the part that came before it in the chain of causes, `link` how it owes to that one.
    `bare` says that the line with the type held no colon after it: a torn line may then have lost a part of the type.
    """

    language: str
    headed: bool = True
    final: bool = False
    reverse: bool = False
    type: str | None = None
    type_line: int = 0
    bare: bool = False
    lines: list[int] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)
    frame_lines: list[int] = field(default_factory=list)
    message: list[tuple[int, str]] = field(default_factory=list)
    because: "Part | None" = None
    link: str | None = None
    torn: bool = False
    fatal: bool | None = None

    def own(self, line: int) -> None:
        """Count the line among its own."""
        self.lines.append(line)

    def frame(self, line: int, file: str | None, file_line: int | None, function: str | None) -> None:
        """Add a frame that was read on the line."""
        self.own(line)
        self.frames.append(Frame(len(self.frames), file, file_line, function))
        self.frame_lines.append(line)

    def quote(self, line: int, text: str) -> None:
        """Give the last frame its source line, if it has none."""
        self.own(line)
        if self.frames and self.frames[-1].quoted is None:
            self.frames[-1] = replace(self.frames[-1], quoted=text.strip())
            self.frame_lines[-1] = line

    def raised(self, line: int, kind: str | None, message: str | None) -> None:
        """Set the type and the first line of the message; a message of None is one that was not announced by a colon."""
        self.own(line)
        self.final, self.type, self.type_line, self.bare = True, kind, line, message is None
        if message is not None:
            self.message.append((line, message))

    def say(self, line: int, text: str) -> None:
        """Add a line to the message."""
        self.own(line)
        self.message.append((line, text))

    def text(self) -> str | None:
        """The message; None if it is empty."""
        return "\n".join(text for _, text in self.message).strip()[:MAX_MESSAGE] or None

    def root(self) -> "Part":
        """The first of the chain of causes."""
        part, seen = self, {id(self)}
        while part.because is not None and id(part.because) not in seen:
            part = part.because
            seen.add(id(part))
        return part

    def tear(self, line: int) -> None:
        """The line was the last of the input and has no end: what it says may be cut off, so only what is sure stays."""
        if line not in self.lines[-1:]:
            return
        if self.message and self.message[-1][0] == line != self.type_line:
            self.message.pop()  # it may as well have become the first line of something else
            return
        self.torn = True
        if self.type_line == line and self.bare:
            self.type, self.final = None, False
        if self.frame_lines and self.frame_lines[-1] == line:
            self.frames[-1] = _torn(self.frames[-1])

    def ordered(self) -> tuple[Frame, ...]:
        """The frames, outermost first, numbered."""
        frames: Sequence[Frame] = self.frames[::-1] if self.reverse else self.frames
        numbered = tuple(replace(frame, depth=depth) for depth, frame in enumerate(frames))
        half = MAX_FRAMES // 2
        return numbered if len(numbered) <= MAX_FRAMES else numbered[:half] + numbered[-half:]


def _torn(frame: Frame) -> Frame:
    """What is sure of a frame whose last line was torn: a quoted text goes, else the function, else the line."""
    if frame.quoted is not None:
        return replace(frame, quoted=None)
    if frame.function is not None:
        return replace(frame, function=None)
    return replace(frame, file_line=None)
