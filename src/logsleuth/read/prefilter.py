"""What a regular expression needs at least: the characters it may begin with, and a text that must be in the line.

Both only spare the attempt to match: where the expression is not understood, it may begin with anything and needs nothing.
The dialect is that of `re`, as patterns of layouts and envelopes use it.
"""

from dataclasses import dataclass, field

ASCII = frozenset(map(chr, range(128)))
_DIGITS = frozenset("0123456789")
_WORD = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_") | _DIGITS
_BLANK = frozenset(" \t\n\r\f\v")
_CLASSES = {"d": _DIGITS, "w": _WORD, "s": _BLANK, "D": ASCII - _DIGITS, "W": ASCII - _WORD, "S": ASCII - _BLANK}
_CONTROLS = {"t": "\t", "n": "\n", "r": "\r", "f": "\f", "v": "\v"}
_WIDE = frozenset("DWS")  # these also match what is not ASCII


@dataclass(frozen=True, slots=True)
class Needs:
    """`firsts`: the ASCII characters that a match may begin with. `wide`: whether it may begin with another one, or be empty.

    `literal`: a text that every match contains; empty if none is known.
    """

    firsts: frozenset[str] = ASCII
    wide: bool = True
    literal: str = ""


@dataclass(slots=True)
class _Seen:
    """What was read of one sequence: its first characters, whether it may be empty so far, and its runs of single characters."""

    firsts: set[str] = field(default_factory=set)
    wide: bool = False
    empty: bool = True
    runs: list[str] = field(default_factory=lambda: [""])

    def add(self, firsts: frozenset[str] | set[str], *, wide: bool, empty: bool) -> None:
        """One more item at the end."""
        if self.empty:
            self.firsts |= firsts
            self.wide |= wide
            self.empty = empty


class _Unclear(ValueError):
    """A construct that is not understood."""


def needs(pattern: str) -> Needs:
    """What a line must have for `re.match` to find the pattern."""
    try:
        reader = _Reader(pattern)
        seen = reader.alternatives()
        reader.expect_end()
    except (ValueError, IndexError, RecursionError):
        return Needs()
    if seen.empty:
        return Needs(literal=max(seen.runs, key=len))
    return Needs(frozenset(seen.firsts), seen.wide, max(seen.runs, key=len))


class _Reader:
    """Reads a pattern from left to right."""

    def __init__(self, pattern: str) -> None:
        self._text = pattern
        self._at = 0

    def expect_end(self) -> None:
        if self._at != len(self._text):
            raise _Unclear

    def alternatives(self) -> _Seen:
        seen = self._sequence()
        while self._take("|"):
            other = self._sequence()
            seen = _Seen(seen.firsts | other.firsts, seen.wide or other.wide, seen.empty or other.empty)
        return seen

    def _sequence(self) -> _Seen:
        seen = _Seen()
        while self._at < len(self._text) and self._text[self._at] not in "|)":
            self._item(seen)
        return seen

    def _take(self, text: str) -> bool:
        if not self._text.startswith(text, self._at):
            return False
        self._at += len(text)
        return True

    def _item(self, seen: _Seen) -> None:
        if self._take("^") or self._take("$"):
            return
        if self._text[self._at] == "(":
            self._group(seen)
            return
        chars, wide = self._chars()
        least, exact = self._times()
        if least and exact and len(chars) == 1 and not wide:
            seen.runs[-1] += "".join(chars) * least
        elif least and len(chars) == 1 and not wide:
            seen.runs += ["".join(chars)] if not seen.runs[-1] else [""]
            seen.runs.append("")
        else:
            seen.runs.append("")
        seen.add(chars, wide=wide, empty=least == 0)

    def _group(self, seen: _Seen) -> None:
        self._at += 1
        ahead = self._opening()
        inner = self.alternatives()
        if not self._take(")"):
            raise _Unclear
        least, exact = self._times()
        if ahead:
            return
        if least:
            seen.runs[-1] += inner.runs[0]
            seen.runs += inner.runs[1:]
            if least > 1 or not exact:
                seen.runs.append("")
            if len(inner.runs) == 1 and not inner.runs[0]:
                seen.runs.append("")
        else:
            seen.runs.append("")
        seen.add(inner.firsts, wide=inner.wide, empty=least == 0 or inner.empty)

    def _opening(self) -> bool:
        """Passes over what opens a group; whether the group takes no character."""
        if any(self._take(mark) for mark in ("?=", "?!", "?<=", "?<!")):
            return True
        if self._take("?P<"):
            self._at = self._text.index(">", self._at) + 1
        elif self._take("?") and not self._take(":"):
            raise _Unclear
        return False

    def _times(self) -> tuple[int, bool]:
        """How often the item must stand at least, and whether it is exactly so often."""
        least, exact = 1, True
        if self._at < len(self._text) and self._text[self._at] in "*+?":
            least, exact = (1 if self._text[self._at] == "+" else 0), False
            self._at += 1
        elif self._at < len(self._text) and self._text[self._at] == "{":
            end = self._text.index("}", self._at)
            low, comma, high = self._text[self._at + 1 : end].partition(",")
            if not (low.isdecimal() and (not high or high.isdecimal())):
                raise _Unclear
            least, exact = int(low), not comma
            self._at = end + 1
        if self._at < len(self._text) and self._text[self._at] in "?+" and not exact:
            self._at += 1
        return least, exact

    def _chars(self) -> tuple[frozenset[str], bool]:
        char = self._text[self._at]
        self._at += 1
        if char == ".":
            return ASCII, True
        if char == "[":
            return self._class()
        if char == "\\":
            return self._escape()
        return (frozenset(char), False) if char.isascii() else (frozenset(), True)

    def _escape(self) -> tuple[frozenset[str], bool]:
        char = self._text[self._at]
        self._at += 1
        if char in _CLASSES:
            return _CLASSES[char], char in _WIDE
        if char in _CONTROLS:
            return frozenset(_CONTROLS[char]), False
        if char == "u":
            self._at += 4
            return frozenset(), True
        if char.isalnum():  # \b, \A, \1, \x..: not needed, so not understood
            raise _Unclear
        return frozenset(char), False

    def _class(self) -> tuple[frozenset[str], bool]:
        negated = self._take("^")
        chars: set[str] = set()
        wide = False
        first = True
        while first or self._text[self._at] != "]":
            some, far = self._escape_or_char()
            if self._text[self._at] == "-" and self._text[self._at + 1] != "]" and len(some) == 1:
                self._at += 1
                last, far = self._escape_or_char()
                some = frozenset(map(chr, range(ord(min(some)), ord(min(last, default="\x7f")) + 1)))
            chars |= some
            wide |= far
            first = False
        self._at += 1
        return (ASCII - chars, True) if negated else (frozenset(chars), wide)

    def _escape_or_char(self) -> tuple[frozenset[str], bool]:
        char = self._text[self._at]
        self._at += 1
        if char == "\\":
            return self._escape()
        return (frozenset(char), False) if char.isascii() else (frozenset(), True)
