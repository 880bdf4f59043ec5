"""A regular expression as a tree of what it must find.

It is read by Python's own parser. What only `regex` knows is first rewritten to something that matches at least as much.
"""

import importlib
import re
import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from logsleuth.scan.dialect import UnclearError, read_alike, rewritten
from logsleuth.scan.nodes import ANY, ASCII, EMPTY, NEWLINE, Alt, Break, Chars, Look, Node, Repeat, Seq, one

_parser: Any = importlib.import_module("re._parser")  # the module has no stub, and no other way gives the tree

_DIGITS = frozenset(b"0123456789")
_BLANKS = frozenset(b" \t\n\r\f\v")
_WORDS = frozenset(b"0123456789_ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
_CLASSES = {"DIGIT": _DIGITS, "SPACE": _BLANKS, "WORD": _WORDS}
_FEW = 16
"""Characters above ASCII that a class may name one by one."""

_FOLDED = {ord("i"): (0x130, 0x131), ord("k"): (0x212A,), ord("s"): (0x17F,)}
"""Letters above ASCII that are taken for an ASCII letter when case is ignored."""

# Without `regex.ASCII`, these are what changes the meaning of a pattern.
_IGNORE, _DOTALL, _ASCII = int(re.IGNORECASE), int(re.DOTALL), int(re.ASCII)


@dataclass(frozen=True, slots=True)
class _Flags:
    ignore_case: bool
    dotall: bool
    unicode: bool
    lines: bool  # whether the text holds several lines, so that a class with the end of a line in it may leave one

    def changed(self, add: int, remove: int) -> "_Flags":
        return _Flags(
            (self.ignore_case or bool(add & _IGNORE)) and not remove & _IGNORE,
            (self.dotall or bool(add & _DOTALL)) and not remove & _DOTALL,
            (self.unicode or bool(add & int(re.UNICODE))) and not add & _ASCII,
            self.lines,
        )


def parse(expression: str, *, ignore_case: bool = False, unicode: bool = False, lines: bool = False) -> Node:
    """The tree of an expression that is held against one line, or, with `lines`, against several.

    Raises UnclearError for one that neither `re` nor the rewriting understands.
    """
    given = (_IGNORE if ignore_case else 0) | (0 if unicode else _ASCII)
    try:
        tree = _tree(expression, given)
        seen = tree.state.flags | given
        return _node(tree, _Flags(bool(seen & _IGNORE), bool(seen & _DOTALL), unicode, lines))
    except (re.error, RecursionError, OverflowError, ValueError) as error:
        raise UnclearError(str(error)) from error


def _tree(expression: str, flags: int) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)  # `[[` and the like mean the same to us in either reading
        if read_alike(expression):
            try:
                return _parser.parse(expression, flags)
            except re.error:
                pass  # perhaps `regex` reads it
        return _parser.parse(rewritten(expression), flags)


def _node(tree: Iterable[tuple[Any, Any]], flags: _Flags) -> Node:
    items = tuple(_HANDLERS[str(name)](value, flags) for name, value in tree)
    return items[0] if len(items) == 1 else Seq(items)


def _literal(code: int, flags: _Flags) -> Node:
    if code == NEWLINE:
        return Break()
    return _folded(one(code), unicode=flags.unicode) if flags.ignore_case else one(code)


def folded(node: Node) -> Node:
    """The tree of a literal, in either case. The Kelvin sign is not taken for a k."""
    match node:
        case Seq(items):
            return Seq(tuple(map(folded, items)))
        case Alt(items):
            return Alt(tuple(map(folded, items)))
        case Chars():
            return _folded(node, unicode=False)
        case _:
            return node


def _folded(chars: Chars, *, unicode: bool) -> Chars:
    cases = {ord(form) for code in chars.ascii | chars.others for form in _forms(chr(code)) if len(form) == 1}
    if unicode:
        for letter, extras in _FOLDED.items():
            alike = {letter, letter - 32, *extras}
            cases |= alike if alike & (chars.ascii | chars.others) else set()
    others = frozenset(code for code in cases if code > 127) | chars.others
    if len(others) > _FEW:
        return Chars(chars.ascii | (cases & ASCII), wide=True)
    return Chars(chars.ascii | (cases & ASCII), others, chars.wide)


def _forms(char: str) -> tuple[str, ...]:
    return char.lower(), char.upper(), char.title(), char.casefold(), char.upper().lower()


def _not_literal(code: int, flags: _Flags) -> Node:
    return _in_line(Chars(ASCII - {code}, wide=True), flags)


def _any(_value: None, flags: _Flags) -> Node:
    return Break() if flags.dotall and flags.lines else ANY


def _in_line(chars: Chars, flags: _Flags) -> Node:
    """Characters, without the end of a line; a break if they may match one."""
    if NEWLINE not in chars.ascii:
        return chars
    rest = chars.ascii - {NEWLINE}
    return Break() if flags.lines or not (rest or chars.others or chars.wide) else Chars(rest, chars.others, chars.wide)


def _class(members: list[tuple[Any, Any]], flags: _Flags) -> Node:
    negated = str(members[0][0]) == "NEGATE"
    parts = [_member(str(name), value, flags) for name, value in members[1 if negated else 0 :]]
    if negated:
        return _in_line(Chars(ASCII - frozenset().union(*(part.ascii for part in parts)), wide=True), flags)
    others = frozenset().union(*(part.others for part in parts))
    wide = any(part.wide for part in parts) or len(others) > _FEW
    chars = Chars(frozenset().union(*(part.ascii for part in parts)), frozenset() if wide else others, wide)
    return _in_line(_folded(chars, unicode=flags.unicode) if flags.ignore_case else chars, flags)


def _member(name: str, value: Any, flags: _Flags) -> Chars:
    if name == "LITERAL":
        return one(value)
    if name == "CATEGORY":
        return _category(str(value), flags)
    low, high = value
    ascii_part = frozenset(range(low, min(high, 127) + 1))
    if high < 128:
        return Chars(ascii_part)
    low = max(low, 128)
    return Chars(ascii_part, wide=True) if high - low >= _FEW else Chars(ascii_part, frozenset(range(low, high + 1)))


def _category(name: str, flags: _Flags) -> Chars:
    r"""A class such as `\w`. In a negated one only what is in it for certain is left out."""
    kind = name.removeprefix("CATEGORY_").removeprefix("UNI_").removeprefix("LOC_")
    if kind.startswith("NOT_"):
        members = _BLANKS if kind == "NOT_SPACE" else _CLASSES[kind.removeprefix("NOT_")]
        return Chars(ASCII - members, wide=True)
    more = frozenset(range(0x1C, 0x20)) if flags.unicode and kind == "SPACE" else frozenset()
    return Chars(_CLASSES[kind] | more, wide=flags.unicode)


def _branch(value: tuple[None, list[Any]], flags: _Flags) -> Node:
    return Alt(tuple(_node(branch, flags) for branch in value[1]))


def _group(value: tuple[Any, int, int, Any], flags: _Flags) -> Node:
    _, add, remove, inside = value
    return _node(inside, flags.changed(add, remove))


def _repeat(value: tuple[int, Any, Any], flags: _Flags) -> Node:
    low, high, inside = value
    return Repeat(_node(inside, flags), low, None if high == _parser.MAXREPEAT else high)


def _look(value: tuple[int, Any], flags: _Flags) -> Node:
    """What a look-ahead or look-behind asks for must be there, though beside the place where it stands."""
    return Look(_node(value[1], flags)) if value[1] else EMPTY


def _nothing(_value: Any, _flags: _Flags) -> Node:
    return EMPTY


def _back(_value: Any, flags: _Flags) -> Node:
    return Break() if flags.lines else Repeat(ANY, 0, None)


def _choice(value: tuple[int, Any, Any], flags: _Flags) -> Node:
    _, yes, no = value
    return Alt((_node(yes, flags), _node(no or (), flags)))


_HANDLERS: Mapping[str, Callable[[Any, _Flags], Node]] = {
    "LITERAL": _literal,
    "NOT_LITERAL": _not_literal,
    "ANY": _any,
    "IN": _class,
    "BRANCH": _branch,
    "SUBPATTERN": _group,
    "ATOMIC_GROUP": _node,
    "MAX_REPEAT": _repeat,
    "MIN_REPEAT": _repeat,
    "POSSESSIVE_REPEAT": _repeat,
    "ASSERT": _look,
    "ASSERT_NOT": _nothing,
    "AT": _nothing,
    "FAILURE": _nothing,
    "GROUPREF": _back,
    "GROUPREF_EXISTS": _choice,
}
