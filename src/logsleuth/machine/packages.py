"""Lists of Python packages: `pip list`, `freeze`, `show` and `--version`, `uv pip`, `conda list`."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from logsleuth.machine.commands import base, is_python, unwrapped
from logsleuth.machine.pattern import Pattern
from logsleuth.machine.prompts import prompt
from logsleuth.machine.snapshot import Reading, Snapshot, cite, unread
from logsleuth.model.relation import Row

_NAME = r"[A-Za-z0-9_][\w.\-]{0,200}"
_HEADER = Pattern(r"\s*Package\s+Version\b")
_RULE = Pattern(r"\s*-{2,}[ -]*$")
_ROW = Pattern(rf"\s*(?P<name>{_NAME})(?:\[[\w,.-]+\])?\s+v?(?P<version>\d\S*|\w+)(?:\s+(?P<rest>\S.*))?$")
_BARE = Pattern(rf"(?P<name>{_NAME})\s+(?P<version>\d+\.\w[^\s=]*)(?:\s+(?P<rest>/\S.*))?\s*$")
_PINNED = Pattern(rf"(?P<name>{_NAME})(?:\[[\w,. -]+\])?===?(?P<version>\S+)")
_DIRECT = Pattern(rf"(?P<name>{_NAME})(?:\[[\w,. -]+\])? @ (?P<url>\S+)")
_CONDA_PIN = Pattern(rf"(?P<name>{_NAME})=(?P<version>\d[\w.!+]*)=\w+$")
_EDITABLE = Pattern(r"(?:-e|--editable) (?P<target>\S.*)$")
_EDITABLE_NOTE = Pattern(rf"# Editable .*\((?P<name>{_NAME})==(?P<version>[^\s)]+)\)")
_EGG = Pattern(rf"[#&]egg=(?P<name>{_NAME})")
_FIELD = Pattern(r"(?P<key>[A-Z][\w -]{0,40}): ?(?P<value>.*)$")
_PIP_VERSION = Pattern(r"pip (?P<version>\d\S*) from (?P<path>\S.*) \(python (?P<python>[\d.]+)\)")
_LIB = Pattern(r"(?P<prefix>.*)/lib(?:64)?/python[\d.]+/(?:site|dist)-packages(?:/pip)?$")
_CONDA = Pattern(
    r"# packages in environment at (?P<prefix>.+?):?\s*$|\s*List of packages in environment: \"(?P<mamba>[^\"]+)\""
)
_UV = Pattern(r"Using Python \S+ environment at:? (?P<prefix>\S+)")
_PIP = Pattern(r"pip[\d.]*")
_PASSED_OVER = Pattern(
    r"WARNING: |DEPRECATION: |\[notice\]|No broken requirements found"
    rf"|{_NAME} \d\S* (?:requires [^,]+, which is not installed|has requirement .+, but you have )"
)
_SHOWN = frozenset({"Name", "Version", "Location", "Editable project location"})
_SEPARATORS = Pattern(r"[-_.]+")
_MAX_JSON = 2 << 20
_ITEM_LINES = 20  # an item of an indented list stands so near to the one before it


@dataclass(slots=True)
class _State:
    """Where in a list the reader is."""

    snapshot: Snapshot
    interpreter: str | None = None
    host: str | None = None
    mode: str = ""  # list, conda, show, or none of them
    spans: tuple[tuple[str, int], ...] = ()
    shown: dict[str, str] = field(default_factory=dict)
    shown_at: int = 0
    note: tuple[int, str, str] | None = None
    understood: bool = False
    rows: list[Row] = field(default_factory=list)
    interpreters: list[Row] = field(default_factory=list)

    def add(self, first: int, last: int | None, name: str | None, **columns: Any) -> None:
        """A row; with the interpreter that was asked."""
        columns |= {"name": name, "normalized": normalized(name) if name else None, "interpreter": self.interpreter}
        self.rows.append(cite(self.snapshot, first, last, columns | {"origin.host": self.host}))
        self.understood = True


def read(snapshot: Snapshot) -> Reading:
    """The packages of all lists, in order."""
    if listed := _from_json(snapshot):
        return Reading({"packages": listed})
    state = _State(snapshot)
    for index, line in enumerate(snapshot.lines):
        _take(state, index, line)
    _finish_show(state, len(snapshot.lines) - 1)
    if not state.understood:
        return unread(snapshot)
    rows = {"packages": state.rows}
    return Reading(rows | {"interpreters": state.interpreters} if state.interpreters else rows)


def normalized(name: str) -> str:
    """The name as PEP 503 compares it: lower case, each run of `-_.` a single dash."""
    return _SEPARATORS.sub("-", name).lower()


def asked(command: str) -> str | None:
    """The interpreter that a package command asks, where the command names it; a `pip` of a folder asks the Python beside it."""
    words, _, _ = unwrapped(command)
    for at, word in enumerate(words):
        if is_python(word):
            return word
        if word.startswith("--python="):
            return word.removeprefix("--python=")
        if word in {"--python", "-p"} and at + 1 < len(words):
            return words[at + 1]
    first = words[0] if words else ""
    if "/" in first and _PIP.fullmatch(base(first)):
        return f"{first.rpartition('/')[0]}/python"
    return None


def _take(state: _State, index: int, line: str) -> None:
    """One line of a list."""
    prompted = None if _CONDA.match(line) else prompt(line)
    if prompted is not None and _is_command(prompted.command):
        _finish_show(state, index - 1)
        state.interpreter, state.host, state.mode = asked(prompted.command), prompted.host or state.host, ""
        return
    if _heading(state, index, line) or _PASSED_OVER.match(line):
        state.understood = True
        return
    if state.mode == "show":
        _show(state, index, line)
    elif not line.strip():
        state.mode = ""
    elif state.mode == "list":
        _list_row(state, index, line)
    elif state.mode == "conda":
        _conda_row(state, index, line)
    else:
        _loose(state, index, line)


def _is_command(command: str) -> bool:
    words = command.split(None, 12)[:12]
    return any(
        is_python(word) or _PIP.fullmatch(base(word)) or base(word) in {"uv", "conda", "mamba", "micromamba"}
        for word in words
    )


def _heading(state: _State, index: int, line: str) -> bool:
    """Whether the line begins a list or says what it is of."""
    if _HEADER.match(line):
        state.mode = "list"
        state.spans = _spans(line)
    elif state.mode == "list" and _RULE.match(line):
        pass
    elif match := _CONDA.match(line):
        state.mode = "conda"
        state.interpreter = f"{(match['prefix'] or match['mamba']).rstrip('/')}/bin/python"
    elif match := _UV.match(line):
        state.interpreter = f"{match['prefix'].rstrip('/')}/bin/python"
    elif match := _PIP_VERSION.match(line):
        _pip_version(state, index, match)
    elif line.startswith("Name: ") and state.mode != "show":
        state.mode = "show"
        _show(state, index, line)
    else:
        return False
    return True


def _spans(header: str) -> tuple[tuple[str, int], ...]:
    """The titles of `pip list` after the version, and where each begins."""
    titles = ("Editable project location", "Location", "Installer", "Latest", "Type")
    return tuple((title, at) for title in titles if (at := header.find(title)) >= 0)


def _list_row(state: _State, index: int, line: str) -> None:
    match = _ROW.match(line)
    if match is None:
        state.mode = ""
        _loose(state, index, line)
        return
    columns = {"version": match["version"]}
    for at, (title, start) in enumerate(state.spans):
        end = state.spans[at + 1][1] if at + 1 < len(state.spans) else len(line)
        value = line[start:end].strip()
        if value and title in {"Location", "Editable project location"}:
            columns["location" if title == "Location" else "editable"] = value
    state.add(index, None, match["name"], **columns)


def _conda_row(state: _State, index: int, line: str) -> None:
    if line.startswith("#") or (not line[:1].strip() and "Name" in line):
        return
    match = _ROW.match(line)
    if match is not None:
        state.add(index, None, match["name"], version=match["version"])


def _loose(state: _State, index: int, line: str) -> None:
    """A line of `pip freeze`, or a row of a list whose header is gone."""
    if note := _EDITABLE_NOTE.match(line):
        state.note = (index, note["name"], note["version"])
    elif match := _EDITABLE.match(line):
        _editable(state, index, match["target"].strip())
    elif match := _PINNED.match(line) or _CONDA_PIN.match(line):
        state.add(index, None, match["name"], version=match["version"].partition(";")[0])
    elif match := _DIRECT.match(line):
        state.add(index, None, match["name"])
    elif match := _BARE.match(line):
        state.add(index, None, match["name"], version=match["version"], location=match["rest"])


def _editable(state: _State, index: int, target: str) -> None:
    """`-e PATH`, whose name the comment above it tells, or `-e git+URL#egg=NAME`."""
    note = state.note if state.note and state.note[0] == index - 1 else None
    egg = _EGG.search(target)
    path = target.removeprefix("file://") if "+" not in target.partition("://")[0] else target
    state.add(
        note[0] if note else index,
        index,
        note[1] if note else egg["name"] if egg else None,
        version=note[2] if note else None,
        editable=path.partition("#")[0] if egg else path,
    )


def _show(state: _State, index: int, line: str) -> None:
    """A field of `pip show`; blocks are divided by `---`."""
    if line.startswith("---"):
        _finish_show(state, index - 1)
        state.mode = "show"
        return
    match = _FIELD.match(line)
    if match is None or match["key"] not in _SHOWN:
        return
    if match["key"] == "Name":
        _finish_show(state, index - 1)
        state.mode, state.shown_at = "show", index
    state.shown.setdefault(match["key"], match["value"].strip())


def _finish_show(state: _State, last: int) -> None:
    """Ends a block of `pip show`."""
    shown, state.shown, state.mode = state.shown, {}, ""
    if "Name" not in shown:
        return
    while last > state.shown_at and not state.snapshot.lines[last].strip():
        last -= 1
    state.add(
        state.shown_at,
        last,
        shown["Name"],
        version=shown.get("Version"),
        location=shown.get("Location"),
        editable=shown.get("Editable project location"),
    )


def _pip_version(state: _State, index: int, match: re.Match[str]) -> None:
    """`pip 23.2.1 from PATH (python 3.11)`: pip itself, and the environment that it is of."""
    lib = _LIB.match(match["path"])
    state.add(index, None, "pip", version=match["version"], location=match["path"].removesuffix("/pip"))
    columns = {"executable": state.interpreter, "version": match["python"], "prefix": lib["prefix"] if lib else None}
    state.interpreters.append(cite(state.snapshot, index, None, columns | {"origin.host": state.host}))


def _from_json(snapshot: Snapshot) -> list[Row]:
    """The rows of `pip list --format=json` or `conda list --json`, each citing the line that names it."""
    start = next(
        (at for at, line in enumerate(snapshot.lines[:50]) if line.lstrip().startswith("[{") or line.strip() == "["),
        None,
    )
    if start is None:
        return []
    end = next(
        (at for at in range(len(snapshot.lines) - 1, start - 1, -1) if snapshot.lines[at].rstrip().endswith("]")), start
    )
    try:
        items = json.loads("\n".join(snapshot.lines[start : end + 1])[:_MAX_JSON])
    except (ValueError, RecursionError):
        return []
    above = [found for line in snapshot.lines[:start] if (found := prompt(line)) is not None]
    interpreter = asked(above[-1].command) if above else None
    return [*_json_rows(snapshot, items, (start, end), interpreter)] if isinstance(items, list) else []


def _json_rows(snapshot: Snapshot, items: list[Any], span: tuple[int, int], interpreter: str | None) -> Iterator[Row]:
    at = span[0]
    for item in items:
        name = item.get("name") if isinstance(item, dict) else None
        if not isinstance(name, str):
            continue
        quoted = f'"{name}"'
        ahead = range(at, min(at + _ITEM_LINES, span[1] + 1))
        at = next((index for index in ahead if quoted in snapshot.lines[index]), at)
        columns = {
            "interpreter": interpreter,
            "name": name,
            "normalized": normalized(name),
            "version": _text(item.get("version")),
        }
        columns |= {"editable": _text(item.get("editable_project_location")), "location": _text(item.get("location"))}
        yield cite(snapshot, at, None, columns)


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None
