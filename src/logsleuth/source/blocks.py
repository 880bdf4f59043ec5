"""The statements of one file that log, and the calls that it makes, each with the chain of conditions that guards it.

A condition guards a statement if the statement stands in its branch, or after a branch that leaves (`if not x: return`).
"""

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from logsleuth.source.texts import Parts, joined, parts

Function = ast.FunctionDef | ast.AsyncFunctionDef

LEVELS = {
    "debug": "debug", "trace": "debug", "info": "info", "success": "info", "notice": "info", "warning": "warning",
    "warn": "warning", "error": "error", "exception": "error", "critical": "critical", "fatal": "critical",
}  # fmt: skip
"""The names of logging methods, and the levels they log at."""

_PRINTS = re.compile(r"(?:^|_)(?:print|echo|log|say|puts)(?:_|$|ln$)")
_LOGGER = re.compile(r"log", re.IGNORECASE)
_ONCE = re.compile(r"_(?:once|rank_?0|on_rank_?0|main|first)$")
_LEAVING = frozenset({"exit", "_exit", "abort"})


@dataclass(frozen=True, slots=True, eq=False)
class Guard:
    """A condition that must be `wanted` for a statement to be run. `kind` is if, exit (a branch before it leaves), loop, except or case."""

    node: ast.AST
    test: ast.expr | None
    wanted: bool
    line: int
    kind: str

    def opposes(self, other: "Guard") -> bool:
        """Whether it is the other branch of the same condition."""
        return self.node is other.node and self.wanted != other.wanted

    def same(self, other: "Guard") -> bool:
        """Whether it is the same branch of the same condition."""
        return self.node is other.node and self.wanted == other.wanted

    @property
    def text(self) -> str:
        """The condition as it must be: `not (threshold <= 0)`."""
        if self.test is None or self.kind in {"except", "case"}:
            return f"{self.kind} at line {self.line}"
        written = ast.unparse(self.test)
        if self.kind == "loop":
            return f"{written} yields something" if self.wanted else written
        return written if self.wanted else f"not ({written})"


@dataclass(frozen=True, slots=True, eq=False)
class Scope:
    """Where a statement stands: the class and the function, and the function's node."""

    owner: str | None = None
    function: str | None = None
    node: Function | None = None


Guards = tuple[Guard, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Said:
    """A statement that logs or prints."""

    path: str
    line: int
    last: int
    level: str | None
    parts: Parts
    scope: Scope
    guards: Guards

    @property
    def text(self) -> str:
        """What it prints, with `…` where something is filled in."""
        return "".join("…" if part is None else part for part in self.parts)


@dataclass(frozen=True, slots=True, eq=False)
class Called:
    """A call of a function by a plain name or as a method; `own` if it is one of `self`."""

    path: str
    line: int
    name: str
    own: bool
    scope: Scope
    guards: Guards


@dataclass
class Blocks:
    """What a file's statements do, in order."""

    path: str
    said: list[Said] = field(default_factory=list)
    called: list[Called] = field(default_factory=list)


def blocks(path: str, module: ast.Module) -> Blocks:
    """Goes through a file once."""
    found = Blocks(path)
    _Walk(found, module).block(module.body, (), Scope())
    return found


class _Walk:
    """Goes down the blocks of one file."""

    def __init__(self, found: Blocks, module: ast.Module) -> None:
        self._found = found
        self._constants = assigned(module.body)

    def block(self, body: Sequence[ast.stmt], guards: Guards, scope: Scope) -> None:
        """Each statement under what guards it; what leaves guards the ones behind it."""
        for statement in body:
            self._statement(statement, guards, scope)
            guards += tuple(_exits(statement))

    def _statement(self, node: ast.stmt, guards: Guards, scope: Scope) -> None:
        if isinstance(node, Function):
            self.block(node.body, (), Scope(scope.owner, node.name, node))
        elif isinstance(node, ast.ClassDef):
            self.block(node.body, (), Scope(node.name))
        elif isinstance(node, ast.If | ast.While):
            kind = "if" if isinstance(node, ast.If) else "loop"
            self._simple(node.test, guards, scope)
            self.block(node.body, (*guards, Guard(node, node.test, wanted=True, line=node.lineno, kind=kind)), scope)
            self.block(node.orelse, (*guards, Guard(node, node.test, wanted=False, line=node.lineno, kind=kind)), scope)
        elif isinstance(node, ast.For | ast.AsyncFor):
            self._simple(node.iter, guards, scope)
            self.block(node.body, (*guards, Guard(node, node.iter, wanted=True, line=node.lineno, kind="loop")), scope)
            self.block(node.orelse, guards, scope)
        elif isinstance(node, ast.Try | ast.TryStar):
            self._try(node, guards, scope)
        elif isinstance(node, ast.With | ast.AsyncWith):
            for item in node.items:
                self._simple(item.context_expr, guards, scope)
            self.block(node.body, guards, scope)
        elif isinstance(node, ast.Match):
            for case in node.cases:
                self.block(
                    case.body,
                    (*guards, Guard(case, node.subject, wanted=True, line=case.pattern.lineno, kind="case")),
                    scope,
                )
        else:
            self._simple(node, guards, scope)

    def _try(self, node: ast.Try | ast.TryStar, guards: Guards, scope: Scope) -> None:
        self.block(node.body, guards, scope)
        for handler in node.handlers:
            self.block(
                handler.body, (*guards, Guard(handler, None, wanted=True, line=handler.lineno, kind="except")), scope
            )
        self.block(node.orelse, guards, scope)
        self.block(node.finalbody, guards, scope)

    def _simple(self, node: ast.AST, guards: Guards, scope: Scope) -> None:
        """The calls in a statement that holds no others."""
        for inner in ast.walk(node):
            if isinstance(inner, ast.Call):
                said = self._said(inner, guards, scope)
                if said is not None:
                    self._found.said.append(said)
                elif isinstance(inner.func, ast.Name | ast.Attribute):
                    name, own = _callee(inner.func)
                    self._found.called.append(Called(self._found.path, inner.lineno, name, own, scope, guards))

    def _said(self, node: ast.Call, guards: Guards, scope: Scope) -> Said | None:
        level, arguments = _logging(node)
        if arguments is None:
            return None
        lookup = {**self._constants, **local(scope.node)}.get
        printed = level is None
        pieces = [parts(argument, lookup, percent=not printed and len(node.args) > 1) for argument in arguments]
        if not pieces or all(piece is None for piece in pieces):
            return None
        spaced: list[Parts] = []
        for piece in pieces:
            spaced += [(" ",)] if spaced else []
            spaced.append(piece if piece is not None else (None,))
        return Said(self._found.path, node.lineno, node.end_lineno or node.lineno, level, joined(spaced), scope, guards)


def _logging(node: ast.Call) -> tuple[str | None, list[ast.expr] | None]:  # noqa: PLR0911  # one for each form
    """The level and the arguments that make the text, if the call logs or prints; the level is None for what is printed."""
    func = node.func
    if isinstance(func, ast.Name):
        if func.id == "print":
            return None, list(node.args)
        word = _ONCE.sub("", func.id)
        if _PRINTS.search(func.id) or word.rpartition("_")[2] in LEVELS:
            return (LEVELS.get(word.rpartition("_")[2]), list(node.args[:1])) if node.args else (None, None)
        return None, None
    if not isinstance(func, ast.Attribute) or not node.args:
        return None, None
    receiver = ast.unparse(func.value) if isinstance(func.value, ast.Name | ast.Attribute) else _inner_name(func.value)
    word = _ONCE.sub("", func.attr)
    if word in LEVELS and (
        _LOGGER.search(receiver) or (receiver == "warnings" and word == "warn") or _is_text(node.args[0])
    ):
        return LEVELS[word], list(node.args[:1])
    if word == "log" and _LOGGER.search(receiver) and len(node.args) > 1:
        return _level_of(node.args[0]), list(node.args[1:2])
    if func.attr == "write" and receiver.endswith(("stdout", "stderr")):
        return None, list(node.args)
    return (None, list(node.args[:1])) if func.attr in {"echo", "secho"} or _PRINTS.search(func.attr) else (None, None)


def _level_of(node: ast.expr) -> str:
    return LEVELS.get(ast.unparse(node).rpartition(".")[2].lower(), "info")


def _inner_name(node: ast.expr) -> str:
    return (
        ast.unparse(node.func) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute) else ""
    )


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _callee(func: ast.Name | ast.Attribute) -> tuple[str, bool]:
    if isinstance(func, ast.Name):
        return func.id, False
    return func.attr, isinstance(func.value, ast.Name) and func.value.id in {"self", "cls"}


def assigned(body: Sequence[ast.stmt]) -> dict[str, ast.expr]:
    """Plain names that are assigned just once in a block, and what."""
    found: dict[str, ast.expr] = {}
    twice: set[str] = set()
    for name, value in _assignments(body):
        twice |= {name} if name in found else set()
        found[name] = value
    return {name: value for name, value in found.items() if name not in twice}


def local(function: Function | None) -> dict[str, ast.expr]:
    """Names that a function assigns just once, and that are no parameters."""
    if function is None:
        return {}
    arguments = function.args
    taken = {one.arg for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
    return {name: value for name, value in assigned(function.body).items() if name not in taken}


def _assignments(body: Sequence[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    for node in body:
        if isinstance(node, ast.Assign):
            yield from ((target.id, node.value) for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            yield node.target.id, node.value
        elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            yield from ((node.target.id, node.value) for _ in range(2))
        elif not isinstance(node, Function | ast.ClassDef):
            for name in ("body", "orelse", "finalbody"):
                yield from _assignments(getattr(node, name, ()))
            for inner in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
                yield from _assignments(inner.body)


def leaves(body: Sequence[ast.stmt]) -> bool:
    """Whether a block never comes to its end."""
    if not body:
        return False
    last = body[-1]
    if isinstance(last, ast.Return | ast.Raise | ast.Continue | ast.Break):
        return True
    if isinstance(last, ast.If):
        return leaves(last.body) and leaves(last.orelse)
    if isinstance(last, ast.With | ast.AsyncWith):
        return leaves(last.body)
    call = last.value if isinstance(last, ast.Expr) else None
    return (
        isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name | ast.Attribute)
        and _callee(call.func)[0] in _LEAVING
    )


def _exits(node: ast.stmt) -> Iterator[Guard]:
    """What must have held for the statements behind this one to be reached."""
    if isinstance(node, ast.Assert):
        yield Guard(node, node.test, wanted=True, line=node.lineno, kind="exit")
    if isinstance(node, ast.If):
        first, second = leaves(node.body), leaves(node.orelse)
        if first != second:
            yield Guard(node, node.test, wanted=second, line=node.lineno, kind="exit")
