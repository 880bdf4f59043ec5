"""What a pattern must find, as a small tree over characters, and what can be left out of it without losing a line.

The tree holds no anchors, groups or look-arounds: it is an over-approximation from the start. `Break` stands for something that may
match the end of a line, so what lies on its two sides may stand on two lines.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

ASCII = frozenset(range(128))
NEWLINE = 10
ESCAPED = frozenset(b"\"'\\/`<>&+=\x7f") | frozenset(range(32))
"""Characters that some writer of JSON writes as `\\u00XX`, or a writer of logfmt as `\\xXX`."""

MOST = 24
"""Times that a character is counted; beyond, any number will do, since counting costs more than it saves."""

MOST_GROUPS = 4
WORTH = 3
"""Characters of a literal from which on it matters more what comes after it than whether there is a longer one."""
_CASES = 4
_BACKSLASH = 92


@dataclass(frozen=True, slots=True)
class Chars:
    """One character: one of `ascii` (code points below 128), of `others` (above), or, if `wide`, any character above."""

    ascii: frozenset[int]
    others: frozenset[int] = frozenset()
    wide: bool = False
    head: bool = False  # what is looked for begins with it, so that backslashes before it do not matter
    veiled: bool = False  # control characters that stand in no text are members too

    @property
    def literal(self) -> bool:
        """Whether it is one character, or one letter in either case."""
        if self.wide or len(self.ascii) + len(self.others) > _CASES:
            return False
        return len({chr(code).lower() for code in (*self.ascii, *self.others)}) == 1

    @property
    def spreads(self) -> bool:
        """Whether it has too many members to write all the forms of each: it is written as a class of bytes, several of them."""
        return self.wide or (_BACKSLASH in self.ascii and len(self.ascii) > 1)

    @property
    def unselective(self) -> bool:
        """Whether nearly any character will do."""
        return self.wide and len(self.ascii) > 64


@dataclass(frozen=True, slots=True)
class Seq:
    """One after the other."""

    items: "tuple[Node, ...]" = ()


@dataclass(frozen=True, slots=True)
class Alt:
    """Any one of them."""

    items: "tuple[Node, ...]"


@dataclass(frozen=True, slots=True)
class Repeat:
    """At least `low` times, at most `high` times (None: any number)."""

    item: "Node"
    low: int
    high: int | None


@dataclass(frozen=True, slots=True)
class Break:
    """Something that may match the end of a line."""


@dataclass(frozen=True, slots=True)
class Look:
    """What must be found as well, but beside this place: a look-ahead or look-behind."""

    item: "Node"


Node = Chars | Seq | Alt | Repeat | Break | Look
EMPTY = Seq()
ANY = Chars(ASCII - {NEWLINE}, wide=True)


def text(literal: str) -> Node:
    """The characters of a literal; an end of line in it is a break."""
    return Seq(tuple(Break() if char == "\n" else one(ord(char)) for char in literal))


@lru_cache(maxsize=4096)
def one(code: int) -> Chars:
    """The character of a code point."""
    return Chars(frozenset({code})) if code < 128 else Chars(frozenset(), frozenset({code}))


def least(node: Node) -> int:
    """The fewest characters that it matches."""
    match node:
        case Chars():
            return 1
        case Seq(items):
            return sum(map(least, items))
        case Alt(items):
            return min(map(least, items), default=0)
        case Repeat(item, low, _):
            return low * least(item)
        case Break() | Look():
            return 0


def strength(node: Node) -> int:
    """The length of the longest literal that stands in every text it matches."""
    match node:
        case Chars():
            return 1 if node.literal else 0
        case Seq(items):
            return max((length for _, _, length in literals(items)), default=0)
        case Alt(items):
            return min(map(strength, items), default=0)
        case Repeat(item, low, _):
            return strength(item) if low else 0
        case Break() | Look():
            return 0


def literals(items: tuple[Node, ...]) -> Iterator[tuple[int, int, int]]:
    """The stretches of a sequence that hold a literal: first index, end index, length of the literal."""
    start = 0
    for index, item in enumerate((*items, EMPTY)):
        if isinstance(item, Chars) and item.literal:
            continue
        if index > start:
            yield start, index, index - start
        if index < len(items):
            yield index, index + 1, strength(item)
        start = index + 1


def flat(node: Node) -> tuple[Node, ...]:
    """The parts of a node in a row, sequences in it opened."""
    if isinstance(node, Seq):
        return tuple(part for item in node.items for part in flat(item))
    return (node,)


def runs(node: Node) -> list[tuple[Node, ...]]:
    """What must stand on one line each: the stretches between breaks, and what is looked for beside them."""
    found: list[tuple[Node, ...]] = []
    current: list[Node] = []
    for item in flat(node):
        if isinstance(item, Look):
            found += runs(item.item)
        elif not _breaks(item):
            current.append(item)
        else:
            found += [tuple(current), *_apart(item)]
            current = []
    return [run for run in (*found, tuple(current)) if run]


def _breaks(node: Node) -> bool:
    match node:
        case Break():
            return True
        case Seq(items) | Alt(items):
            return any(map(_breaks, items))
        case Repeat(item, _, _):
            return _breaks(item)
        case Chars() | Look():
            return False


def _apart(node: Node) -> list[tuple[Node, ...]]:
    """The stretches that a node with a break in it requires, none of which adjoins its neighbours for certain."""
    match node:
        case Break():
            return []
        case Repeat(item, low, _):
            return runs(item) if low else []
        case Alt(items):
            return [(Alt(tuple(Seq(best_run(item)) for item in items)),)]
        case _:
            return runs(node)


def best_run(node: Node) -> tuple[Node, ...]:
    """The stretch that says most: by its longest literal, then by its length."""
    return max(runs(node), key=lambda run: (min(least(Seq(run)), 1), strength(Seq(run)), least(Seq(run))), default=())


def choices(node: Node, *, escaped: bool) -> tuple[Node, ...]:
    """What to look for, any of it, each trimmed: alternatives that make up the whole are cheaper to look for one by one.

    `escaped` says that characters may stand there in an escaped form.
    """
    run = best_run(node)
    if len(run) == 1 and isinstance(run[0], Alt):
        return tuple(dict.fromkeys(c for item in run[0].items for c in choices(item, escaped=escaped) or (EMPTY,)))
    end = flat(trimmed(run, escaped=escaped))
    return choices(end[0], escaped=escaped) if len(end) == 1 and isinstance(end[0], Alt) else (Seq(end),)


def trimmed(run: tuple[Node, ...], *, escaped: bool) -> Node:
    """The run without what narrows it little, as a matcher takes it best.

    Options and repetitions at its ends go, and "any character" there: the fewer ends a match can have in a line, the cheaper it is to
    find. Of the stretches between what may be of any length, what stands before the first one with a literal worth the name goes as well.
    """
    run = flat(loosened(Seq(run)))
    bare = _trim_both(run, drop_any=True)
    if not least(bare):
        bare = _trim_both(run, drop_any=False)
    items = flat(bare)
    stretches = _stretches(items, escaped=escaped)
    start = max(
        stretches, key=lambda part: (min(strength(Seq(items[part.start : part.stop])), WORTH), -part.start)
    ).start
    if start and isinstance(before := items[start - 1], Chars) and not before.spreads:
        items = (replace(before, head=True), *items[start:])
    elif start:
        items = items[start:]
    return veiled(_trim_both(items, drop_any=False) if start else Seq(items), escaped=escaped)


def _stretches(items: tuple[Node, ...], *, escaped: bool) -> list[range]:
    """The stretches between what may be of any length."""
    loose = [index for index, item in enumerate(items) if item_loose(item, escaped=escaped)]
    return [range(a + 1, b) for a, b in zip([-1, *loose], [*loose, len(items)], strict=True)]


def item_loose(item: Node, *, escaped: bool) -> bool:
    """Whether it may be of any length: a repetition, or a character that may be written in many ways."""
    if isinstance(item, Repeat):
        return item.high is None
    return (
        isinstance(item, Chars)
        and not item.head
        and (item.spreads or (escaped and bool(item.ascii & ESCAPED or item.others)))
    )


def loosened(node: Node) -> Node:
    """The tree with repetitions that are not fixed in number made unbounded, apart from what they begin with.

    Several of "any character" in a row become one: a matcher that goes back and forth would try all ways of sharing a text among them.
    """
    members = _any_of(node)
    if members is not None and not isinstance(node, Chars):
        return Repeat(Chars(members, wide=True), min(least(node), MOST), None)
    match node:
        case Seq():
            return Seq(tuple(_joined(map(loosened, flat(node)))))
        case Alt(items):
            return Alt(tuple(map(loosened, items)))
        case Repeat(item, low, high) if high is not None and high <= (1 if low < high or _spreads(item) else MOST):
            return Repeat(item, 0, None) if _spreads(item) else Repeat(loosened(item), low, high)
        case Repeat(item, low, _):
            low, item = min(low, MOST if isinstance(item, Chars) else MOST_GROUPS), loosened(item)
            rest = Repeat(item, 0, None)
            return Seq((Repeat(item, low, low), rest)) if low else rest
        case _:
            return node


def _trim_both(run: tuple[Node, ...], *, drop_any: bool) -> Node:
    tail = _trim(run, drop_any, reverse=True)
    return _trim(flat(tail), drop_any, reverse=False)


def _trim(run: tuple[Node, ...], drop_any: bool, reverse: bool) -> Node:  # noqa: FBT001  # two ends, two ways
    items = list(reversed(run)) if reverse else list(run)
    order: Callable[[list[Node]], tuple[Node, ...]] = (lambda parts: tuple(reversed(parts))) if reverse else tuple
    while items:
        end = _trim_end(items[0], drop_any, reverse)
        if end != EMPTY:
            return Seq(order([end, *items[1:]]))
        items.pop(0)
    return EMPTY


def _trim_end(node: Node, drop_any: bool, reverse: bool) -> Node:  # noqa: FBT001  # as above
    match node:
        case Chars():
            return EMPTY if drop_any and node.unselective else node
        case Repeat(_, 0, _) | Look():
            return EMPTY
        case Repeat(item, low, _):
            if low == 1:
                return _trim(flat(item), drop_any, reverse)
            return EMPTY if _trim(flat(item), drop_any, reverse) == EMPTY else Repeat(item, low, low)
        case Alt(items):
            ends = tuple(dict.fromkeys(_trim(flat(item), drop_any, reverse) for item in items))
            return EMPTY if EMPTY in ends else ends[0] if len(ends) == 1 else Alt(ends)
        case _:
            return _trim(flat(node), drop_any, reverse)


def _any_of(node: Node) -> frozenset[int] | None:
    """The characters below 128 that a node matches any number of, where it matches nearly any; else None."""
    match node:
        case Chars():
            return node.ascii if node.unselective else None
        case Repeat(item, _, _):
            return _any_of(item)
        case Seq(items) | Alt(items):
            parts = [members for item in items if (members := _any_of(item)) is not None]
            return frozenset().union(*parts) if parts and len(parts) == len(items) else None
        case _:
            return None


def _joined(items: Iterable[Node]) -> list[Node]:
    found: list[Node] = []
    for item in items:
        both = Seq((found[-1], item)) if found else item
        found[-1:] = [loosened(both)] if found and _any_of(both) is not None else [*found[-1:], item]
    return found


def _spreads(node: Node) -> bool:
    return isinstance(node, Chars) and node.spreads


def veiled(node: Node, *, escaped: bool) -> Node:
    """The tree with every character after the first thing of any length also standing for control characters that no text holds.

    So a matcher does not take it for a literal, which it would look for by itself and join to what comes before; see the hyperscan
    engine for why it must not.
    """
    return _veil(node, seen=False, escaped=escaped)[0]


def _veil(node: Node, *, seen: bool, escaped: bool) -> tuple[Node, bool]:
    match node:
        case Chars():
            return (replace(node, veiled=True) if seen else node), seen or item_loose(node, escaped=escaped)
        case Seq(items):
            parts: list[Node] = []
            for item in items:
                part, seen = _veil(item, seen=seen, escaped=escaped)
                parts.append(part)
            return Seq(tuple(parts)), seen
        case Alt(items):
            ways = [_veil(item, seen=seen, escaped=escaped) for item in items]
            return Alt(tuple(way for way, _ in ways)), any(after for _, after in ways)
        case Repeat(item, low, None):
            return Repeat(_veil(item, seen=seen or not isinstance(item, Chars), escaped=escaped)[0], low, None), True
        case Repeat(item, low, high):
            first, after = _veil(item, seen=seen, escaped=escaped)
            part = first if low < 2 else _veil(item, seen=after, escaped=escaped)[0]
            return Repeat(part, low, high), after
        case Break() | Look():
            return node, seen


def core(node: Node) -> Node:
    """The strongest literal, or choice of literals, that stands in every match; EMPTY if there is none."""
    match node:
        case Chars():
            return node if node.literal else EMPTY
        case Seq(items):
            start, end, length = max(literals(items), key=lambda part: part[2], default=(0, 0, 0))
            inside = items[start:end]
            if not length:
                return EMPTY
            return core(inside[0]) if len(inside) == 1 else Seq(inside)
        case Alt(items):
            cores = tuple(map(core, items))
            return EMPTY if EMPTY in cores or not cores else Alt(cores)
        case Repeat(item, low, _):
            return core(item) if low else EMPTY
        case Break() | Look():
            return EMPTY
