"""What the modules of a tree define: names at their top, and functions by the names that tracebacks give them."""

import ast
from collections.abc import Iterator

from logsleuth.source.blocks import Function
from logsleuth.source.classes import members
from logsleuth.source.tree import Code, Tree


def module(tree: Tree, name: str) -> Code | None:
    """The tree's file of a module, by its dotted name."""
    inner = name.replace(".", "/")
    absolute = tree.absolute
    fitting = [path for path in tree.paths if f"/{absolute}/{path}".endswith((f"/{inner}.py", f"/{inner}/__init__.py"))]
    return tree.code(min(fitting, key=lambda path: (path.count("/"), path))) if fitting else None


def top_names(code: Code) -> Iterator[tuple[str, int]]:
    """The names that a module surely or perhaps defines at its top, `*` for what it takes from others unnamed; and their lines."""
    waiting: list[ast.stmt] = list(code.module.body)
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, Function | ast.ClassDef):
            yield node.name, node.lineno
        elif isinstance(node, ast.Import | ast.ImportFrom):
            yield from (((one.asname or one.name).split(".")[0], node.lineno) for one in node.names)
        elif isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign | ast.For):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (
                (name.id, node.lineno) for one in targets for name in ast.walk(one) if isinstance(name, ast.Name)
            )
        for part in ("body", "orelse", "finalbody", "handlers"):
            if not isinstance(node, Function | ast.ClassDef):
                inner = getattr(node, part, ())
                waiting += (
                    inner if part != "handlers" else [statement for handler in inner for statement in handler.body]
                )


def function(tree: Tree, qualified: str) -> tuple[Code, Function] | None:
    """A function by its qualified name, as tracebacks print it: `Client.__init__`, or `open` where it stands alone."""
    names = qualified.replace("<locals>.", "").split(".")
    name, owner = names[-1], names[-2] if len(names) > 1 else None
    found: list[tuple[Code, Function]] = []
    for code in tree.passing(tree.holding(f"def {name}")):
        bodies: list[ast.Module | ast.ClassDef] = (
            [code.classes[owner]] if owner in code.classes else [] if owner else [code.module, *code.classes.values()]
        )
        for body in bodies:
            found += [(code, node) for node in _statements(body) if isinstance(node, Function) and node.name == name]
    if not found and owner and name == "__init__":
        return _generated(tree, owner)
    return found[0] if len(found) == 1 else None


def _statements(body: ast.Module | ast.ClassDef) -> list[ast.stmt]:
    return body.body


def _generated(tree: Tree, owner: str) -> tuple[Code, Function] | None:
    """The `__init__` that a dataclass gets from its fields."""
    known = members(tree, owner)
    if len(known) != 1 or not any("dataclass" in ast.unparse(mark) for mark in known[0].node.decorator_list):
        return None
    fields = [
        (node.target.id, node.value)
        for node in known[0].node.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    ]
    written = ", ".join(
        f"{name}=None" if value is not None else name
        for name, value in sorted(fields, key=lambda pair: pair[1] is not None)
    )
    made = ast.parse(f"def __init__(self, {written}): pass").body[0]
    made.lineno = known[0].node.lineno
    return (known[0].code, made) if isinstance(made, Function) else None
