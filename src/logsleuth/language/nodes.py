"""YAML as nodes that know where they stand. Only this module knows the YAML library.

What is read is a small part of YAML: no anchors, no tags, one document, keys that are texts and stand once. A plain value is told
by `plain_kind`, so that a word which some reader of YAML takes for a number, a time or a truth is never taken for a text by chance.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from logsleuth.language.faults import (
    AnchorUsed,
    BadEscape,
    BadIndent,
    CannotBegin,
    ColonSplits,
    ControlCharacter,
    DuplicateKey,
    KeyNotText,
    MoreDocuments,
    NotYaml,
    QuoteOpen,
    TabIndents,
    TagUsed,
    TooDeep,
    Trouble,
)

DEEPEST = 24


class Mark(NamedTuple):
    """A place in a file; both count from 1, the column in characters."""

    line: int
    column: int


class Scalar(NamedTuple):
    """One value as written; `plain` if it stands without quotes. `inset` are the characters before its text: a quote."""

    text: str
    plain: bool
    mark: Mark
    inset: int = 0


class Items(NamedTuple):
    """A list."""

    items: tuple["Node", ...]
    mark: Mark


class Pairs(NamedTuple):
    """A mapping, each key once."""

    pairs: tuple[tuple[Scalar, "Node"], ...]
    mark: Mark


class Refused(NamedTuple):
    """A value of which a fault was already said."""

    mark: Mark


Node = Scalar | Items | Pairs | Refused
Located = tuple[Trouble, Mark]

_START = Mark(1, 1)


def compose(text: str) -> tuple[Node | None, list[Located]]:
    """The document as a node, None if it is empty or no YAML; and all faults found on the way. Never raises."""
    import yaml  # noqa: PLC0415 - 14 ms at start-up, and not needed where the book is kept in the cache

    wrong = _forbidden().search(text)
    if wrong:
        return None, [(ControlCharacter(code=f"{ord(wrong[0]):04X}"), mark_at(text, wrong.start()))]
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    composer = _Composer()
    try:
        for event in yaml.parse(text, Loader=loader):
            if not composer.take(event):
                return None, composer.faults
    except yaml.MarkedYAMLError as error:
        return None, [*composer.faults, _syntax_fault(error, text)]
    except yaml.YAMLError as error:
        return None, [*composer.faults, (NotYaml(problem=str(error).splitlines()[0]), _START)]
    return composer.root, composer.faults


def compose_items(text: str) -> tuple[Node | None, list[Located]]:
    """The items of a list that is no YAML as a whole, each composed by itself, so that one slip hides no fault of the others."""
    starts = [match.start() for match in re.finditer(r"^- ", text, re.MULTILINE)]
    if not starts:
        return None, []
    items: list[Node] = []
    faults: list[Located] = []
    line = text.count("\n", 0, starts[0])
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        node, found = compose(text[start:end])
        items += [_moved(item, line) for item in node.items] if isinstance(node, Items) else []
        faults += [(trouble, Mark(mark.line + line, mark.column)) for trouble, mark in found]
        line += text.count("\n", start, end)
    return (Items(tuple(items), items[0].mark) if items else None), faults


def _moved(node: Node, lines: int) -> Node:
    """The node, so many lines further down."""
    mark = Mark(node.mark.line + lines, node.mark.column)
    if isinstance(node, Items):
        return Items(tuple(_moved(item, lines) for item in node.items), mark)
    if isinstance(node, Pairs):
        return Pairs(tuple((_moved_key(key, lines), _moved(value, lines)) for key, value in node.pairs), mark)
    return node._replace(mark=mark)


def _moved_key(key: Scalar, lines: int) -> Scalar:
    return key._replace(mark=Mark(key.mark.line + lines, key.mark.column))


def mark_at(text: str, position: int) -> Mark:
    """The place of a position in a text."""
    return Mark(text.count("\n", 0, position) + 1, position - text.rfind("\n", 0, position))


@cache
def _forbidden() -> re.Pattern[str]:
    """What YAML lets stand nowhere."""
    return re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|\ufeff")


def _syntax_fault(error: Any, text: str) -> Located:
    mark = _mark(error.problem_mark or error.context_mark)
    problem = " ".join(part for part in (error.context, error.problem) if part)
    lines = text.split("\n", mark.line)
    rest = lines[mark.line - 1][mark.column - 1 :] if mark.line <= len(lines) else ""
    if "cannot start any token" in problem:
        return (TabIndents() if rest.lstrip(" ").startswith("\t") else CannotBegin(char=rest[:1])), mark
    if "mapping values are not allowed" in problem:
        return ColonSplits(), mark
    if "unknown escape character" in problem or "escape sequence" in problem:
        return BadEscape(escape="\\" + rest.lstrip("\\")[:1]), mark
    if "quoted scalar" in problem:
        return QuoteOpen(), _mark(error.context_mark)
    if re.search(r"expected <block end>|did not find expected (?:key|'|node)|could not find expected", problem):
        return BadIndent(), mark
    return NotYaml(problem=problem), mark


def _mark(where: Any) -> Mark:
    return Mark(where.line + 1, where.column + 1) if where else _START


class _Open(NamedTuple):
    """A list or mapping whose end is still to come."""

    is_list: bool
    mark: Mark
    children: list[Node]


class _Composer:
    """Events in, a node out. It keeps a stack of its own, so that no file can exhaust that of Python."""

    def __init__(self) -> None:
        self.root: Node | None = None
        self.faults: list[Located] = []
        self._stack: list[_Open] = []
        self._documents = 0

    def take(self, event: Any) -> bool:
        """Takes one event; False if there is no use in going on."""
        name = type(event).__name__
        mark = Mark(event.start_mark.line + 1, event.start_mark.column + 1)
        if name == "DocumentStartEvent":
            self._documents += 1
            if self._documents > 1:
                self.faults.append((MoreDocuments(), mark))
                return False
        elif name in {"SequenceStartEvent", "MappingStartEvent"}:
            self._refuse_extras(event, mark)
            self._stack.append(_Open(name == "SequenceStartEvent", mark, []))
            if len(self._stack) > DEEPEST:
                self.faults.append((TooDeep(most=DEEPEST), mark))
                return False
        elif name in {"SequenceEndEvent", "MappingEndEvent"}:
            self._place(self._closed(self._stack.pop()))
        elif name == "ScalarEvent":
            self._refuse_extras(event, mark)
            self._place(Scalar(event.value, not event.style, mark, int(event.style in {"'", '"'})))
        elif name == "AliasEvent":
            self.faults.append((AnchorUsed(name=f"*{event.anchor}"), mark))
            self._place(Refused(mark))
        return True

    def _refuse_extras(self, event: Any, mark: Mark) -> None:
        if event.anchor:
            self.faults.append((AnchorUsed(name=f"&{event.anchor}"), mark))
        if event.tag:
            self.faults.append((TagUsed(tag=event.tag), mark))

    def _place(self, node: Node) -> None:
        if self._stack:
            self._stack[-1].children.append(node)
        else:
            self.root = node

    def _closed(self, opened: _Open) -> Node:
        if opened.is_list:
            return Items(tuple(opened.children), opened.mark)
        return Pairs(tuple(self._pairs(opened.children)), opened.mark)

    def _pairs(self, children: list[Node]) -> Iterator[tuple[Scalar, Node]]:
        seen: dict[str, int] = {}
        for key, value in zip(children[::2], children[1::2], strict=True):
            if not isinstance(key, Scalar):
                if not isinstance(key, Refused):
                    self.faults.append((KeyNotText(), key.mark))
            elif key.text in seen:
                self.faults.append((DuplicateKey(key=key.text, line=seen[key.text]), key.mark))
            else:
                seen[key.text] = key.mark.line
                yield key, value


# Plain values ----------------------------------------------------------------------------------------------------------

TRUTHS = {"true": True, "false": False}
_WORDS = frozenset({"yes", "no", "on", "off", "y", "n", "true", "false"})


@cache
def _forms() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """What an unquoted value may be taken for, by any reader of YAML 1.1 or 1.2; the first that fits."""
    return (
        ("an integer", re.compile(r"-?(?:0|[1-9][0-9]{0,17})")),
        ("a number", re.compile(r"-?[0-9]{1,18}\.[0-9]{1,18}")),
        (
            "a time",
            re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:(?:[Tt]|[ \t]+)[0-9:.]+(?:[ \t]*(?:Z|[-+][0-9:]+))?)?"),
        ),
        ("a time", re.compile(r"[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?")),
        ("another number", re.compile(r"[-+]?(?:[0-9][0-9_]*|0x[0-9a-fA-F_]+|0o?[0-7_]+|0b[01_]+)")),
        ("another number", re.compile(r"[-+]?(?:[0-9][0-9_]*\.?[0-9_]*|\.[0-9][0-9_]*)(?:[eE][-+]?[0-9]+)?")),
        ("another number", re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")),
    )


def plain_kind(text: str) -> str:
    """What an unquoted value is read as: `text`, `null`, `true or false`, `an integer`, `a number`.

    Else what it is taken for by some reader: `a truth`, `a time`, `another number`.
    """
    if text in {"", "~", "null", "Null", "NULL"}:
        return "null"
    if text in TRUTHS:
        return "true or false"
    if text.lower() in _WORDS and text in {text.lower(), text.upper(), text.capitalize()} and len(text) > 1:
        return "a truth"
    if text[0] not in "+-.0123456789":
        return "text"
    return next((kind for kind, form in _forms() if form.fullmatch(text)), "text")
