"""Text of a log as it may be shown: nothing in it moves a cursor, colours a screen, turns the writing or hides.

Unicode's general categories tell what is neither printable nor a plain space (control, format, surrogate, private, line and
paragraph separators). A few characters that are counted as letters or marks are blank all the same; they are listed here.
"""

import re

TAB = "    "

_BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\ufe00-\ufe0f\U000e0100-\U000e01ef"
"""Joiner and fillers that print nothing, and the variation selectors."""

_BLANKS = re.compile(f"[{_BLANK}]")
_SPACES = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")


def visible(text: str) -> str:
    r"""The text with each character that would act or hide written as an escape (`\x1b`, `\u202e`); a tab is four spaces.

    A newline is escaped too: who shows several lines splits them first. Odd spaces become plain ones.
    """
    if text.isprintable() and not _BLANKS.search(text):
        return text
    text = _SPACES.sub(" ", text.replace("\t", TAB))
    return "".join(c if c.isprintable() and not _BLANKS.match(c) else _escape(c) for c in text)


def _escape(character: str) -> str:
    code = ord(character)
    if character == "\n":
        return "\\n"
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def encodable(text: str, encoding: str) -> str:
    """The text as it can be written in an encoding: what it lacks stands as an escape. An unknown encoding is taken for ASCII."""
    try:
        return text.encode(encoding, "backslashreplace").decode(encoding)
    except (LookupError, UnicodeError):
        return text.encode("ascii", "backslashreplace").decode("ascii")
