"""Simple SQL expressions, run without the engine: most rules ask no more, and the engine takes 110 ms to load.

Only what surely means the same here and there is decided: comparisons, `and`, `or`, `not`, `is null`, `in`, `between`, sums of whole
numbers, and a few functions of plain text. Of anything else (another word, a type that does not fit, text that is not ASCII) nothing is
said, and the engine decides. A value is None where it is null.
"""

import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from logsleuth.judge.rows import Joined
from logsleuth.judge.sqlnames import Sql
from logsleuth.model.relation import Type

_TOKEN = re.compile(
    r"""\s*(?:(?P<text>'(?:[^']|'')*') | (?P<quoted>"(?:[^"]|"")*") | (?P<number>[0-9]+(?![\w.]))
      | (?P<name>[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*) | (?P<sign><>|<=|>=|!=|[=<>()+,-]))""",
    re.VERBOSE,
)
_PATTERN = re.compile(
    r"(?:[A-Za-z0-9 _/:,;=<>@%&~'\"!#`-]|\\[.dsw\\/(){}\[\]+*?^$|-]"
    r"|\[\^?(?:[A-Za-z0-9_ ./:,;=]|\\[.dsw\\/\]-]|(?<=[A-Za-z0-9])-(?=[A-Za-z0-9]))+\]"
    r"|\(\?:|[().|?*+^$])*"
)
"""Regular expressions that mean the same to both engines in a text of ASCII without a newline."""

_DOUBLED = re.compile(r"[*+?][*+]")
"""What one engine reads as possessive."""

_LARGEST = 1 << 62

Values = Mapping[str, Any]
Run = Callable[[Values], Any]


class _UnclearError(Exception):
    """Something that the engine must decide."""


@dataclass(frozen=True, slots=True)
class _Term:
    """A part of an expression: how it is run, the type of its value (None: null whatever happens), and its value if it is written out."""

    run: Run
    kind: Type | None
    written: Any = None


def plain_values(sql: Sql, joined: Joined) -> list[Any] | None:
    """The value of the expression for each joined row; None where only the engine can tell."""
    found = {name: place for name in sql.names if (place := joined.find(name)) is not None}
    if len(found) < len(sql.names):
        return None
    kinds = tuple((name, joined.parts[number].schema[column]) for name, (number, column) in found.items())
    run = _compiled(sql.written, kinds)
    if run is None:
        return None
    columns = [(name, number, joined.parts[number].values(column)) for name, (number, column) in found.items()]
    if not all(_fits(values, kind) for (_, _, values), (_, kind) in zip(columns, kinds, strict=True)):
        return None
    try:
        return [run({name: values[combo[at]] for name, at, values in columns}) for combo in joined.combos]
    except _UnclearError:
        return None


_CLASSES: Mapping[Type, type] = MappingProxyType({Type.TEXT: str, Type.INTEGER: int, Type.BOOLEAN: bool})
_ITEM_CLASSES: Mapping[Type, type] = MappingProxyType({Type.TEXTS: str, Type.INTEGERS: int})


def _fits(values: list[Any], kind: Type) -> bool:
    """Whether each value is null or just of the column's type."""
    wanted, item = _CLASSES.get(kind), _ITEM_CLASSES.get(kind)
    if item is not None:
        known = [value for value in values if value is not None]
        return all(isinstance(value, (list, tuple)) and all(type(each) is item for each in value) for value in known)
    if wanted is int:
        return all(value is None or (type(value) is int and abs(value) < _LARGEST) for value in values)
    return wanted is not None and all(value is None or type(value) is wanted for value in values)


@lru_cache(maxsize=1024)
def _compiled(expression: str, kinds: tuple[tuple[str, Type], ...]) -> Run | None:
    try:
        return _Parser(expression, dict(kinds)).whole().run
    except (_UnclearError, RecursionError):
        return None


class _Parser:
    """Reads an expression; what it does not know, it leaves to the engine."""

    def __init__(self, expression: str, kinds: Mapping[str, Type]) -> None:
        self._kinds = kinds
        self._tokens = [*_tokens(expression), ("end", "")]
        self._at = 0

    def whole(self) -> _Term:
        """The expression from its first to its last word."""
        term = self._or()
        if self._tokens[self._at][0] != "end":
            raise _UnclearError
        return term

    def _take(self, *words: str) -> str:
        """The next token, if it is one of these words or signs; an empty text otherwise."""
        group, text = self._tokens[self._at]
        if group in {"name", "sign"} and text.lower() in words and text not in self._kinds:
            self._at += 1
            return text.lower()
        return ""

    def _must(self, word: str) -> None:
        if not self._take(word):
            raise _UnclearError

    def _or(self) -> _Term:
        term = self._and()
        while self._take("or"):
            term = _either(_truth(term), _truth(self._and()), decisive=True)
        return term

    def _and(self) -> _Term:
        term = self._not()
        while self._take("and"):
            term = _either(_truth(term), _truth(self._not()), decisive=False)
        return term

    def _not(self) -> _Term:
        return _negated(_truth(self._not())) if self._take("not") else self._predicate()

    def _predicate(self) -> _Term:
        left = self._sum()
        if sign := self._take("=", "<>", "!=", "<", ">", "<=", ">="):
            return _compared(sign, left, self._sum())
        if self._take("is"):
            negative = bool(self._take("not"))
            self._must("null")
            return _Term(lambda row: (left.run(row) is None) is not negative, Type.BOOLEAN)
        negative = bool(self._take("not"))
        if self._take("between"):
            low = self._sum()
            self._must("and")
            inside = _either(_compared(">=", left, low), _compared("<=", left, self._sum()), decisive=False)
            return _negated(inside) if negative else inside
        if self._take("in"):
            return _negated(self._among(left)) if negative else self._among(left)
        if negative:
            raise _UnclearError
        return left

    def _among(self, left: _Term) -> _Term:
        self._must("(")
        items = [self._written(left.kind)]
        while self._take(","):
            items.append(self._written(left.kind))
        self._must(")")
        return _strict(lambda value: value in items, Type.BOOLEAN, left)

    def _written(self, kind: Type | None) -> Any:
        """A text or a number that is written out, of the type that is asked for."""
        term = self._atom()
        if term.written is None or term.kind is not kind or kind is Type.BOOLEAN:
            raise _UnclearError
        return term.written

    def _sum(self) -> _Term:
        term = self._atom()
        while sign := self._take("+", "-"):
            other = self._atom()
            if not term.kind is other.kind is Type.INTEGER:
                raise _UnclearError
            term = _strict(operator.add if sign == "+" else operator.sub, Type.INTEGER, term, other)
        return term

    def _atom(self) -> _Term:
        group, text = self._tokens[self._at]
        self._at += 1
        if group == "text":
            return _constant(text[1:-1].replace("''", "'"), Type.TEXT)
        if group == "number" and len(text) < 18:
            return _constant(int(text), Type.INTEGER)
        if (name := text[1:-1].replace('""', '"') if group == "quoted" else text) in self._kinds:
            return _Term(operator.itemgetter(name), self._kinds[name])
        if text == "(":
            term = self._or()
            self._must(")")
            return _Term(term.run, term.kind)
        word = text.lower()
        if group == "name" and word in {"true", "false"}:
            return _constant(word == "true", Type.BOOLEAN)
        if group == "name" and word in _FUNCTIONS and self._take("("):
            return self._call(word)
        raise _UnclearError

    def _call(self, name: str) -> _Term:
        arguments = [self._or()]
        while self._take(","):
            arguments.append(self._or())
        self._must(")")
        kinds, result, make = _FUNCTIONS[name]
        if len(arguments) != len(kinds) or any(
            a.kind not in wanted for a, wanted in zip(arguments, kinds, strict=True)
        ):
            raise _UnclearError
        return _strict(make(arguments), result, *arguments)


def _tokens(expression: str) -> list[tuple[str, str]]:
    found, at, size = [], 0, len(expression.rstrip())
    while at < size:
        match = _TOKEN.match(expression, at)
        if match is None or match.lastgroup is None:
            raise _UnclearError
        found.append((match.lastgroup, match[match.lastgroup]))
        at = match.end()
    return found


def _constant(value: Any, kind: Type) -> _Term:
    return _Term(lambda _row: value, kind, value)


def _truth(term: _Term) -> _Term:
    if term.kind is not Type.BOOLEAN:
        raise _UnclearError
    return term


def _negated(term: _Term) -> _Term:
    return _strict(operator.not_, Type.BOOLEAN, term)


def _either(left: _Term, right: _Term, *, decisive: bool) -> _Term:
    """`or` (one that is true decides) or `and` (one that is false does)."""

    def run(row: Values) -> bool | None:
        values = left.run(row), right.run(row)
        if decisive in values:
            return decisive
        return None if None in values else not decisive

    return _Term(run, Type.BOOLEAN)


def _strict(do: Callable[..., Any], kind: Type, *terms: _Term) -> _Term:
    """What is null where one of the terms is."""

    def run(row: Values) -> Any:
        values = [term.run(row) for term in terms]
        return None if None in values else do(*values)

    return _Term(run, kind)


_SIGNS = {
    "=": operator.eq,
    "<>": operator.ne,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}


def _compared(sign: str, left: _Term, right: _Term) -> _Term:
    kinds = {left.kind, right.kind}
    if kinds != {Type.INTEGER} and not (kinds in ({Type.TEXT}, {Type.BOOLEAN}) and sign in {"=", "<>", "!="}):
        raise _UnclearError
    return _strict(_SIGNS[sign], Type.BOOLEAN, left, right)


# Functions ----------------------------------------------------------------------------------------------------------------


def _ascii(do: Callable[..., Any]) -> Callable[[list[_Term]], Callable[..., Any]]:
    """A function of texts that is run on plain ASCII only."""

    def run(*texts: str) -> Any:
        if not all(text.isascii() for text in texts):
            raise _UnclearError
        return do(*texts)

    return lambda _arguments: run


def _place_of(text: str, part: str) -> int:
    if not part:
        raise _UnclearError
    return text.find(part) + 1


def _regexp_like(arguments: list[_Term]) -> Callable[..., Any]:
    expression = arguments[1].written
    if not isinstance(expression, str) or not _PATTERN.fullmatch(expression) or _DOUBLED.search(expression):
        raise _UnclearError
    try:
        search = re.compile(expression, re.ASCII).search
    except re.error:
        raise _UnclearError from None

    def run(text: str, _expression: str) -> bool:
        if not text.isascii() or "\n" in text:
            raise _UnclearError
        return search(text) is not None

    return run


def _array_contains(arguments: list[_Term]) -> Callable[..., Any]:
    if (arguments[0].kind, arguments[1].kind) not in {(Type.TEXTS, Type.TEXT), (Type.INTEGERS, Type.INTEGER)}:
        raise _UnclearError
    return lambda items, item: item in items


_LISTS, _ITEMS, _TEXT = (Type.TEXTS, Type.INTEGERS), (Type.TEXT, Type.INTEGER), (Type.TEXT,)
_Function = tuple[tuple[tuple[Type, ...], ...], Type, Callable[[list[_Term]], Callable[..., Any]]]
_FUNCTIONS: Mapping[str, _Function] = MappingProxyType(
    {
        "strpos": ((_TEXT, _TEXT), Type.INTEGER, _ascii(_place_of)),
        "starts_with": ((_TEXT, _TEXT), Type.BOOLEAN, _ascii(str.startswith)),
        "ends_with": ((_TEXT, _TEXT), Type.BOOLEAN, _ascii(str.endswith)),
        "lower": ((_TEXT,), Type.TEXT, _ascii(str.lower)),
        "upper": ((_TEXT,), Type.TEXT, _ascii(str.upper)),
        "length": ((_TEXT,), Type.INTEGER, _ascii(len)),
        "regexp_like": ((_TEXT, _TEXT), Type.BOOLEAN, _regexp_like),
        "array_contains": ((_LISTS, _ITEMS), Type.BOOLEAN, _array_contains),
    }
)
