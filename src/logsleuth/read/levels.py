"""The words and numbers that programs use for a level, and the five levels they come to."""

from collections.abc import Mapping
from functools import lru_cache

_WORDS = {
    "debug": "trace trc debug dbg verbose vrb silly fine finer finest debug1 debug2 debug3 debug4 debug5 d t v 7",
    "info": "info information informational inf notice note log success config default i n 6 5",
    "warning": "warn warning wrn w 4",
    "error": "error err eror severe e 3",
    "critical": "critical crit fatal ftl panic dpanic alert emerg emergency c f p 2 1 0",
}
LEVELS: Mapping[str, str] = {word: level for level, words in _WORDS.items() for word in words.split()}
"""Words of many programs, lower case; 0 to 7 are syslog's severities. A layout's own `levels` come first."""


def level_of(word: str) -> str | None:
    """Our word for a program's; numbers from 10 on are those of Node's loggers (30 info ... 60 fatal). None if it is none."""
    return _level_of(word) if len(word) <= 32 else None


@lru_cache(maxsize=512)
def _level_of(word: str) -> str | None:
    word = word.strip().strip("[]").lower()
    if len(word) == 2 and word.isdecimal() and word.isascii():
        return _by_tens(int(word))
    return LEVELS.get(word)


def _by_tens(number: int) -> str:
    if number < 30:
        return "debug"
    return "info" if number < 40 else "warning" if number < 50 else "error" if number < 60 else "critical"


def severity(priority: str) -> str | None:
    """The level in a syslog priority: facility times 8, plus severity."""
    if not (priority.isdecimal() and priority.isascii() and len(priority) <= 3):
        return None
    return LEVELS.get(str(int(priority) % 8))
