r"""What a value of a field looks like in a stored line of JSON, as regular expressions.

A writer of JSON may write a character in several ways (`"` as `\"` or `\u0022`, `é` as itself or as `\u00e9`); a pattern that
is held against the stored line must know them all. Case is ignored character by character, so that keys keep theirs.
"""

import re
from collections.abc import Sequence

CHAR = r'(?:[^"\\]|\\(?:u[0-9A-Fa-f]{4}|[^u]))'
"""One character of a string, however it is written; it never begins inside an escape."""

ANY = CHAR + "*"
END = r"(?=\s*[,}\]])"
"""What follows a value that stands without quotes."""

_SHORT = {'"': '"', "\\": "\\", "/": "/", "\b": "b", "\f": "f", "\n": "n", "\r": "r", "\t": "t"}
_MAY_BE_CODED = frozenset("<>&'+=`")
"""Printable characters that some writers write as `\\u00XX`."""

_BARE = re.compile(r"-?[0-9][0-9.eE+-]*|true|false", re.IGNORECASE)


def char(text: str, *, ignore_case: bool) -> str:
    """One character of a value, in every way that a writer of JSON writes it."""
    forms = dict.fromkeys(form for form in _cases(text, ignore_case=ignore_case) for form in _written(form))
    if len(forms) == 1:
        return next(iter(forms))
    singles = [form for form in forms if len(form) == 1]
    if len(singles) == len(forms):
        return f"[{''.join(singles)}]"
    return f"(?:{'|'.join(forms)})"


def _cases(text: str, *, ignore_case: bool) -> tuple[str, ...]:
    if not ignore_case:
        return (text,)
    return tuple(dict.fromkeys(form for form in (text, text.lower(), text.upper()) if len(form) == 1))


def _written(text: str) -> tuple[str, ...]:
    code = ord(text)
    if text in '"\\':
        return (rf"\\{re.escape(text)}", _coded(code))
    if text == "/":
        return ("/", r"\\/")
    if code < 32 or code == 127:
        short = (rf"\\{_SHORT[text]}",) if text in _SHORT else ()
        return (*short, _coded(code), *((re.escape(text),) if code == 127 else ()))
    if code > 126:
        return (text, _coded(code))
    return (re.escape(text), _coded(code)) if text in _MAY_BE_CODED else (re.escape(text),)


def _coded(code: int) -> str:
    if code > 0xFFFF:
        high, low = divmod(code - 0x10000, 0x400)
        return f"(?i:\\\\u{0xD800 + high:04x}\\\\u{0xDC00 + low:04x})"
    return f"(?i:\\\\u{code:04x})"


def literal(text: str, *, ignore_case: bool) -> str:
    """A stretch of a value. Letters of ASCII share one group that ignores case, since that reads and scans best."""
    pieces: list[str] = []
    run = ""
    for each in text:
        if each.isascii() and each.isalnum():
            run += each
            continue
        pieces += [_plain(run, ignore_case=ignore_case), char(each, ignore_case=ignore_case)]
        run = ""
    return "".join([*pieces, _plain(run, ignore_case=ignore_case)])


def _plain(run: str, *, ignore_case: bool) -> str:
    return f"(?i:{run})" if ignore_case and any(each.isalpha() for each in run) else run


def key(name: str) -> str:
    r"""The key of a field with its colon; a name with dots is also a path into nested objects."""
    whole = rf'(?<!\\)"{literal(name, ignore_case=False)}"\s*:\s*'
    parts = name.split(".")
    if len(parts) == 1 or not all(parts):
        return whole
    inside = r'\{(?:"' + ANY + r'"|[^"{}])*?'
    path = inside.join(rf'(?<!\\)"{literal(part, ignore_case=False)}"\s*:\s*' for part in parts)
    return f"(?:{whole}|{path})"


def has(name: str, value: str) -> str:
    """That the line has the field with such a value: a condition that takes up no room."""
    return f"(?=.*{key(name)}{value})"


def string(inside: str) -> str:
    """A text in its quotes."""
    return f'"{inside}"'


def scalar(text: str, *, ignore_case: bool) -> str:
    """A value that is exactly this text; one that looks like a number or a truth may stand without quotes."""
    quoted = string(literal(text, ignore_case=ignore_case))
    if not _BARE.fullmatch(text):
        return quoted
    return f"(?:{quoted}|{literal(text, ignore_case=ignore_case)}{END})"


def not_null() -> str:
    """Any value but `null`."""
    return r"(?!null\b)\S"


def capture(variable: str, name: str) -> str:
    """That the line has the field, whose value, as it is written, becomes a variable."""
    value = rf'"?(?P<{variable}>(?<="){ANY}(?=")|(?<!")(?!null\b)[^\s",:{{}}\[\]]+)'
    return f"(?=.*{key(name)}{value})"


def anywhere(pieces: Sequence[str | None], *, ignore_case: bool) -> str:
    """That a text stands in the line: in a line of JSON inside a value, in any other anywhere. None is any stretch, a blank text any character."""
    inside = "".join(ANY + "?" if piece is None else literal(piece, ignore_case=ignore_case) for piece in pieces)
    plain = "".join(".*?" if piece is None else _folded(piece, ignore_case=ignore_case) for piece in pieces)
    forms = [rf"(?!\s*\{{).*{plain}", rf'\s*\{{.*"{ANY}?{inside}{ANY}"(?!\s*:)']
    if len(pieces) == 1 and pieces[0] and re.fullmatch(r"[0-9.]+", pieces[0]):
        forms.append(rf"\s*\{{.*[:,\[]\s*[-0-9.]*{re.escape(pieces[0])}[0-9.eE+-]*{END}")
    return f"(?=(?:{'|'.join(forms)}))"


def _folded(text: str, *, ignore_case: bool) -> str:
    escaped = "".join(re.escape(each) if each in "\\.^$*+?{}[]|()" else each for each in text)
    return f"(?i:{escaped})" if ignore_case and any(each.isalpha() for each in text) else escaped
