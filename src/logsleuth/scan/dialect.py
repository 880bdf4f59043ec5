"""What `regex` reads and `re` does not, rewritten to what both read; the result matches at least as much.

Only the scan uses the rewritten form: the exact decision is made with the pattern itself.
"""

import re
from collections.abc import Iterator

_ANYTHING = "(?s:.*)"
_SOMETHING = "(?s:.)"
_MOVED = frozenset("aimsux")
"""Inline flags that `re` knows, and that change what is matched."""

_REFUSED = frozenset("1LR")

_ITEM = r"\s*(?:(?:\d+\s*<=?\s*)?[eids]\s*(?:<=?\s*\d+)?|\d*[eids](?:\s*\+\s*\d*[eids])*\s*<=?\s*\d+)\s*"
_FUZZY = re.compile(rf"\{{{_ITEM}(?:,{_ITEM})*(?::[^}}]*)?\}}")
_OTHERWISE_READ = re.compile(rf"\[:\^?[a-z]+:\]|{_FUZZY.pattern}")
"""What both read, and `re` reads as something else: POSIX classes and fuzzy matching."""

_POSIX = re.compile(r"\[:(\^?)([a-z]+):\]")
_POSIX_CLASSES = {
    "alpha": r"a-zA-Z", "digit": r"0-9", "alnum": r"a-zA-Z0-9", "upper": r"A-Z", "lower": r"a-z", "space": r"\s", "word": r"\w",
    "xdigit": r"0-9a-fA-F", "blank": r"\x20\t", "punct": r"!-/:-@\[-`{-~", "cntrl": r"\x00-\x1f\x7f", "print": r"\x20-~", "graph": r"!-~",
}  # fmt: skip
_OPENINGS = (
    (re.compile(r"\(\?P?<(?![=!])\w+>"), "("),
    (re.compile(r"\(\?P=\w+\)"), _ANYTHING),
    (re.compile(r"\(\?(?:P>\w+|&\w+|R|[+-]?\d+)\)"), None),
    (re.compile(r"\(\?\|"), "(?:"),
    (re.compile(r"\(\?#[^)]*\)"), ""),
)
_FLAGS = re.compile(r"\(\?([a-zA-Z01]+)\)")
_SCOPED = re.compile(r"\(\?([a-zA-Z01]*)(?:-([a-zA-Z]+))?:")


class UnclearError(Exception):
    """An expression that the scan cannot read, and why."""


def read_alike(expression: str) -> bool:
    """Whether what `re` makes of the expression, if it reads it at all, is what `regex` makes of it."""
    return not _OTHERWISE_READ.search(expression)


def rewritten(expression: str) -> str:
    """The expression as `re` reads it. Raises UnclearError for recursion, fuzzy matching, and version 1 of the language."""
    flags: list[str] = []
    body = "".join(_tokens(expression, flags))
    kept = "".join(dict.fromkeys(flag for flag in "".join(flags) if flag in _MOVED))
    return f"(?{kept}){body}" if kept else body


def _tokens(text: str, flags: list[str]) -> Iterator[str]:
    """The expression in pieces, each rewritten; `flags` gathers the inline flags."""
    at = 0
    while at < len(text):
        char = text[at]
        if char == "\\":
            piece, at = _escape(text, at)
        elif char == "[":
            piece, at = _class(text, at)
        elif char == "(" and text.startswith("(?", at):
            piece, at = _opening(text, at, flags)
        elif char == "{" and _FUZZY.match(text, at):
            raise UnclearError("fuzzy matching is not scanned for")
        else:
            piece, at = char, at + 1
        yield piece


def _escape(text: str, at: int) -> tuple[str, int]:
    name = text[at + 1 : at + 2]
    if name in "pP":
        end = text.find("}", at) if text.startswith("{", at + 2) else at + 2
        if end < 0:
            raise UnclearError("a property without its end")
        return _SOMETHING, end + 1
    if name == "g" and text.startswith("<", at + 2):
        return _ANYTHING, text.index(">", at) + 1
    if name.isdecimal() and name != "0":
        number = re.compile(r"\d\d?").match(text, at + 1)
        return _ANYTHING, number.end() if number else at + 2
    known = {"h": r"[ \t]", "H": r"[^ \t]", "R": r"(?:\r?\n|\r)", "X": "(?s:.+)", "K": "", "G": "", "m": "", "M": ""}
    if name == "L":
        raise UnclearError("named lists are not scanned for")
    return known.get(name, text[at : at + 2]), at + 2


def _class(text: str, at: int) -> tuple[str, int]:
    """A character class; with a property in it, any character."""
    end, wide = at + 1, False
    end += text.startswith("^", end)
    end += text.startswith("]", end)
    parts = [text[at:end]]
    while not text.startswith("]", end):
        if end >= len(text):
            raise UnclearError("a class without its end")
        posix = _POSIX.match(text, end)
        if posix:
            wide |= bool(posix[1]) or posix[2] not in _POSIX_CLASSES
            parts.append(_POSIX_CLASSES.get(posix[2], ""))
            end = posix.end()
        else:
            step = 2 if text[end] == "\\" else 1
            wide |= text[end : end + 2] in {r"\p", r"\P", r"\h", r"\H", r"\R", r"\X"}
            parts.append(text[end : end + step])
            end += step
    return (_SOMETHING if wide else "".join(parts) + "]"), end + 1


def _opening(text: str, at: int, flags: list[str]) -> tuple[str, int]:
    found = _FLAGS.match(text, at)
    if found:
        _refuse(found[1])
        flags.append(found[1])
        return "", found.end()
    scoped = _SCOPED.match(text, at)
    if scoped:
        _refuse(scoped[1])
        if "x" in (scoped[2] or ""):
            raise UnclearError("a part that is not verbose, within one that is, is not scanned for")
        add = "".join(flag for flag in scoped[1] if flag in _MOVED)
        return f"(?{add}:", scoped.end()
    for opening, instead in _OPENINGS:
        match = opening.match(text, at)
        if match and instead is None:
            raise UnclearError("recursion is not scanned for")
        if match and instead is not None:
            return instead, match.end()
    if text.startswith("(?(", at):
        raise UnclearError("a condition on a group is not scanned for")
    return text[at : at + 2], at + 2


def _refuse(flags: str) -> None:
    if _REFUSED & set(flags):
        raise UnclearError("recursion and version 1 of the pattern language are not scanned for")
