"""Text that was kept inside a JSON string, made what a terminal would show."""

import re

from logsleuth.text.line import tidy

_SURROGATE = re.compile("[\ud800-\udfff]")


def tidy_text(text: str) -> str:
    """Every line of the text as `text.line.tidy` has it; halves of characters, which no file can hold, are replaced."""
    if not text.isascii() and _SURROGATE.search(text):
        text = _SURROGATE.sub("\ufffd", text)
    if "\x1b" in text or "\r" in text or "\x00" in text:
        text = "\n".join(map(tidy, text.split("\n")))
    return text.rstrip("\n")
