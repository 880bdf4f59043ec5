"""What stands on the page of a report, and in which order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from logsleuth.report.blocks import Blocks, View
from logsleuth.report.sheet import Sheet
from logsleuth.report.words import LIKELY, count, size

__all__ = ["Page", "View"]

_STYLES = {"failed": "bold red", "degraded": "bold yellow", "healthy": "bold green", "inconclusive": "bold yellow"}
_STATUS = {
    "found": "green",
    "found-elsewhere": "yellow",
    "near-miss": "yellow",
    "missing": "bold red",
    "not-reached": "yellow",
    "unknown": "yellow",
}
_NOTES = 3
_FAINT = 0.05
_POSSIBLE = 0.2
"""A hypothesis below this is only named, unless all are asked for; the second holds for a run that is well."""


@dataclass
class Page:
    """One report on one sheet."""

    report: Mapping[str, Any]
    sheet: Sheet
    view: View

    def draw(self) -> None:
        """Writes the page from its head to its foot."""
        self._verdict()
        self._hypotheses()
        self._expectations()
        self._ruled_out()
        self._not_judged()
        self._notes()
        self._timeline()
        self._foot()

    def _verdict(self) -> None:
        """The verdict with the cause; where none leads, the sentence that says so."""
        word = self.report["verdict"]
        first = self._first()
        sentence = first["title"] if first is not None and first["confidence"] >= LIKELY else self.report["summary"]
        self.sheet.write((word.upper(), _STYLES[word]), ("  ", ""), (sentence, "bold"), hang=len(word) + 2)

    def _first(self) -> Mapping[str, Any] | None:
        return next(iter(self.report["hypotheses"]), None)

    def _hypotheses(self) -> None:
        shown = self._shown()
        blocks = Blocks(self.sheet, self.view)
        for one in shown:
            self.sheet.gap()
            blocks.hypothesis(one, first=one is shown[0] and self.report["verdict"] != "healthy")
        rest = [one for one in self.report["hypotheses"] if one not in shown and not self._is_ruled_out(one)]
        if rest:
            names = ", ".join(dict.fromkeys(one["cause"] for one in rest))
            self.sheet.gap()
            self.sheet.write(
                (f"and {count(len(rest), 'hypothesis', 'hypotheses')} more (-v): ", "dim"), (names, "dim"), hang=3
            )

    def _shown(self) -> list[Mapping[str, Any]]:
        """The first ones that are likely enough, or that another one explains; of a healthy run only what is possible."""
        found = [one for one in self.report["hypotheses"] if not self._is_ruled_out(one)]
        if self.view.verbose:
            return found
        if self.report["verdict"] == "healthy":
            likely = [one for one in found if one["confidence"] >= _POSSIBLE]
        else:
            likely = [one for one in found if one is found[0] or one["confidence"] >= _FAINT or one["explained_by"]]
        return likely[: self.view.top]

    def _is_ruled_out(self, one: Mapping[str, Any]) -> bool:
        return any(one["rank"] == other["rank"] for other in self.report["ruled_out"])

    def _heading(self, word: str) -> None:
        self.sheet.gap()
        self.sheet.write((word, "bold"))

    def _expectations(self) -> None:
        expectations = self.report["expectations"]
        if not expectations:
            return
        self._heading("Expected lines")
        room = max(len(one["status"]) for one in expectations)
        for one in expectations:
            status = one["status"].ljust(room)
            self.sheet.write((status, _STATUS[one["status"]]), ("  ", ""), (one["text"], ""), indent=3, hang=room + 5)
            if one["status"] != "found" or self.view.verbose:
                self.sheet.write((one["why"], "dim"), indent=room + 5)
            if one["near"] is not None:
                self.sheet.write((one["near"]["text"], ""), indent=room + 5)

    def _ruled_out(self) -> None:
        if not self.report["ruled_out"]:
            return
        self._heading("Ruled out")
        for one in self.report["ruled_out"]:
            self.sheet.write((one["cause"], ""), (f": {one['why']}", "dim"), indent=3, hang=5)

    def _not_judged(self) -> None:
        rules = self.report["not_judged"]
        if not rules:
            return
        if not self.view.verbose:
            self.sheet.gap()
            named = count(len({one["rule"] for one in rules}), "rule")
            self.sheet.write((f"{named} could not be judged on this input (-v says why).", "dim"))
            return
        self._heading("Not judged")
        reasons = {one["why"]: [other["rule"] for other in rules if other["why"] == one["why"]] for one in rules}
        for why, names in reasons.items():
            self.sheet.write((why, ""), (f": {', '.join(names)}", "dim"), indent=3, hang=5)

    def _notes(self) -> None:
        notes: Sequence[Mapping[str, Any]] = self.report["notes"]
        if not notes:
            return
        self._heading("Notes")
        shown = notes if self.view.verbose or len(notes) <= _NOTES + 1 else notes[:_NOTES]
        for note in shown:
            line = f":{note['line']}" if note["line"] is not None else ""
            where = f"{note['path']}{line}: " if note["path"] is not None else ""
            self.sheet.write((where, "cyan"), (note["message"], ""), indent=3, hang=5)
        if len(shown) < len(notes):
            self.sheet.write((f"and {len(notes) - len(shown)} more (-v)", "dim"), indent=3)

    def _timeline(self) -> None:
        if not self.view.verbose or not self.report["timeline"]:
            return
        self._heading("Time line")
        for event in self.report["timeline"]:
            time = event["time"] or "time unknown"
            place = (f"{event['path']}:{event['line']}", "cyan")
            self.sheet.write((f"{time}  ", "dim"), place, (f"  {event['what']}", ""), indent=3, hang=5)

    def _foot(self) -> None:
        stats = self.report["stats"]
        read = f"{count(len(self.report['inputs']), 'input')}, {count(stats['lines'], 'line')}, {size(stats['bytes'])}"
        judged = f"{count(stats['rules'], 'rule')} of version {stats['rules_version'] or 'unknown'}"
        self.sheet.gap()
        if self.view.verbose:
            for one in self.report["inputs"]:
                self.sheet.write((one["path"], "cyan"), (f"  {one['kind']}: {one['why']}", "dim"), hang=3)
        for bound in stats["bounds_met"]:
            self.sheet.write((f"A bound was met: {bound}", "yellow"), hang=3)
        self.sheet.write((f"{read}; {judged}", "dim"))
