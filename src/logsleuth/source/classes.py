"""Which attributes an object of a class has once it is made: on every path of its construction, on some, or on none."""

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from logsleuth.source.blocks import Function
from logsleuth.source.tree import Code, Tree

_DEEPEST = 6
_CONSTRUCTION = ("__new__", "__init__", "__post_init__", "setup", "setUp")
_SETTERS = frozenset({"setattr", "register_buffer", "register_parameter", "add_module", "__setattr__"})


class How(IntEnum):
    """On which paths an attribute is set."""

    NEVER = 0
    SOMETIMES = 1
    ALWAYS = 2


@dataclass(frozen=True, slots=True)
class Set:
    """Where an attribute is set: in which file, on which line, in which class and function (None in the class itself), and when."""

    path: str
    line: int
    owner: str
    function: str | None
    how: How


@dataclass(frozen=True, slots=True)
class Member:
    """A class of the tree and the file that it stands in."""

    code: Code
    node: ast.ClassDef


def members(tree: Tree, name: str) -> list[Member]:
    """All classes of that name."""
    found = [code for code in tree.passing(tree.holding(f"class {name}")) if name in code.classes]
    for code in found:
        tree.adopt(code)
    return [Member(code, code.classes[name]) for code in found]


def lineage(tree: Tree, member: Member) -> tuple[list[Member], bool]:
    """The class and its bases as far as the tree has them, nearest first; and whether a base lies outside the tree."""
    found, waiting, outside = [member], [member], False
    while waiting:
        for base in _bases(waiting.pop(0).node):
            known = members(tree, base)
            outside = outside or (not known and base != "object")
            best = next((one for one in known if one.code.path == member.code.path), known[0] if known else None)
            if best is not None and all(best.node is not one.node for one in found) and len(found) < _DEEPEST * 4:
                found.append(best)
                waiting.append(best)
    return found, outside


def _bases(node: ast.ClassDef) -> Iterator[str]:
    for base in node.bases:
        inner = base.value if isinstance(base, ast.Subscript) else base
        if isinstance(inner, ast.Name | ast.Attribute):
            yield inner.id if isinstance(inner, ast.Name) else inner.attr


def attribute(tree: Tree, member: Member, name: str) -> tuple[How, tuple[Set, ...]]:
    """How far an object of the class surely has the attribute, and where the class and its bases set it."""
    line, _ = lineage(tree, member)
    places = [place for one in line for place in _places(one, name)]
    if any(place.how is How.ALWAYS for place in places):
        return How.ALWAYS, tuple(sorted(places, key=lambda place: -place.how))
    construction = _Construction(line, name)
    how = How.ALWAYS if construction.always() else How.SOMETIMES if places else How.NEVER
    return how, tuple(places)


def _places(member: Member, name: str) -> Iterator[Set]:
    """Where one class sets it: in its body (then every object has it), or in its methods."""
    for node in member.node.body:
        if _defines(node, name, data=_is_data(member.node)):
            yield Set(member.code.path, node.lineno, member.node.name, None, How.ALWAYS)
        elif isinstance(node, Function):
            for inner in ast.walk(node):
                if isinstance(inner, ast.stmt) and _sets(inner, name):
                    yield Set(member.code.path, inner.lineno, member.node.name, node.name, How.SOMETIMES)


def _defines(node: ast.stmt, name: str, *, data: bool) -> bool:
    if isinstance(node, Function | ast.ClassDef):
        return node.name == name
    if isinstance(node, ast.AnnAssign):
        return isinstance(node.target, ast.Name) and node.target.id == name and (data or node.value is not None)
    return isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == name for t in node.targets)


def _is_data(node: ast.ClassDef) -> bool:
    """Whether annotated names of the class become attributes of each object."""
    marks = [ast.unparse(decorator) for decorator in node.decorator_list]
    bases = {base.rpartition(".")[2] for base in _bases(node)}
    return any(
        mark.split("(")[0].rpartition(".")[2] in {"dataclass", "define", "attrs", "s", "frozen", "mutable"}
        for mark in marks
    ) or bool(bases & {"NamedTuple", "BaseModel", "BaseSettings", "Struct", "TypedDict"})


def _sets(node: ast.stmt, name: str) -> bool:
    """Whether a simple statement sets the attribute on `self`."""
    if isinstance(node, ast.Assign):
        return any(_is_own(target, name) for one in node.targets for target in _flat(one))
    if isinstance(node, ast.AnnAssign):
        return node.value is not None and _is_own(node.target, name)
    if isinstance(node, ast.With | ast.AsyncWith):
        return any(item.optional_vars is not None and _is_own(item.optional_vars, name) for item in node.items)
    call = node.value if isinstance(node, ast.Expr) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name | ast.Attribute):
        return False
    called = call.func.id if isinstance(call.func, ast.Name) else call.func.attr
    return called in _SETTERS and any(isinstance(arg, ast.Constant) and arg.value == name for arg in call.args[:2])


def _flat(target: ast.expr) -> Iterator[ast.expr]:
    if isinstance(target, ast.Tuple | ast.List):
        for inner in target.elts:
            yield from _flat(inner)
    else:
        yield target.value if isinstance(target, ast.Starred) else target


def _is_own(target: ast.expr, name: str) -> bool:
    return (
        isinstance(target, ast.Attribute)
        and target.attr == name
        and isinstance(target.value, ast.Name)
        and target.value.id in {"self", "cls", "obj", "instance"}
    )


class _Construction:
    """Follows the making of an object through its methods."""

    def __init__(self, line: Sequence[Member], name: str) -> None:
        self._name = name
        self._methods: list[dict[str, Function]] = [
            {node.name: node for node in member.node.body if isinstance(node, Function)} for member in line
        ]

    def always(self) -> bool:
        """Whether every way through the construction sets it (a way that ends in an exception makes no object)."""
        return any(self._method(name, 0, 0) for name in _CONSTRUCTION)

    def _method(self, name: str, after: int, depth: int) -> bool:
        """The method as the class, or its bases from the number `after` on, have it."""
        for number, methods in enumerate(self._methods[after:], after):
            if name in methods:
                return depth < _DEEPEST and self._block(methods[name].body, number, depth)[0]
        return False

    def _block(self, body: Sequence[ast.stmt], number: int, depth: int) -> tuple[bool, bool]:
        """Whether a block surely sets it, and whether it may leave the function without having set it."""
        for statement in body:
            if isinstance(statement, ast.Raise):
                return True, False
            if isinstance(statement, ast.Return):
                done = statement.value is not None and self._calls(statement.value, number, depth)
                return done, not done
            done, left = self._statement(statement, number, depth)
            if done or left:
                return done and not left, left
        return False, False

    def _statement(self, node: ast.stmt, number: int, depth: int) -> tuple[bool, bool]:  # noqa: PLR0911  # one for each form
        if _sets(node, self._name):
            return True, False
        if isinstance(node, ast.If):
            return self._branches([self._block(node.body, number, depth), self._block(node.orelse, number, depth)])
        if isinstance(node, ast.Try | ast.TryStar):
            return self._try(node, number, depth)
        if isinstance(node, ast.With | ast.AsyncWith):
            return self._block(node.body, number, depth)
        if isinstance(node, ast.Match):
            whole = any(
                isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None and case.guard is None
                for case in node.cases
            )
            ways = [self._block(case.body, number, depth) for case in node.cases]
            return self._branches(ways if whole else [*ways, (False, False)])
        if isinstance(node, ast.For | ast.AsyncFor | ast.While):
            return False, self._block(node.body, number, depth)[1]
        if isinstance(node, ast.Expr | ast.Assign | ast.AnnAssign) and node.value is not None:
            return self._calls(node.value, number, depth), False
        return False, False

    def _try(self, node: ast.Try | ast.TryStar, number: int, depth: int) -> tuple[bool, bool]:
        if self._block(node.finalbody, number, depth)[0]:
            return True, False
        ways = [self._block([*node.body, *node.orelse], number, depth)]
        ways += [self._block(handler.body, number, depth) for handler in node.handlers]
        return self._branches(ways)

    @staticmethod
    def _branches(ways: Sequence[tuple[bool, bool]]) -> tuple[bool, bool]:
        return all(done for done, _ in ways), any(left for _, left in ways)

    def _calls(self, node: ast.expr, number: int, depth: int) -> bool:
        """Whether an expression surely calls a method of the object that sets it."""
        call = node.value if isinstance(node, ast.Await) else node
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
            return False
        inner = call.func.value
        if isinstance(inner, ast.Name) and inner.id == "self":
            return self._method(call.func.attr, 0, depth + 1)
        if isinstance(inner, ast.Call) and isinstance(inner.func, ast.Name) and inner.func.id == "super":
            return self._method(call.func.attr, number + 1, depth + 1)
        return bool(
            isinstance(inner, ast.Name)
            and call.args
            and isinstance(call.args[0], ast.Name)
            and call.args[0].id == "self"
        ) and (self._method(call.func.attr, number + 1, depth + 1))


def elsewhere(tree: Tree, name: str, most: int = 4) -> list[tuple[str, int, str | None]]:
    """Where the tree sets an attribute of that name on any object: file, line and function."""
    found: list[tuple[str, int, str | None]] = []
    for code in tree.passing(tree.holding(f".{name}")):
        for node in ast.walk(code.module):
            if isinstance(node, ast.Assign) and any(
                isinstance(t, ast.Attribute) and t.attr == name for one in node.targets for t in _flat(one)
            ):
                around = [one.name for one in code.around(node.lineno) if not one.is_class]
                found.append((code.path, node.lineno, around[-1] if around else None))
        if len(found) >= most:
            break
    return found[:most]
