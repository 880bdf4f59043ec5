"""The condition of a rule on one record, as a tree; as one expression over the stored line; and a record for which it holds.

The expression is a chain of look-aheads from the beginning of the line, so that and, or and not hold exactly and each line
counts once. A condition on a field that the record lacks is false, and its negation true.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Leaf:
    """One thing that a record has. `pieces` are the texts of a value for it (None: any stretch); `name` is its field, empty for the whole record."""

    expression: str
    name: str = ""
    pieces: tuple[str | None, ...] = ()
    known: bool = True  # whether `pieces` are texts that every such value has, and no mere sample


@dataclass(frozen=True, slots=True)
class Every:
    """All of them hold."""

    items: "tuple[Node, ...]"


@dataclass(frozen=True, slots=True)
class Some:
    """At least one of them holds."""

    items: "tuple[Node, ...]"


@dataclass(frozen=True, slots=True)
class Never:
    """It does not hold."""

    item: "Node"


Node = Leaf | Every | Some | Never

TIME = "2026-12-01T10:00:{second:02}Z"
SHORTEST = 4
"""Characters of a word that is worth looking for."""

MOST_NEEDED = 200
TRIED = 12
"""Choices among alternatives that are tried for an example."""


def line_expression(node: Node, captures: str = "") -> str:
    """The expression for the stored line; it takes up one character, since one that takes up none is refused."""
    return f"^{expression(node)}{captures}."


def expression(node: Node) -> str:
    """The look-aheads of a node."""
    match node:
        case Leaf(text):
            return text
        case Every(items):
            return "".join(map(expression, items))
        case Some(items):
            parts = list(dict.fromkeys(map(expression, items)))
            return parts[0] if len(parts) == 1 else f"(?:{'|'.join(parts)})"
        case Never(item):
            return f"(?!{expression(item)})"


def needed(node: Node, fields: Iterable[str] = ()) -> str:
    """A cheap expression that is found in every line in which the node holds; empty where none is known."""
    found = [_need(node), *map(_key, fields)]
    return max(filter(None, found), key=_worth, default="")


def _need(node: Node) -> str:
    match node:
        case Leaf(_, name, pieces):
            words = [word for piece in pieces for word in re.findall(r"[A-Za-z0-9]+", piece or "")]
            word = max(words, key=len, default="") if node.known else ""
            if len(word) >= SHORTEST:
                return f"(?i:{word})"
            return _key(name)
        case Every(items):
            return max(filter(None, map(_need, items)), key=_worth, default="")
        case Some(items):
            parts = list(dict.fromkeys(map(_need, items)))
            return "|".join(parts) if all(parts) and len(parts) <= MOST_NEEDED else ""
        case Never():
            return ""


def _key(name: str) -> str:
    """The key of a field as every writer of JSON writes it; empty where there are several ways, or a path."""
    return f'"{re.escape(name)}"' if re.fullmatch(r"[\w-]+", name, re.ASCII) else ""


def _worth(expression: str) -> int:
    """How rare it may be: the length of its shortest choice."""
    return min(len(part.removeprefix("(?i:")) for part in expression.split("|"))


def leaves(node: Node) -> Iterator[Leaf]:
    """All leaves of a node."""
    match node:
        case Leaf():
            yield node
        case Never(item):
            yield from leaves(item)
        case Every(items) | Some(items):
            for item in items:
                yield from leaves(item)


@dataclass(slots=True)
class _Wanted:
    """What a record should have: for each field the pieces asked for, one entry for each leaf."""

    fields: dict[str, list[tuple[str | None, ...]]] = field(default_factory=dict)
    words: list[str] = field(default_factory=list)


def records(node: Node, more: Mapping[str, str] | None = None, second: int = 0) -> Iterator[str]:
    """Records for which the node may hold, as lines of JSON; each is another choice among alternatives. `more` are further fields."""
    for choice in range(TRIED):
        wanted = _Wanted()
        _want(node, wanted, choice, truth=True)
        yield _line(wanted, more or {}, second)


def others(node: Node) -> Iterator[str]:
    """Records for which the node may not hold: one that lacks everything, then some that have something else."""
    yield _line(_Wanted(), {}, 0)
    for choice in range(TRIED):
        wanted = _Wanted()
        _want(node, wanted, choice, truth=False)
        yield _line(wanted, {}, 0)
    names = dict.fromkeys(leaf.name for leaf in leaves(node) if leaf.name)
    yield json.dumps(dict.fromkeys(names, "other"))
    yield "-"


def _want(node: Node, wanted: _Wanted, choice: int, *, truth: bool) -> None:
    match node:
        case Leaf(_, name, pieces):
            if truth and name:
                wanted.fields.setdefault(name, []).append(pieces)
            elif truth:
                wanted.words.append("".join("x" if piece is None else piece for piece in pieces))
        case Never(item):
            _want(item, wanted, choice, truth=not truth)
        case Every(items) | Some(items):
            if isinstance(node, Every) is truth:
                for item in items:
                    _want(item, wanted, choice, truth=truth)
            elif items:
                _want(items[choice % len(items)], wanted, choice // len(items), truth=truth)


def _line(wanted: _Wanted, more: Mapping[str, str], second: int) -> str:
    words = " and ".join(wanted.words)
    record: dict[str, str] = {
        "timestamp": TIME.format(second=second),
        "level": "info",
        "message": words or "an example",
    }
    record |= more
    record |= {name: _value(asked) for name, asked in wanted.fields.items()}
    return json.dumps(record, ensure_ascii=False)


def _value(asked: list[tuple[str | None, ...]]) -> str:
    """One text for all that is asked of a field, as far as that is easy: a beginning, stretches inside, an end."""
    exact = [pieces for pieces in asked if None not in pieces]
    if exact:
        return "".join(piece or "" for piece in exact[0])
    heads = "".join(pieces[0] or "" for pieces in asked[:1])
    starts = [pieces[0] for pieces in asked if pieces and pieces[0]]
    ends = [pieces[-1] for pieces in asked if pieces and pieces[-1]]
    inside = [piece for pieces in asked for piece in pieces[1:-1] if piece]
    begin = heads or "".join(starts[:1])
    return begin + " ".join(inside) + "".join(ends[:1]) or "x"
