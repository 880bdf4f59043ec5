"""The SQL expressions of a rule, made ready for the engine: its names told apart and quoted, its functions made three-valued.

Only names, calls and intervals are touched; texts and quoted names stay as they are. Nothing here runs an expression.
"""

import re
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

_TOKEN = re.compile(
    r"""(?P<text>'(?:[^']|'')*')
      | (?P<quoted>"(?:[^"]|"")*")
      | (?P<name>[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)
      | (?P<space>\s+)
      | (?P<number>[0-9][\w.]*)
      | (?P<other>.)""",
    re.VERBOSE | re.DOTALL,
)

NULL_IF_ANY = frozenset({"strpos", "array_contains", "starts_with", "ends_with"})
"""Functions of which an engine may make a definite answer although an argument is null; here they are null then."""

SIGNED = frozenset({"length", "strpos"})
"""Functions that give an unsigned number, from which less than nothing cannot be taken."""


@dataclass(frozen=True, slots=True)
class Sql:
    """An expression: as written, as the engine is given it, and the names in it (`condition.column` or a variable), each once."""

    written: str
    ready: str
    names: tuple[str, ...]


@dataclass(slots=True)
class _Call:
    """A parenthesis that is open: the function before it, where there is one, and its arguments so far."""

    name: str = ""
    arguments: list[list[str]] = field(default_factory=lambda: [[]])

    def closed(self) -> str:
        arguments = ["".join(parts) for parts in self.arguments]
        call = f"{self.name}({','.join(arguments)})"
        name = self.name.lower()
        if name in SIGNED:
            call = f"cast({call} as bigint)"
        if name in NULL_IF_ANY:
            unknown = " or ".join(f"({argument}) is null" for argument in arguments)
            call = f"(case when {unknown} then null else {call} end)"
        return call


def prepared(expression: str, variables: AbstractSet[str]) -> Sql:
    """The expression with `condition.column` and the variables quoted.

    `strpos` and the like become null where an argument is; `length` is signed; an interval counts microseconds, as times do.
    """
    names: dict[str, None] = {}
    stack = [_Call()]
    tokens = list(_TOKEN.finditer(expression))
    for place, token in enumerate(tokens):
        text = token[0]
        if text == "(":
            stack.append(_Call(_function(stack[-1].arguments[-1])))
        elif text == ")" and len(stack) > 1:
            closed = stack.pop().closed()
            stack[-1].arguments[-1].append(closed)
        elif text == "," and len(stack) > 1:
            stack[-1].arguments.append([])
        else:
            stack[-1].arguments[-1].append(_ready(token, variables, names, after=_word_before(tokens, place)))
    while len(stack) > 1:  # a parenthesis that is not closed: left as it is, for the engine to refuse
        left = stack.pop()
        stack[-1].arguments[-1].append(f"{left.name}({','.join(''.join(parts) for parts in left.arguments)}")
    return Sql(expression, "".join(stack[0].arguments[0]), tuple(names))


def _ready(token: re.Match[str], variables: AbstractSet[str], names: dict[str, None], *, after: str) -> str:
    text = token[0]
    if token.lastgroup == "text" and after == "interval":
        return f"{text} as interval)"
    if token.lastgroup == "quoted":
        names[text[1:-1].replace('""', '"')] = None
    elif token.lastgroup == "name" and text.lower() == "interval" and text not in variables:
        return "cast(interval"
    elif token.lastgroup == "name" and ("." in text or text in variables):
        names[text] = None
        return f'"{text}"'
    return text


def _word_before(tokens: list[re.Match[str]], place: int) -> str:
    while place > 0:
        place -= 1
        if tokens[place].lastgroup != "space":
            return tokens[place][0].lower()
    return ""


_WORDS_BEFORE_A_PARENTHESIS = frozenset(
    {"and", "or", "not", "in", "between", "is", "like", "when", "then", "else", "case"}
)


def _function(parts: list[str]) -> str:
    """The name of the function whose parenthesis opens here, taken from the end of what stands before it; empty if there is none."""
    spaces: list[str] = []
    while parts and parts[-1].isspace():
        spaces.append(parts.pop())
    if parts and _is_function(parts[-1]):
        return parts.pop()
    parts.extend(spaces)
    return ""


def _is_function(part: str) -> bool:
    return part.isidentifier() and part.lower() not in _WORDS_BEFORE_A_PARENTHESIS
