"""Text of an input cut to the room there is: what matters stays, what is left out is marked."""

import re
from collections.abc import Sequence

ALARM = re.compile(
    r"(?i)error|exception|traceback|fail|fatal|panic|abort|assert|killed|refused|denied|timed? ?out|cannot|can't|unable"
    r"|invalid|missing|no such|not found|no module|out of memory|no space|already in use|mismatch|unexpected"
)
"""Words that tell where in a long line the trouble stands; what they are near is shown, and nothing is concluded from them."""

GAP = "…"
_LINES = 4
"""Lines of a text that are shown, the gap among them."""


def cut(text: str, room: int, marks: Sequence[str] = ()) -> str:
    """The text in so many characters: around the first mark or word of alarm where there is one, else its head and its end."""
    if len(text) <= room:
        return text
    if room < 8:
        return text[: max(0, room)]
    at = _matters(text, marks)
    if at is None:
        head = room * 2 // 3
        return text[:head] + GAP + text[head + 1 - room :]
    start = max(0, min(at - room // 4, len(text) - room + 1))
    if start == 0:
        return text[: room - 1] + GAP
    if start + room > len(text):
        return GAP + text[1 - room :]
    return GAP + text[start : start + room - 2] + GAP


def _matters(text: str, marks: Sequence[str]) -> int | None:
    """Where what matters begins."""
    places = [text.find(mark) for mark in marks if mark]
    found = min((place for place in places if place >= 0), default=None)
    if found is not None:
        return found
    alarm = ALARM.search(text)
    return alarm.start() if alarm is not None else None


def few(text: str) -> list[str]:
    """The lines of a text, where there are many the first ones and the last."""
    lines = [line for line in text.split("\n") if line.strip()]
    if len(lines) <= _LINES:
        return lines
    return [lines[0], f"{GAP} {len(lines) - 3} lines {GAP}", *lines[-2:]]


def marked(text: str, marks: Sequence[str]) -> list[tuple[int, int]]:
    """Where the marks stand in a text, as stretches that do not overlap."""
    found: list[tuple[int, int]] = []
    for mark in sorted({mark for mark in marks if len(mark) > 1}, key=lambda mark: (-len(mark), mark)):
        at = text.find(mark)
        while at >= 0:
            end = at + len(mark)
            if all(end <= a or b <= at for a, b in found):
                found.append((at, end))
            at = text.find(mark, end)
    return sorted(found)
