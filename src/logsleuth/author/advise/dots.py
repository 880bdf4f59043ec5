"""Dots that are meant as dots and match any character: in host names, file names and versions."""

import re
from collections.abc import Iterator

from logsleuth.author.advise.plain import ESCAPED_DOT, plain
from logsleuth.author.advise.say import Advice, shown
from logsleuth.model.book import Pattern

_DOT = rf"[.{ESCAPED_DOT}]"
_HOSTS = r"(?:com|org|net|edu|gov|io|co|dev|ai|cloud|internal|local|localdomain|example|svc)"
_FILES = (
    r"(?:log|so|py|json|jsonl|ya?ml|conf|cfg|ini|toml|txt|sh|service|sock|pem|crt|csv|jar|gguf|safetensors|whl|gz|zip)"
)
_KINDS = (
    ("the version", re.compile(rf"(?<![\w.{ESCAPED_DOT}\x00\\^$)\]}}*+?])\d+(?:{_DOT}\d+)+(?![\w*+?{{])")),
    ("the host name", re.compile(rf"(?<![\w\x00])[a-zA-Z][\w-]*(?:{_DOT}[\w-]+)*{_DOT}{_HOSTS}(?![\w*+?{{-])")),
    ("the file name", re.compile(rf"(?:[a-zA-Z][\w-]+(?:{_DOT}[\w-]+)*|\x00[+*])(?:{_DOT}){_FILES}(?![\w*+?{{-])")),
)
_VERBOSE = re.compile(r"\(\?\w*x")


def dots(pattern: Pattern) -> Iterator[Advice]:
    """One piece of advice for each name or version with a bare dot in it."""
    expression = pattern.expression
    if expression is None or "." not in expression or _VERBOSE.search(expression):
        return
    found = plain(expression)
    seen: set[int] = set()
    for kind, names in _KINDS:
        for match in names.finditer(found.text):
            bare = match[0].find(".")
            if bare < 0 or match.start() in seen:
                continue
            seen.add(match.start())
            start, end = found.places[match.start()], _end(found.places, match.end(), expression)
            name = expression[start:end]
            right = re.sub(r"(?<!\\)\.", r"\\.", name)
            yield Advice(
                "dot-unescaped",
                f"the dot in {kind} `{shown(name)}` matches any character, so that other names fit too: write `{shown(right)}`",
                found.places[match.start() + bare],
            )


def _end(places: tuple[int, ...], at: int, expression: str) -> int:
    return places[at] if at < len(places) else len(expression)
