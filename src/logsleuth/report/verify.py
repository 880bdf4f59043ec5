"""The proof of a report: each line that it cites exists and reads as cited, and the inputs are the same bytes.

A cited text is the message, with envelopes and head peeled, so it must stand in the stored line: as it is, or in a value of the
line with its escapes (JSON, logfmt) resolved. Masked parts may be anything. A row of a table is made of columns, so
of it only the line must exist. The last words of a traceback are its type and message, or the parts of its innermost
frame, which some languages write apart: each part must stand there.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from logsleuth.report.evidence import of_columns
from logsleuth.text.line import tidy
from logsleuth.text.redact import MASK

LONGEST = 2000
"""Lines of one cited stretch that are read again, of a traceback of any length."""

LEVELS = 3
"""How deep escaped values are nested: Docker's JSON around JSON around logfmt."""

_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_PLAIN = {"n": "\n", "t": "\t", "r": "\n", "b": "\b", "f": "\f"}
_FRAME = re.compile(r'File "(.*)", line (\d+|None), in (.*)', re.DOTALL)
_BYTES = re.compile(r"\[(\d{1,3}(?:, ?\d{1,3})+)\]")


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that the report says and its inputs do not."""

    path: str
    line: int | None
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}" if self.line is not None else f"{self.path}: {self.message}"


def cited(report: Mapping[str, Any]) -> dict[str, frozenset[int]]:
    """The numbers of the lines that `verify` asks for, by path."""
    found: dict[str, set[int]] = {}
    for item in _citations(report):
        found.setdefault(item["path"], set()).update(_stretch(item))
    return {path: frozenset(numbers) for path, numbers in found.items()}


def verify(
    report: Mapping[str, Any],
    lines_of: Callable[[str], Mapping[int, str] | None],
    digest_of: Callable[[str], str | None],
) -> list[Problem]:
    """What does not hold, in the order of the report.

    `lines_of` gives the cited lines of an input, by their numbers and as `text.line.clean` reads them; `digest_of` its
    SHA-256. Either is None for an input that cannot be read again.
    """
    problems = list(_inputs(report, digest_of))
    gone = {problem.path for problem in problems if digest_of(problem.path) is None}
    for item in _citations(report):
        if item["path"] not in gone:
            message = _fault(item, lines_of(item["path"]))
            problems += [Problem(item["path"], item["line"], message)] if message else []
    return list(dict.fromkeys(problems))


def _inputs(report: Mapping[str, Any], digest_of: Callable[[str], str | None]) -> Iterator[Problem]:
    for entry in report["inputs"]:
        digest = digest_of(entry["path"])
        if digest is None:
            yield Problem(entry["path"], None, "cannot be read again")
        elif entry["sha256"] and digest != entry["sha256"]:
            yield Problem(entry["path"], None, f"has changed: its SHA-256 is {digest}, not {entry['sha256']}")


def _citations(report: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """All that names a line. Those without `text` only say that it exists."""
    for hypothesis in report["hypotheses"]:
        yield from (item for item in hypothesis["evidence"] if item["path"] and item["line"] > 0)
    for expectation in report["expectations"]:
        if expectation["near"] is not None:
            yield expectation["near"]
    yield from ({"path": e["path"], "line": e["line"]} for e in report["timeline"] if e["path"] and e["line"] > 0)


def _stretch(item: Mapping[str, Any]) -> range:
    last: int = item.get("end_line", item["line"])
    return range(item["line"], min(last, item["line"] + LONGEST - 1) + 1)


def _fault(item: Mapping[str, Any], lines: Mapping[int, str] | None) -> str | None:
    """What is wrong with one citation; None if it holds."""
    if lines is None:
        return "is cited, and is no input of the report"
    absent = next((number for number in _stretch(item) if number not in lines), None)
    if absent is not None:
        return f"has no line {absent}"
    text = item.get("text", "")
    if not text or of_columns(item.get("kind", "line"), text):
        return None
    stored = "\n".join(tidy(lines[number]) for number in _stretch(item))
    wanted = _parts(text) if item.get("kind") == "traceback" else (text,)
    reads = any(_contains(form, text) or all(_contains(form, part) for part in wanted) for form in _forms(stored))
    return None if reads else f"does not read as cited: {item['text'].splitlines()[0][:80]!r}"


def _parts(text: str) -> tuple[str, ...]:
    """What the last words of a traceback are made of: file, line and function of a frame, or type and message."""
    frame = _FRAME.fullmatch(text)
    if frame is not None:
        return tuple(part for part in frame.groups() if part != "None")
    kind, colon, message = text.partition(": ")
    return (kind, message) if colon else (text,)


def _forms(stored: str) -> Iterator[str]:
    """The stored text as it is, and with the escapes of its values resolved once, twice, thrice."""
    yield stored
    yield _BYTES.sub(_from_bytes, stored)
    for _ in range(LEVELS):
        if "\\" not in stored:
            return
        stored = _ESCAPE.sub(_resolved, stored)
        yield stored


def _resolved(match: re.Match[str]) -> str:
    return chr(int(match[1], 16)) if match[1] else _PLAIN.get(match[2], match[2])


def _from_bytes(match: re.Match[str]) -> str:
    """A value that is written as a list of bytes, as the journal writes one that is not plain text."""
    numbers = [int(number) for number in match[1].split(",")]
    return bytes(numbers).decode("utf-8", "replace") if max(numbers) < 256 else match[0]


def _contains(stored: str, text: str) -> bool:
    """Whether the text's unmasked pieces stand in the stored text, one after the other; spaces and line ends are all alike."""
    stored, at = _flat(stored), 0
    for line in text.splitlines():
        for piece in _flat(line).split(MASK):
            found = stored.find(piece.strip(), at)
            if found < 0:
                return False
            at = found + len(piece.strip())
    return True


def _flat(text: str) -> str:
    return " ".join(tidy(text).split())
