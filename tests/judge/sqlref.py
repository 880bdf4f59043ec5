"""The frozen part of SQL in plain Python, three-valued: what the engine's answers are held against."""

import re
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

_TOKEN = re.compile(r"\s*('(?:[^']|'')*'|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*|\d+(?:\.\d+)?|<>|<=|>=|[-+*=<>(),])")
_LITERALS = {"null": None, "true": True, "false": False}
_UNITS = {
    "microsecond": 1e-6,
    "millisecond": 1e-3,
    "second": 1,
    "minute": 60,
    "hour": 3600,
    "day": 86400,
    "week": 604800,
}
_COMPARED: Mapping[str, Callable[[Any, Any], bool]] = {
    "=": lambda a, b: a == b,
    "<>": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}
_FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "regexp_like": lambda text, pattern: re.search(pattern, text) is not None,
    "starts_with": lambda text, start: text.startswith(start),
    "ends_with": lambda text, end: text.endswith(end),
    "length": len,
    "lower": str.lower,
    "upper": str.upper,
    "strpos": lambda text, part: text.find(part) + 1,
    "abs": abs,
    "array_contains": lambda items, item: item in items,
}


def evaluate(expression: str, names: Mapping[str, Any]) -> tuple[Any, list[str]]:
    """The value of an expression (None is null), and the names in it in their order, each once."""
    reader = _Reader(expression, names)
    value = reader.disjunction()
    assert reader.here() == "", reader.here()
    return value, list(dict.fromkeys(reader.used))


Truth = bool | None
"""True, false, or null."""


def both(one: Truth, other: Truth, /) -> Truth:
    """`and` of three values: false beats null."""
    return False if one is False or other is False else None if one is None or other is None else True


class _Reader:
    def __init__(self, expression: str, names: Mapping[str, Any]) -> None:
        self.tokens = _TOKEN.findall(expression)
        self.names = names
        self.place = 0
        self.used: list[str] = []

    def here(self) -> str:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def take(self, *wanted: str) -> str:
        token = self.here()
        if token.lower() in wanted:
            self.place += 1
            return token.lower()
        return ""

    def must(self, wanted: str) -> None:
        assert self.take(wanted), (wanted, self.here())

    def disjunction(self) -> Any:
        value = self.conjunction()
        while self.take("or"):
            other = self.conjunction()
            value = True if value is True or other is True else None if value is None or other is None else False
        return value

    def conjunction(self) -> Any:
        value = self.negation()
        while self.take("and"):
            value = both(value, self.negation())
        return value

    def negation(self) -> Any:
        if self.take("not"):
            return _not(self.negation())
        return self.comparison()

    def comparison(self) -> Any:
        value = self.sum()
        if token := self.take(*_COMPARED):
            other = self.sum()
            return None if value is None or other is None else _COMPARED[token](value, other)
        if self.take("is"):
            negated = self.take("not")
            self.must("null")
            return (value is None) != bool(negated)
        negated = self.take("not")
        result = (
            self._between(value)
            if self.take("between")
            else self._like(value)
            if self.take("like")
            else self._in(value)
        )
        return _not(result) if negated else result

    def _between(self, value: Any) -> bool | None:
        low = self.sum()
        self.must("and")
        high = self.sum()
        above = None if value is None or low is None else value >= low
        return both(above, None if value is None or high is None else value <= high)

    def _like(self, value: Any) -> bool | None:
        pattern = self.sum()
        if value is None or pattern is None:
            return None
        parts = {"%": ".*", "_": "."}
        expression = "".join(parts.get(letter, re.escape(letter)) for letter in pattern)
        return re.fullmatch(expression, value, re.DOTALL) is not None

    def _in(self, value: Any) -> Any:
        if not self.take("in"):
            return value
        items = self._arguments()
        if value is None:
            return None
        return True if value in [item for item in items if item is not None] else None if None in items else False

    def sum(self) -> Any:
        value = self.product()
        while sign := self.take("+", "-"):
            other = self.product()
            value = None if value is None or other is None else value + other if sign == "+" else value - other
        return value

    def product(self) -> Any:
        value = self.atom()
        while self.take("*"):
            other = self.atom()
            value = None if value is None or other is None else value * other
        return value

    def atom(self) -> Any:
        if self.take("-"):
            value = self.atom()
            return None if value is None else -value
        if self.take("("):
            value = self.disjunction()
            self.must(")")
            return value
        token = self.here()
        self.place += 1
        if token.startswith("'"):
            return token[1:-1].replace("''", "'")
        if token[:1].isdigit():
            return float(token) if "." in token else int(token)
        return self._word(token)

    def _word(self, word: str) -> Any:
        if word in _LITERALS:
            return _LITERALS[word]
        if word == "interval":
            return _interval(str(self.atom()))
        if word == "coalesce":
            return next((value for value in self._arguments() if value is not None), None)
        if word in _FUNCTIONS:
            arguments = self._arguments()
            return None if None in arguments else _FUNCTIONS[word](*arguments)
        self.used.append(word)
        return self.names[word]

    def _arguments(self) -> list[Any]:
        self.must("(")
        values = [self.disjunction()]
        while self.take(","):
            values.append(self.disjunction())
        self.must(")")
        return values


def _not(value: Truth, /) -> Truth:
    return None if value is None else not value


def _interval(text: str) -> timedelta:
    number, unit = text.split()
    return timedelta(seconds=float(number) * _UNITS[unit.removesuffix("s")])
