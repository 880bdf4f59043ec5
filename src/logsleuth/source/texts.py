"""What a logging call will print: the constant parts of its text, with holes for what is filled in at run time."""

import ast
import re
from collections.abc import Callable
from itertools import pairwise

Parts = tuple[str | None, ...]
"""Constant texts in order; None is a hole."""

Lookup = Callable[[str], ast.expr | None]
"""What a plain name was assigned, where that is known."""

_PERCENT = re.compile(r"%(?:\(\w+\))?[#0\- +]*(?:\d+|\*)?(?:\.(?:\d+|\*))?[hlL]?[diouxXeEfFgGcrsa]")
_BRACES = re.compile(r"\{[^{}]*\}")
_DEEPEST = 8
FEW = 6
"""Letters that the constants of a text must have for it to be looked for."""


def parts(node: ast.expr, lookup: Lookup, *, percent: bool = False, depth: int = 0) -> Parts | None:  # noqa: PLR0911  # one for each form
    """The parts of a text that an expression makes; None if it is no text. `percent`: its `%s` are filled in later."""
    if depth > _DEEPEST:
        return None
    if isinstance(node, ast.Constant):
        return _constant(node, percent=percent)
    if isinstance(node, ast.JoinedStr):
        return joined([_value(value) for value in node.values])
    if isinstance(node, ast.BinOp):
        return _operation(node, lookup, percent, depth)
    if isinstance(node, ast.Call):
        return _call(node, lookup, depth)
    if isinstance(node, ast.Name):
        meant = lookup(node.id)
        return parts(meant, lookup, percent=percent, depth=depth + 1) if meant is not None else None
    return None


def joined(pieces: list[Parts]) -> Parts:
    """One text of several: constants that touch are one, holes that touch are one."""
    found: list[str | None] = []
    for part in (part for piece in pieces for part in piece):
        if part == "":
            continue
        if found and part is None and found[-1] is None:
            continue
        if found and part is not None and found[-1] is not None:
            found[-1] += part
        else:
            found.append(part)
    return tuple(found)


def _constant(node: ast.Constant, *, percent: bool) -> Parts | None:
    if not isinstance(node.value, str):
        return None
    return _split(_PERCENT, node.value, ("%%", "%")) if percent else (node.value,)


def _value(node: ast.expr) -> Parts:
    return (node.value,) if isinstance(node, ast.Constant) and isinstance(node.value, str) else (None,)


def _operation(node: ast.BinOp, lookup: Lookup, percent: bool, depth: int) -> Parts | None:  # noqa: FBT001
    if isinstance(node.op, ast.Mod):
        return parts(node.left, lookup, percent=True, depth=depth + 1)
    if isinstance(node.op, ast.Add):
        sides = [parts(side, lookup, percent=percent, depth=depth + 1) for side in (node.left, node.right)]
        return None if sides == [None, None] else joined([side if side is not None else (None,) for side in sides])
    return None


def _call(node: ast.Call, lookup: Lookup, depth: int) -> Parts | None:
    if not isinstance(node.func, ast.Attribute):
        return None
    inner = node.func.value
    if node.func.attr == "format":
        text = parts(inner, lookup, depth=depth + 1)
        if text is None:
            return None
        split = [
            (None,) if part is None else _split(_BRACES, part.replace("{{", "\0").replace("}}", "\1"), ("", ""))
            for part in text
        ]
        return tuple(part and part.replace("\0", "{").replace("\1", "}") for part in joined(list(split)))
    return parts(inner, lookup, depth=depth + 1) if node.func.attr in {"strip", "rstrip", "lstrip"} else None


def _split(pattern: re.Pattern[str], text: str, unescape: tuple[str, str]) -> Parts:
    """The text cut at its places; what is written twice to stand for itself is written once."""
    marked = text.replace(unescape[0], "\0") if unescape[0] else text
    pieces: list[Parts] = []
    ends = [(0, 0), *(match.span() for match in pattern.finditer(marked)), (len(marked), len(marked))]
    for number, ((_, end), (start, _)) in enumerate(pairwise(ends)):
        pieces += [(None,)] if number else []
        pieces.append((marked[end:start].replace("\0", unescape[1]) if unescape[0] else marked[end:start],))
    return joined(pieces)


def fits(wanted: str, template: Parts) -> float:
    """How well a text could be a stretch of what the parts print: the share of it that constants cover; 0 if it could not."""
    wanted = wanted.strip()
    if not wanted:
        return 0.0
    if any(part is not None and wanted in part for part in template):
        return 1.0
    constants = [part for part in template if part is not None]
    best = max((_from(wanted, constants, start) for start in range(len(constants))), default=0) / len(wanted)
    folded = _folded(wanted)
    return max(best, 0.9 if any(folded in _folded(part) for part in constants) else 0.0)


def _from(wanted: str, constants: list[str], start: int) -> int:
    """Characters covered if the text begins in, or in the hole before, this constant; 0 if it cannot."""
    covered = _overlap(constants[start], wanted)
    if not covered:
        place = wanted.find(constants[start]) if start else (0 if wanted.startswith(constants[0]) else -1)
        if place < 0:
            return 0
        covered, at = len(constants[start]), place + len(constants[start])
    else:
        at = covered
    for constant in constants[start + 1 :]:
        place = wanted.find(constant, at)
        if place < 0:
            tail = _overlap(wanted[at:], constant)
            return covered + tail
        covered, at = covered + len(constant), place + len(constant)
    return covered


def _overlap(left: str, right: str) -> int:
    """The length of the longest end of one text that is a beginning of the other."""
    longest = min(len(left), len(right))
    return next((size for size in range(longest, 0, -1) if left.endswith(right[:size])), 0)


def _folded(text: str) -> str:
    return _spaced(text.lower())


def expression(template: Parts, *, most: int = 2) -> str | None:
    """A regular expression that finds what the parts print: the longest constants, in order; None if they say too little."""
    texts = [part.partition("\n")[0].strip() for part in template if part is not None]
    longest = sorted(range(len(texts)), key=lambda number: (-len(texts[number]), number))[:most]
    chosen = [texts[number] for number in sorted(longest) if texts[number]]
    if sum(character.isalpha() for text in chosen for character in text) < FEW:
        return None
    return ".*".join(re.escape(text) for text in chosen)


def prints(template: Parts, line: str, *, whole: bool = False) -> bool:
    """Whether a line holds all constants in their order; with `whole`, and nothing else where there is no hole.

    How many spaces stand between words does not count.
    """
    line, at = _spaced(line), 0
    texts = [part if part is None else _spaced(part.partition("\n")[0]) for part in template]
    texts = [text for text in texts if text is None or text]
    for number, text in enumerate(texts):
        if text is None:
            continue
        last = whole and number == len(texts) - 1
        place = line.rfind(text) if last and number else line.find(text, at)
        if place < at or (whole and number == 0 and place) or (last and place + len(text) != len(line)):
            return False
        at = place + len(text)
    return True


def _spaced(text: str) -> str:
    return " ".join(text.split())
