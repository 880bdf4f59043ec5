"""The words of the SQL subset: an expression as a row of tokens, each with its position."""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

FUNCTIONS = {
    "regexp_like": 2,
    "starts_with": 2,
    "ends_with": 2,
    "length": 1,
    "lower": 1,
    "upper": 1,
    "strpos": 2,
    "coalesce": 0,  # one or more
    "abs": 1,
    "array_contains": 2,
}
"""The functions that an expression may call, and how many arguments each takes."""

KEYWORDS = frozenset({"and", "or", "not", "between", "in", "is", "null", "true", "false", "interval"})

_OTHER_WORDS = (
    "select from where group order by having limit offset join on using union intersect except all any some exists distinct "
    "with values like ilike rlike case when then else end cast as array"
)
RESERVED = KEYWORDS | frozenset(FUNCTIONS) | frozenset(_OTHER_WORDS.split())
"""Words of SQL that can name neither a condition nor a variable."""


class Token(NamedTuple):
    """One word: kind is `name`, `text`, `number`, `sign`, `open` (a text without its end), `other` or `end`."""

    kind: str
    text: str
    position: int

    @property
    def word(self) -> str:
        """The text in lower case if it is a name, as a keyword is compared."""
        return self.text.lower() if self.kind == "name" else ""


@cache
def _token() -> re.Pattern[str]:
    return re.compile(
        r"""\s*(?:(?P<text>'(?:[^']|'')*')
              | (?P<open>'.*)
              | (?P<number>[0-9]+(?:\.[0-9]+)?)
              | (?P<name>[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)
              | (?P<sign><>|<=|>=|!=|==|\|\||[=<>+*(),/%-])
              | (?P<other>\S))""",
        re.VERBOSE | re.DOTALL | re.ASCII,
    )


def tokens(expression: str) -> Iterator[Token]:
    """The tokens of an expression, and one of kind `end` after the last. Never raises."""
    at = 0
    while found := _token().match(expression, at):
        kind = found.lastgroup or "other"
        yield Token(kind, found[kind], found.start(kind))
        at = found.end()
    yield Token("end", "", len(expression))
