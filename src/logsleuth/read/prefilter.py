"""What a regular expression needs at least: the characters it may begin with, and a text that must be in the line.

Both only spare the attempt to match: where the expression is not understood, it may begin with anything and needs nothing.
The dialect is that of `re` with ASCII classes, as patterns of layouts and envelopes use it.
"""

import re
from dataclasses import dataclass, field
from functools import lru_cache

ASCII = frozenset(map(chr, range(128)))
_DIGITS = frozenset("0123456789")
_WORD = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_") | _DIGITS
_BLANK = frozenset(" \t\n\r\f\v")
_CLASSES = {"d": _DIGITS, "w": _WORD, "s": _BLANK, "D": ASCII - _DIGITS, "W": ASCII - _WORD, "S": ASCII - _BLANK}
_CONTROLS = {"t": "\t", "n": "\n", "r": "\r", "f": "\f", "v": "\v"}
_WIDE = frozenset("DWS")  # these also match what is not ASCII
_ZERO_WIDE = frozenset(("^", "$", r"\b", r"\B", r"\A", r"\Z"))
_AHEAD = frozenset(("(?=", "(?!", "(?<=", "(?<!"))

_TOKEN = re.compile(
    r"\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]"  # a character or a set of them
    r"|\(\?P<\w+>|\(\?<?[=!]|\(\?:|\(\?|\(|\)|\||\^|\$|\."
    r"|(?:[*+?]|\{\d+(?:,\d*)?\})[?+]?"
    r"|[^\\\[()|^$.*+?{]+|.",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Needs:
    """`firsts`: the ASCII characters that a match may begin with. `wide`: whether it may begin with another one, or be empty.

    `literal`: a text that every match contains; empty if none is known.
    """

    firsts: frozenset[str] = ASCII
    wide: bool = True
    literal: str = ""


class _UnclearError(ValueError):
    """A construct that is not understood."""


@dataclass(slots=True)
class _Seen:
    """What was read of one sequence: its first characters, whether it may be empty so far, and its runs of fixed characters."""

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

    def fixed(self, text: str) -> None:
        """Characters that stand there once and for all."""
        if self.empty:
            firsts, wide = _first_of(text)
            self.add(firsts, wide=wide, empty=False)
        self.runs[-1] += text

    def set_of(self, token: str, least: int) -> None:
        """One character of a set, or several."""
        if self.empty:
            chars, wide = _chars(token)
            self.add(chars, wide=wide, empty=least == 0)
        self.runs.append("")


def needs(pattern: str) -> Needs:
    """What a line must have for `re.match` to find the pattern."""
    tokens = _TOKEN.findall(pattern)
    tokens.reverse()
    try:
        seen = _alternatives(tokens)
    except (ValueError, IndexError, RecursionError):
        return Needs()
    if tokens:
        return Needs()  # a bracket too many
    literal = max(seen.runs, key=len)
    return Needs(literal=literal) if seen.empty else Needs(frozenset(seen.firsts), seen.wide, literal)


def _alternatives(tokens: list[str]) -> _Seen:
    """Reads up to the bracket that closes the group, which is left. `tokens` are read from the end."""
    seen = _sequence(tokens)
    while tokens and tokens[-1] == "|":
        tokens.pop()
        other = _sequence(tokens)
        seen = _Seen(seen.firsts | other.firsts, seen.wide or other.wide, seen.empty or other.empty)
    return seen


def _sequence(tokens: list[str]) -> _Seen:
    seen = _Seen()
    while tokens and tokens[-1] not in {"|", ")"}:
        token = tokens.pop()
        if token in _ZERO_WIDE:
            continue
        if token[0] == "(":
            _group(token, tokens, seen)
        elif token[0] in "[.\\" and not _is_fixed(token):
            seen.set_of(token, _times(tokens)[0])
        elif token[0] in "*+?{":
            raise _UnclearError
        else:
            _literal(token[-1] if token[0] == "\\" else token, tokens, seen)
    return seen


def _is_fixed(token: str) -> bool:
    """Whether an escape stands for just its own character."""
    return token[0] == "\\" and len(token) == 2 and not token[1].isalnum()


def _literal(text: str, tokens: list[str], seen: _Seen) -> None:
    least, exact = _times(tokens)
    if (least, exact) == (1, True):
        seen.fixed(text)
        return
    if text[:-1]:
        seen.fixed(text[:-1])
    if least:
        seen.fixed(text[-1] * least if exact else text[-1])
    elif seen.empty:
        firsts, wide = _first_of(text[-1])
        seen.add(firsts, wide=wide, empty=True)
    if not exact or not least:
        seen.runs.append("")


def _group(opening: str, tokens: list[str], seen: _Seen) -> None:
    if opening == "(?":
        raise _UnclearError  # flags and the like
    inner = _alternatives(tokens)
    if tokens.pop() != ")":
        raise _UnclearError
    least, exact = _times(tokens)
    if opening in _AHEAD:
        return
    seen.add(inner.firsts, wide=inner.wide, empty=least == 0 or inner.empty)
    if least:
        seen.runs[-1] += inner.runs[0]
        seen.runs += inner.runs[1:]
    if least != 1 or not exact or inner.runs == [""]:
        seen.runs.append("")


def _times(tokens: list[str]) -> tuple[int, bool]:
    """How often the item before must stand at least, and whether it is exactly so often."""
    if not tokens or tokens[-1][0] not in "*+?{" or len(tokens[-1]) > 12:
        return 1, True
    mark = tokens.pop()
    if mark[0] != "{":
        return (1 if mark[0] == "+" else 0), False
    low, comma, _ = mark[1 : mark.index("}")].partition(",")
    return int(low), not comma


def _first_of(text: str) -> tuple[frozenset[str], bool]:
    return (frozenset(text[0]), False) if text[0].isascii() else (frozenset(), True)


@lru_cache(maxsize=512)
def _chars(item: str) -> tuple[frozenset[str], bool]:
    """The ASCII characters of a set, and whether it holds others."""
    if item == ".":
        return ASCII, True
    if item[0] == "\\":
        return _escape(item)
    negated = item[1] == "^"
    parts = _PART.findall(item[2:-1] if negated else item[1:-1])
    chars: set[str] = set()
    wide = False
    while parts:
        low, wide_low = _escape(part) if (part := parts.pop(0))[0] == "\\" else _first_of(part)
        if len(parts) >= 2 and parts[0] == "-":
            high, wide_high = _escape(parts[1]) if parts[1][0] == "\\" else _first_of(parts[1])
            low = frozenset(map(chr, range(ord(min(low)), ord(min(high, default="\x7f")) + 1)))
            wide, parts = wide or wide_high, parts[2:]
        chars |= low
        wide = wide or wide_low
    return (ASCII - chars, True) if negated else (frozenset(chars), wide)


_PART = re.compile(r"\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|\\.|.", re.DOTALL)


def _escape(escape: str) -> tuple[frozenset[str], bool]:
    char = escape[1]
    if len(escape) > 2:
        return _first_of(escape.encode("ascii").decode("unicode_escape"))
    if char in _CLASSES:
        return _CLASSES[char], char in _WIDE
    if char in _CONTROLS:
        return frozenset(_CONTROLS[char]), False
    if char.isalnum():  # a back reference and the like
        raise _UnclearError
    return frozenset(char), False
