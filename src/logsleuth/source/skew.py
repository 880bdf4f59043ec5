"""Holds each frame of a traceback that falls in the tree against the tree.

A traceback numbers lines from the code that ran, and quotes them from the disk at the time of printing (`Lib/linecache.py`,
`Lib/traceback.py` of CPython). So the text that it quotes, the function that it names, and the length of the file tell whether
the tree at hand is what ran.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from logsleuth.model.relation import Row
from logsleuth.source.places import Places
from logsleuth.source.tree import Code, Tree

MOST = 3000
"""Rows that are made at most."""

_SYNTHETIC = re.compile(r"^<(?!module>)|^$")
_SPACE = re.compile(r"\s+")
_ENDLESS = 400
"""Characters of a quoted line that are compared: some reports cut it."""

_CUT = 24
"""Characters from which on a quoted text counts as the beginning of a longer line, if a mark of cutting ends it."""


@dataclass(frozen=True, slots=True)
class Check:
    """One question about one frame, and its answer."""

    check: str
    quoted: str | None
    found: str | None
    agrees: bool
    text: str


def rows(tree: Tree, frames: Sequence[Row], printed: Mapping[tuple[str, str, int], Sequence[int]]) -> list[Row]:
    """The relation `skew`: one row for each check of each frame. `printed` tells on which lines of a log a frame (file, line) stands."""
    places = Places(tree.absolute, tree.paths)
    found: list[Row] = []
    stacks: dict[tuple[str, int], list[Row]] = defaultdict(list)
    for frame in frames:
        stacks[frame["path"], frame["traceback"]].append(frame)
    for stack in stacks.values():
        quotes = any(frame.get("quoted") for frame in stack)
        for number, frame in enumerate(sorted(stack, key=lambda frame: frame["depth"])):
            if len(found) >= MOST:
                return found
            code = _code_of(tree, places, frame)
            if code is not None:
                last = number == len(stack) - 1
                found += [
                    _row(tree, code, frame, one, printed) for one in checks(code, frame, quotes=quotes and not last)
                ]
    return found


def _code_of(tree: Tree, places: Places, frame: Row) -> Code | None:
    """The file of a frame; of several that its path fits, one that agrees with it."""
    if not frame.get("file") or not frame.get("file_line"):
        return None
    codes = tree.codes(places.of(frame["file"])[:8])
    agreeing = (code for code in codes if all(one.agrees for one in checks(code, frame, quotes=False)))
    return next(agreeing, codes[0] if codes else None)


def checks(code: Code, frame: Mapping[str, Any], *, quotes: bool) -> Iterator[Check]:
    """What the file says of a frame. `quotes`: frames of this traceback have their source line, so that its lack tells something."""
    number, where = frame["file_line"], f"{code.path}:{frame['file_line']}"
    line = code.line(number)
    quoted = frame.get("quoted")
    length = f"{len(code.lines)} lines"
    yield Check(
        "length",
        f"line {number}",
        length,
        line is not None,
        f"line {number} of {code.path} ran; in the tree it has {length}",
    )
    if quoted:
        found = line.strip() if line is not None else None
        agrees = found is not None and _same(quoted, found)
        shown = f"`{found}`" if found else "blank" if line is not None else "beyond the end"
        yield Check(
            "quoted",
            quoted,
            found,
            agrees,
            f"the traceback quotes `{quoted}` as {where}; in the tree that line is {shown}",
        )
    if line is None:
        return
    empty = _empty(line)
    if empty:
        yield Check("code", quoted, line.strip(), agrees=False, text=f"{where} ran; in the tree that line is {empty}")
    elif not quoted and quotes:
        yield Check(
            "printed",
            None,
            line.strip(),
            agrees=False,
            text=f"the traceback could quote nothing for {where}; in the tree that line is `{line.strip()}`",
        )
    yield from _function(code, frame, where)


def _function(code: Code, frame: Mapping[str, Any], where: str) -> Iterator[Check]:
    named = (frame.get("function") or "").rpartition(".")[2].removesuffix("()")
    if _SYNTHETIC.match(named):
        return
    around = code.around(frame["file_line"])
    inner = [one.name for one in around] or ["<module>"]
    fitting = {inner[-1]}
    if (
        around and frame["file_line"] <= around[-1].head
    ):  # the line of a decorator or of `def` is run by what is around it
        fitting.add(inner[-2] if len(inner) > 1 else "<module>")
    shown = "no function" if inner[-1] == "<module>" or around[-1].is_class else f"`{inner[-1]}`"
    agrees = named in fitting
    yield Check(
        "function",
        named,
        inner[-1],
        agrees,
        f"the frame at {where} is of `{named}`; in the tree that line is in {shown}",
    )


def _empty(line: str) -> str | None:
    """What a line is that no frame can stand on; None if it may be code."""
    text = line.strip()
    return "blank" if not text else "a comment" if text.startswith("#") else None


def _same(quoted: str, found: str) -> bool:
    mine, theirs = (_SPACE.sub(" ", text).strip()[:_ENDLESS] for text in (quoted, found))
    if mine == theirs:
        return True
    cut = mine.removesuffix("...").removesuffix("…")
    return cut != mine and len(cut) >= _CUT and theirs.startswith(cut)


def _row(tree: Tree, code: Code, frame: Row, one: Check, printed: Mapping[tuple[str, str, int], Sequence[int]]) -> Row:
    lines = printed.get((frame["path"], frame["file"], frame["file_line"]), ())
    line = next((number for number in lines if frame["line"] <= number <= frame["end_line"]), frame["line"])
    return {
        **{
            name: value
            for name, value in frame.items()
            if name not in {"depth", "file", "file_line", "function", "quoted"}
        },
        "line": line,
        "end_line": line,
        "check": one.check,
        "quoted": one.quoted,
        "found": one.found,
        "function": frame.get("function"),
        "file": frame["file"],
        "file_line": frame["file_line"],
        "tree_path": tree.shown(code.path),
        "agrees": one.agrees,
        "text": one.text,
    }
