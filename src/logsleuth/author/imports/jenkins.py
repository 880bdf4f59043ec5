r"""Causes of Jenkins' Build Failure Analyzer (`build-failure-analyzer.xml`) as rules of ours: one rule for each indication.

An indication on a line must match the whole line; one on several lines is found within 10,000 characters. The file is read
without entities: one that declares a document type is refused.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from xml.parsers import expat

from logsleuth.author.imports.java import translated
from logsleuth.author.imports.made import Imported, Left, Made, Unsaid, raw
from logsleuth.author.imports.names import rule_id
from logsleuth.author.imports.proof import seeks
from logsleuth.author.imports.regexes import sampled
from logsleuth.author.quoting import single
from logsleuth.errors import UsageError

PREFIX = "jenkins"
SINGLE = "BuildLogIndication"
SEVERAL = "MultilineBuildLogIndication"
CAUSE = "FailureCause"
DEEPEST = 64
MOST_PIECES = 6
REACH = 200
"""Lines between two parts of an indication on several lines: 10,000 characters, of lines of fifty."""

_GAP = re.compile(
    r"(?:\\r\?\\n|\\n|\\r\\n|\\R|\[\\r\\n\]\+?|\[\\n\\r\]\+?|\(\?:\\r\?\\n\)|\n|\.[*+]\??|\[\\s\\S\][*+]\??|\\s[*+](?=\\n))+"
)
_BREAKS = re.compile(r"\\[nrR]|\n")
_NEGATIVES = ("all is well", "-", "0", "a", "")


@dataclass(slots=True)
class _Element:
    """An element of XML: its name without a package, what it holds."""

    name: str
    children: "list[_Element]"
    text: str = ""

    def child(self, name: str) -> str:
        """The text of the first child of that name."""
        return next((each.text.strip() for each in self.children if each.name == name), "")


def imported(text: str, path: str) -> Imported:
    """The rules of one file. Raises UsageError where it is no XML, or declares a document type."""
    found = Imported()
    causes = list(_named(_read(text, path), CAUSE))
    if not causes:
        raise UsageError(f"{path}: it has no FailureCause: is it the configuration of Jenkins' Build Failure Analyzer?")
    for cause in causes:
        name = " ".join(cause.child("name").split()) or "a cause without a name"
        indications = [each for each in _all(cause) if each.name.endswith("Indication")]
        if not indications:
            found.left.append(Left(name, "it has no indication"))
        for number, indication in enumerate(indications, 1):
            called = name if len(indications) == 1 else f"{name} {number}"
            try:
                found.made.append(_made(cause, name, called, indication, path))
            except Unsaid as why:
                found.left.append(Left(called, f"{why}: {indication.child('pattern')[:200]}"))
    return found


def _made(cause: _Element, name: str, called: str, indication: _Element, path: str) -> Made:
    expression = indication.child("pattern")
    if not expression:
        raise Unsaid("an indication without a pattern")
    if indication.name not in {SINGLE, SEVERAL}:
        raise Unsaid(f"an indication of kind {indication.name}")
    notes: tuple[str, ...] = ()
    if indication.name == SINGLE:
        line = f"^(?:{translated(expression)})$"
        when, lines, sought = {"line1": raw(line)}, [_example(expression, line)], [line]
    else:
        when, lines, sought, notes = _several(expression)
    description = " ".join(cause.child("description").split())
    comment = " ".join(cause.child("comment").split())
    return Made(
        id=rule_id(PREFIX, called),
        title=name,
        when=when,
        about="; ".join(
            filter(None, (f"cause `{name}` of Jenkins' Build Failure Analyzer, from {path}", description, comment))
        ),
        positive="\n".join(lines),
        negative=_negative(sought),
        weight="strong",
        anchor="line1",
        notes=notes,
        meaning=description or name,
        cause=rule_id(PREFIX, name),
    )


def _several(expression: str) -> tuple[dict[str, str], list[str], list[str], tuple[str, ...]]:
    """Conditions on lines that follow each other: the stretches between line ends and `.*`, which there match line ends too."""
    pieces = list(_pieces(expression))
    if not pieces or len(pieces) > MOST_PIECES:
        raise Unsaid(f"an indication on several lines of none or more than {MOST_PIECES} parts")
    when: dict[str, str] = {}
    lines: list[str] = []
    sought: list[str] = []
    for number, (piece, gap) in enumerate(pieces, 1):
        line = translated(piece)
        keys = raw(line)
        if number > 1:
            keys = keys.removesuffix("}") + _after(number, gap)
        when[f"line{number}"] = keys
        lines.append(_example(piece, line))
        sought.append(line)
    note = f"parts of an indication on several lines lie at most {REACH} lines apart; a class in a part matches within its line"
    return when, lines, sought, (note,) if len(pieces) > 1 else ()


def _after(number: int, gap: str) -> str:
    """How a part follows the one before: on the next line, on a later one, or perhaps on the same."""
    breaks = len(_BREAKS.findall(gap.replace(r"\r?\n", r"\n").replace(r"\r\n", r"\n")))
    open_ended = "*" in gap or "+" in gap
    reach = REACH if open_ended else breaks
    before = f"line{number - 1}.line"
    where = f"line{number}.line >= {before} + {breaks}"
    return f", near: {{of: line{number - 1}, lines: {reach}, side: after}}, where: {single(where)}}}"


def _pieces(expression: str) -> Iterator[tuple[str, str]]:
    """The parts and the gap before each. Raises Unsaid where a gap stands inside a group."""
    at, gap = 0, ""
    for match in _gaps(expression):
        piece = expression[at : match.start()]
        if piece:
            yield _balanced(piece), gap
            gap = match[0]
        else:
            gap += match[0]
        at = match.end()
    if expression[at:]:
        yield _balanced(expression[at:]), gap


def _gaps(expression: str) -> Iterator["re.Match[str]"]:
    """Gaps that stand outside groups."""
    at = 0
    while match := _GAP.search(expression, at):
        before = expression[: match.start()]
        escaped = (len(before) - len(before.rstrip("\\"))) % 2
        if not escaped and _depth(before) == 0:
            yield match
        at = match.end()


def _depth(text: str) -> int:
    plain = re.sub(r"\\.", "", text, flags=re.DOTALL)
    plain = re.sub(r"\[[^\]]*\]", "", plain)
    return plain.count("(") - plain.count(")") + ("[" in plain)


def _balanced(piece: str) -> str:
    if _depth(piece) or _outer_choice(piece):
        raise Unsaid("an indication on several lines with a choice at its top")
    if _BREAKS.search(piece):
        raise Unsaid("an indication on several lines with a line end inside a group")
    return piece


def _outer_choice(piece: str) -> bool:
    plain = re.sub(r"\[[^\]]*\]", "", re.sub(r"\\.", "", piece, flags=re.DOTALL))
    depth = 0
    for char in plain:
        depth += (char == "(") - (char == ")")
        if char == "|" and not depth:
            return True
    return False


def _example(expression: str, line: str) -> str:
    """A line that the expression finds. Raises Unsaid where none is easy to tell."""
    text = sampled(translated(expression)).replace("\n", " ")
    if not seeks(line).search(text):
        raise Unsaid("no example could be made that it finds, and a rule without one is not loaded")
    return text


def _negative(sought: Sequence[str]) -> str:
    found = next((text for text in _NEGATIVES if not any(seeks(each).search(text) for each in sought)), None)
    if found is None:
        raise Unsaid("it finds any line")
    return found


# XML ----------------------------------------------------------------------------------------------------------------------


def _read(text: str, path: str) -> _Element:
    """The document. A declaration of a document type ends the reading, so that no entity is ever expanded."""
    root = _Element("", [])
    stack = [root]

    def begin(name: str, _attributes: Any) -> None:
        if len(stack) > DEEPEST:
            raise UsageError(f"{path}: its elements are nested more than {DEEPEST} deep")
        element = _Element(name.rpartition(".")[2], [])
        stack[-1].children.append(element)
        stack.append(element)

    def refuse(*_: Any) -> None:
        raise UsageError(
            f"{path}: it declares a document type, which is not read: entities could make it grow without bound"
        )

    def text_of(part: str) -> None:
        stack[-1].text += part

    parser = expat.ParserCreate()
    parser.StartElementHandler = begin
    parser.EndElementHandler = lambda _name: stack.pop()
    parser.CharacterDataHandler = text_of
    parser.StartDoctypeDeclHandler = refuse
    parser.buffer_text = True
    # Jenkins writes 1.1, which the parser does not know; what differs is control characters alone.
    head = re.sub(r"\A\ufeff?\s*<\?xml[^>]*\?>", "", text)
    try:
        parser.Parse(head.encode(errors="replace"), True)  # it takes no keywords
    except expat.ExpatError as error:
        raise UsageError(f"{path}: it is no XML: {error}") from error
    return root


def _all(element: _Element) -> Iterator[_Element]:
    for child in element.children:
        yield child
        yield from _all(child)


def _named(root: _Element, name: str) -> Iterator[_Element]:
    return (each for each in _all(root) if each.name == name)
