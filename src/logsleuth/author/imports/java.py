r"""Regular expressions of Java, rewritten as we read them: what both know stays, names of groups, quoted stretches and classes change.

Groups keep their numbers, so that what refers back still does; their names are lost, as nothing of ours uses them.
"""

import re

import regex

from logsleuth.author.imports.made import Unsaid

_CLASSES = {
    "Lower": "a-z", "Upper": "A-Z", "Alpha": "a-zA-Z", "Digit": "0-9", "Alnum": "a-zA-Z0-9", "Punct": r"!-/:-@\[-`{-~", "Graph": "!-~",
    "Print": r"\x20-~", "Blank": r"\x20\t", "Cntrl": r"\x00-\x1f\x7f", "XDigit": "0-9a-fA-F", "Space": r"\x20\t\n\x0b\f\r", "ASCII": r"\x00-\x7f",
}  # fmt: skip
_ESCAPES = {"h": r"\x20\t", "z": r"\Z", "Z": r"(?=\n?\Z)", "e": r"\x1b", "R": r"(?:\r?\n|\r)"}
_NAMED = re.compile(r"\(\?<([A-Za-z][A-Za-z0-9]*)>")
_PROPERTY = re.compile(r"\\([pP])\{(?:Is)?([A-Za-z]+)\}")
_WIDE = re.compile(r"\\x\{([0-9A-Fa-f]{1,6})\}")
_FLAGS = re.compile(r"\(\?([a-zA-Z]*)(?:-([a-zA-Z]+))?([:)])")


def translated(expression: str) -> str:
    """The expression as we read it. Raises Unsaid for what Java alone knows."""
    out = "".join(_Reader(expression).pieces())
    try:
        regex.compile(out, regex.VERSION0 | regex.ASCII)
    except (regex.error, ValueError, RecursionError, OverflowError, MemoryError) as error:
        raise Unsaid(f"the expression cannot be read: {error}") from error
    return out


class _Reader:
    """Reads an expression from the left."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0

    def pieces(self) -> list[str]:
        """The parts, each rewritten."""
        found: list[str] = []
        while self._at < len(self._text):
            found.append(self._piece())
        return found

    def _piece(self) -> str:
        char = self._text[self._at]
        if char == "\\":
            return self._escape(inside=False)
        if char == "[":
            return self._class()
        if char == "(" and self._text.startswith("(?", self._at):
            return self._opening()
        self._at += 1
        return char

    def _opening(self) -> str:
        named = _NAMED.match(self._text, self._at)
        if named:
            self._at = named.end()
            return "("
        flags = _FLAGS.match(self._text, self._at)
        if flags is None:
            self._at += 2
            return "(?"
        kept = self._kept(flags[1], flags[2] or "")
        if flags[3] == ")" and flags.start():
            raise Unsaid("flags that begin in the middle of the expression")
        self._at = flags.end()
        return f"(?{kept}{flags[3]}" if kept or flags[3] == ":" else ""

    @staticmethod
    def _kept(on: str, off: str) -> str:
        known = "".join(flag for flag in on if flag in "imsx")
        if set(on + off) - set("imsxudU"):
            raise Unsaid("a flag that Java alone knows")
        gone = "".join(flag for flag in off if flag in "imsx")
        return known + (f"-{gone}" if gone else "")

    def _escape(self, *, inside: bool) -> str:
        text, at = self._text, self._at
        name = text[at + 1 : at + 2]
        if name == "Q":
            end = text.find(r"\E", at)
            quoted = text[at + 2 : end if end >= 0 else len(text)]
            self._at = end + 2 if end >= 0 else len(text)
            return re.escape(quoted)
        for pattern, made in ((_PROPERTY, self._property), (_WIDE, self._wide)):
            match = pattern.match(text, at)
            if match:
                self._at = match.end()
                return made(match, inside)
        self._at += 2
        if name in {"p", "P", "k", "X", "G", "N", "c", "b"} and (name != "b" or text.startswith("{", at + 2)):
            raise Unsaid(rf"`\{name}` as Java means it")
        if name == "0":
            raise Unsaid("a character by its octal number")
        if name in _ESCAPES:
            made_of = _ESCAPES[name]
            if inside and name in "RzZ":
                raise Unsaid(rf"`\{name}` in a class")
            return made_of if inside or name != "h" else f"[{made_of}]"
        return text[at : at + 2]

    @staticmethod
    def _property(match: "re.Match[str]", inside: bool) -> str:  # noqa: FBT001  # of two makers alike
        members = _CLASSES.get(match[2])
        if members is None or (inside and match[1] == "P"):
            raise Unsaid(f"the property {match[2]}")
        return members if inside else f"[{'^' if match[1] == 'P' else ''}{members}]"

    @staticmethod
    def _wide(match: "re.Match[str]", inside: bool) -> str:  # noqa: ARG004, FBT001  # as above
        return f"\\U{int(match[1], 16):08x}"

    def _class(self) -> str:
        """A class; Java may nest them and take their intersection, which we do not."""
        found = ["["]
        self._at += 1
        if self._text.startswith("^", self._at):
            found.append("^")
            self._at += 1
        first = True
        while self._at < len(self._text) and (first or self._text[self._at] != "]"):
            first = False
            if self._text.startswith("&&", self._at) or self._text[self._at] == "[":
                raise Unsaid("a class within a class, or an intersection of classes")
            if self._text[self._at] == "\\":
                found.append(self._escape(inside=True))
            else:
                found.append(self._text[self._at])
                self._at += 1
        self._at += 1
        return "".join(found) + "]"
