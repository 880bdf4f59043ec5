"""The shapes that a value of a rule file may have, and how a node is held against one.

A shape's `fit` gives the value with its place, or says what is wrong and gives None. A mapping with faults is given without the faulty
parts, so that what is right in it can be checked further: all faults are found in one go.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from functools import cache
from typing import Any, NamedTuple, Protocol

from logsleuth.language.faults import (
    AmbiguousValue,
    BadName,
    BadSpan,
    CommaCuts,
    CommentCuts,
    EmptyValue,
    MissingKey,
    NoneGiven,
    OutOfRange,
    ReadAsOther,
    TooManyGiven,
    Trouble,
    UnknownKey,
    UnknownWord,
    WrongType,
    meant,
)
from logsleuth.language.nodes import TRUTHS, Items, Mark, Node, Pairs, Refused, Scalar, plain_kind
from logsleuth.language.report import Report


class Got(NamedTuple):
    """A value that fits its shape, and where it stands. `key` is the place of its key, in a mapping."""

    value: Any
    node: Node
    key: Mark
    whole: bool = True  # whether nothing was left out of it for a fault

    @property
    def mark(self) -> Mark:
        """Where the value begins."""
        return self.node.mark

    def get(self, key: str, default: Any = None) -> Any:
        """The plain value at a key of a mapping."""
        found = self.value.get(key)
        return default if found is None else found.value

    def at(self, key: str) -> Mark:
        """Where the value of a key stands; the mapping's own place if it has none."""
        found = self.value.get(key)
        return self.mark if found is None else found.mark


class Shape(Protocol):
    """What a value may look like."""

    def fit(self, node: Node, what: str, report: Report) -> Got | None:
        """The value, or None after its fault was said."""


_FOUND = {Items: "a list", Pairs: "a mapping"}


def _wrong(node: Node, what: str, wanted: str, report: Report) -> None:
    """Says that a node is of the wrong type."""
    if isinstance(node, Refused):
        return
    if isinstance(node, Scalar):
        kind = plain_kind(node.text) if node.plain else "a text"
        found = "empty" if kind == "null" and not node.text else "a text" if kind == "text" else kind
    else:
        found = _FOUND[type(node)]
    report.add(WrongType(what=what, wanted=wanted, found=found), node.mark)


def _got(value: Any, node: Node, *, whole: bool = True) -> Got:
    return Got(value, node, node.mark, whole)


class Text(NamedTuple):
    """A text. `words` are those that it may be; `name` and `rule` say how it must be written; `says` what a word of it is."""

    words: Collection[str] = ()
    says: str = ""
    name: str = ""
    rule: str = ""
    may_be_empty: bool = False

    def fit(self, node: Node, what: str, report: Report) -> Got | None:
        """The text as it is."""
        trouble = self._trouble(node, what) if isinstance(node, Scalar) else None
        if not isinstance(node, Scalar):
            _wrong(node, what, "a text", report)
        elif trouble is None:
            return _got(node.text, node)
        else:
            report.add(trouble, node.mark)
        return None

    def _trouble(self, node: Scalar, what: str) -> Trouble | None:
        kind = plain_kind(node.text) if node.plain else "text"
        if kind == "null" and not node.text:
            return EmptyValue(what=what)
        if kind != "text":
            return ReadAsOther(what=what, value=node.text, kind=kind)
        if not node.text.strip() and not self.may_be_empty:
            return EmptyValue(what=what)
        if self.words and node.text not in self.words:
            return UnknownWord(word=node.text, what=self.says or what, meant=meant(node.text, self.words))
        if self.name and not _name(self.name).fullmatch(node.text):
            return BadName(name=node.text, what=self.says or what, rule=self.rule)
        return None


@cache
def _name(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.ASCII)


class Number(NamedTuple):
    """A number from `least` to `most`, both included unless `above`."""

    whole: bool = True
    least: float = 0
    most: float = 1_000_000_000
    above: bool = False  # whether it must be more than `least`

    def fit(self, node: Node, what: str, report: Report) -> Got | None:
        """The number, as int where it must be whole, else as float."""
        kind = plain_kind(node.text) if isinstance(node, Scalar) and node.plain else ""
        if not isinstance(node, Scalar) or kind not in {"an integer", *(() if self.whole else ("a number",))}:
            _wrong(node, what, "an integer" if self.whole else "a number", report)
            return None
        value = int(node.text) if self.whole else float(node.text)
        if value < self.least or value > self.most or (self.above and value == self.least):
            wanted = f"{'more than' if self.above else 'at least'} {self.least:g} and at most {self.most:g}"
            report.add(OutOfRange(what=what, wanted=wanted, value=node.text), node.mark)
            return None
        return _got(value, node)


class Flag(NamedTuple):
    """`true` or `false`, and no other word for it."""

    def fit(self, node: Node, what: str, report: Report) -> Got | None:
        """The truth."""
        if isinstance(node, Scalar) and node.plain and node.text in TRUTHS:
            return _got(TRUTHS[node.text], node)
        _wrong(node, what, "true or false", report)
        return None


class Value(NamedTuple):
    """Any single value: a text, a number, a truth, or `null`."""

    def fit(self, node: Node, what: str, report: Report) -> Got | None:
        """The value, as the type that it is written as."""
        if not isinstance(node, Scalar):
            _wrong(node, what, "a single value", report)
            return None
        kind = plain_kind(node.text) if node.plain else "text"
        if kind == "text" or (kind == "null" and node.text):
            return _got(node.text if kind == "text" else None, node)
        if kind == "null":
            report.add(EmptyValue(what=what), node.mark)
            return None
        if kind == "true or false":
            return _got(TRUTHS[node.text], node)
        if kind in {"an integer", "a number"}:
            return _got(int(node.text) if kind == "an integer" else float(node.text), node)
        plainly = "true or false" if kind == "a truth" else "a plain decimal number"
        report.add(AmbiguousValue(value=node.text, kind=kind, plainly=plainly), node.mark)
        return None


_UNITS = {
    **dict.fromkeys(("ms", "millisecond", "milliseconds"), 0.001),
    **dict.fromkeys(("", "s", "sec", "second", "seconds"), 1.0),
    **dict.fromkeys(("m", "min", "minute", "minutes"), 60.0),
    **dict.fromkeys(("h", "hour", "hours"), 3600.0),
    **dict.fromkeys(("d", "day", "days"), 86400.0),
}


class Span(NamedTuple):
    """A length of time, such as `5s`; a plain number counts seconds."""

    def fit(self, node: Node, what: str, report: Report) -> Got | None:
        """The span as a timedelta."""
        if not isinstance(node, Scalar):
            _wrong(node, what, "a length of time", report)
            return None
        found = re.fullmatch(r"([0-9]{1,9}(?:\.[0-9]{1,6})?) ?([a-z]*)", node.text)
        if found is None or found[2] not in _UNITS:
            report.add(BadSpan(value=node.text), node.mark)
            return None
        return _got(timedelta(seconds=float(found[1]) * _UNITS[found[2]]), node)


class ListOf(NamedTuple):
    """A list of values of one shape. Where `alone`, one value by itself is a list of one."""

    item: Shape
    alone: bool = False
    may_be_empty: bool = False

    def fit(self, node: Node, what: str, report: Report) -> Got | None:
        """A list of `Got`."""
        if self.alone and isinstance(node, Scalar):
            single = self.item.fit(node, what, report)
            return None if single is None else _got([single], node)
        if not isinstance(node, Items):
            _wrong(node, what, "a list", report)
            return None
        if not node.items and not self.may_be_empty:
            report.add(EmptyValue(what=what), node.mark)
            return None
        fits = [self.item.fit(item, f"each item of {what}", report) for item in node.items]
        found = [got for got in fits if got is not None]
        return _got(found, node, whole=len(found) == len(fits) and all(got.whole for got in found))


class MapOf(NamedTuple):
    """A mapping from names, which are free, to values of one shape."""

    item: Shape
    names: Text = Text()
    may_be_empty: bool = False

    def fit(self, node: Node, what: str, report: Report) -> Got | None:
        """A dict from name to `Got`."""
        if not isinstance(node, Pairs):
            _wrong(node, what, "a mapping", report)
            return None
        if not node.pairs and not self.may_be_empty:
            report.add(EmptyValue(what=what), node.mark)
            return None
        found: dict[str, Got] = {}
        for key, value in node.pairs:
            name = self.names.fit(key._replace(plain=False), f"a name in {what}", report)
            got = self.item.fit(value, f"`{key.text}` of {what}", report)
            if name is not None and got is not None:
                found[key.text] = got._replace(key=key.mark)
        whole = len(found) == len(node.pairs) and all(got.whole for got in found.values())
        return _got(found, node, whole=whole)


class OneOf(NamedTuple):
    """Exactly one of some keys; `says` names them in a message."""

    keys: tuple[str, ...]
    says: str = ""


class Record(NamedTuple):
    """A mapping whose keys are known."""

    keys: Mapping[str, Shape]
    required: Sequence[str] = ()
    one_of: Sequence[OneOf] = ()

    def fit(self, node: Node, what: str, report: Report) -> Got | None:
        """A dict from key to `Got`."""
        if not isinstance(node, Pairs):
            _wrong(node, what, "a mapping", report)
            return None
        before = len(report)
        found: dict[str, Got] = {}
        for key, value in node.pairs:
            shape = self.keys.get(key.text)
            if shape is None and " " in key.text and isinstance(value, Scalar) and value.plain and not value.text:
                report.add(CommaCuts(key=key.text), key.mark)
            elif shape is None:
                report.add(UnknownKey(key=key.text, owner=what, meant=meant(key.text, self.keys)), key.mark)
            elif (got := shape.fit(value, f"`{key.text}`", report)) is not None:
                found[key.text] = got._replace(key=key.mark)
                _check_comment(key.text, value, report)
        self._given(node, what, report)
        # Of an alias the fault was said before: it shows here as a value that is not there.
        complete = len(found) == len(node.pairs) and all(got.whole for got in found.values())
        return _got(found, node, whole=complete and len(report) == before)

    def _given(self, node: Pairs, what: str, report: Report) -> None:
        """Says which needed keys are not there. A key that was meant is not said to be missing twice."""
        present = {key.text: key.mark for key, _ in node.pairs}
        guessed = "".join(meant(key, self.keys) for key in present if key not in self.keys)
        for key in self.required:
            if key not in present and f"mean `{key}`?" not in guessed:
                report.add(MissingKey(owner=what, key=key), node.mark)
        for group in self.one_of:
            given = [key for key in present if key in group.keys]
            if not given and not any(f"mean `{key}`?" in guessed for key in group.keys):
                says = group.says or " and ".join(f"`{key}`" for key in group.keys)
                report.add(NoneGiven(owner=what, keys=says), node.mark)
            for extra in given[1:]:
                report.add(TooManyGiven(owner=what, first=given[0], second=extra), present[extra])


_SENTENCES = frozenset({"line", "raw", "record", "text", "log", "says", "tells"})


def _check_comment(key: str, node: Node, report: Report) -> None:
    """A text that stands without quotes ends before ` #`: in a pattern or a line of a log that is seldom meant."""
    if not isinstance(node, Scalar) or not node.plain or key not in _SENTENCES or node.mark.line > len(report.lines):
        return
    line, begin = report.lines[node.mark.line - 1], node.mark.column - 1
    rest = line[begin + len(node.text) :]
    if line.startswith(node.text, begin) and rest.lstrip(" ").startswith("#"):
        report.add(CommentCuts(), Mark(node.mark.line, begin + len(node.text) + rest.index("#") + 1))


class ByKind(NamedTuple):
    """One shape for a single value, others for a list and a mapping; `wanted` names them all."""

    wanted: str
    scalar: Shape | None = None
    items: Shape | None = None
    pairs: Shape | None = None

    def fit(self, node: Node, what: str, report: Report) -> Got | None:
        """What the shape for this kind of node gives."""
        shape = {Scalar: self.scalar, Items: self.items, Pairs: self.pairs}.get(type(node))
        if shape is None:
            _wrong(node, what, self.wanted, report)
            return None
        return shape.fit(node, what, report)
