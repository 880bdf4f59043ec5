"""What the scan must look for so that an expectation can be judged: the text itself, and lines that come near it."""

import re
from collections.abc import Sequence

from logsleuth.model.book import On, Pattern

WORDS = 3
"""How many words of an expected text are looked for apart, so that a line that nearly fits is seen."""

_WORD = re.compile(r"[A-Za-z][A-Za-z_-]{3,}")


def patterns(texts: Sequence[str]) -> tuple[Pattern, ...]:
    """The patterns of all expectations, in order; their keys begin with `expect/` and the expectation's number."""
    found: list[Pattern] = []
    for number, text in enumerate(texts):
        found.append(Pattern(key(number, "line"), literals=(text,), sees_benign=True))
        found.append(Pattern(key(number, "raw"), literals=(text,), on=On.RAW, sees_benign=True))
        for index, word in enumerate(_words(text)):
            found.append(Pattern(key(number, f"near/{index}"), literals=(word,), ignore_case=True, sees_benign=True))
    return tuple(found)


def key(number: int, part: str) -> str:
    """The key of a pattern of one expectation."""
    return f"expect/{number}/{part}"


def _words(text: str) -> list[str]:
    """The longest words: the rarest, as a rule."""
    words = dict.fromkeys(_WORD.findall(text))
    return sorted(words, key=lambda word: (-len(word), word))[:WORDS]
