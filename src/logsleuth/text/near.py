"""Texts that are almost the same: a line that differs from the wanted one by a few characters or words, and in what.

The wanted text is often a part of a line, so it is held against the stretch of the line that fits it best. Comparing is slow
(`difflib` takes the product of the lengths), so a line is first asked for shared words and characters, which bound the ratio
from above: no line that reaches the cut-off is passed over by the bound on characters.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher

LONGEST = 2000
"""Characters of a text that are compared; what stands beyond tells no two lines apart."""

MOST = 4000
"""Lines that are compared in full: some seconds at the worst. Later ones are not looked at."""

FEW = 3
"""Words from which on a line must share one with the wanted text."""

_WORD = re.compile(r"[^\W_]+", re.ASCII)
_PIECE = re.compile(r"\w+|[^\w\s]", re.ASCII)


def nearest(wanted: str, lines: Iterable[tuple[int, str]], *, cutoff: float = 0.8) -> tuple[int, str, float] | None:
    """The line most like the wanted text: its number, its text, and how like it is (0 to 1); None if none reaches `cutoff`.

    Of equally like lines the first is given. Case and the spaces between words do not count.
    """
    target = _plain(wanted)
    if not target:
        return None
    words, letters = set(_WORD.findall(target)), Counter(target)
    best: tuple[int, str, float] | None = None
    compared = 0
    for number, text in lines:
        floor = max(cutoff, best[2] if best else 0.0)
        line = _plain(text)
        if compared >= MOST or not _promises(words, letters, line, floor):
            continue
        compared += 1
        ratio = _ratio(target, line)
        if ratio >= cutoff and (best is None or ratio > best[2]):
            best = (number, text, ratio)
    return best


def _plain(text: str) -> str:
    return " ".join(text[:LONGEST].casefold().split())


def _promises(words: set[str], letters: Counter[str], line: str, floor: float) -> bool:
    """Whether the line could be so like the target: they share a word (where it has several), and enough characters."""
    if len(words) >= FEW and words.isdisjoint(_WORD.findall(line)) and not _compact(words, line):
        return False
    total = sum(letters.values())
    shared = sum(min(count, line.count(letter)) for letter, count in letters.items())
    return 2 * shared / (total + min(total, len(line))) >= floor


def _compact(words: set[str], line: str) -> bool:
    """Whether some longer word stands inside another one of the line (`expertParallel` for `expert parallel`)."""
    return any(len(word) >= 4 and word in line for word in words)


def _ratio(target: str, line: str) -> float:
    """How like the target is to the stretch of the line that fits it best."""
    if target in line:
        return 1.0
    matcher = SequenceMatcher(None, line, target, autojunk=False)
    whole = matcher.ratio()
    if len(line) <= len(target):
        return whole
    blocks = [block for block in matcher.get_matching_blocks() if block.size]
    starts = {
        max(0, min(block.a - block.b, len(line) - len(target))) for block in sorted(blocks, key=lambda b: -b.size)[:3]
    }
    stretches = (line[start : start + len(target)] for start in sorted(starts))
    return max([whole, *(SequenceMatcher(None, stretch, target, autojunk=False).ratio() for stretch in stretches)])


def difference(wanted: str, found: str) -> str:
    """In which words the found text differs: `enabled -> disabled`, `- foo`, `+ bar`, joined by commas.

    What it has before and after the wanted text is left out, unless that is all. Empty where only case and spaces differ.
    """
    old, new = _PIECE.findall(wanted[:LONGEST]), _PIECE.findall(found[:LONGEST])
    codes = SequenceMatcher(
        None, [p.casefold() for p in old], [p.casefold() for p in new], autojunk=False
    ).get_opcodes()
    changes = [(a, old[a:b], new[c:d]) for code, a, b, c, d in codes if code != "equal"]
    inner = [change for change in changes if change[1] or 0 < change[0] < len(old)]
    return ", ".join(_change(before, after) for _, before, after in inner or changes)


def _change(before: Sequence[str], after: Sequence[str]) -> str:
    if not after:
        return f"- {' '.join(before)}"
    return f"{' '.join(before)} -> {' '.join(after)}" if before else f"+ {' '.join(after)}"
