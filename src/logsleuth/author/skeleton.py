"""A rule made from a line of a log: what varies becomes captures, the rest stays, and a test is written from the line itself.

The rule is tried before it is handed over: it loads, finds its line, and does not find another.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import BinaryIO

from logsleuth import intake
from logsleuth.author.advise.placeholders import LINE, WHY
from logsleuth.author.almost import Sought
from logsleuth.author.examples import run_all
from logsleuth.author.parts import CONDITION, Part, front, parts
from logsleuth.author.quoting import quoted, single
from logsleuth.errors import NoInputError, UsageError
from logsleuth.language.faults import meant
from logsleuth.model.book import Book, Case, Condition, Pattern, Rule
from logsleuth.model.run import Note
from logsleuth.read import Peeler
from logsleuth.read.log import READ_AS_LINES
from logsleuth.text.line import clean
from logsleuth.text.redact import redact

RESIDUAL = "app.exception"
"""The cause of a rule that names none, where the catalogue has it."""

LONGEST = 4000
"""Characters of a line that are taken over into a test; of a longer one only the beginning of its message is."""

LONGEST_PATTERN = 200
"""Characters of a message that the pattern covers: what tells one line from another stands in front."""

LONGEST_SENTENCE = 100
BLOCK = 1 << 20

NEGATIVES = (LINE, "all is well", "-", "=", "0", "a")
"""Lines for the test that must find nothing; the first that the pattern does not match is written."""


@dataclass(frozen=True, slots=True)
class Skeleton:
    """A rule as YAML, and what it is called."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class _Made:
    """What the text of a skeleton is written from."""

    id: str
    cause: str
    log: str
    expression: str
    says: str
    finds: Mapping[str, str]
    subject: tuple[str, ...]
    place: str
    negative: str
    keys: Mapping[str, str] = field(default_factory=dict)  # further keys of the condition


def line_at(place: str, *, stdin: BinaryIO | None = None) -> tuple[str, str]:
    """The cleaned line at `FILE:LINE`, and the name of its file. Raises UsageError or NoInputError."""
    path, _, number = place.rpartition(":")
    if not path or not number.isascii() or not number.isdecimal() or not 0 < len(number) <= 12 or not int(number):
        raise UsageError(f"--from {place}: a line is named as FILE:LINE, such as server.log:1234")
    outer = path if path == "-" or Path(path).exists() else path.split("!", 1)[0]
    notes: list[str] = []
    for source in intake.sources([outer], stdin=stdin):
        if isinstance(source, Note):
            notes.append(source.message)
        elif path in {source.path, outer} and not source.binary:
            line = _numbered(source, int(number))
            if line is None:
                raise UsageError(f"--from {place}: there is no such line")
            return clean(line), Path(path).name
        else:
            notes += [note.message for note in source.notes]
    raise NoInputError(f"--from {place}: no such input could be read" + (f" ({'; '.join(notes)})" if notes else ""))


def _numbered(source: intake.Source, number: int) -> bytes | None:
    """The line of this number: no more of it than a test may hold several times."""
    at, found = 1, b""
    while block := source.read(BLOCK):
        lines = block.split(b"\n")
        if at <= number < at + len(lines):
            found += lines[number - at][: 1 << 16]
        at += len(lines) - 1
        if at > number:
            return found
    return found if at == number and found else None


def skeleton(
    line: str, place: str, book: Book, *, name: str = "", cause: str = "", cache: Path | None = None
) -> Skeleton:
    """A rule from a line. `place` is where the line stands, for its reason. Raises UsageError for a blank line or an unknown cause."""
    log = _safe(line)
    peeler = Peeler(book.layouts, book.envelopes)
    message = next((text for text in peeler.peel(log).texts if text.strip()), "")
    if len(log) > LONGEST and message:
        log = _safe(message[:LONGEST])
        message = next((text for text in peeler.peel(log).texts if text.strip()), "")
    if not message:
        raise UsageError(f"--from {place}: the line is blank, or its head is all there is")
    found = front(parts(message), LONGEST_PATTERN)
    chosen = _cause(cause, book)
    base = _Made(
        id=_named(name, found, book),
        cause=chosen,
        log=log,
        expression=_expression(found, message),
        says=_sentence(found),
        finds={},
        subject=(),
        place=place,
        negative="",
    )
    return _first_that_passes(base, message, book, cache)


def _expression(found: list[Part], message: str) -> str:
    """The parts as one expression, from the beginning of the message."""
    whole = "".join(part.text for part in found) == message
    only_variable = not any(part.constant and part.text.strip() for part in found)
    return "^" + "".join(part.expression for part in found) + ("$" if whole and only_variable else "")


def _first_that_passes(base: _Made, message: str, book: Book, cache: Path | None) -> Skeleton:
    """The first form of the rule whose own tests pass. Raises UsageError if none does."""
    trouble = ""
    for keys in _forms(base.log):
        made = _filled(base, message, keys, book)
        why = "" if made else "the pattern does not match its own line"
        if made:
            why = _failure(made, book, cache)
            if not why:
                return Skeleton(made.id, written(made))
        trouble = trouble or why
    raise UsageError(f"--from {base.place}: no rule can be made of this line: {trouble}")


def _forms(log: str) -> Iterator[dict[str, str]]:
    """Further keys of the condition, the usual form first."""
    yield {}
    yield {"benign": "true"}
    kinds = dict.fromkeys(segment.kind for segment in intake.segments([log], "server.log"))
    if not READ_AS_LINES.issuperset(kinds):
        yield {"kind": f"[{', '.join(kinds)}]"}
        yield {"kind": f"[{', '.join(kinds)}]", "benign": "true"}


def _filled(base: _Made, message: str, keys: Mapping[str, str], book: Book) -> _Made | None:
    """With what the test finds, and a line that it does not."""
    sought = Sought(Pattern(f"{base.id}/{CONDITION}", base.expression))
    match = sought.search(message)
    negative = next((text for text in NEGATIVES if not sought.search(text)), None)
    if match is None or negative is None:
        return None
    finds = {name: text for name, text in match.groupdict().items() if text is not None}
    told_by = book.causes[base.cause].subject if base.cause in book.causes else ()
    subject = tuple(name for name in finds if name in told_by and name not in {"pid", "address"})
    return replace(base, finds=finds, subject=subject, negative=negative, keys=keys)


def _failure(made: _Made, book: Book, cache: Path | None) -> str:
    """Why the rule's own tests do not pass; empty where they do."""
    what = Pattern(
        f"{made.id}/{CONDITION}",
        made.expression,
        captures=tuple(made.finds),
        kinds=tuple(re.findall(r"\w+", made.keys.get("kind", ""))),
        sees_benign="benign" in made.keys,
    )
    tests = (Case({"server.log": made.log}, made.finds), Case({"server.log": made.negative}, None))
    rule = Rule(made.id, (Condition(CONDITION, what),), says="", cause=made.cause, subject=made.subject, tests=tests)
    alone = replace(book, rules=())  # a pattern asks for no table
    for result in run_all([rule], alone, cache=cache):
        if not result.passed:
            return "; ".join(result.why) or (
                "its line is not found" if result.case.finds is not None else "it finds all"
            )
    return ""


def _cause(name: str, book: Book) -> str:
    if name and name not in book.causes:
        raise UsageError(f"--cause {name}: there is no such cause{meant(name, book.causes)}")
    if name:
        return name
    residual = [cause.id for cause in book.causes.values() if cause.residual]
    return next(iter([RESIDUAL] if RESIDUAL in book.causes else residual or book.causes), RESIDUAL)


def _named(name: str, found: list[Part], book: Book) -> str:
    """The id that was asked for, else one of the first words that stay the same."""
    if name:
        if not re.fullmatch("[a-z0-9]+(?:-[a-z0-9]+)*", name):
            raise UsageError(f"--id {name}: an id has lower case letters, digits and dashes")
        return name
    words = re.findall(r"[a-z]{2,24}", " ".join(part.text.lower() for part in found if part.constant))
    base = "-".join(words[:5]) or "new-rule"
    taken = {rule.id for rule in book.rules}
    return next(each for each in (base, *(f"{base}-{number}" for number in range(2, 9999))) if each not in taken)


def _sentence(found: list[Part]) -> str:
    """What the rule says: the message with the names of what varies."""
    said = ""
    for part in found:
        if len(said) + len(part.shown) > LONGEST_SENTENCE:
            said += part.shown[: LONGEST_SENTENCE - len(said)] + "..." if part.constant else "..."
            break
        said += part.shown
    return " ".join(said.split()) or "this line was seen"


def _safe(line: str) -> str:
    """The line without secrets and without what cannot be printed; tabs stay."""
    text = redact(line)
    return "".join(character if character.isprintable() or character == "\t" else "\ufffd" for character in text)


# The file ---------------------------------------------------------------------------------------------------------------


def written(made: _Made) -> str:
    """The rule as YAML."""
    keys = "".join(f", {name}: {value}" for name, value in made.keys.items())
    finds = ", ".join(f"{name}: {quoted(text)}" for name, text in made.finds.items())
    subject = [f"  subject: [{', '.join(made.subject)}]"] if made.subject else []
    lines = [
        f"- id: {made.id}",
        "  # What somebody would have to change: `logsleuth rules list` shows the causes in use. A new one stands in",
        "  # causes.yaml, beside this file: `area.name:` with title, meaning, prior (rare, uncommon, common) and fix.",
        f"  cause: {made.cause}",
        f"  says: {quoted(made.says)}",
        "  when:",
        "    # Held against the message, without time, level and logger. Name only what you use; the rest may be `\\S+`.",
        f"    {CONDITION}: {{line: {single(made.expression)}{keys}}}",
        "  # weak: also seen in healthy runs; moderate; strong: hardly another cause; conclusive: names the cause",
        "  weight: moderate",
        *subject,
        "  # Replace: why does this line speak for the cause, and who says so?",
        f"  about: {quoted(f'written from {_safe(made.place)}; {WHY}')}",
        "  tests:",
        f"    - log: {quoted(made.log)}",
        f"      finds: {{{finds}}}",
        "    # Replace: a line that looks alike and must not be found.",
        f"    - log: {quoted(made.negative)}",
        "      finds: nothing",
    ]
    return "\n".join(lines) + "\n"
