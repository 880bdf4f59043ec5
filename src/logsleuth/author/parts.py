"""A message in parts: what stays the same from run to run, and what does not, each with a name and an expression that fits it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from logsleuth.language.sqltokens import RESERVED
from logsleuth.model.relation import MATCHES, schema
from logsleuth.text.redact import MASK

MOST_CAPTURES = 8
"""Variable parts that are named; the others are matched without a name."""

_KINDS: tuple[tuple[str, str, str, str], ...] = (
    # Name, what finds it in a message, the expression that is written, which words before it may name it ("" none).
    ("", re.escape(MASK), r"\S+", ""),
    ("quoted", r'"[^"]+"', r'"(?P<NAME>[^"]*)"', "any"),
    ("quoted", r"(?<!\w)'[^']+'(?!\w)", r"'(?P<NAME>[^']*)'", "any"),
    ("quoted", r"`[^`]+`", r"`(?P<NAME>[^`]*)`", "any"),
    (
        "uuid",
        r"(?<![\w-])[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}(?![\w-])",
        r"(?P<NAME>[0-9a-fA-F-]+)",
        "any",
    ),
    (
        "stamp",
        r"(?<![\w.-])\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?(?!\w)",
        r"(?P<NAME>\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:[\d:.,Z+-]+)",
        "",
    ),
    ("day", r"(?<![\w.-])\d{4}-\d\d-\d\d(?!\w)", r"(?P<NAME>\d{4}-\d\d-\d\d)", ""),
    ("day", r"(?<![\w.-])\d{4}/\d\d/\d\d(?!\w)", r"(?P<NAME>\d{4}/\d\d/\d\d)", ""),
    ("stamp", r"(?<![\w:.])\d\d?:\d\d:\d\d(?:[.,]\d{1,9})?(?![\w:])", r"(?P<NAME>\d[\d:.,]*)", ""),
    ("url", r"\b[a-z][a-z0-9+.-]{1,15}://[^\s\"'<>`]+", r"(?P<NAME>\w[\w+.-]*://[^\s\"'<>`]+)", ""),
    ("host", r"(?<![\w.-])(?:\d{1,3}\.){3}\d{1,3}:\d{1,5}(?![\w.])", r"(?P<NAME>[\w.-]+):(?P<PORT>\d+)", ""),
    ("host", r"(?<![\w.-])[A-Za-z][\w-]*(?:\.[\w-]+)*:\d{2,5}(?![\w.:])", r"(?P<NAME>[\w.-]+):(?P<PORT>\d+)", ""),
    ("address", r"(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.])", r"(?P<NAME>[\d.]+)", ""),
    ("file", r"(?<![\w./~-])(?:~|\.{1,2})?/[\w.@%+~-][\w./@%+~-]*", r"(?P<NAME>[~./][\w./@%+~-]*)", ""),
    ("hex", r"\b0[xX][0-9a-fA-F]+\b", r"(?P<NAME>0[xX][0-9a-fA-F]+)", "any"),
    ("hex", r"\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,}\b", r"(?P<NAME>[0-9a-f]+)", "any"),
    ("size", r"(?<![\w.])\d+(?:\.\d+)? ?(?:[KMGT]i?B|bytes)\b", r"(?P<NAME>\d[\d.]* ?(?:[KMGT]i?B|bytes))", "any"),
    (
        "took",
        r"(?<![\w.])\d+(?:\.\d+)? ?(?:ms|us|ns|s|sec|secs|seconds?|min|minutes?|h|hours?)\b",
        r"(?P<NAME>\d[\d.]* ?[a-z]+)",
        "any",
    ),
    ("version", r"(?<![\w.])v?\d+\.\d+\.\d+[\w.+-]*", r"(?P<NAME>v?\d[\w.+-]*)", "any"),
    ("code", r"(?<![\w.-])(?!UTF-|ISO-|SHA-)[A-Z]{1,10}-\d+(?![\w-])", r"(?P<NAME>[\w-]+)", "any"),
    ("number", r"(?<![\w.])-\d+(?![\w.]|\.\d)", r"(?P<NAME>-?\d+)", "any"),
    ("number", r"(?<![\w.])-?\d+\.\d+(?!\w)", r"(?P<NAME>-?\d+(?:\.\d+)?)", "any"),
    ("number", r"(?<![\w.])\d+(?!\w)", r"(?P<NAME>\d+)", "any"),
)

_FINDER = re.compile("|".join(f"(?P<k{number}>{kind[1]})" for number, kind in enumerate(_KINDS)), re.ASCII)
_WORD_BEFORE = re.compile(r"([A-Za-z][A-Za-z0-9_]*)[\"']?(?: ?[=:(\[#] ?| )$", re.ASCII)

_DUMB = """a after an and are as at be by did does during error exceeded failed file for found from got had has have in into is it
its line named no not of on or out over than that the then this to under until was were when while with within"""
_NO_NAMES = frozenset(_DUMB.split())
"""Words that say nothing about the value behind them."""

CONDITION = "seen"
"""The name of the one condition."""

_TAKEN = frozenset({CONDITION, *schema(MATCHES), *RESERVED})
_MUST = re.compile(r"[\\.^$*+?{\[()|]")
_SPACES = re.compile(r" {2,}")


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a message: `text` as it stands; `expression` fits it and its like; `shown` stands for it in a sentence."""

    text: str
    expression: str
    shown: str
    constant: bool


def parts(message: str) -> list[Part]:
    """The parts of a message, in order."""
    names: list[str] = []
    found: list[Part] = []
    at = 0
    for match in _FINDER.finditer(message):
        if match.start() > at:
            found.append(_constant(message[at : match.start()]))
        found.append(_variable(match, names))
        at = match.end()
    if at < len(message):
        found.append(_constant(message[at:]))
    return found


def _variable(match: re.Match[str], names: list[str]) -> Part:
    usual, _, expression, named = _KINDS[int((match.lastgroup or "k0")[1:])]
    if not usual:
        return Part(match[0], expression, "...", constant=False)
    shown = []
    for blank, name in (("NAME", _named(match, usual, named)), ("PORT", "port")):
        if f"(?P<{blank}>" not in expression:
            continue
        if len(names) >= MOST_CAPTURES:
            expression = expression.replace(f"(?P<{blank}>", "(?:")
            shown.append("...")
            continue
        free = next(each for each in _numbered(name) if each not in names and each not in _TAKEN)
        names.append(free)
        expression = expression.replace(f"<{blank}>", f"<{free}>")
        shown.append(f"{{{free}}}")
    return Part(match[0], expression, ":".join(shown), constant=False)


def _named(match: re.Match[str], usual: str, named: str) -> str:
    """What a value is called: by the word before it, else by its kind."""
    if not named:
        return usual
    before = _WORD_BEFORE.search(match.string[max(0, match.start() - 40) : match.start()])
    word = before[1].lower() if before else ""
    if not word or word in _NO_NAMES or word in _TAKEN or len(word) > 24:
        return usual
    return word


def _numbered(name: str) -> Iterator[str]:
    yield name
    number = 2
    while True:
        yield f"{name}_{number}"
        number += 1


def _constant(text: str) -> Part:
    shown = "".join(" " if character in "{}" else character for character in text)
    return Part(text, literal(text), shown, constant=True)


def literal(text: str) -> str:
    """An expression for this very text: only what must be is escaped; what cannot be printed stands as `.`, several spaces as ` +`."""
    escaped = _MUST.sub(lambda match: "\\" + match[0], text)
    escaped = _SPACES.sub(" +", escaped)
    return "".join(character if character.isprintable() else _unprintable(character) for character in escaped)


def _unprintable(character: str) -> str:
    return r"\t" if character == "\t" else "."


def front(found: Sequence[Part], most: int) -> list[Part]:
    """The parts that make up the first `most` characters; at least one, which is cut if it is constant and longer."""
    kept: list[Part] = []
    left = most
    for part in found:
        if len(part.text) > left:
            if part.constant and left:
                kept.append(_constant(part.text[:left]))
            elif not kept:
                kept.append(part)
            break
        kept.append(part)
        left -= len(part.text)
    return kept
