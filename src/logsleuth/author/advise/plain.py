"""The characters of an expression that stand for themselves, with where each stands."""

from dataclasses import dataclass

CLASS = "\x00"
"""Stands for a class, an escape such as `\\d`, or an anchor."""

ESCAPED_DOT = "\x01"
"""Stands for an escaped dot, so that one which is not escaped differs."""


@dataclass(frozen=True, slots=True)
class Plain:
    """The expression with each escape and each class as one character; `places` tells where each of its characters began."""

    text: str
    places: tuple[int, ...]


def plain(expression: str) -> Plain:
    """The expression with escapes resolved: an escaped sign stands for itself, other escapes and classes are `CLASS`."""
    text: list[str] = []
    places: list[int] = []
    at = 0
    while at < len(expression):
        places.append(at)
        if expression[at] == "\\":
            text.append(_escape(expression[at + 1 : at + 2]))
            at += 2
        elif expression[at] == "[":
            text.append(CLASS)
            at = class_end(expression, at)
        else:
            text.append(expression[at])
            at += 1
    return Plain("".join(text), tuple(places))


def _escape(sign: str) -> str:
    if sign == ".":
        return ESCAPED_DOT
    return CLASS if sign.isalnum() or not sign or sign in "()[]{}|*+?" else sign


def class_end(expression: str, at: int) -> int:
    """The place after the class that begins at `at`."""
    end = at + 1
    end += expression.startswith("^", end)
    end += expression.startswith("]", end)
    while end < len(expression) and expression[end] != "]":
        end += 2 if expression[end] == "\\" else 1
    return end + 1
