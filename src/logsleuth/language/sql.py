"""The frozen subset of SQL: whether an expression is well formed, its names are known, and its types fit.

A small parser by precedence: it runs nothing. What it refuses would be refused, or read otherwise, by an engine at run time,
where a rule could only be *not judged*.
"""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from logsleuth.language.faults import (
    ArgumentCount,
    BadInterval,
    NotABoolean,
    SqlEnded,
    SqlTextOpen,
    SqlTooDeep,
    SqlTypes,
    SqlUnexpected,
    Trouble,
    UnknownFunction,
    meant,
)
from logsleuth.language.sqltokens import FUNCTIONS, KEYWORDS, Token, tokens
from logsleuth.model.relation import Type

DEEPEST = 40

Resolve = Callable[[str], Type | Trouble | None]
"""The type of a name; None if it cannot be told (and is no fault); a trouble if there is no such name."""

RegexCheck = Callable[[str], Trouble | None]
"""What is wrong with the regular expression of a `regexp_like`."""

_NUMBERS = frozenset({Type.INTEGER, Type.FLOAT})
_LISTS = frozenset({Type.TEXTS, Type.INTEGERS})
_COMPARISONS = frozenset({"=", "<>", "<", "<=", ">", ">="})
_INSTEAD = {
    "!=": "; write `<>`",
    "==": "; write `=`",
    "/": "; there is no division, multiply instead",
    "||": "; texts are not joined here",
    "like": "; use starts_with, ends_with, strpos or regexp_like",
    "ilike": "; use regexp_like with `(?i)`",
    "case": "; use coalesce, or write several rules",
    "cast": "; give the variable a type in `types`",
    '"': "; a text stands in single quotes, a name in none",
    ";": "",
}
_UNIT = r"microsecond|millisecond|second|minute|hour|day|week"


class Complaint(NamedTuple):
    """A trouble and its position in the expression."""

    trouble: Trouble
    position: int


class Typed(NamedTuple):
    """A part of the expression: its type, None where it is not known, and where it begins. `text` is that of a literal."""

    type: Type | None
    position: int
    text: str | None = None


class _Stop(Exception):
    """The expression is not well formed from here on."""


def complaints(
    expression: str, resolve: Resolve, regex: RegexCheck, wanted: Type | None = Type.BOOLEAN
) -> list[Complaint]:
    """What is wrong with an expression. `wanted` is the type that it must have, None for any."""
    parser = _Parser(expression, resolve, regex)
    try:
        whole = parser.read()
    except _Stop:
        return parser.found
    if wanted is Type.BOOLEAN and whole.type not in {None, Type.BOOLEAN}:
        parser.complain(NotABoolean(type=_called(whole.type)), whole.position)
    elif wanted is not None and not _alike(whole.type, wanted):
        parser.complain(
            SqlTypes(operation="the value", first=_called(whole.type), second=f"what is {_called(wanted)}", remedy=""),
            whole.position,
        )
    return parser.found


def _called(kind: Type | None) -> str:
    if kind is None:
        return "a value"
    if kind in _LISTS:
        return "a list"
    return f"an {kind.value}" if kind is Type.INTEGER else f"a {kind.value}"


def _alike(first: Type | None, second: Type | None) -> bool:
    """Whether two values can be compared."""
    return first is None or second is None or first is second or {first, second} <= _NUMBERS


class _Parser:
    """Reads one expression, from the loosest binding to the tightest."""

    def __init__(self, expression: str, resolve: Resolve, regex: RegexCheck) -> None:
        self.found: list[Complaint] = []
        self._tokens: Sequence[Token] = list(tokens(expression))
        self._at = 0
        self._depth = 0
        self._resolve = resolve
        self._regex = regex

    def complain(self, trouble: Trouble, position: int) -> None:
        self.found.append(Complaint(trouble, position))

    def read(self) -> Typed:
        whole = self._either()
        if self._now.kind != "end":
            self._unexpected()
        return whole

    # Tokens

    @property
    def _now(self) -> Token:
        return self._tokens[self._at]

    def _take(self, *words: str) -> Token | None:
        """The current token if it is one of these words or signs; it is then passed."""
        token = self._now
        if token.word not in words and not (token.kind == "sign" and token.text in words):
            return None
        self._at += 1
        return token

    def _need(self, word: str) -> None:
        if self._take(word) is None:
            self._unexpected(f"`{word}`")

    def _unexpected(self, wanted: str = "a value") -> None:
        """Says what is wrong with the current token, and stops."""
        token = self._now
        if token.kind == "end":
            self.complain(SqlEnded(wanted=wanted), token.position)
        elif token.kind == "open":
            self.complain(SqlTextOpen(), token.position)
        else:
            remedy = _INSTEAD.get(token.word or token.text, "")
            if not remedy and wanted != "a value":
                remedy = f"; {wanted} is missing"
            self.complain(SqlUnexpected(token=token.text[:40], remedy=remedy), token.position)
        raise _Stop

    # Truths

    def _deeper(self) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            self.complain(SqlTooDeep(most=DEEPEST), self._now.position)
            raise _Stop

    def _either(self) -> Typed:
        return self._chain("or", self._both)

    def _both(self) -> Typed:
        return self._chain("and", self._negated)

    def _chain(self, word: str, part: Callable[[], Typed]) -> Typed:
        first = part()
        if self._now.word != word:
            return first
        self._truth(first)
        while self._take(word):
            self._truth(part())
        return Typed(Type.BOOLEAN, first.position)

    def _negated(self) -> Typed:
        token = self._take("not")
        if token is None:
            return self._comparison()
        self._deeper()
        self._truth(self._negated())
        self._depth -= 1
        return Typed(Type.BOOLEAN, token.position)

    def _truth(self, part: Typed) -> None:
        if part.type not in {None, Type.BOOLEAN}:
            self.complain(NotABoolean(type=_called(part.type)), part.position)

    def _comparison(self) -> Typed:
        left = self._sum()
        if sign := self._take(*_COMPARISONS):
            self._compare(left, self._sum(), sign.text)
        elif self._take("is"):
            self._take("not")
            self._need("null")
        elif not self._members(left):
            return left
        return Typed(Type.BOOLEAN, left.position)

    def _members(self, left: Typed) -> bool:
        """`between` and `in`, with or without `not`; False if none of them stands here."""
        negated = self._take("not")
        if self._take("between"):
            self._compare(left, self._sum(), "between")
            self._need("and")
            self._compare(left, self._sum(), "between")
        elif self._take("in"):
            self._need("(")
            self._compare(left, self._sum(), "in")
            while self._take(","):
                self._compare(left, self._sum(), "in")
            self._need(")")
        else:
            if negated:
                self._unexpected("`between` or `in`")
            return False
        return True

    def _compare(self, left: Typed, right: Typed, operation: str) -> None:
        lists = {left.type, right.type} & _LISTS
        if lists or not _alike(left.type, right.type):
            self._misfit(operation, left, right, "; use array_contains" if lists else _type_remedy(left, right))

    def _misfit(self, operation: str, left: Typed, right: Typed, remedy: str = "") -> None:
        trouble = SqlTypes(operation=operation, first=_called(left.type), second=_called(right.type), remedy=remedy)
        self.complain(trouble, left.position)

    # Values

    def _sum(self) -> Typed:
        left = self._product()
        while sign := self._take("+", "-"):
            left = self._added(left, self._product(), sign.text)
        return left

    def _added(self, left: Typed, right: Typed, sign: str) -> Typed:
        if left.type is None or right.type is None:
            return Typed(None, left.position)
        kinds = (left.type, right.type)
        time, span = Type.TIME, Type.DURATION
        result = {
            (time, span): time,
            (span, span): span,
            (time, time): span if sign == "-" else None,
            (span, time): time if sign == "+" else None,
        }.get(kinds)
        if set(kinds) <= _NUMBERS:
            result = Type.FLOAT if Type.FLOAT in kinds else Type.INTEGER
        if result is None:
            self._misfit(sign, left, right, _type_remedy(left, right))
        return Typed(result, left.position)

    def _product(self) -> Typed:
        left = self._signed()
        while self._take("*"):
            right = self._signed()
            kinds = {left.type, right.type}
            if None in kinds:
                left = Typed(None, left.position)
            elif kinds <= _NUMBERS:
                left = Typed(Type.FLOAT if Type.FLOAT in kinds else Type.INTEGER, left.position)
            elif kinds == {Type.INTEGER, Type.DURATION}:
                left = Typed(Type.DURATION, left.position)
            else:
                self._misfit("*", left, right, _type_remedy(left, right))
                left = Typed(None, left.position)
        return left

    def _signed(self) -> Typed:
        sign = self._take("-", "+")
        if sign is None:
            return self._primary()
        self._deeper()
        inner = self._signed()
        self._depth -= 1
        if inner.type not in {None, Type.DURATION, *_NUMBERS}:
            self._misfit(sign.text, inner, inner)
        return Typed(inner.type, sign.position)

    def _primary(self) -> Typed:
        token = self._now
        if self._take("("):
            self._deeper()
            inner = self._either()
            self._need(")")
            self._depth -= 1
            return Typed(inner.type, token.position)
        if token.kind in {"text", "number"}:
            self._at += 1
            kind = Type.TEXT if token.kind == "text" else Type.FLOAT if "." in token.text else Type.INTEGER
            return Typed(kind, token.position, token.text[1:-1].replace("''", "'") if token.kind == "text" else None)
        if self._take("true", "false"):
            return Typed(Type.BOOLEAN, token.position)
        if self._take("interval"):
            return self._interval(token)
        if token.kind != "name" or token.word in KEYWORDS or token.word in _INSTEAD:
            self._unexpected()
        self._at += 1
        return self._call(token) if self._now.text == "(" else self._named(token)

    def _interval(self, token: Token) -> Typed:
        text = self._now
        if text.kind != "text":
            self._unexpected("a text such as '5 seconds'")
        self._at += 1
        if not re.fullmatch(rf"'\s*(?:\d+ (?:{_UNIT})s?\s*)+'", text.text):
            self.complain(BadInterval(value=text.text.strip("'")), text.position)
        return Typed(Type.DURATION, token.position)

    def _named(self, token: Token) -> Typed:
        kind = self._resolve(token.text)
        if isinstance(kind, Trouble):
            self.complain(kind, token.position)
            kind = None
        return Typed(kind, token.position)

    def _call(self, token: Token) -> Typed:
        self._need("(")
        self._deeper()
        arguments = [self._either()]
        while self._take(","):
            arguments.append(self._either())
        self._need(")")
        self._depth -= 1
        wanted = FUNCTIONS.get(token.word)
        if wanted is None:
            self.complain(UnknownFunction(name=token.text, meant=meant(token.word, FUNCTIONS)), token.position)
            return Typed(None, token.position)
        if wanted and len(arguments) != wanted:
            words = "one argument" if wanted == 1 else f"{wanted} arguments"
            self.complain(ArgumentCount(name=token.word, wanted=words, found=len(arguments)), token.position)
            return Typed(None, token.position)
        return Typed(self._result(token, arguments), token.position)

    def _result(self, token: Token, arguments: list[Typed]) -> Type | None:
        """The type that a function gives; says where its arguments do not fit."""
        name, first = token.word, arguments[0]
        if name == "coalesce":
            for other in arguments[1:]:
                self._compare(first, other, "coalesce")
            return next((argument.type for argument in arguments if argument.type is not None), None)
        if name == "abs":
            if first.type not in {None, Type.DURATION, *_NUMBERS}:
                self._misfit(name, first, first)
            return first.type
        if name == "array_contains":
            self._contains(first, arguments[1])
            return Type.BOOLEAN
        for argument in arguments:
            if argument.type not in {None, Type.TEXT}:
                self._misfit(name, argument, Typed(Type.TEXT, 0))
        if name == "regexp_like" and arguments[1].text is not None:
            trouble = self._regex(arguments[1].text)
            if trouble is not None:
                self.complain(trouble, arguments[1].position)
        return {"length": Type.INTEGER, "strpos": Type.INTEGER, "lower": Type.TEXT, "upper": Type.TEXT}.get(
            name, Type.BOOLEAN
        )

    def _contains(self, holder: Typed, value: Typed) -> None:
        inner = {Type.TEXTS: Type.TEXT, Type.INTEGERS: Type.INTEGER, None: None}
        if holder.type not in inner or not _alike(inner[holder.type], value.type):
            self._misfit("array_contains", holder, value)


def _type_remedy(left: Typed, right: Typed) -> str:
    """A text beside a number is most often a capture without a type."""
    kinds = {left.type, right.type}
    if Type.TEXT in kinds and kinds & (_NUMBERS | {Type.TIME, Type.DURATION}):
        return "; a capture is a text unless `types` says otherwise, and a text literal stands in quotes"
    return ""
