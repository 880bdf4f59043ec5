"""Texts on which a pattern may take long: repeats of what its loops accept, ended by what they do not."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, zip_longest

from logsleuth.scan.nodes import Alt, Break, Chars, Look, Node, Repeat, Seq

MOST = 32
"""Texts of one pattern that are tried."""

_MOST_LOOPS = 64
_LONG = 1000
"""A loop with a bound of so many is as good as one without."""

_TRIED = " a0-./:\"'A_"
_PUMPS = 2
_WIDE = "\u00e9"


@dataclass(frozen=True, slots=True)
class Attack:
    """`before`, then `unit` as often as fits, then `after`."""

    before: str
    unit: str
    after: str

    def text(self, size: int) -> str:
        """The text of about so many characters."""
        times = max(1, (size - len(self.before) - len(self.after)) // len(self.unit))
        return self.before + self.unit * times + self.after

    def short(self, size: int) -> str:
        """How that text is written in short, as Python reads it."""
        times = max(1, (size - len(self.before) - len(self.after)) // len(self.unit))
        parts = [ascii(self.before)] if self.before else []
        parts.append(f"{self.unit!a} * {times}")
        return " + ".join([*parts, ascii(self.after)] if self.after else parts)


@dataclass(frozen=True, slots=True)
class _Loop:
    before: str
    item: Node
    after: str


def attacks(tree: Node) -> list[Attack]:
    """The texts to try on a pattern; none where it has no loop without a bound. The first form of each loop stands before the second of any."""
    loops = list(islice(_loops(tree, "", ""), _MOST_LOOPS))
    forms = zip_longest(*map(_of, loops))
    found = dict.fromkeys(attack for level in forms for attack in level if attack is not None)
    return list(islice(found, MOST))


def _of(loop: _Loop) -> Iterator[Attack]:
    stop = "!" if not loop.after.startswith("!") else "#"
    nearly = loop.after[:-1]
    takes_all = isinstance(loop.item, Chars) and ord(stop) in loop.item.ascii
    # A search first asks whether the text that it must find is there at all: so it stands behind what stops the loop.
    fails = (nearly + stop, loop.after + stop) if takes_all else (stop + loop.after, loop.after + stop)
    for pump in _pumps(loop):
        yield Attack("", loop.before + pump, fails[0])
        yield Attack(loop.before, pump, fails[0])
        if nearly and takes_all:
            yield Attack("", loop.before + pump + nearly, stop)
        yield Attack(loop.before, pump, fails[1])


def _pumps(loop: _Loop) -> Sequence[str]:
    """What the loop accepts: for a class the characters of it that most other classes hold as well."""
    if not isinstance(loop.item, Chars):
        unit = some(loop.item)
        return [unit] if unit else []
    item = loop.item
    chosen = [char for char in _TRIED if ord(char) in item.ascii]
    first = [loop.before[:1]] if loop.before and ord(loop.before[0]) in item.ascii else []
    return list(dict.fromkeys([*first, *chosen]))[:_PUMPS] or [_one(item)]


def _loops(node: Node, before: str, after: str) -> Iterator[_Loop]:
    match node:
        case Seq(items):
            for index, item in enumerate(items):
                ahead = "".join(map(some, items[:index]))
                yield from _loops(item, before + ahead, "".join(map(some, items[index + 1 :])) + after)
        case Alt(items):
            for item in items:
                yield from _loops(item, before, after)
        case Repeat(item, _, high):
            if high is None or high >= _LONG:
                yield _Loop(before, item, after)
            yield from _loops(item, before, after)
        case Look(item):
            yield from _loops(item, before, after)
        case Chars() | Break():
            return


def some(node: Node) -> str:
    """A text that the node matches, or nearly so: the first of each choice, and each loop once."""
    match node:
        case Chars():
            return _one(node)
        case Seq(items):
            return "".join(map(some, items))
        case Alt(items):
            return some(items[0]) if items else ""
        case Repeat(item, low, _):
            return some(item) * min(low, 64)
        case Break() | Look():
            return ""


def _one(chars: Chars) -> str:
    for char in _TRIED:
        if ord(char) in chars.ascii and len(chars.ascii) > 4:
            return char
    if chars.ascii:
        return chr(min(chars.ascii))
    return chr(min(chars.others)) if chars.others else _WIDE
