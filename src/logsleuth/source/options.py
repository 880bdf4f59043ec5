"""What a flag is if a command line does not name it: the default that the tree's argument parser gives it.

It counts only where a command line of that very program was shown: one that names the parser's file or module, or another of
its options.
"""

import ast
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from logsleuth.model.verdict import Place
from logsleuth.source.tree import Code, Tree

FILES = 8
"""Files that define an option of that name, beyond which none is asked."""


class _Unknown:
    """A value that is not known."""

    def __repr__(self) -> str:
        return "unknown"


UNKNOWN = _Unknown()


@dataclass(frozen=True, slots=True)
class Reading:
    """Where a flag or an environment variable was read, and what it is. `place` is None where nothing shows it."""

    name: str
    value: Any
    place: Place | None
    environ: bool = False


def left_out(tree: Tree, name: str, commands: Sequence[Place]) -> Reading | None:
    """The default of an option, with the command line that leaves it out; None where the tree defines it not once, or no such command was shown."""
    dashed = f"--{name.replace('_', '-')}"
    files = dict.fromkeys([*tree.holding(f'"{dashed}"'), *tree.holding(f"'{dashed}'"), *tree.holding(f'"--{name}"')])
    if not files or len(files) > FILES:
        return None
    found = [
        (code, call)
        for code in tree.passing(files)
        for call in _options(code.module)
        if {dashed, f"--{name}"} & set(_names(call))
    ]
    if len(found) != 1:
        return None
    code, call = found[0]
    value = _default(call)
    command = next((one for one in commands if _is_of(one.text, code)), None)
    return Reading(name, value, command) if command is not None and value is not UNKNOWN else None


def _options(module: ast.Module) -> Iterator[ast.Call]:
    for node in ast.walk(module):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in {"add_argument", "option"}
        ):
            yield node


def _names(call: ast.Call) -> list[str]:
    return [one.value for one in call.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]


def _default(call: ast.Call) -> Any:
    given = {one.arg: one.value for one in call.keywords if one.arg}
    if "default" in given:
        value = given["default"]
        return value.value if isinstance(value, ast.Constant) else UNKNOWN
    action = given.get("action")
    if isinstance(action, ast.Constant) and action.value in {"store_true", "store_false"}:
        return action.value == "store_false"
    flag = given.get("is_flag")
    return False if isinstance(flag, ast.Constant) and flag.value else None


def _is_of(command: str, code: Code) -> bool:
    """Whether a command line starts the program whose options a file defines."""
    words = command.split()
    dotted = code.path.removesuffix(".py").removesuffix("/__main__").replace("/", ".")
    parents = [dotted.rsplit(".", cut)[0] for cut in range(1, dotted.count(".") + 1)]
    named = any(
        word.endswith(f"/{code.path.rpartition('/')[2]}") or word == code.path.rpartition("/")[2] for word in words
    )
    modules = {after for word, after in itertools.pairwise(words) if word == "-m"}
    ends = {".".join(one.split(".")[start:]) for one in (dotted, *parents) for start in range(one.count(".") + 1)}
    options = {name for call in _options(code.module) for name in _names(call) if name.startswith("--")}
    return named or bool(modules & ends) or bool(options & {word.partition("=")[0] for word in words})
