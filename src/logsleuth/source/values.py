"""What a condition comes to, as far as a log, an environment or a command line show the values that it reads.

Names are followed through single assignments in the function, the class and the module to flags (`args.threshold`) and to
environment variables (`os.environ.get("X")`, `env_flag("X")`, `envs.X`). What cannot be followed is unknown, and never guessed.
"""

import ast
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from logsleuth.model.verdict import Place
from logsleuth.source.blocks import Function, Scope, assigned, local
from logsleuth.source.classes import lineage, members
from logsleuth.source.options import UNKNOWN, Reading, left_out
from logsleuth.source.tree import Code, Tree

_DEEPEST = 12
_YES = frozenset({"1", "true", "yes", "on", "y", "t", "enabled"})
_NO = frozenset({"0", "false", "no", "off", "n", "f", "", "none", "disabled"})
_COMPARE: Mapping[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
    ast.Is: operator.eq, ast.IsNot: operator.ne, ast.In: lambda a, b: a in b, ast.NotIn: lambda a, b: a not in b,
}  # fmt: skip
_RECKON: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv, ast.FloorDiv: operator.floordiv,
}  # fmt: skip
_CONVERT: Mapping[str, Callable[[Any], Any]] = {"int": int, "float": float, "bool": bool, "str": str, "len": len}
_TEXT = frozenset({"lower", "upper", "strip", "casefold", "title"})


@dataclass(frozen=True, slots=True)
class Value:
    """A value, or UNKNOWN, and what it was read from."""

    value: Any = UNKNOWN
    readings: tuple[Reading, ...] = ()

    @property
    def known(self) -> bool:
        """Whether it is known."""
        return self.value is not UNKNOWN

    @property
    def truth(self) -> bool | None:
        """Whether it is true; None where that is not known."""
        if not self.known:
            return None
        return bool(self.value)


@dataclass(frozen=True, slots=True)
class Known:
    """What the run shows: settings by name, the environment by name, where an environment was shown as a whole, and command lines."""

    settings: Mapping[str, Reading] = field(default_factory=dict)
    environ: Mapping[str, Reading] = field(default_factory=dict)
    shown: Place | None = None
    commands: tuple[Place, ...] = ()


@dataclass
class Asked:
    """The names that an evaluation asked for, in order."""

    settings: dict[str, None] = field(default_factory=dict)
    environ: dict[str, None] = field(default_factory=dict)


class Evaluator:
    """Evaluates expressions of a tree. `asked` gathers the names that it would have to know."""

    def __init__(self, tree: Tree, known: Known) -> None:
        self._tree = tree
        self._known = known
        self.asked = Asked()

    def value(self, node: ast.expr, code: Code, scope: Scope, depth: int = 0) -> Value:
        """What an expression comes to, in the function that it stands in."""
        if depth > _DEEPEST:
            return Value()
        return _In(self, self._tree, code, scope, depth).value(node)

    def setting(self, name: str) -> Value:
        """A flag, an argument, a field of a configuration."""
        self.asked.settings.setdefault(name)
        reading = self._known.settings.get(name)
        if reading is None and self._known.commands:
            reading = left_out(self._tree, name, self._known.commands)
        reading = reading or Reading(name, UNKNOWN, None)
        return Value(reading.value, (reading,))

    def environ(self, name: str, default: Value) -> Value:
        """An environment variable, as text; its default where an environment is shown that lacks it."""
        self.asked.environ.setdefault(name)
        reading = self._known.environ.get(name)
        if reading is not None:
            return Value(reading.value, (reading,))
        absent = Reading(name, None if self._known.shown else UNKNOWN, self._known.shown, environ=True)
        return Value(default.value if self._known.shown else UNKNOWN, (absent,))


@dataclass(frozen=True, slots=True)
class _In:
    """The place that an expression stands in."""

    all: Evaluator
    tree: Tree
    code: Code
    scope: Scope
    depth: int

    def value(self, node: ast.expr) -> Value:
        if isinstance(node, ast.Constant):
            return Value(node.value)
        method = _KINDS.get(type(node))
        return method(self, node) if method is not None else Value()

    def _sum(self, parts: Sequence[Value], reckon: Callable[..., Any]) -> Value:
        """A value reckoned from others; unknown if one of them is, or if it cannot be."""
        readings = tuple(dict.fromkeys(reading for part in parts for reading in part.readings))
        if not all(part.known for part in parts):
            return Value(UNKNOWN, readings)
        try:
            return Value(reckon(*(part.value for part in parts)), readings)
        except (TypeError, ValueError, ArithmeticError, AttributeError):
            return Value(UNKNOWN, readings)

    def several(self, node: ast.Tuple | ast.List | ast.Set) -> Value:
        return self._sum([self.value(one) for one in node.elts], lambda *values: list(values))

    def negated(self, node: ast.UnaryOp) -> Value:
        inner = self.value(node.operand)
        if isinstance(node.op, ast.Not):
            return self._sum([inner], operator.not_)
        return self._sum([inner], operator.neg) if isinstance(node.op, ast.USub) else Value(UNKNOWN, inner.readings)

    def both(self, node: ast.BoolOp) -> Value:
        """`and` is false if one part surely is, `or` true; all parts are looked at, so that all names are asked for."""
        parts = [self.value(one) for one in node.values]
        readings = tuple(dict.fromkeys(reading for part in parts for reading in part.readings))
        deciding = isinstance(node.op, ast.Or)
        sure = next((part for part in parts if part.truth is deciding), None)
        if sure is not None:
            return Value(sure.value, sure.readings)
        return Value(parts[-1].value, readings) if all(part.known for part in parts) else Value(UNKNOWN, readings)

    def compared(self, node: ast.Compare) -> Value:
        sides = [self.value(one) for one in (node.left, *node.comparators)]
        results = [
            self._sum([left, right], _COMPARE.get(type(how), lambda *_: UNKNOWN))
            for left, right, how in zip(sides, sides[1:], node.ops, strict=False)
        ]
        return self._sum(results, lambda *values: all(values))

    def reckoned(self, node: ast.BinOp) -> Value:
        reckon = _RECKON.get(type(node.op))
        return self._sum([self.value(node.left), self.value(node.right)], reckon) if reckon is not None else Value()

    def chosen(self, node: ast.IfExp) -> Value:
        test = self.value(node.test)
        if test.truth is None:
            return Value(UNKNOWN, test.readings)
        return self.value(node.body if test.truth else node.orelse)

    def _deeper(self, node: ast.expr, code: Code, scope: Scope) -> Value:
        return self.all.value(node, code, scope, self.depth + 1)

    def named(self, node: ast.Name) -> Value:
        here = local(self.scope.node).get(node.id)
        if here is not None:
            return self._deeper(here, self.code, self.scope)
        constant = assigned(self.code.module.body).get(node.id)
        if constant is not None:
            return self._deeper(constant, self.code, Scope())
        found = self._imported(node.id)
        return found if found is not None else self.all.setting(node.id)

    def _imported(self, name: str) -> Value | None:
        """A name that another module of the tree defines."""
        for statement in self.code.module.body:
            if isinstance(statement, ast.ImportFrom) and statement.module:
                for alias in statement.names:
                    if (alias.asname or alias.name) == name:
                        return self._of_module(statement.module, alias.name)
        return None

    def _of_module(self, module: str, name: str) -> Value | None:
        end = module.replace(".", "/")
        for path in self.tree.paths:
            if f"/{path}".endswith((f"/{end}.py", f"/{end}/__init__.py")):
                other = self.tree.code(path)
                constant = assigned(other.module.body).get(name) if other is not None else None
                if other is not None and constant is not None:
                    return self._deeper(constant, other, Scope())
        return None

    def member(self, node: ast.Attribute) -> Value:
        if isinstance(node.value, ast.Name) and node.value.id in {"self", "cls"}:
            own = self._own(node.attr)
            if own is not None and own.known:
                return own
            seen = self.all.setting(node.attr)
            return seen if own is None or seen.known else Value(UNKNOWN, own.readings or seen.readings)
        if _is_variable(node.attr):
            return self._variable(node.attr, Value())
        return self.all.setting(node.attr)

    def _own(self, name: str) -> Value | None:
        """What the class assigns to its attribute, if that is done once and on no condition; what its property gives."""
        found: list[tuple[Code, Scope, ast.expr | None]] = []
        for member in (
            one for first in members(self.tree, self.scope.owner or "")[:1] for one in lineage(self.tree, first)[0]
        ):
            for node in member.node.body:
                if isinstance(node, ast.Assign | ast.AnnAssign) and name in assigned([node]):
                    return None  # a default of the class, or a field: the object may have been given another value
                if isinstance(node, Function):
                    scope = Scope(member.node.name, node.name, node)
                    if node.name == name:
                        found += [(member.code, scope, one) for one in _only_return(node)]
                    found += [(member.code, scope, one) for one in _given(node, name)]
        if len(found) != 1:
            return None
        code, scope, value = found[0]
        return self._deeper(value, code, scope) if value is not None else None

    def _variable(self, name: str, default: Value) -> Value:
        """An environment variable that some helper reads as a flag."""
        got = self.all.environ(name, default if default.known else self._default(name))
        word = str(got.value).lower()
        if not got.known or isinstance(got.value, bool):
            return got
        return Value(word in _YES, got.readings) if word in _YES | _NO else got

    def _default(self, name: str) -> Value:
        """What the tree gives for a variable that is not set: the second argument of the call that names it; else what is not set is not true."""
        for code in self.tree.codes(self.tree.holding(f'"{name}"')[:8] or self.tree.holding(f"'{name}'")[:8]):
            for node in ast.walk(code.module):
                if (
                    isinstance(node, ast.Call)
                    and len(node.args) > 1
                    and isinstance(node.args[0], ast.Constant)
                    and node.args[0].value == name
                ):
                    return Value(node.args[1].value) if isinstance(node.args[1], ast.Constant) else Value()
        return Value(False)

    def part(self, node: ast.Subscript) -> Value:
        if not isinstance(node.slice, ast.Constant) or not isinstance(node.slice.value, str):
            return Value()
        if ast.unparse(node.value).endswith("environ"):
            return self.all.environ(node.slice.value, Value())
        return self.all.setting(node.slice.value)

    def called(self, node: ast.Call) -> Value:
        func = node.func
        text = ast.unparse(func) if isinstance(func, ast.Name | ast.Attribute) else ""
        first = node.args[0].value if node.args and isinstance(node.args[0], ast.Constant) else None
        default = self.value(node.args[1]) if len(node.args) > 1 else Value(None)
        if isinstance(first, str) and (text.endswith(("environ.get", "getenv"))):
            return self.all.environ(first, default)
        if isinstance(first, str) and _is_variable(first):
            return self._variable(first, default if len(node.args) > 1 else Value())
        if text == "getattr" and len(node.args) > 1 and isinstance(node.args[1], ast.Constant):
            return self.all.setting(str(node.args[1].value))
        if isinstance(func, ast.Attribute):
            return self._method(node, func, first, default)
        if text in _CONVERT and len(node.args) == 1:
            return self._sum([self.value(node.args[0])], _CONVERT[text])
        return self._of_function(text, node)

    def _method(self, node: ast.Call, func: ast.Attribute, first: object, default: Value) -> Value:  # noqa: PLR0911  # one for each form
        if func.attr in _TEXT and not node.args:
            return self._sum([self.value(func.value)], operator.methodcaller(func.attr))
        if func.attr == "get" and not node.args:
            return self.value(func.value)
        if func.attr == "get" and isinstance(first, str):
            seen = self.all.setting(first)
            return seen if seen.known else Value(UNKNOWN, seen.readings + default.readings)
        if func.attr == "is_none" and not node.args:
            return self._sum([self.value(func.value)], lambda value: str(value).lower() in {"none", ""})
        if func.attr.startswith("from_") and len(node.args) == 1:
            return self.value(node.args[0])
        if isinstance(func.value, ast.Name) and func.value.id == "self" and not node.args:
            return self._own(func.attr) or Value()
        return Value(UNKNOWN, self.value(func.value).readings)

    def _of_function(self, name: str, node: ast.Call) -> Value:
        """A function of the module that takes nothing and is one expression."""
        for one in self.code.module.body:
            if isinstance(one, Function) and one.name == name and not node.args:
                for value in _only_return(one):
                    return self._deeper(value, self.code, Scope(None, name, one))
        return Value()


_KINDS: Mapping[type[ast.expr], Callable[[_In, Any], Value]] = {
    ast.Tuple: _In.several, ast.List: _In.several, ast.Set: _In.several, ast.UnaryOp: _In.negated, ast.BoolOp: _In.both,
    ast.Compare: _In.compared, ast.BinOp: _In.reckoned, ast.IfExp: _In.chosen, ast.Name: _In.named, ast.Attribute: _In.member,
    ast.Subscript: _In.part, ast.Call: _In.called,
}  # fmt: skip


def _is_variable(name: str) -> bool:
    """Whether a name is written as environment variables are."""
    return name.isupper() and "_" in name and len(name) > 4


def _only_return(node: Function) -> list[ast.expr]:
    body = [one for one in node.body if not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))]
    last = body[-1] if body else None
    return [last.value] if len(body) == 1 and isinstance(last, ast.Return) and last.value is not None else []


def _given(node: Function, name: str) -> list[ast.expr | None]:
    """What a method assigns to the attribute; None where a condition guards that."""
    sure = set(map(id, node.body))
    return [
        one.value if id(one) in sure else None
        for one in ast.walk(node)
        if isinstance(one, ast.Assign | ast.AnnAssign) and one.value is not None
        for target in (one.targets if isinstance(one, ast.Assign) else [one.target])
        if isinstance(target, ast.Attribute)
        and target.attr == name
        and isinstance(target.value, ast.Name)
        and target.value.id == "self"
    ]


def blamed(all_: Evaluator, node: ast.expr, wanted: bool, code: Code, scope: Scope, depth: int = 0) -> list[Value]:  # noqa: FBT001
    """The parts of a condition that keep it from being as wanted, or may: those that surely do first."""
    if depth > _DEEPEST:
        return []
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return blamed(all_, node.operand, not wanted, code, scope, depth + 1)
    if isinstance(node, ast.BoolOp):
        parts = [value for one in node.values for value in blamed(all_, one, wanted, code, scope, depth + 1)]
        return sorted(parts, key=lambda value: value.truth is None)
    if isinstance(node, ast.Name) and scope.node is not None and node.id in (here := local(scope.node)):
        return blamed(all_, here[node.id], wanted, code, scope, depth + 1)
    value = all_.value(node, code, scope)
    return [] if value.truth is wanted else [value]
