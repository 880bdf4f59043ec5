"""A tree of Python code, looked at file by file as questions come: read as bytes to find words, parsed where a word was found.

Nothing of it is imported or executed. A tree of thousands of files costs one reading of its bytes, for only the few files
that a question touches are parsed.
"""

import ast
import io
import os
import tokenize
import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from logsleuth.errors import UsageError
from logsleuth.model.run import Note
from logsleuth.source.blocks import Blocks, Function, blocks
from logsleuth.source.walk import files

HELD = 64 << 20
"""Bytes of code that are kept in memory; what is beyond is read again when it is asked for."""


@dataclass(frozen=True, slots=True)
class Extent:
    """A function or a class: its first line (decorators are part of it), the line of `def` or `class`, and its last."""

    name: str
    first: int
    head: int
    last: int
    is_class: bool


class Code:
    """One file, parsed."""

    def __init__(self, path: str, text: str, module: ast.Module) -> None:
        self.path = path
        self.module = module
        self.lines: Sequence[str] = text.split("\n")[: len(text.split("\n")) - (1 if text.endswith("\n") else 0)]

    @cached_property
    def blocks(self) -> Blocks:
        """The statements that log, and the calls."""
        return blocks(self.path, self.module)

    @cached_property
    def extents(self) -> tuple[Extent, ...]:
        """All functions and classes, outer ones first."""
        nodes = [node for node in ast.walk(self.module) if isinstance(node, Function | ast.ClassDef)]
        return tuple(sorted((_extent(node) for node in nodes), key=lambda one: (one.first, -one.last)))

    @cached_property
    def classes(self) -> dict[str, ast.ClassDef]:
        """The classes by name; of several of one name the last."""
        return {node.name: node for node in ast.walk(self.module) if isinstance(node, ast.ClassDef)}

    def line(self, number: int) -> str | None:
        """A line; None beyond the end."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else None

    def around(self, number: int) -> tuple[Extent, ...]:
        """The functions and classes that a line stands in, outer ones first."""
        return tuple(one for one in self.extents if one.first <= number <= one.last)


class Tree:
    """A folder of Python code. `notes` grows as files turn out not to be readable."""

    def __init__(self, root: Path, paths: Sequence[str], notes: list[Note]) -> None:
        self.root = root
        self.absolute = (
            root.absolute().as_posix().strip("/") if root.is_dir() else root.absolute().parent.as_posix().strip("/")
        )
        self.paths = paths
        self.notes = notes
        self._bytes: dict[str, bytes] = {}
        self._held = 0
        self._faulty: set[str] = set()
        self._codes: dict[str, Code | None] = {}

    def shown(self, path: str) -> str:
        """A file's path for people: with the folder as it was given."""
        return (self.root / path if self.root.is_dir() else self.root).as_posix()

    def holding(self, *words: str) -> list[str]:
        """The files that hold all of these words."""
        wanted = [word.encode() for word in words]
        return [
            path for path in self.paths if all(word in content for content in (self._read(path),) for word in wanted)
        ]

    def code(self, path: str) -> Code | None:
        """One file, parsed; None if that is not possible, which is noted."""
        if path not in self._codes:
            self._codes[path] = self._parsed(path)
        return self._codes[path]

    def passing(self, paths: Iterable[str]) -> Iterator[Code]:
        """Those of the files that can be parsed, one after the other; none is kept, unless it is adopted."""
        for path in paths:
            code = self._codes[path] if path in self._codes else self._parsed(path)
            if code is not None:
                yield code

    def adopt(self, code: Code) -> None:
        """Keeps a file that was passing, so that asking for it gives this very one."""
        self._codes.setdefault(code.path, code)

    def codes(self, paths: Iterable[str]) -> list[Code]:
        """Those of the files that can be parsed."""
        return [code for path in paths if (code := self.code(path)) is not None]

    def _read(self, path: str) -> bytes:
        if path in self._bytes:
            return self._bytes[path]
        try:
            content = (self.root / path if self.root.is_dir() else self.root).read_bytes()
        except OSError as problem:
            self.notes.append(Note(f"{path} cannot be read: {problem.strerror}", str(self.root)))
            content = b""
        if self._held + len(content) <= HELD:
            self._bytes[path] = content
            self._held += len(content)
        return content

    def _parsed(self, path: str) -> Code | None:
        content = self._read(path)
        if path in self._faulty:
            return None
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                text = decoded(content)
                return Code(path, text, ast.parse(text))
        except (SyntaxError, ValueError, RecursionError, MemoryError) as problem:
            line = getattr(problem, "lineno", None)
            self._faulty.add(path)
            self.notes.append(
                Note(f"{path} is no Python that can be read{f' (line {line})' if line else ''}", str(self.root))
            )
            return None


def tree(folder: str) -> Tree:
    """A folder, or one file, as a tree of code. Raises UsageError if there is none."""
    root = Path(folder)
    if not root.exists():
        raise UsageError(f"--source {folder}: no such folder")
    if not os.access(root, os.R_OK):
        raise UsageError(f"--source {folder}: it may not be read")
    notes: list[Note] = []
    return Tree(root, files(root, notes), notes)


def decoded(content: bytes) -> str:
    """A source file as text, by its own word on its encoding; lines end with a newline."""
    try:
        encoding = tokenize.detect_encoding(io.BytesIO(content).readline)[0]
        text = content.decode(encoding)
    except (SyntaxError, UnicodeDecodeError, LookupError):
        text = content.decode("utf-8", "replace")
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _extent(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> Extent:
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    return Extent(node.name, first, node.lineno, node.end_lineno or node.lineno, isinstance(node, ast.ClassDef))
