"""A pattern held against a line: where it matches; and where it does not, how far it gets and what it would have needed next."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property
from itertools import accumulate
from typing import Any

from logsleuth.errors import UsageError
from logsleuth.language.faults import Trouble
from logsleuth.language.patterns import compiled
from logsleuth.model.book import On, Pattern
from logsleuth.read import Peeler
from logsleuth.read.matching import LONGEST, PATIENCE, STRIKES
from logsleuth.text.near import difference, nearest

FEW = 4
"""Literal characters that a line must share with the beginning of a pattern to be called near."""

OTHER = "but for its other parts"

_QUANTIFIER = re.compile(r"(?:[*+?]|\{\d*,?\d*\})[?+]?")


@dataclass(frozen=True, slots=True)
class Almost:
    """How a line that does not match comes near.

    The pattern matches `text` from `start` up to `end`, and needs `expected` next; or, with `how`, it would match but for that.
    `share` (0 to 1) is how near it is.
    """

    text: str
    share: float
    start: int = 0
    end: int = 0
    expected: str = ""
    how: str = ""


class Sought:
    """A pattern, compiled as an analysis compiles it. Raises UsageError where it cannot be."""

    def __init__(self, pattern: Pattern) -> None:
        self.pattern = pattern
        self.strikes = 0
        self._regex = self._compiled(self.expression)

    @property
    def expression(self) -> str:
        """The expression; literals as an expression that matches any of them."""
        if self.pattern.expression is not None:
            return self.pattern.expression
        return "|".join(map(re.escape, self.pattern.literals))

    def search(self, text: str) -> Any:
        """The match, None where there is none or it took too long."""
        if self.strikes >= STRIKES:
            return None
        try:
            return self._regex.search(text[:LONGEST], timeout=PATIENCE)
        except TimeoutError:
            self.strikes += 1
            return None

    def texts(self, stored: str, peeler: Peeler) -> tuple[str, ...]:
        """What the pattern is held against on a stored line."""
        return (stored,) if self.pattern.on is On.RAW else peeler.peel(stored).texts

    def almost(self, text: str, stored: str) -> Almost | None:
        """How a text that does not match comes near, None if it does not; `stored` is the line that it was peeled from."""
        found = (self._but_for(text, stored), self._prefix(text), self._spelling(text))
        return max(filter(None, found), key=lambda almost: almost.share, default=None)

    def _compiled(self, expression: str, *, ignore_case: bool | None = None) -> Any:
        folded = self.pattern.ignore_case if ignore_case is None else ignore_case
        found = compiled(expression, unicode=self.pattern.unicode, ignore_case=folded)
        if isinstance(found, Trouble):
            raise UsageError(f"the pattern is wrong: {found}")
        return found

    # But for one thing ------------------------------------------------------------------------------------------------

    @cached_property
    def _variants(self) -> list[tuple[Any, str]]:
        """The pattern changed in one way each, with what a match then tells."""
        found: list[tuple[str, str, bool | None]] = []
        if not self.pattern.ignore_case:
            found.append(("but for upper and lower case", self.expression, True))
        if self.expression.startswith("^"):
            found.append(("but for the `^`: something stands before it", self.expression[1:], None))
        return [(self._compiled(expression, ignore_case=folded), how) for how, expression, folded in found]

    def _but_for(self, text: str, stored: str) -> Almost | None:
        for variant, how in self._variants:
            match = _timely(variant, text)
            if match:
                return Almost(text, 1.0, match.start(), match.end(), how=how)
        if self.pattern.on is not On.RAW and stored != text:
            match = _timely(self._regex, stored)
            if match:
                how = "on the stored line, not on the message that is left without its head (see `raw:`)"
                return Almost(stored, 1.0, match.start(), match.end(), how=how)
        return None

    # As far as it gets ------------------------------------------------------------------------------------------------

    @cached_property
    def _branches(self) -> list[list[str]]:
        """The parts of each branch of the pattern."""
        return [found for found in branches(self.expression) if found]

    @cached_property
    def _beginnings(self) -> dict[tuple[int, int], Any]:
        """The beginnings of branches that were compiled, by branch and number of parts; None for one that cannot stand alone."""
        return {}

    def _beginning(self, branch: int, size: int) -> Any:
        key = branch, size
        if key not in self._beginnings:
            expression = "".join(self._branches[branch][:size])
            found = compiled(expression, unicode=self.pattern.unicode, ignore_case=self.pattern.ignore_case)
            self._beginnings[key] = None if isinstance(found, Trouble) else found
        return self._beginnings[key]

    def _prefix(self, text: str) -> Almost | None:
        found = [self._reach(number, text) for number in range(len(self._branches))]
        return max(filter(None, found), key=lambda almost: almost.share, default=None)

    def _reach(self, branch: int, text: str) -> Almost | None:
        """The longest beginning of a branch that the text has, if it holds enough literal characters."""
        parts = self._branches[branch]
        weights = list(accumulate(map(_literal, parts)))
        low = next((size for size, weight in enumerate(weights, 1) if weight >= FEW), None)
        if low is None or not _timely(self._beginning(branch, low), text):
            return None
        high = len(parts)
        while low < high:
            middle = (low + high + 1) // 2
            if _timely(self._beginning(branch, middle), text):
                low = middle
            else:
                high = middle - 1
        match = _timely(self._beginning(branch, low), text)
        if not match:
            return None
        return Almost(text, low / len(parts), match.start(), match.end(), expected="".join(parts[low:]))

    # But for its spelling ---------------------------------------------------------------------------------------------

    @cached_property
    def _words(self) -> list[str]:
        """The stretches of literal characters that are long enough to tell, the longest first."""
        runs = [run for parts in self._branches for run in _runs(parts)]
        return sorted((run for run in runs if len(run) >= 2 * FEW), key=len, reverse=True)

    def _spelling(self, text: str) -> Almost | None:
        """The stretch that the text has in another spelling; where it has all of them, other parts fail."""
        there = [run for run in self._words if run in text]
        for run in self._words:
            found = None if run in there else nearest(run, [(1, text)], cutoff=0.85)
            if found:
                changed = _change(run, text)
                return Almost(text, found[2] / 2, how=f"but for the spelling: {changed}" if changed else OTHER)
        return Almost(text, 0.5, how=OTHER) if there and there == self._words else None


def _change(wanted: str, text: str) -> str:
    """In which words the stretch of the text that fits best differs."""
    block = SequenceMatcher(None, text[:LONGEST], wanted, autojunk=False).find_longest_match()
    start = max(0, block.a - block.b)
    return difference(wanted, text[start : start + len(wanted)])


def _timely(pattern: Any, text: str) -> Any:
    if pattern is None:
        return None
    try:
        return pattern.search(text[:LONGEST], timeout=PATIENCE)
    except TimeoutError:
        return None


# The parts of an expression ---------------------------------------------------------------------------------------------


def branches(expression: str) -> list[list[str]]:
    """The alternatives of an expression, each as its parts in order: a character, a class or a group, with what repeats it."""
    found: list[list[str]] = [[]]
    at = 0
    while at < len(expression):
        if expression[at] == "|":
            found.append([])
            at += 1
            continue
        end = _atom(expression, at)
        repeated = _QUANTIFIER.match(expression, end)
        end = repeated.end() if repeated else end
        found[-1].append(expression[at:end])
        at = end
    return found


def _atom(expression: str, at: int) -> int:
    """Where the atom that begins here ends."""
    character = expression[at]
    if character == "\\":
        return _escape(expression, at)
    if character == "[":
        return _class(expression, at)
    return _group(expression, at) if character == "(" else at + 1


def _escape(expression: str, at: int) -> int:
    long = re.compile(r"\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[pPN]\{[^}]*\}|g<[^>]*>|.)", re.DOTALL)
    match = long.match(expression, at)
    return match.end() if match else len(expression)


def _class(expression: str, at: int) -> int:
    end = at + 1
    end += expression.startswith("^", end)
    end += expression.startswith("]", end)
    while end < len(expression) and expression[end] != "]":
        if expression.startswith("[:", end) and ":]" in expression[end:]:
            end = expression.index(":]", end) + 2
        else:
            end += 2 if expression[end] == "\\" else 1
    return min(end + 1, len(expression))


def _group(expression: str, at: int) -> int:
    end = at + 1
    while end < len(expression) and expression[end] != ")":
        end = _atom(expression, end)
    return min(end + 1, len(expression))


def _literal(part: str) -> int:
    """How many literal characters a part is sure to match; within groups, those of the leanest branch."""
    if _optional(part):
        return 0
    if part.startswith("("):
        return min((sum(map(_literal, parts)) for parts in branches(_inside(part))), default=0)
    return 1 if _character(part) is not None else 0


def _inside(group: str) -> str:
    """What stands between the brackets of a group that matches something; nothing of one that looks around."""
    body = group[1 : group.rindex(")")] if ")" in group else group[1:]
    head = re.match(r"\?(?:P?<[A-Za-z_]\w*>|[aimsux-]*:|>)", body)
    if head:
        return body[head.end() :]
    return "" if body.startswith("?") else body


def _optional(part: str) -> bool:
    last = part[:-1] if len(part) > 1 and part[-1] in "?+" and part[-2] in "*+?}" else part
    if len(last) < 2 or last in {"\\?", "\\*"}:
        return False
    return last[-1] in "*?" and not (last[-2] == "\\" and len(last) == 2)


def _character(part: str) -> str | None:
    """The one character that a part stands for, None if it is no such part."""
    bare = part[:1] if not part.startswith("\\") else part[:2]
    if bare in {"", "^", "$", ".", "[", "("}:
        return None
    if bare.startswith("\\"):
        return None if bare[1:].isalnum() or len(bare) == 1 else bare[1]
    return bare


def _runs(parts: Sequence[str]) -> Iterator[str]:
    run = ""
    for part in parts:
        character = _character(part) if part in {part[:1], part[:2]} and not _optional(part) else None
        if character is not None and (len(part) == 1 or part.startswith("\\")):
            run += character
            continue
        yield run
        run = ""
    yield run
