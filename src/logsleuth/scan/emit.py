"""The tree of what must be found, as a regular expression over the bytes of a log.

Two ways of writing: as the text stands (`escaped=False`), or also as it stands inside strings of JSON or logfmt, and inside strings
within such strings. Backslashes double with each level, so any number of them is allowed, and no more is assumed about the level.

The expressions use only what `re` and hyperscan read alike: literals, classes, groups, repetitions. None matches the end of a line.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from logsleuth.scan.nodes import ANY, ASCII, ESCAPED, NEWLINE, Alt, Break, Chars, Look, Node, Repeat, Seq, flat

_MNEMONICS = {8: b"b", 9: b"t", 11: b"v", 12: b"f", 13: b"r"}
_BACKSLASHED = frozenset(b"\"'\\/`")
"""Characters that are escaped by a backslash before them."""

_IN_ESCAPES = frozenset(b"\\#0123456789abcdefABCDEFuxtnrvb\"'/")
"""What an escaped character may consist of."""

_HIGH = b"\\x80-\\xff"
_REPLACEMENT = 0xFFFD
_VEIL = frozenset(range(1, 9))
"""Control characters that stand in no text."""

_FEW = 12
_ONE = re.compile(rb"[0-9A-Za-z]|\\x..|\\[^x]")


def emit(node: Node, *, escaped: bool) -> bytes:
    """The expression for a tree."""
    match node:
        case Chars():
            return _chars(node, escaped=escaped)
        case Seq(items):
            return b"".join(
                _grouped(item, escaped=escaped) if isinstance(item, Alt) else emit(item, escaped=escaped)
                for item in items
            )
        case Alt(items):
            return b"|".join(dict.fromkeys(emit(item, escaped=escaped) for item in items))
        case Repeat(item, low, high):
            return _repeat(item, low, high, escaped=escaped)
        case Look() | Break():
            return b""


def anchor(node: Node, *, escaped: bool) -> bytes:
    """The longest stretch of a literal that is written in one way only; empty if there is none."""
    best = current = b""
    for item in flat(node):
        plain = isinstance(item, Chars) and len(item.ascii) == 1 and _is_one_byte(item, escaped=escaped)
        current = current + bytes(item.ascii) if plain and isinstance(item, Chars) else b""
        best = max(best, current, key=len)
    return best


def _grouped(node: Node, *, escaped: bool) -> bytes:
    return b"(?:" + emit(node, escaped=escaped) + b")"


def _repeat(item: Node, low: int, high: int | None, *, escaped: bool) -> bytes:
    if isinstance(item, Chars) and item.spreads:
        return _class(_spread(item, escaped=escaped)) + _times(low, None)
    body = emit(item, escaped=escaped)
    single = isinstance(item, Chars) and _is_one_byte(item, escaped=escaped)
    return (body if single else b"(?:" + body + b")") + _times(low, high) if body else b""


def _times(low: int, high: int | None) -> bytes:
    if (low, high) == (1, 1):
        return b""
    if (low, high) == (0, 1):
        return b"?"
    if high is None and low < 2:
        return b"*" if low == 0 else b"+"
    return f"{{{low}}}".encode() if low == high else f"{{{low},{'' if high is None else high}}}".encode()


@lru_cache(maxsize=4096)
def _chars(chars: Chars, *, escaped: bool) -> bytes:
    if chars.spreads:
        return _class(_spread(chars, escaped=escaped)) + b"+"
    slashed = chars.ascii & _BACKSLASHED if escaped and not chars.head else frozenset()
    single = chars.ascii - slashed | (_VEIL if chars.veiled else frozenset())
    forms = [_class(_pack(single))] if single else []
    forms += [rb"\\*" + _class(_pack(slashed))] if slashed else []
    forms += [_literal(chr(code).encode("utf-8", "surrogatepass")) for code in sorted(chars.others)]
    if escaped:
        forms += _escapes(chars)
    if _REPLACEMENT in chars.others:
        forms.append(b"[" + _HIGH + b"]+")  # what is not UTF-8 is read as the replacement character
    return forms[0] if len(forms) == 1 else b"(?:" + b"|".join(forms) + b")"


def _is_one_byte(chars: Chars, *, escaped: bool) -> bool:
    return not chars.spreads and not chars.others and not (escaped and chars.ascii & ESCAPED)


def _spread(chars: Chars, *, escaped: bool) -> bytes:
    if chars.ascii >= ANY.ascii:
        return b"^\\n"
    members = chars.ascii | _IN_ESCAPES if escaped else chars.ascii
    absent = ASCII - members
    return b"^\\n" + _pack(absent) if len(absent) < _FEW else _pack(members) + _HIGH


def _class(inside: bytes) -> bytes:
    return inside if _ONE.fullmatch(inside) else b"[" + inside + b"]"


def _pack(codes: Iterable[int]) -> bytes:
    """The inside of a class, ranges packed."""
    found: list[list[int]] = []
    for code in sorted(set(codes) - {NEWLINE}):
        if found and code == found[-1][1] + 1:
            found[-1][1] = code
        else:
            found.append([code, code])
    return b"".join(_byte(a) if a == b else _byte(a) + (b"-" if b > a + 1 else b"") + _byte(b) for a, b in found)


def _literal(data: bytes) -> bytes:
    return b"".join(map(_byte, data))


def _byte(code: int) -> bytes:
    """A byte as it may stand in a class and outside of one."""
    char = bytes((code,))
    if char.isalnum():
        return char
    return b"\\" + char if 33 <= code < 127 else f"\\x{code:02x}".encode()


def _escapes(chars: Chars) -> list[bytes]:
    """How members of a class are written inside strings, but for a backslash before them."""
    some = rb"\\" if chars.head else rb"\\+"
    forms: list[bytes] = []
    named = [(code, _MNEMONICS[code]) for code in sorted(chars.ascii & _MNEMONICS.keys())]
    if named:
        forms.append(some + _class(b"".join(name for _, name in named)))
    forms += [f"#0{code:02o}".encode() for code, _ in named]
    if numbered := chars.ascii & ESCAPED:
        forms.append(some + b"(?:u00|x)" + _either(f"{code:02x}" for code in sorted(numbered)))
    for code in sorted(chars.others):
        forms += [some + form for form in _numbers(code)]
    return forms


def _either(codes: Iterable[str]) -> bytes:
    forms = [b"".join(_hex(digit) for digit in code) for code in codes]
    return forms[0] if len(forms) == 1 else b"(?:" + b"|".join(forms) + b")"


def _hex(digit: str) -> bytes:
    return digit.encode() if digit.isdecimal() else f"[{digit}{digit.upper()}]".encode()


def _numbers(code: int) -> Iterator[bytes]:
    r"""A character above ASCII as in `\uXXXX`, as two halves of one, or as in `\xXX`."""
    units = chr(code).encode("utf-16-be", "surrogatepass").hex()
    yield b"u" + _either([units[:4]]) + (rb"\\+u" + _either([units[4:]]) if units[4:] else b"")
    if code < 256:
        yield b"x" + _either([f"{code:02x}"])
    if code == _REPLACEMENT:
        yield b"u[dD][89a-fA-F][0-9a-fA-F]{2}"  # half a character is read as the replacement character
