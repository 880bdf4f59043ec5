"""How one hypothesis is shown: how sure it is, what it says, the lines for and against it, what it explains, what to do."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import log2
from typing import Any

from logsleuth.report.evidence import of_columns
from logsleuth.report.excerpt import GAP, cut, few, marked
from logsleuth.report.sheet import Part, Sheet
from logsleuth.report.words import LIKELY, band, command, count, subject

_BODY = 3
_LABEL = 10
"""Columns of the labels `explains`, `fix`, `next` on the left of their texts."""

_SAYS = 3
_RAGGED = 6
"""Rows of the screen that a sentence may take, and columns of each that the breaks between words may cost."""

_EVIDENCE = 3
_STEPS = 2
"""Places and commands that are shown of the first hypothesis; of a later one, one place, and one command if nothing explains it."""

_SIGNS = {"supports": ("+", "green"), "contradicts": ("-", "magenta"), "context": ("~", "dim")}
_ROWS = 2
"""Rows of the screen that one cited line may take."""


@dataclass(frozen=True, slots=True)
class View:
    """What is asked of the page."""

    explain: bool = False
    top: int = 3
    verbose: bool = False
    around: Mapping[tuple[str, int], Sequence[tuple[int, str]]] = field(default_factory=dict)


@dataclass
class Blocks:
    """Writes hypotheses on a sheet."""

    sheet: Sheet
    view: View
    _shown: set[tuple[str, int]] = field(default_factory=set)

    def hypothesis(self, one: Mapping[str, Any], *, first: bool) -> None:
        """One hypothesis: the first with all that belongs to it, the others short unless all is asked for."""
        full = first or self.view.verbose
        self._head(one)
        if one["says"]:
            self.sheet.write((self._sentence(one["says"]), ""), indent=_BODY)
        self._evidence(one, full=full)
        self._explained(one)
        self._advice(one, full=full)
        if self.view.explain:
            self._ledger(one)

    def _sentence(self, says: str) -> str:
        """What the hypothesis says; it may quote a line of any length."""
        room = _SAYS * (self.sheet.width - _BODY - _RAGGED)
        return says if self.view.verbose or len(says) <= room else f"{says[: room - 1]}{GAP}"

    def _head(self, one: Mapping[str, Any]) -> None:
        """`1  cause (subject)          0.97 almost certain`, the number at the right edge where there is room."""
        name = one["cause"] + (f" ({subject(one['subject'])})" if one["subject"] else "")
        sure = f"{one['confidence']:.2f} {band(one['confidence'])}"
        if one["explained_by"] is not None:
            sure = f"explained by {one['explained_by']['cause']}"
        left = f"{one['rank']}".ljust(_BODY)
        room = self.sheet.width - len(left) - len(name) - len(sure)
        if room >= 2:
            self.sheet.write(
                (left, "dim"), (name, "bold"), (" " * room, ""), (sure, "bold" if one["rank"] == 1 else "dim")
            )
            return
        self.sheet.write((left, "dim"), (name, "bold"), hang=_BODY)
        self.sheet.write((sure, "dim"), indent=_BODY)

    # Evidence ----------------------------------------------------------------------------------------------------------

    def _evidence(self, one: Mapping[str, Any], *, full: bool) -> None:
        items: Sequence[Mapping[str, Any]] = one["evidence"]
        shown = items if self.view.verbose else _deciding(items, _EVIDENCE) if full else self._new(items)
        for number, item in enumerate(shown):
            self._shown.add((item["path"], item["line"]))
            near = self._near(item) if self.view.verbose or (full and number == 0) else []
            texts = [] if not full and item["text"] in one["says"] else _texts(item)
            self._item(item, near, texts, tuple(one["subject"].values()))
        if len(shown) < len(items) and full:
            self.sheet.write((f"and {count(len(items) - len(shown), 'place')} more (-v)", "dim"), indent=_BODY + 2)
        if full and not any(item["role"] == "contradicts" for item in items):
            self.sheet.write(("nothing speaks against it", "dim"), indent=_BODY + 2)

    def _new(self, items: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
        """One item that supports, which was not shown above if there is such a one, and one that contradicts."""
        supports = [item for item in items if item["role"] == "supports"]
        supports.sort(key=lambda item: (item["path"], item["line"]) in self._shown)
        return supports[:1] + [item for item in items if item["role"] == "contradicts"][:1]

    def _item(
        self,
        item: Mapping[str, Any],
        near: Sequence[tuple[int, str]],
        texts: Sequence[str],
        marks: Sequence[str],
    ) -> None:
        """Where it stands, and how it reads: with the lines about it, else on one row if there is room, else below."""
        sign, style = _SIGNS[item["role"]]
        times = f" ×{item['count']}" if item["count"] > 1 else ""
        place = f"{item['path']}:{item['line']}"
        head: list[Part] = [(f"{sign} ", style), (place, "cyan"), (times, "bold")]
        room = self.sheet.width - _BODY - 4 - len(place) - len(times)
        if len(near) < 2 and len(texts) == 1 and len(texts[0]) <= room:
            self.sheet.write(*head, ("  ", ""), *_styled(texts[0], marks), indent=_BODY, hang=_BODY + 2)
            return
        self.sheet.write(*head, indent=_BODY, hang=_BODY + 2)
        if len(near) > 1:
            self._neighbours(item["line"], near, marks)
            return
        for text in texts:
            self.sheet.write(*_styled(cut(text, self._room(), marks), marks), indent=_BODY + 2)

    def _near(self, item: Mapping[str, Any]) -> list[tuple[int, str]]:
        """The cited line, one before and one after, as far as they are known; a row's own line is none of the report's texts."""
        line: int = item["line"]
        about = dict(self.view.around.get((item["path"], line), ()))
        if line not in about and (of_columns(item["kind"], item["text"]) or "\n" in item["text"]):
            return []
        known = {line: item["text"]} | about
        return [(number, known[number]) for number in (line - 1, line, line + 1) if number in known]

    def _neighbours(self, line: int, near: Sequence[tuple[int, str]], marks: Sequence[str]) -> None:
        """The lines with their numbers, those about the cited one on one row each."""
        digits = len(str(near[-1][0]))
        for number, text in near:
            room = self._room() - digits - 4 if number == line else self.sheet.width - _BODY - digits - 4
            shown = cut(text, room, marks)
            parts = _styled(shown, marks) if number == line else [(shown, "dim")]
            number_part = (str(number).rjust(digits), "dim")
            self.sheet.write(number_part, ("  ", ""), *parts, indent=_BODY + 2, hang=_BODY + digits + 4)

    def _room(self) -> int:
        return _ROWS * (self.sheet.width - _BODY - 2)

    # What follows from it ------------------------------------------------------------------------------------------------

    def _explained(self, one: Mapping[str, Any]) -> None:
        names = [e["cause"] + (f" ({subject(e['subject'])})" if e["subject"] else "") for e in one["explains"]]
        if names:
            self._labelled("explains", (", ".join(names), ""))

    def _advice(self, one: Mapping[str, Any], *, full: bool) -> None:
        if one["fix"] and full:
            self._labelled("fix", (one["fix"], ""))
        steps = one["next"] if self.view.verbose else one["next"][: _STEPS if full else one["explained_by"] is None]
        for number, step in enumerate(steps):
            label = ("" if number else "next").ljust(_LABEL)
            self.sheet.whole((label, "dim"), (command(step["run"]), "bold"), indent=_BODY)
            self._labelled("", (step["tells"], "dim"))

    def _labelled(self, label: str, *parts: Part) -> None:
        self.sheet.write((label.ljust(_LABEL), "dim"), *parts, indent=_BODY, hang=_BODY + _LABEL)

    def _ledger(self, one: Mapping[str, Any]) -> None:
        """The bits, one row a finding, and what they come to."""
        for number, entry in enumerate(one["ledger"]):
            name = entry["rule"] or "prior"
            times = f" ×{entry['count']}" if entry["count"] > 1 else ""
            word = f" ({entry['weight']})" if entry["weight"] else ""
            why = f": {entry['why']}" if entry["why"] else ""
            bits = f"{entry['bits']:+6.2f}  "
            label = ("weighed" if number == 0 else "").ljust(_LABEL)
            parts: list[Part] = [(label, "dim"), (bits, "bold"), (f"{name}{word}{times}", ""), (why, "dim")]
            self.sheet.write(*parts, indent=_BODY, hang=_BODY + _LABEL + 8)
        self._labelled("", (f"{one['bits']:+6.2f}  ", "bold"), (f"bits{_overturned(one)}", ""))


def _deciding(items: Sequence[Mapping[str, Any]], most: int) -> list[Mapping[str, Any]]:
    """The first ones, of those that read alike the first only; of those that contradict at least the first."""
    contradicts = [item for item in items if item["role"] == "contradicts"][:1]
    supports = {item["text"]: item for item in reversed(items) if item["role"] == "supports"}
    first = [item for item in items if supports.get(item["text"]) is item]
    return first[: most - len(contradicts)] + contradicts or list(items[:most])


def _texts(item: Mapping[str, Any]) -> list[str]:
    """The lines that are shown of an item; what is made of columns stands in brackets, since no line reads so."""
    return [f"[{item['text']}]"] if of_columns(item["kind"], item["text"]) else few(item["text"])


def _styled(text: str, marks: Sequence[str]) -> list[Part]:
    """The text with its marks in bold."""
    parts: list[Part] = []
    at = 0
    for start, end in marked(text, marks):
        parts += [(text[at:start], ""), (text[start:end], "bold")]
        at = end
    return [*parts, (text[at:], "")]


def _overturned(one: Mapping[str, Any]) -> str:
    """How many bits against it would take a leading hypothesis below 0.5."""
    confidence = one["confidence"]
    if not LIKELY <= confidence < 1:
        return ""
    return f"; {log2(confidence / (1 - confidence)):.1f} bits against it would bring it below {LIKELY}"
