r"""A regular expression over a value, rewritten to one over the value as JSON writes it, and a text that it finds.

The value is `a"b`, the stored line has `a\"b`: each character becomes all ways to write it, each class what is in it, written.
Groups capture nothing afterwards; what refers back to one, or looks behind, cannot be rewritten.
"""

import importlib
import re
import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from logsleuth.author.imports.jsonline import ANY, CHAR, char
from logsleuth.author.imports.made import Unsaid

_parser: Any = importlib.import_module("re._parser")  # the module has no stub, and no other way gives the tree

_BUT_NEWLINE = r'(?:[^"\\]|\\(?:u(?!000[aA])[0-9A-Fa-f]{4}|[^un]))'
_BLANK = r"(?:\s|\\[tnrf])"
_AFTER_BLANK = r"(?<!\\)(?:\\\\)*\\[tnrf]"  # backslashes before it pair up, so that the last one begins an escape
_EDGE = rf"(?:(?<={_AFTER_BLANK})(?=\w)|(?<!{_AFTER_BLANK})\b)"
_PLACES = {
    "AT_BEGINNING": r'(?<=[^\\]")',
    "AT_BEGINNING_STRING": r'(?<=[^\\]")',
    "AT_END": r'(?=(?:\\n)?")',
    "AT_END_STRING": '(?=")',
    "AT_BOUNDARY": _EDGE,
    "AT_NON_BOUNDARY": f"(?!{_EDGE})",
}
_CLASSES = {
    "DIGIT": r"\d",
    "WORD": r"\w",
    "SPACE": _BLANK,
    "NOT_DIGIT": rf"(?!\d){CHAR}",
    "NOT_WORD": rf"(?!\w){CHAR}",
    "NOT_SPACE": f"(?!{_BLANK}){CHAR}",
}
_SAMPLES = {"DIGIT": "1", "WORD": "a", "SPACE": " ", "NOT_DIGIT": "a", "NOT_WORD": "-", "NOT_SPACE": "a"}
_TRIED = [*map(chr, range(97, 123)), *map(chr, range(65, 91)), *map(chr, range(48, 58)), "-", "_", " ", ".", "/", "~"]
_MOST_SAMPLED = 200
_UNRULY = (re.error, RecursionError, OverflowError, ValueError)


@dataclass(frozen=True, slots=True)
class Rewritten:
    """`expression` finds the value, from the quote before it; `sample` is a text that the original finds, as far as that is easy to tell."""

    expression: str
    sample: str


def rewritten(expression: str, flags: int = 0) -> Rewritten:
    """The expression over a value as one over a stored line. Raises Unsaid."""
    tree, seen = parsed(expression, flags)
    if seen & re.MULTILINE and any(name in expression for name in "^$"):
        raise Unsaid("`^` and `$` at the lines within one value cannot be told in a stored line")
    writer = _Writer(bool(seen & re.IGNORECASE), bool(seen & re.DOTALL))
    return Rewritten(f'"{ANY}?(?:{writer.sequence(tree)})', _Sampler().sequence(tree))


def sampled(expression: str, flags: int = 0) -> str:
    """A text that the expression finds, as far as that is easy to tell. Raises Unsaid if it is no expression."""
    return _Sampler().sequence(parsed(expression, flags)[0])


def parsed(expression: str, flags: int = 0) -> tuple[Any, int]:
    """The tree of Python's own parser, and the flags with those written inside. Raises Unsaid."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = _parser.parse(expression, flags)
    except _UNRULY as error:
        raise Unsaid(f"the expression cannot be read: {error}") from error
    return tree, int(tree.state.flags)


class _Writer:
    """Writes the tree again, for the stored line."""

    def __init__(self, ignore_case: bool, dotall: bool) -> None:  # noqa: FBT001  # the two flags of an expression
        self._ignore_case = ignore_case
        self._dotall = dotall
        self._handlers: Mapping[str, Callable[[Any], str]] = {
            "LITERAL": self._literal,
            "NOT_LITERAL": lambda code: f"(?!{self._literal(code)}){CHAR}",
            "ANY": lambda _: CHAR if self._dotall else _BUT_NEWLINE,
            "IN": self._class,
            "BRANCH": lambda value: f"(?:{'|'.join(self.sequence(branch) for branch in value[1])})",
            "SUBPATTERN": self._group,
            "ATOMIC_GROUP": lambda value: f"(?>{self.sequence(value)})",
            "MAX_REPEAT": lambda value: self._repeat(value, ""),
            "MIN_REPEAT": lambda value: self._repeat(value, "?"),
            "POSSESSIVE_REPEAT": lambda value: self._repeat(value, "+"),
            "ASSERT": lambda value: self._look(value, "(?="),
            "ASSERT_NOT": lambda value: self._look(value, "(?!"),
            "AT": lambda value: _PLACES[str(value)],
        }

    def sequence(self, tree: Iterable[tuple[Any, Any]]) -> str:
        """One item after the other."""
        return "".join(self._item(str(name), value) for name, value in tree)

    def _item(self, name: str, value: Any) -> str:
        handler = self._handlers.get(name)
        if handler is None:
            raise Unsaid("the expression refers back to a group, which a stored line writes in other ways")
        return handler(value)

    def _literal(self, code: int) -> str:
        return char(chr(code), ignore_case=self._ignore_case)

    def _class(self, members: list[tuple[Any, Any]]) -> str:
        negated = str(members[0][0]) == "NEGATE"
        forms = dict.fromkeys(form for name, value in members[negated:] for form in self._member(str(name), value))
        inside = next(iter(forms)) if len(forms) == 1 else f"(?:{'|'.join(forms)})"
        return f"(?!{inside}){CHAR}" if negated else inside

    def _member(self, name: str, value: Any) -> Iterable[str]:
        if name == "LITERAL":
            yield self._literal(value)
        elif name == "CATEGORY":
            yield f"(?:{_CLASSES[_category(value)]})"
        else:
            yield from self._range(*value)

    def _range(self, low: int, high: int) -> Iterable[str]:
        """A range: its letters and digits as they are, the rest of ASCII one by one, since some of it is escaped."""
        run = ""
        for each in map(chr, range(low, min(high, 127) + 1)):
            if each.isalnum():
                run += each + (each.swapcase() if self._ignore_case and each.isalpha() else "")
            else:
                yield self._literal(ord(each))
        if run:
            yield f"[{''.join(dict.fromkeys(run))}]"
        if high > 127:
            yield f"[{chr(max(low, 128))}-{chr(high)}]"

    def _group(self, value: tuple[Any, int, int, Any]) -> str:
        _, add, remove, inside = value
        ignore_case = (self._ignore_case or bool(add & re.IGNORECASE)) and not remove & re.IGNORECASE
        dotall = (self._dotall or bool(add & re.DOTALL)) and not remove & re.DOTALL
        return f"(?:{_Writer(ignore_case, dotall).sequence(inside)})"

    def _repeat(self, value: tuple[int, Any, Any], kind: str) -> str:
        low, high, inside = value
        most = "" if high == _parser.MAXREPEAT else str(high)
        times = {(0, ""): "*", (1, ""): "+", (0, "1"): "?"}.get((low, most), f"{{{low},{most}}}")
        return f"(?:{self.sequence(inside)}){times}{kind}"

    def _look(self, value: tuple[int, Any], opening: str) -> str:
        if value[0] < 0:
            raise Unsaid("the expression looks behind, over characters that a stored line writes in several ways")
        return f"{opening}{self.sequence(value[1])})"


class _Sampler:
    """Finds a text for the tree: the first branch, the fewest times, the simplest character of a class."""

    def sequence(self, tree: Iterable[tuple[Any, Any]]) -> str:
        """One item after the other."""
        return "".join(self._item(str(name), value) for name, value in tree)[:_MOST_SAMPLED]

    def _item(self, name: str, value: Any) -> str:
        if name == "LITERAL":
            return chr(value)
        if name in {"ANY", "NOT_LITERAL"}:
            return next(each for each in _TRIED if ord(each) != value)
        if name == "IN":
            return _of_class(value)
        if name == "BRANCH":
            return self.sequence(value[1][0])
        if name in {"SUBPATTERN", "ATOMIC_GROUP"}:
            return self.sequence(value[3] if name == "SUBPATTERN" else value)
        return self.sequence(value[2]) * min(value[0], _MOST_SAMPLED) if name.endswith("REPEAT") else ""


def _of_class(members: list[tuple[Any, Any]]) -> str:
    negated = str(members[0][0]) == "NEGATE"
    if not negated:
        name, value = str(members[0][0]), members[0][1]
        if name == "CATEGORY":
            return _SAMPLES[_category(value)]
        return chr(value if name == "LITERAL" else value[0])
    return next((each for each in _TRIED if not any(_is(str(name), value, each) for name, value in members[1:])), "")


def _is(name: str, value: Any, each: str) -> bool:
    if name == "CATEGORY":
        kind = _category(value)
        inside = {"DIGIT": each.isdigit(), "WORD": each.isalnum() or each == "_", "SPACE": each.isspace()}
        return inside[kind.removeprefix("NOT_")] != kind.startswith("NOT_")
    return bool(ord(each) == value if name == "LITERAL" else value[0] <= ord(each) <= value[1])


def _category(value: Any) -> str:
    return str(value).removeprefix("CATEGORY_").removeprefix("UNI_")
