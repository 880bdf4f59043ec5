"""Which statements of a tree print a wanted text, and which others tell whether their place was passed.

Statements of the same function, and of those that call it from one place only, two levels up, are its neighbours: each one
that is found in a log proves the conditions that guard it.
"""

from dataclasses import dataclass, field

from logsleuth.source.blocks import Called, Guard, Guards, Said
from logsleuth.source.texts import fits
from logsleuth.source.tree import Code, Tree

ENOUGH = 0.5
"""The share of a wanted text that the constants of a statement must cover."""

CANDIDATES = 60
"""Files that are parsed to find a statement."""

NEIGHBOURS = 40
UP = 2
"""Levels of callers that are looked at."""

_SHORT = 4


@dataclass(frozen=True, slots=True)
class Level:
    """A function around the wanted place: the emitter's own, or a caller. `line` is that of the emitter, or of the call."""

    line: int
    guards: Guards
    said: tuple[Said, ...]

    def before(self) -> list[Said]:
        """Statements that surely print before the place, if it is reached; the nearest first."""
        return sorted((one for one in self.said if one.line < self.line and self._sure(one)), key=lambda one: -one.line)

    def after(self) -> list[Said]:
        """Statements that surely print after the place, if the function is not left; the nearest first."""
        return sorted((one for one in self.said if one.line > self.line and self._sure(one)), key=lambda one: one.line)

    def _sure(self, said: Said) -> bool:
        return all(any(guard.same(mine) for mine in self.guards) for guard in said.guards)


@dataclass(frozen=True, slots=True)
class Emitter:
    """A statement that prints the wanted text; the first level is its own function. `rivals` are other statements that could."""

    wanted: str
    said: Said
    score: float
    levels: tuple[Level, ...]
    rivals: tuple[Said, ...] = field(default=())

    @property
    def guards(self) -> Guards:
        """All conditions, the outermost caller's first."""
        return tuple(guard for level in reversed(self.levels) for guard in level.guards)

    def neighbours(self) -> list[Said]:
        """All statements of all levels but the emitter."""
        return [one for level in self.levels for one in level.said if one is not self.said]

    def branches(self, guard: Guard) -> list[Said]:
        """Statements that print only if the condition is not as it must be."""
        return [one for one in self.neighbours() if any(guard.opposes(other) for other in one.guards)]


def emitter(tree: Tree, wanted: str) -> Emitter | None:
    """The best statement for a wanted text; None if the tree prints no such thing."""
    found: list[tuple[float, Said, Code]] = []
    for code in tree.passing(_files(tree, wanted)):
        for said in code.blocks.said:
            score = fits(wanted, said.parts)
            if score >= ENOUGH:
                found.append((score, said, code))
    if not found:
        return None
    found.sort(key=lambda one: (-one[0], _is_test(one[1].path), one[1].path, one[1].line))
    score, said, code = found[0]
    tree.adopt(code)
    rivals = tuple(other for _, other, _ in found[1:6])
    return Emitter(wanted, said, score, tuple(_levels(tree, code, said)), rivals)


def _is_test(path: str) -> bool:
    return any(part.startswith("test") for part in path.split("/"))


def _files(tree: Tree, wanted: str) -> list[str]:
    """Files that hold the text as it is; else its longest words, as many of them as possible."""
    whole = tree.holding(wanted.strip())
    if whole:
        return whole[:CANDIDATES]
    words = [word for word in dict.fromkeys(_words(wanted)) if len(word) >= _SHORT] or list(_words(wanted))
    longest = sorted(words, key=lambda word: (-len(word), word))[:3]
    for some in ((longest,) if longest else ()) + tuple([word] for word in longest):
        found = tree.holding(*some)
        if found:
            return found[:CANDIDATES]
    return []


def _words(text: str) -> list[str]:
    return "".join(
        character if character.isascii() and (character.isalpha() or character == "_") else " " for character in text
    ).split()


def _levels(tree: Tree, code: Code, said: Said) -> list[Level]:
    """The function of the statement, then its callers as long as there is but one place that calls."""
    levels = [Level(said.line, said.guards, _of_function(code, said))]
    place: Said | Called = said
    for _ in range(UP):
        call = _only_call(tree, place)
        if call is None:
            break
        caller = tree.code(call.path)
        if caller is None:
            break
        levels.append(Level(call.line, call.guards, _of_function(caller, call)))
        place = call
    return levels


def _of_function(code: Code, place: Said | Called) -> tuple[Said, ...]:
    near = [
        one for one in code.blocks.said if one.scope.node is place.scope.node and one.scope.owner == place.scope.owner
    ]
    near.sort(key=lambda one: abs(one.line - place.line))
    return tuple(sorted(near[:NEIGHBOURS], key=lambda one: one.line))


def _only_call(tree: Tree, place: Said | Called) -> Called | None:
    """The one place from which the function around a place is called; None if there are several, or none."""
    name, owner = place.scope.function, place.scope.owner
    if name is None:
        return None
    if name.startswith("__") and owner is not None and name not in {"__init__", "__post_init__", "__new__"}:
        return None
    made = name.startswith("__") and owner is not None
    sought = owner if made and owner is not None else name
    calls = _calls(tree, sought)
    own = [pair for pair in calls if pair[0].own and pair[0].scope.owner == owner and pair[0].path == place.path]
    if not own or made:
        if _definitions(tree, sought) != 1:
            return None
        own = [pair for pair in calls if not _is_test(pair[0].path)]
    if len(own) != 1 or own[0][0].scope.node is place.scope.node:
        return None
    tree.adopt(own[0][1])
    return own[0][0]


def _calls(tree: Tree, name: str) -> list[tuple[Called, Code]]:
    files = tree.holding(f"{name}(")
    if len(files) > CANDIDATES:
        return []
    return [(call, code) for code in tree.passing(files) for call in code.blocks.called if call.name == name]


def _definitions(tree: Tree, name: str) -> int:
    """How many functions and classes of the tree have that name; of very many files it is not counted, and taken for several."""
    found = {path for word in ("def", "class") for path in tree.holding(f"{word} {name}")}
    if len(found) > CANDIDATES:
        return CANDIDATES
    return sum(one.name == name for code in tree.passing(sorted(found)) for one in code.extents)
