"""A stored line as it is read: what the rooms match, cite and verify.

A terminal would show neither colour codes nor the earlier states of a progress bar, so neither counts here.
"""

import re

_ANSI = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b\n]*(?:\x07|\x1b\\)|[@-Z\\-_])")
_ANSI_BYTES = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b\n]*(?:\x07|\x1b\\)|[@-Z\\-_])")


def clean(raw: bytes) -> str:
    """The text of a stored line, without its end: decoded, colour codes, NULs and all but the last state of a progress bar gone.

    Bytes that are not UTF-8 become the replacement character, one each.
    """
    return tidy(raw.decode("utf-8", "replace"))


def tidy(text: str) -> str:
    """The same for a text that is already decoded."""
    if "\x00" in text:
        text = text.replace("\x00", "")
    if "\x1b" in text:
        text = _ANSI.sub("", text)
    text = text.rstrip("\r\n")
    if "\r" in text:
        text = text[text.rindex("\r") + 1 :]
    return text.removeprefix("\ufeff")


def strip_ansi(text: str) -> str:
    """The text without colour codes and other escape sequences."""
    return _ANSI.sub("", text) if "\x1b" in text else text


def strip_ansi_bytes(data: bytes) -> bytes:
    """The same for bytes; newlines stay, so that lines keep their numbers."""
    return _ANSI_BYTES.sub(b"", data) if b"\x1b" in data else data
