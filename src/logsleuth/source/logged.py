"""Holds lines whose head names a source file and line (`[launcher.py:31] ready`) against the statement of the tree that prints them.

The number in a head is that of the logging call in the code that ran (`LogRecord.lineno`). Where the tree has the very
statement, and on another line, it is another version of the file.
"""

import re
from collections.abc import Sequence

from logsleuth.model.relation import Row
from logsleuth.source.blocks import Said
from logsleuth.source.texts import prints
from logsleuth.source.tree import Tree

MOST = 300
"""Different heads that are asked at most."""

RIVALS = 6
"""Files of one name beyond which none of them is asked."""

LETTERS = 12
"""Letters that the constants of a statement must have, so that no other one prints the like."""

_HEAD = re.compile(r"(?:^|/)(?P<name>[\w-]+\.py):(?P<number>\d{1,6})(?::\w+)?$")


def rows(tree: Tree, lines: Sequence[Row]) -> list[Row]:
    """The rows of `skew` for lines, one for each different head."""
    asked: set[str] = set()
    found: list[Row] = []
    for line in lines:
        head = _HEAD.search(line.get("logger") or "")
        if head is None or line["logger"] in asked or len(asked) >= MOST:
            continue
        asked.add(line["logger"])
        statements = _printing(tree, head["name"], line["text"])
        if statements:
            found.append(_row(tree, line, int(head["number"]), statements))
    return found


def _printing(tree: Tree, name: str, text: str) -> list[Said]:
    """The statements that print such a line, in the files of that name; none if they are too many to tell."""
    files = [path for path in tree.paths if path == name or path.endswith(f"/{name}")]
    if len(files) > RIVALS:
        return []
    said = [one for code in tree.codes(files) for one in code.blocks.said if _prints(one, text)]
    return said if len({one.path for one in said}) == 1 else []


def _prints(said: Said, text: str) -> bool:
    """Whether all of a line is what a statement prints."""
    if sum(character.isalpha() for part in said.parts if part for character in part) < LETTERS:
        return False
    return prints(said.parts, text, whole=True)


def _row(tree: Tree, line: Row, number: int, statements: Sequence[Said]) -> Row:
    agrees = any(one.line <= number <= one.last for one in statements)
    best = min(statements, key=lambda one: abs(one.line - number))
    verdict = "as the line says" if agrees else f"not on line {number}"
    return {
        **{name: value for name, value in line.items() if name in _COMMON or name.startswith("origin.")},
        "check": "logged",
        "quoted": f"line {number}",
        "found": f"line {best.line}",
        "function": best.scope.function,
        "file": line["logger"],
        "file_line": number,
        "tree_path": tree.shown(best.path),
        "agrees": agrees,
        "text": f"the tree prints `{line['text'][:120]}` at {best.path}:{best.line}, {verdict}",
    }


_COMMON = frozenset({"path", "line", "end_line", "time", "earliest", "latest", "clock", "zone_known", "boot"})
