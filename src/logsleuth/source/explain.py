"""Expectations in the light of the tree: which statement prints the line, what guards it, and what the run shows of that."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from logsleuth.model.book import Pattern
from logsleuth.model.relation import Row
from logsleuth.model.verdict import Emitted, Expectation, Place
from logsleuth.source.blocks import Guard, Said
from logsleuth.source.emitters import Emitter
from logsleuth.source.options import UNKNOWN, Reading
from logsleuth.source.texts import expression
from logsleuth.source.tree import Tree
from logsleuth.source.values import Evaluator, Known, Value, blamed

_ABSENT = frozenset({"missing", "unknown", "not-reached"})
_QUIET = ("debug", "info")


@dataclass(frozen=True, slots=True)
class Sights:
    """What was seen of the tree's statements in the logs: statement (path, line) -> the first line that it printed. `levels` are those that the logs show."""

    printed: Mapping[tuple[str, int], Row]
    known: Known
    levels: frozenset[str | None]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a guard holds, the line that shows it, the flag that decides it, and why."""

    guard: Guard
    holds: bool | None
    place: Place | None = None
    flag: Reading | None = None
    why: str = ""
    branch: Said | None = None


def key(said: Said) -> str:
    """The key of the pattern that finds what a statement prints."""
    return f"source/said/{said.path}:{said.line}"


def patterns(emitters: Sequence[Emitter]) -> list[Pattern]:
    """What the scan must look for: the lines of all neighbours."""
    found: dict[str, Pattern] = {}
    for emitter in emitters:
        for said in emitter.neighbours():
            written = expression(said.parts)
            if written is not None:
                found.setdefault(key(said), Pattern(key(said), expression=written, sees_benign=True))
    return list(found.values())


def asked(tree: Tree, emitters: Sequence[Emitter]) -> tuple[list[str], list[str]]:
    """The flags and the environment variables that the guards read."""
    evaluator = Evaluator(tree, Known())
    for emitter in emitters:
        for guard in emitter.guards:
            _value(tree, evaluator, emitter, guard)
    return list(evaluator.asked.settings), list(evaluator.asked.environ)


def explained(
    tree: Tree, expectation: Expectation, emitter: Emitter | None, sights: Sights
) -> tuple[Expectation, list[Row]]:
    """The expectation with its source, and the rows of `statements` that it rests on."""
    if emitter is None:
        why = f"{expectation.why}; no statement of the source tree prints it"
        return (replace(expectation, why=why) if expectation.status != "found" else expectation), []
    verdicts = [_verdict(tree, emitter, guard, sights) for guard in emitter.guards]
    brackets = _Brackets(emitter, sights)
    status, why = _status(expectation, emitter, brackets, sights)
    decided = _decided(verdicts, emitter)
    emitted = Emitted(
        path=tree.shown(emitter.said.path),
        line=emitter.said.line,
        level=emitter.said.level,
        guard=" and ".join(verdict.guard.text for verdict in verdicts) or None,
        guard_holds=decided.holds if decided else True,
        shown=decided.place if decided else None,
        flag=decided.flag.name if decided and decided.flag else None,
        bracket=brackets.word,
        brackets=tuple(brackets.sentences),
    )
    sentences = [why, f"it is printed at {emitter.said.path}:{emitter.said.line}{_among(emitter)}"]
    if status in _ABSENT:
        sentences += [
            decided.why if decided and decided.why else "no condition guards it" if not verdicts else "",
            *brackets.sentences,
        ]
    proof = expectation.proof or tuple(brackets.places[:1])
    full = replace(
        expectation,
        status=status,
        why="; ".join(sentence for sentence in sentences if sentence),
        source=emitted,
        proof=proof,
        path=expectation.path or (proof[0].path if proof else None),
    )
    return full, list(_rows(full, emitter, decided, brackets, sights))


def _among(emitter: Emitter) -> str:
    rivals = len(emitter.rivals)
    return f" ({rivals} other {'statement' if rivals == 1 else 'statements'} could, too)" if rivals else ""


# The guard ----------------------------------------------------------------------------------------------------------------


def _verdict(tree: Tree, emitter: Emitter, guard: Guard, sights: Sights) -> Verdict:
    """A statement of the other branch that was printed decides it; one of its own branch does; else the values that it reads."""
    evaluator = Evaluator(tree, sights.known)
    for said in emitter.branches(guard):
        row = sights.printed.get((said.path, said.line))
        if row is not None:
            flag = _flag(tree, evaluator, emitter, guard)
            why = f"{row['path']}:{row['line']} was printed by the other branch of `{guard.text}` ({said.path}:{said.line}){_says(flag)}"
            return Verdict(guard, holds=False, place=_place(row), flag=flag, why=why, branch=said)
    for said in emitter.neighbours():
        row = sights.printed.get((said.path, said.line))
        if row is not None and any(guard.same(other) for other in said.guards):
            why = f"`{guard.text}` held: {row['path']}:{row['line']} was printed under it ({said.path}:{said.line})"
            return Verdict(guard, holds=True, place=_place(row), why=why)
    return _reckoned(tree, evaluator, emitter, guard)


def _reckoned(tree: Tree, evaluator: Evaluator, emitter: Emitter, guard: Guard) -> Verdict:
    value = _value(tree, evaluator, emitter, guard)
    truth = value.truth if guard.kind in {"if", "exit"} or (guard.kind == "loop" and value.truth is not None) else None
    if truth is None:
        return Verdict(
            guard,
            None,
            flag=_flag(tree, evaluator, emitter, guard),
            why=f"it is printed only if `{guard.text}`, which nothing here decides",
        )
    holds = truth is guard.wanted
    flag = next((one for one in value.readings if one.place is not None), None)
    if not holds:
        flag = _flag(tree, evaluator, emitter, guard) or flag
    why = f"`{guard.text}` {'held' if holds else 'did not hold'}{_says(flag)}"
    return Verdict(guard, holds, flag.place if flag else None, flag, why)


def _value(tree: Tree, evaluator: Evaluator, emitter: Emitter, guard: Guard) -> Value:
    said = next(
        (
            one
            for one in (emitter.said, *emitter.neighbours())
            if any(guard is other or guard.same(other) for other in one.guards)
        ),
        None,
    )
    level = next(level for level in emitter.levels if any(guard is other for other in level.guards))
    scope = (said or (level.said[0] if level.said else emitter.said)).scope
    path = (said or (level.said[0] if level.said else emitter.said)).path
    code = tree.code(path)
    if guard.test is None or code is None or guard.kind in {"except", "case"}:
        return Value()
    return evaluator.value(guard.test, code, scope)


def _flag(tree: Tree, evaluator: Evaluator, emitter: Emitter, guard: Guard) -> Reading | None:
    """What keeps the condition from holding: a value that is shown first, a variable that is not set next."""
    code = tree.code(emitter.said.path)
    if guard.test is None or code is None:
        return None
    parts = blamed(evaluator, guard.test, guard.wanted, code, emitter.said.scope)
    readings = [(value.truth is None, not reading.environ, reading) for value in parts for reading in value.readings]
    readings.sort(key=lambda one: (one[0], one[2].place is None, one[1]))
    return readings[0][2] if readings else None


def _says(flag: Reading | None) -> str:
    if flag is None:
        return ""
    if flag.value is UNKNOWN:
        return f": it depends on {flag.name}"
    if flag.environ and flag.value is None and flag.place is not None:
        return f": {flag.name} is not set in {flag.place.path}"
    return f": {flag.name} is {flag.value!r}{f' ({flag.place.path}:{flag.place.line})' if flag.place else ''}"


def _decided(verdicts: Sequence[Verdict], emitter: Emitter) -> Verdict | None:
    """The guard that decides: one that is false; else one that is not known; else, where all hold, the innermost."""
    false = [verdict for verdict in verdicts if verdict.holds is False]
    if false:
        return next((verdict for verdict in false if verdict.branch is not None), false[0])
    unknown = [verdict for verdict in verdicts if verdict.holds is None]
    if unknown:
        named = [verdict for verdict in unknown if verdict.flag is not None]
        return (named or unknown)[0]
    return verdicts[-1] if verdicts and emitter else None


# The neighbours -----------------------------------------------------------------------------------------------------------


class _Brackets:
    """What the neighbours that surely print tell: `passed`, `left` between two of them, `before` (only the first), or None."""

    def __init__(self, emitter: Emitter, sights: Sights) -> None:
        self.word: str | None = None
        self.sentences: list[str] = []
        self.places: list[Place] = []
        self.seen: list[tuple[str, Said, Row]] = []
        for number, level in enumerate(emitter.levels):
            after = self._first("after", level.after(), sights)
            before = self._first("before", level.before(), sights)
            if after is not None:
                self.word = "passed"
                self._tell(after, "after the call of its function" if number else "after it", "its place was passed")
            if before is not None and self.word is None:
                self.word = "before"
                self._tell(before, "before the call of its function" if number else "before it", "its place was near")
            if self.word is not None:
                return

    def _first(self, role: str, said: Sequence[Said], sights: Sights) -> tuple[Said, Row] | None:
        for one in said:
            row = sights.printed.get((one.path, one.line))
            if row is not None:
                self.seen.append((role, one, row))
                return one, row
        return None

    def _tell(self, pair: tuple[Said, Row], where: str, so: str) -> None:
        said, row = pair
        self.sentences.append(
            f"the statement {where} ({said.path}:{said.line}) printed {row['path']}:{row['line']}: {so}"
        )
        self.places.append(_place(row))


def _status(expectation: Expectation, emitter: Emitter, brackets: _Brackets, sights: Sights) -> tuple[str, str]:
    """The status, now that the line's place and level are known."""
    level = emitter.said.level
    if expectation.status not in _ABSENT:
        return expectation.status, expectation.why
    shown = {one for one in sights.levels if one}
    if (
        level in _QUIET
        and shown
        and not shown & set(_QUIET[: _QUIET.index(level) + 1])
        and not (brackets.word and level != "debug")
    ):
        return "unknown", f"its level is {level}, and the log shows no line of that level"
    if brackets.word == "passed" and expectation.status != "missing":
        return "missing", "the log shows a line that is printed after it"
    return expectation.status, expectation.why


# Rows ---------------------------------------------------------------------------------------------------------------------


def _rows(
    expectation: Expectation, emitter: Emitter, decided: Verdict | None, brackets: _Brackets, sights: Sights
) -> Iterator[Row]:
    """The lines that the verdict rests on, each cited where the run shows it."""
    for role, said, row in brackets.seen:
        yield _row(expectation, role, said, row, row["text"])
    if decided is not None and decided.place is not None and expectation.status in _ABSENT:
        shown = sights.printed.get((decided.branch.path, decided.branch.line)) if decided.branch else None
        role = "branch" if decided.branch is not None else "value"
        place = decided.place
        cited: Row = shown or {"path": place.path, "line": place.line, "end_line": place.line}
        yield _row(
            expectation, role, decided.branch or emitter.said, cited, place.text if role == "branch" else decided.why
        )


def _row(expectation: Expectation, role: str, said: Said, row: Row, text: str) -> Row:
    common = {name: value for name, value in row.items() if name in _COMMON or name.startswith("origin.")}
    return {
        **common,
        "expectation": expectation.text,
        "role": role,
        "level": said.level,
        "class": said.scope.owner,
        "function": said.scope.function,
        "guard": " and ".join(guard.text for guard in said.guards) or None,
        "tree_path": f"{said.path}:{said.line}",
        "template": said.text,
        "text": text,
    }


_COMMON = frozenset({"path", "line", "end_line", "time", "earliest", "latest", "clock", "zone_known", "boot"})


def _place(row: Row) -> Place:
    return Place(row["path"], row["line"], row["text"])


def literals(name: str) -> tuple[str, ...]:
    """How a flag may be written in a line."""
    return tuple(dict.fromkeys((name, re.sub("_", "-", name))))
