"""Exceptions that miss a name, held against what the tree defines: attributes, names of modules, imports, keywords.

What the tree sets on every path, and the process did not have, was not set by this code. What it sets on some paths only, or
nowhere, is a fault of the code itself.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from logsleuth.model.relation import Row
from logsleuth.source.classes import How, Set, attribute, elsewhere, lineage, members
from logsleuth.source.modules import function, module, top_names
from logsleuth.source.places import Places
from logsleuth.source.tree import Tree

MOST = 200
"""Tracebacks that are asked at most."""

_BUILTIN = frozenset(
    {
        "NoneType",
        "dict",
        "list",
        "tuple",
        "set",
        "str",
        "int",
        "float",
        "bool",
        "bytes",
        "function",
        "method",
        "type",
        "module",
        "generator",
        "coroutine",
    }
)


@dataclass(frozen=True, slots=True)
class Missed:
    """What the tree says of a name that an exception missed. `how` is always, sometimes, never, elsewhere or unknown."""

    kind: str
    owner: str | None
    name: str
    how: str
    place: str | None
    guard: str | None
    text: str


@dataclass(frozen=True, slots=True)
class _Asked:
    tree: Tree
    places: Places
    frames: Sequence[Row]


def rows(tree: Tree, tracebacks: Sequence[Row], frames: Sequence[Row], skew: Sequence[Row]) -> list[Row]:
    """The relation `attributes`: what the tree says of each name that an exception missed, and whether the frames agree with it."""
    places = Places(tree.absolute, tree.paths)
    stacks: dict[tuple[str, int], list[Row]] = defaultdict(list)
    for frame in frames:
        stacks[frame["path"], frame["traceback"]].append(frame)
    known: dict[str, Missed | None] = {}
    found: list[Row] = []
    for traceback in tracebacks[:MOST]:
        if traceback.get("language") != "python" or not traceback.get("message"):
            continue
        stack = stacks[traceback["path"], traceback["id"]]
        where = stack[-1]["file"] if stack else None
        key = f"{where}\0{traceback['message']}"
        if key not in known:
            known[key] = missed(_Asked(tree, places, stack), traceback["message"])
        answer = known[key]
        if answer is not None:
            found.append(_row(tree, traceback, answer, skew))
    return found


def missed(asked: _Asked, message: str) -> Missed | None:
    """The answer to the first form that a message has; None where it misses no name, or the tree cannot know."""
    for form, answer in _FORMS:
        match = form.search(message)
        if match is not None:
            return answer(asked, match)
    return None


def _of_object(asked: _Asked, match: re.Match[str]) -> Missed | None:
    owner, name = match["owner"].rpartition(".")[2], match["name"]
    if owner in _BUILTIN:
        return None
    known = members(asked.tree, owner)
    if not known:
        return _outside(asked, owner, name)
    files = {path for frame in asked.frames for path in asked.places.of(frame["file"] or "")}
    member = next((one for one in known if one.code.path in files), known[0])
    how, places = attribute(asked.tree, member, name)
    if how is How.ALWAYS:
        spot = places[0] if places else None
        place = f"{spot.path}:{spot.line}" if spot else f"{member.code.path}:{member.node.lineno}"
        text = f"the tree gives every {owner} the attribute {name} when it is made ({place})"
        return Missed("attribute", owner, name, "always", place, None, text)
    if places:
        spot, guard = places[0], _guard_of(asked.tree, places[0])
        text = f"the tree sets {owner}.{name} on some paths only ({spot.path}:{spot.line}, in {spot.function}{f', where {guard}' if guard else ''})"
        return Missed("attribute", owner, name, "sometimes", f"{spot.path}:{spot.line}", guard, text)
    outside = lineage(asked.tree, member)[1]
    text = f"the tree's class {owner} ({member.code.path}:{member.node.lineno}) sets no attribute {name}"
    return Missed(
        "attribute",
        owner,
        name,
        "unknown" if outside else "never",
        f"{member.code.path}:{member.node.lineno}",
        None,
        text,
    )


def _outside(asked: _Asked, owner: str, name: str) -> Missed | None:
    """A class that the tree does not define: who sets the attribute on such objects."""
    spots = elsewhere(asked.tree, name)
    if not spots:
        return Missed(
            "attribute",
            owner,
            name,
            "unknown",
            None,
            None,
            f"the tree neither defines {owner} nor sets an attribute {name}",
        )
    path, line, function = spots[0]
    text = f"the tree sets .{name} only in {function or 'a module'} ({', '.join(f'{p}:{n}' for p, n, _ in spots)}): it must have been called first"
    return Missed(
        "attribute", owner, name, "elsewhere", f"{path}:{line}", f"{function} was called" if function else None, text
    )


def _guard_of(tree: Tree, place: Set) -> str | None:
    """The conditions around a line that sets something."""
    code = tree.code(place.path)
    if code is None:
        return None
    tests = [
        ast.unparse(node.test)
        for node in ast.walk(code.module)
        if isinstance(node, ast.If) and node.lineno <= place.line <= (node.end_lineno or 0)
    ]
    return " and ".join(tests) or None


def _of_module(asked: _Asked, match: re.Match[str]) -> Missed | None:
    return _in_module(asked, match["owner"], match["name"], "module")


def _of_import(asked: _Asked, match: re.Match[str]) -> Missed | None:
    if match["file"] and not asked.places.of(match["file"]):
        return None
    return _in_module(asked, match["owner"], match["name"], "import")


def _in_module(asked: _Asked, dotted: str, name: str, kind: str) -> Missed | None:
    code = module(asked.tree, dotted)
    if code is None:
        return None
    line = next((number for known, number in top_names(code) if known == name), None)
    inner = [
        path
        for path in asked.tree.paths
        if path.endswith((f"{dotted.replace('.', '/')}/{name}.py", f"{dotted.replace('.', '/')}/{name}/__init__.py"))
    ]
    if line is not None or inner:
        place = f"{code.path}:{line}" if line is not None else inner[0]
        return Missed(kind, dotted, name, "always", place, None, f"the tree's module {dotted} defines {name} ({place})")
    if {"__getattr__", "*"} & {known for known, _ in top_names(code)}:
        return None
    return Missed(
        kind, dotted, name, "never", code.path, None, f"the tree's module {dotted} ({code.path}) defines no {name}"
    )


def _of_name(asked: _Asked, match: re.Match[str]) -> Missed | None:
    files = asked.places.of(asked.frames[-1]["file"] or "") if asked.frames else ()
    code = asked.tree.code(files[0]) if files else None
    if code is None:
        return None
    line = next((number for known, number in top_names(code) if known == match["name"]), None)
    if line is not None:
        place = f"{code.path}:{line}"
        return Missed(
            "name",
            code.path,
            match["name"],
            "always",
            place,
            None,
            f"the tree's module defines {match['name']} ({place})",
        )
    return Missed(
        "name",
        code.path,
        match["name"],
        "never",
        code.path,
        None,
        f"{code.path} of the tree defines no {match['name']} either",
    )


def _of_keyword(asked: _Asked, match: re.Match[str]) -> Missed | None:
    name = match["name"]
    found = function(asked.tree, match["owner"])
    if found is None:
        return None
    code, node = found
    taken = {one.arg for one in [*node.args.args, *node.args.kwonlyargs]}
    place = f"{code.path}:{node.lineno}"
    if name in taken or node.args.kwarg is not None:
        return Missed(
            "keyword",
            match["owner"],
            name,
            "always",
            place,
            None,
            f"the tree's {match['owner']} takes {name} ({place})",
        )
    return Missed(
        "keyword", match["owner"], name, "never", place, None, f"the tree's {match['owner']} takes no {name} ({place})"
    )


def _of_argument(asked: _Asked, match: re.Match[str]) -> Missed | None:
    name = match["name"]
    found = function(asked.tree, match["owner"])
    if found is None:
        return None
    code, node = found
    needed = [one.arg for one in (*node.args.posonlyargs, *node.args.args)]
    needed = needed[: len(needed) - len(node.args.defaults)]
    needed += [
        one.arg for one, default in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True) if default is None
    ]
    place = f"{code.path}:{node.lineno}"
    if name in needed:
        return Missed(
            "argument",
            match["owner"],
            name,
            "never",
            place,
            None,
            f"the tree's {match['owner']} needs {name}, too ({place})",
        )
    return Missed(
        "argument",
        match["owner"],
        name,
        "always",
        place,
        None,
        f"the tree's {match['owner']} needs no {name} ({place})",
    )


def _of_missing_module(asked: _Asked, match: re.Match[str]) -> Missed | None:
    """A module of a package whose other files ran, and which the tree has."""
    name = match["name"]
    code = module(asked.tree, name)
    top = name.split(".")[0]
    ran = any(f"/{top}/" in (frame["file"] or "") for frame in asked.frames)
    if code is None or "." not in name or not ran:
        return None
    return Missed(
        "import",
        name.rpartition(".")[0],
        name.rpartition(".")[2],
        "always",
        code.path,
        None,
        f"the tree has the module {name} ({code.path})",
    )


_FORMS: tuple[tuple[re.Pattern[str], Callable[[_Asked, re.Match[str]], Missed | None]], ...] = (
    (re.compile(r"^module '(?P<owner>[\w.]+)' has no attribute '(?P<name>\w+)'"), _of_module),
    (re.compile(r"^(?:type object )?'(?P<owner>[\w.]+)'(?: object)? has no attribute '(?P<name>\w+)'"), _of_object),
    (
        re.compile(r"^cannot import name '(?P<name>\w+)' from '(?P<owner>[\w.]+)'(?: \((?P<file>[^()]+)\))?$"),
        _of_import,
    ),
    (re.compile(r"^(?:global )?name '(?P<name>\w+)' is not defined"), _of_name),
    (re.compile(r"^(?P<owner>[\w.]+)\(\) got an unexpected keyword argument '(?P<name>\w+)'"), _of_keyword),
    (
        re.compile(r"^(?P<owner>[\w.]+)\(\) missing 1 required (?:positional|keyword-only) argument: '(?P<name>\w+)'"),
        _of_argument,
    ),
    (re.compile(r"^No module named '(?P<name>[\w.]+)'$"), _of_missing_module),
)


def _row(tree: Tree, traceback: Row, answer: Missed, skew: Sequence[Row]) -> Row:
    mine = [row for row in skew if row["path"] == traceback["path"] and row.get("traceback") == traceback["id"]]
    differ = any(not row["agrees"] for row in mine)
    agree = any(row["agrees"] and row["check"] == "quoted" for row in mine)
    common: Mapping[str, object] = {
        name: value
        for name, value in traceback.items()
        if name in {"path", "time", "earliest", "latest", "clock", "zone_known", "boot"} or name.startswith("origin.")
    }
    return {
        **common,
        "line": traceback["end_line"],
        "end_line": traceback["end_line"],
        "traceback": traceback["id"],
        "kind": answer.kind,
        "class": answer.owner,
        "attribute": answer.name,
        "how": answer.how,
        "guard": answer.guard,
        "tree_path": tree.shown(answer.place.partition(":")[0]) if answer.place else None,
        "frames": "differ" if differ else "agree" if agree else "none",
        "text": answer.text,
    }
