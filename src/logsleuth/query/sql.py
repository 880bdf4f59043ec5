"""A query as it is written, looked over before it is run: the tables and columns that it names, and its names made ready for the engine.

Only a SELECT, or a WITH that ends in one, is taken, over tables that have names: a query reads what was handed over and nothing else.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from logsleuth.errors import UsageError
from logsleuth.model.relation import COMMON

_TOKEN = re.compile(
    r"""(?P<text>'(?:[^']|'')*')
      | (?P<quoted>"(?:[^"]|"")*")
      | (?P<comment>--[^\n]*|/\*.*?\*/)
      | (?P<space>\s+)
      | (?P<name>[^\W\d]\w*(?:\.[^\W\d]\w*)*)
      | (?P<number>[0-9][\w.]*)
      | (?P<other>.)""",
    re.VERBOSE | re.DOTALL,
)

_ORIGIN = frozenset(column.name for column in COMMON if column.name.startswith("origin."))
_FROM_IN_CALLS = frozenset({"extract", "substring", "trim", "overlay"})
"""Functions within whose parentheses `FROM` names no table."""

_ENDS_FROM = frozenset(
    {"where", "group", "order", "having", "limit", "offset", "union", "intersect", "except", "window", "qualify", "on"}
    | {"using", "select"}
)
_TABLE_WORDS = frozenset({"lateral", "only"})
_RESERVED = frozenset({"user"})
"""Names of columns that the engine takes for calls, unless they are quoted."""


@dataclass(frozen=True, slots=True)
class Query:
    """A query that was looked over: `ready` for the engine, with the `tables` it reads.

    `own` are the names that it gives to parts of itself (`WITH x AS`), `words` all names in it; `everything` says that it may read columns that it does not name (`*`).
    """

    written: str
    ready: str
    tables: frozenset[str]
    own: frozenset[str]
    words: frozenset[str]
    everything: bool

    def wants(self, column: str) -> bool:
        """Whether a column may be read."""
        return self.everything or column in self.words

    @property
    def origin(self) -> bool:
        """Whether it names `origin`, the text of who wrote a row."""
        return "origin" in self.words


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    gap: str = ""  # what stands before it: nothing, or a space

    @property
    def word(self) -> str:
        return self.text.lower() if self.kind == "name" else ""

    @property
    def name(self) -> str | None:
        """The name that it is, quoted or not."""
        if self.kind == "quoted":
            return self.text[1:-1].replace('""', '"')
        return self.text if self.kind == "name" else None


_END = _Token("end", "")


@dataclass
class _Level:
    """What is known within one pair of parentheses: whether a list of tables is being read, and whether the next word is one."""

    call: str = ""
    tables: bool = False
    next_is_table: bool = False


def examine(written: str) -> Query:
    """Looks a query over. Raises UsageError if it is more than one SELECT, or reads anything but named tables."""
    tokens = list(_tokens(written))
    _one_select(tokens)
    words: set[str] = set()
    for token in tokens:
        words |= _names(token)
    return Query(
        written=written,
        ready="".join(token.gap + _ready(token, after) for token, after in _pairs(tokens)),
        tables=frozenset(_tables(tokens)),
        own=frozenset(_own(tokens)),
        words=frozenset(words),
        everything=_everything(tokens),
    )


def _tokens(written: str) -> Iterator[_Token]:
    gap = ""
    for found in _TOKEN.finditer(written):
        kind = found.lastgroup or "other"
        if kind in {"space", "comment"}:
            gap = " "
            continue
        if kind == "other" and found[0] in "'\"`$\\":
            raise UsageError(
                f"query: `{found[0]}` has no end" if found[0] in "'\"" else f"query: `{found[0]}` is not known here"
            )
        yield _Token(kind, found[0], gap)
        gap = ""


def _one_select(tokens: list[_Token]) -> None:
    if tokens and tokens[-1].text == ";":
        tokens.pop()
    if not tokens:
        raise UsageError("query: it is empty; give a SELECT, such as 'SELECT * FROM tracebacks'")
    first = next((token for token in tokens if token.text != "("), _END)
    if first.word not in {"select", "with"}:
        raise UsageError(f"query: it must begin with SELECT or WITH, and not with `{first.text}`: a query only reads")
    if any(token.kind == "other" and token.text == ";" for token in tokens):
        raise UsageError("query: one statement at a time: there is a `;` before its end")


def _names(token: _Token) -> set[str]:
    """A name, and what it may mean where it has dots: `r.origin.rank` asks for `origin.rank`, too."""
    name = token.name
    if name is None:
        return set()
    parts = name.split(".")
    return {name, *parts, *(".".join(parts[at:]) for at in range(1, len(parts)))}


def _pairs(tokens: Sequence[_Token]) -> Iterator[tuple[_Token, _Token]]:
    return zip(tokens, [*tokens[1:], _END], strict=True)


def _ready(token: _Token, after: _Token) -> str:
    """The token as the engine takes it: columns with a dot, and those that it would call, in quotes."""
    if token.kind != "name" or after.text == "(":
        return token.text
    parts = token.text.split(".")
    if ".".join(parts[-2:]) in _ORIGIN:
        parts[-2:] = [f'"{".".join(parts[-2:])}"']
    elif parts[-2:-1] == ["origin"]:
        near = get_close_matches(".".join(parts[-2:]), _ORIGIN, n=1)
        raise UsageError(
            f"query: there is no column `{token.text}`" + (f"; did you mean `{near[0]}`?" if near else ": see --tables")
        )
    elif parts[-1] in _RESERVED:
        parts[-1] = f'"{parts[-1]}"'
    return ".".join(parts)


def _everything(tokens: Sequence[_Token]) -> bool:
    for before, token, after in zip([_END, *tokens], tokens, [*tokens[1:], _END], strict=False):
        if token.word == "natural" or (token.word == "columns" and after.text == "("):
            return True
        if token.text == "*" and (before.text in {",", "."} or before.word in {"select", "distinct", "all"}):
            return True
    return False


def _tables(tokens: Sequence[_Token]) -> set[str]:
    """The names that stand where a table is read, those of the query's own parts (`WITH x AS`) among them."""
    levels = [_Level()]
    found: set[str] = set()
    for before, token, after in zip([_END, *tokens], tokens, [*tokens[1:], _END], strict=False):
        level = levels[-1]
        if token.word.startswith(("read_", "scan_")) and after.text == "(":
            raise _no_function(token)
        if level.next_is_table and token.text != "(" and token.word not in _TABLE_WORDS | {"select", "with", "values"}:
            level.next_is_table = False
            if token.name is None or after.text == "(":
                raise _no_function(token)
            found.add(token.name)
        elif token.text == "(":
            levels.append(_Level(call=before.word, tables=level.next_is_table, next_is_table=level.next_is_table))
            level.next_is_table = False
        elif token.text == ")" and len(levels) > 1:
            levels.pop()
        else:
            _step(level, before, token)
    return found


def _own(tokens: Sequence[_Token]) -> Iterator[str]:
    """The names before `AS (`, with or without a list of columns."""
    for at, (token, after) in enumerate(_pairs(tokens)):
        if token.word != "as" or after.text != "(":
            continue
        name = at - 1
        if name > 0 and tokens[name].text == ")":
            while name > 0 and tokens[name].text != "(":
                name -= 1
            name -= 1
        told = tokens[name].name if name >= 0 else None
        if told is not None:
            yield told


def _step(level: _Level, before: _Token, token: _Token) -> None:
    if token.word == "from" and before.word != "distinct" and level.call not in _FROM_IN_CALLS:
        level.tables = level.next_is_table = True
    elif token.word == "join" or (token.text == "," and level.tables):
        level.next_is_table = True
    elif token.word in _ENDS_FROM:
        level.tables = level.next_is_table = False


def _no_function(token: _Token) -> UsageError:
    return UsageError(
        f"query: `{token.text}` is no table here: a query reads the tables of `logsleuth query --tables`, and no files or functions"
    )
