"""What interpreters answered: transcripts of `python -c`, sessions with `>>>`, `python -m site`, and bare answers.

A line is read as the answer to the question above it, so `None` after `print(m.__file__)` means that the import worked and
that `m` is a namespace package, and `None` after `find_spec` that nothing was found.
"""

import json
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from logsleuth.machine import answers
from logsleuth.machine.answers import Answer
from logsleuth.machine.commands import is_python
from logsleuth.machine.pattern import Pattern
from logsleuth.machine.probes import MAX_CODE, Names, Probe, probe
from logsleuth.machine.prompts import prompt
from logsleuth.machine.snapshot import Reading, Snapshot, cite, unread
from logsleuth.model.relation import Row

_BARE_COMMAND = Pattern(r"(?:[A-Za-z_]\w*=\S+ )*(?:\S*/)?(?:python|pypy)[\d.]* +-(?:\S)")
_SITE_ROW = Pattern(r"\s+(?P<entry>'(?:[^'\\]|\\.)*'|\"[^\"]*\"),?\s*$")
_HEREDOC = Pattern(r"<<-?\s*['\"]?(?P<word>\w{1,30})['\"]?\s*$")
_WHICH = Pattern(r"(?:which(?: -a)?|command -[vV]|type(?: -a)?|readlink -f|realpath|whereis)\s")
_ABSOLUTE = Pattern(r"(?:.{0,40}? is )?(?:hashed \()?(?P<path>/\S*(?:python|pypy)[\d.]*)\)?$")
_SYS_PATH = Pattern(r"(?:sys\.)?path\s*[=:]\s*(?P<list>\[.*\])\s*$")
_SYS_VALUE = Pattern(r"(?:sys\.)?(?P<what>executable|prefix)\s*[=:]\s*'?(?P<value>/[^'\s]*)'?\s*$")
_PIP = Pattern(r"pip \d\S* from (?P<prefix>/\S*?)/lib(?:64)?/python[\d.]+/\S* \(python (?P<version>[\d.]+)\)")
_CODE_OPTION = Pattern(r"-[bBdEIOPqsSuv]*c")
_OPERATORS = frozenset({"&&", "||", ";", "|", "&", "|&"})
_MAX_COMMAND_LINES = 50
_MAX_ANSWER = 400
_JSON_LINES = 2000
_MAX_OBJECTS = 100

_KEYS = {
    "executable": ("executable", "exe", "sys_executable", "interpreter", "python"),
    "version": ("version", "ver", "sys_version"),
    "prefix": ("prefix", "sys_prefix"),
    "module": ("module",),
    "found": ("found",),
    "origin_path": ("origin_path", "origin", "file"),
    "namespace": ("namespace",),
}


@dataclass(frozen=True, slots=True)
class _Question:
    """A command, with the lines that it stands on; `code` is what Python was told to run."""

    command: str
    first: int
    last: int
    host: str | None = None
    executable: str | None = None
    code: str | None = None
    arguments: tuple[str, ...] = ()
    session: bool = False
    follows_up: bool = False


@dataclass(slots=True)
class _State:
    """What the transcript told so far."""

    snapshot: Snapshot
    executable: str | None = None
    host: str | None = None
    names: Names = field(default_factory=Names)
    interpreters: list[Row] = field(default_factory=list)
    paths: list[Row] = field(default_factory=list)
    understood: bool = False
    objects: int = 0

    def add(self, first: int, last: int, executable: str | None, answer: Answer) -> None:
        """A row for the answer; a search path is a row for each entry."""
        self.understood = True
        if answer.columns:
            columns = {"executable": executable} | dict(answer.columns) | {"origin.host": self.host}
            self.interpreters.append(cite(self.snapshot, first, last, columns))
        for position, entry in enumerate(answer.paths):
            columns = {"executable": executable, "position": position, "entry": entry, "origin.host": self.host}
            self.paths.append(cite(self.snapshot, first, last, columns))


def read(snapshot: Snapshot) -> Reading:
    """Questions and answers, in order."""
    state = _State(snapshot)
    lines = snapshot.lines
    at = 0
    while at < len(lines):
        question = _question(state, at)
        if question is None:
            at = _loose(state, at)
            continue
        end = _answer_end(lines, question)
        _exchange(state, question, end)
        at = max(end, at + 1)
    if not state.understood:
        return unread(snapshot)
    rows = {"interpreters": state.interpreters}
    return Reading(rows | {"paths": state.paths} if state.paths else rows)


# Questions ----------------------------------------------------------------------------------------------------------------


def _question(state: _State, at: int) -> _Question | None:
    """The command at that line, with the lines it goes on over; None if the line holds no command."""
    lines = state.snapshot.lines
    line = lines[at]
    if line.startswith(">>>"):
        return _session_line(state, at)
    prompted = prompt(line)
    command = prompted.command if prompted else line if _BARE_COMMAND.match(line) else None
    if command is None:
        return None
    state.host = prompted.host if prompted and prompted.host else state.host
    last = at
    while command.count('"') % 2 or (command.count("'") % 2 and '"' not in command) or command.endswith("\\"):
        if (
            last + 1 >= len(lines)
            or last - at >= _MAX_COMMAND_LINES
            or prompt(lines[last + 1])
            or len(command) > MAX_CODE
        ):
            break
        last += 1
        command = f"{command.removesuffix(chr(92))}\n{lines[last].removeprefix('> ')}"
    return _told(command, at, last, state, prompted is not None)


def _session_line(state: _State, at: int) -> _Question:
    """Code at `>>>` with the lines at `...`."""
    lines = state.snapshot.lines
    code = [lines[at][3:].removeprefix(" ")]
    last = at
    while last + 1 < len(lines) and lines[last + 1].startswith("...") and last - at < _MAX_COMMAND_LINES:
        last += 1
        code.append(lines[last][3:].removeprefix(" "))
    text = "\n".join(code)
    ended = last + 1 < len(lines) and (lines[last + 1].startswith(">>>") or prompt(lines[last + 1]) is not None)
    return _Question(text, at, last, state.host, state.executable, text, session=True, follows_up=ended)


def _told(command: str, first: int, last: int, state: _State, prompted: bool) -> _Question:  # noqa: FBT001
    """Which interpreter a command starts, and with which code; `code` is None where it runs none that is known."""
    words = _words(command)
    at = next(
        (index for index, word in enumerate(words) if is_python(word) and (index == 0 or _starts(words, index))), None
    )
    question = _Question(command, first, last, state.host, follows_up=prompted)
    if at is None:
        return question
    code: str | None = None
    arguments: tuple[str, ...] = ()
    rest = words[at + 1 :]
    rest = rest[: next((index for index, word in enumerate(rest) if word in _OPERATORS), len(rest))]
    if (dash := next((index for index, word in enumerate(rest) if _CODE_OPTION.fullmatch(word)), None)) is not None:
        code = rest[dash + 1] if dash + 1 < len(rest) else None
        arguments = tuple(word for word in rest[dash + 2 :] if ">" not in word)
    elif heredoc := _HEREDOC.search(command):
        code, last = _heredoc(state.snapshot.lines, last, heredoc["word"])
    return _Question(command, first, last, state.host, words[at], code, arguments, follows_up=prompted)


def _starts(words: Sequence[str], index: int) -> bool:
    """Whether the word at that place begins a command, or stands after a wrapper's words, and is no argument of a tool that looks for it."""
    before = words[max(0, index - 1)]
    return before in _OPERATORS or not _WHICH.match(" ".join(words[max(0, index - 2) : index]) + " ")


def _words(command: str) -> list[str]:
    """The words as a shell reads them, operators apart; those between blanks where quotes are not closed."""
    reader = shlex.shlex(command[: 2 * MAX_CODE], posix=True, punctuation_chars=";|&")
    reader.whitespace_split = True
    reader.commenters = ""
    try:
        return list(reader)
    except ValueError:
        return command.split()


def _heredoc(lines: Sequence[str], at: int, word: str) -> tuple[str | None, int]:
    """The text of a here-document and the line that ends it."""
    for end in range(at + 1, min(at + 1 + _MAX_COMMAND_LINES, len(lines))):
        if lines[end].strip() == word:
            return "\n".join(line.removeprefix("> ") for line in lines[at + 1 : end]), end
    return None, at


def _answer_end(lines: Sequence[str], question: _Question) -> int:
    """One past the last line of the answer: the next command begins there."""
    end = question.last + 1
    while end < len(lines) and end - question.last <= _MAX_ANSWER:
        line = lines[end]
        if (
            line.startswith(">>>")
            or _BARE_COMMAND.match(line)
            or (prompt(line) is not None and not line.startswith("%"))
        ):
            break
        end += 1
    return end


# Answers ------------------------------------------------------------------------------------------------------------------


def _exchange(state: _State, question: _Question, end: int) -> None:
    """What one command and its answer tell."""
    first = question.last + 1
    lines = state.snapshot.lines[first:end]
    if question.executable is not None and not question.session:
        state.executable = question.executable if question.code is None else state.executable
        state.names = Names()
    if _WHICH.match(question.command):
        _which(state, question, lines)
    elif question.code is not None:
        _probed(state, question, lines, end)
    else:
        at = first
        while at < end:
            at = _loose(state, at, question.executable)


def _which(state: _State, question: _Question, lines: Sequence[str]) -> None:
    for offset, line in enumerate(lines[:20], question.last + 1):
        if match := _ABSOLUTE.match(line.strip()):
            state.add(question.first, offset, match["path"], Answer({"executable": match["path"]}))


def _probed(state: _State, question: _Question, lines: Sequence[str], end: int) -> None:
    """Code and what it printed."""
    asked = probe(question.code or "", question.arguments, state.names if question.session else None)
    if asked is None:
        return
    texts = [(question.last + 1 + offset, line) for offset, line in enumerate(lines) if line.strip()]
    broken = answers.failed([line for _, line in texts], [*asked.imports, *asked.specs])
    if broken is not None:
        last = next((at for at, line in reversed(texts) if line[:1].strip()), question.last)
        told = _before_failure(asked, texts, broken)
        for answer in [*broken, *told]:
            state.add(question.first, last, question.executable, answer)
        state.understood = True
        return
    ended = question.follows_up and end < len(state.snapshot.lines)
    _printed(state, question, asked, texts, ended=ended)


def _before_failure(asked: Probe, texts: Sequence[tuple[int, str]], broken: Sequence[Answer]) -> list[Answer]:
    """Values printed before the exception: those whose text tells by itself what it is."""
    known = {answer.columns.get("module") for answer in broken}
    shown = (answers.repr_of(line) for _, line in texts)
    return [
        answer for answer in shown if answer is not None and answer.columns.get("module") not in known and asked.specs
    ]


def _printed(
    state: _State, question: _Question, asked: Probe, texts: Sequence[tuple[int, str]], *, ended: bool
) -> None:
    """Each printed line with what was asked for it: the last lines are those of the code, what stands above are warnings."""
    told: list[tuple[int, Answer]] = []
    if question.session and asked.values and not asked.prints:
        at, line = texts[-1] if texts else (question.last, "")
        if texts or question.follows_up:
            answer = answers.valued(line, asked.values[-1])
            told += [(at, answer)] if answer is not None else []
    shown = texts[-len(asked.prints) :] if asked.prints else []
    complete = len(shown) == len(asked.prints) and bool(shown)
    for (at, line), items in zip(shown if complete else [], asked.prints, strict=False):
        told += ((at, answer) for answer in answers.printed(line, items))
    if complete or told or (ended and not asked.prints and not question.session):
        named = {answer.columns.get("module") for _, answer in told}
        last = shown[-1][0] if complete else question.last
        told += ((last, answers.found(name)) for name in _implied(asked.imports) if name not in named)
    for at, answer in told:
        state.add(question.first, at, question.executable, answer)


def _implied(imports: Sequence[str]) -> Iterator[str]:
    """The modules that were imported, and their parents; not those of every Python, which tell nothing."""
    for module in dict.fromkeys(imports):
        if module.partition(".")[0] in _OWN:
            continue
        yield from answers.with_parents(module)


_OWN = frozenset({"sys", "os", "site", "json", "importlib", "pathlib", "inspect", "time", "warnings", "subprocess"})


def _loose(state: _State, at: int, executable: str | None = None) -> int:
    """A line that says by itself what it is; where the next one begins."""
    line = state.snapshot.lines[at]
    executable = executable or state.executable
    if line.startswith("sys.path = ["):
        return _site(state, at, executable)
    if state.objects < _MAX_OBJECTS and (line.strip() in {"{", "["} or line.startswith('{"')):
        return _json(state, at)
    if told := answers.run_failed(line):
        for answer in told[1]:
            state.add(at, at, told[0], answer)
    elif number := answers.version(line):
        state.add(at, at, executable, Answer({"version": number}))
    elif (shown := answers.repr_of(line)) is not None:
        state.add(at, at, executable, shown)
    elif answers.is_list(line) and ("/lib/python" in line or "site-packages" in line):
        state.add(at, at, executable, Answer(paths=answers.search_path(line)))
    else:
        _named_value(state, at, line, executable)
    return at + 1


def _named_value(state: _State, at: int, line: str, executable: str | None) -> None:
    if match := _PIP.match(line):
        state.add(at, at, executable, Answer({"version": match["version"], "prefix": match["prefix"]}))
    elif match := _SYS_PATH.match(line):
        state.add(at, at, executable, Answer(paths=answers.search_path(match["list"])))
    elif match := _SYS_VALUE.match(line):
        state.add(at, at, executable, Answer({match["what"]: match["value"]}))


def _site(state: _State, at: int, executable: str | None) -> int:
    """`python -m site`: a line for each entry."""
    lines = state.snapshot.lines
    end = at + 1
    while end < len(lines) and (match := _SITE_ROW.match(lines[end])):
        columns = {
            "executable": executable,
            "position": end - at - 1,
            "entry": match["entry"][1:-1],
            "origin.host": state.host,
        }
        state.paths.append(cite(state.snapshot, end, None, columns))
        end += 1
    state.understood = True
    return end


def _json(state: _State, at: int) -> int:
    """What a probe printed as JSON: one object, or a list of them."""
    state.objects += 1
    lines = state.snapshot.lines
    first = lines[at].strip()
    close = {"{": "}", "[": "]"}.get(first)
    end = at
    if close is not None:
        end = next(
            (index for index in range(at, min(at + _JSON_LINES, len(lines))) if lines[index].rstrip() == close), at
        )
    try:
        value = json.loads("\n".join(lines[at : end + 1]))
    except (ValueError, RecursionError):
        return at + 1
    for item in value if isinstance(value, list) else [value]:
        if isinstance(item, dict):
            _object(state, at, end, item)
    return end + 1


def _object(state: _State, first: int, last: int, item: dict[str, Any]) -> None:
    columns = {
        column: _typed(column, next((item[key] for key in keys if key in item), None)) for column, keys in _KEYS.items()
    }
    if columns["executable"] is None and columns["module"] is None:
        return
    executable = columns["executable"] if isinstance(columns["executable"], str) else None
    entries = item.get("path", item.get("sys_path", item.get("sys.path")))
    paths = tuple(entry for entry in entries if isinstance(entry, str)) if isinstance(entries, list) else ()
    state.add(first, last, executable, Answer(columns, paths[:1000]))


def _typed(column: str, value: Any) -> Any:
    """The value, if it is of the column's type."""
    if column in {"found", "namespace"}:
        return value if isinstance(value, bool) else None
    if not isinstance(value, str):
        return None
    return (value.split() or [""])[0] if column == "version" else value
