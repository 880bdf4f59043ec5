"""What a piece of Python code asks an interpreter: which modules it imports, and what each line that it prints stands for."""

import ast
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

MAX_CODE = 10_000
"""Characters of code that are read; a probe is a line or two."""

_MAX_NESTING = 60
_MAX_DOTS = 200  # each nests the tree by one
_SYS = {
    "executable": "executable",
    "prefix": "prefix",
    "version": "version",
    "path": "sys-path",
    "base_prefix": "other",
}
_MODULE_PARTS = {"__file__": "file", "__path__": "path", "__spec__": "spec"}
_SPEC_PARTS = {"origin": "origin", "submodule_search_locations": "locations"}


@dataclass(frozen=True, slots=True)
class Asked:
    """What one printed value stands for.

    `what` is `file`, `path` (a module's attributes), `module` (the module itself), `spec`, `origin`, `locations`, `found`
    (whether there is a spec), `executable`, `prefix`, `version`, `sys-path`, `marker` (a text of the code itself) or `other`.
    """

    what: str
    module: str | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Probe:
    """The modules that code imports, in order, and what each of its `print` calls prints; `values` are bare expressions."""

    imports: tuple[str, ...] = ()
    prints: tuple[tuple[Asked, ...], ...] = ()
    values: tuple[Asked, ...] = ()
    specs: tuple[str, ...] = ()


@dataclass(slots=True)
class Names:
    """What the names of a session stand for; a session at `>>>` keeps them from line to line."""

    modules: dict[str, str] = field(default_factory=dict)
    values: dict[str, Asked] = field(default_factory=dict)


def probe(code: str, arguments: Sequence[str] = (), names: Names | None = None) -> Probe | None:
    """What the code asks; None if it is no Python. `arguments` are those after `-c CODE`, which the code sees from `sys.argv[1]` on."""
    tree = _parsed(code)
    if tree is None:
        return None
    reader = _Reader(arguments, names or Names())
    for statement in tree.body:
        reader.statement(statement)
    return Probe(tuple(reader.imports), tuple(reader.prints), tuple(reader.bare), tuple(dict.fromkeys(reader.specs)))


def _parsed(code: str) -> ast.Module | None:
    nested = sum(code.count(opening) for opening in "([{")
    if len(code) > MAX_CODE or nested > _MAX_NESTING or code.count(".") > _MAX_DOTS:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # an odd escape in somebody's code is not our user's business
            return ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


class _Reader:
    """Walks over statements, keeping what names stand for."""

    def __init__(self, arguments: Sequence[str], names: Names) -> None:
        self.imports: list[str] = []
        self.prints: list[tuple[Asked, ...]] = []
        self.bare: list[Asked] = []
        self.specs: list[str] = []
        self._arguments = arguments
        self._names = names

    def statement(self, node: ast.stmt) -> None:
        """Take one statement; what is inside a `try` or `with` counts as well."""
        if isinstance(node, ast.Import):
            for item in node.names:
                self._import(item.name, item.asname or item.name.partition(".")[0], item.asname is not None)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            self._import_from(node.module, node.names)
        elif isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            self._assign(node.targets[0].id, node.value)
        elif isinstance(node, ast.Expr):
            self._expression(node.value)
        elif isinstance(node, ast.Try | ast.With):
            for inner in node.body:
                self.statement(inner)

    def _import(self, module: str, name: str, renamed: bool) -> None:  # noqa: FBT001
        self.imports.append(module)
        self._names.modules[name] = module if renamed else name

    def _import_from(self, module: str, names: Sequence[ast.alias]) -> None:
        """`from a import b`: whether `b` is a module is not told, so only `a` is asked for."""
        self.imports.append(module)
        for item in names:
            if item.name == "find_spec":
                self._names.values[item.asname or item.name] = Asked("find_spec")
            else:
                self._names.modules[item.asname or item.name] = f"{module}.{item.name}"

    def _assign(self, name: str, value: ast.expr) -> None:
        asked = self._asked(value)
        if asked.what == "module" and asked.module:
            self._names.modules[name] = asked.module
        else:
            self._names.values[name] = asked

    def _expression(self, node: ast.expr) -> None:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print":
            if not any(isinstance(argument, ast.Starred) for argument in node.args):
                self.prints.append(tuple(self._printed(node.args)))
            return
        asked = self._asked(node)
        self.bare.append(asked)

    def _printed(self, arguments: Sequence[ast.expr]) -> Iterator[Asked]:
        for argument in arguments[:20]:
            yield self._asked(argument)

    def _asked(self, node: ast.expr) -> Asked:
        """What the value of an expression stands for."""
        if isinstance(node, ast.Constant):
            return Asked("marker", text=node.value if isinstance(node.value, str) else None)
        if isinstance(node, ast.Name):
            return self._named(node.id)
        if isinstance(node, ast.Attribute):
            return self._attribute(node)
        if isinstance(node, ast.Call):
            return self._call(node)
        return self._asked(node.values[-1]) if isinstance(node, ast.BoolOp) else self._compared(node)

    def _compared(self, node: ast.expr) -> Asked:
        """`find_spec(...) is not None`."""
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], ast.IsNot | ast.NotEq):
            left = self._asked(node.left)
            return Asked("found", left.module) if left.what == "spec" else Asked("other")
        return Asked("other")

    def _named(self, name: str) -> Asked:
        if name in self._names.modules:
            return Asked("module", self._names.modules[name])
        return self._names.values.get(name, Asked("other"))

    def _attribute(self, node: ast.Attribute) -> Asked:
        owner = self._dotted(node.value)
        if owner == "sys":
            return Asked(_SYS.get(node.attr, "other"))
        if owner is not None and node.attr in _MODULE_PARTS:
            return Asked(_MODULE_PARTS[node.attr], owner)
        whole = self._dotted(node)
        if whole is not None and whole in self.imports:
            return Asked("module", whole)
        inner = self._asked(node.value)
        return (
            Asked(_SPEC_PARTS[node.attr], inner.module)
            if inner.what == "spec" and node.attr in _SPEC_PARTS
            else Asked("other")
        )

    def _dotted(self, node: ast.expr) -> str | None:
        """The module that `a.b.c` names."""
        parts: list[str] = []
        while isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
        if isinstance(node, ast.Name):
            head = self._names.modules.get(node.id)
            return ".".join([head, *reversed(parts)]) if head else None
        asked = self._asked(node) if isinstance(node, ast.Call) else None
        return asked.module if asked and asked.what == "module" and not parts else None

    def _call(self, node: ast.Call) -> Asked:
        name = _called(node.func)
        if name in {"find_spec", "import_module", "__import__"} or self._is_find_spec(node.func):
            module = self._text(node.args[0]) if node.args else None
            if module is None:
                return Asked("other")
            if name in {"import_module", "__import__"}:
                self.imports.append(module)
                return Asked("module", module)
            self.specs.append(module)
            return Asked("spec", module)
        if name in {"bool", "list", "str", "repr"} and len(node.args) == 1:
            inner = self._asked(node.args[0])
            return Asked("found", inner.module) if name == "bool" and inner.what == "spec" else inner
        return Asked("other")

    def _is_find_spec(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and self._names.values.get(node.id) == Asked("find_spec")

    def _text(self, node: ast.expr) -> str | None:
        """A text that is known without running the code: a literal, `sys.argv[1]`, `sys.argv[1].split('.')[0]`."""
        if isinstance(node, ast.Constant):
            return node.value if isinstance(node.value, str) else None
        if not isinstance(node, ast.Subscript) or not isinstance(node.slice, ast.Constant):
            return None
        if isinstance(node.value, ast.Attribute) and node.value.attr == "argv":
            at = node.slice.value
            return self._arguments[at - 1] if isinstance(at, int) and 1 <= at <= len(self._arguments) else None
        call = node.value
        if (
            isinstance(call, ast.Call)
            and _called(call.func) == "split"
            and isinstance(call.func, ast.Attribute)
            and node.slice.value == 0
        ):
            whole = self._text(call.func.value)
            return whole.partition(".")[0] if whole else None
        return None


def _called(node: ast.expr) -> str | None:
    """The last part of what is called."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else None
