"""`missing`: a line that is not there, although what should come before it was reached.

That a line is absent says something only where the log would have shown it. So each row tells whether its boot is covered.
"""

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from logsleuth.judge.convert import convert
from logsleuth.judge.kinds import EACH
from logsleuth.judge.rows import Rows, Shown, place
from logsleuth.judge.shelf import Shelf
from logsleuth.judge.unjudged import MOST_ROWS, TOO_MANY, Unjudged
from logsleuth.model.book import Condition, Missing
from logsleuth.model.relation import Row, Type
from logsleuth.model.verdict import Matches

_NOT_COVERED = "the log does not cover the boot in which `{}` would stand"
_NOT_TOLD = "a line of `{}` does not tell its {}"
_DROPPED = "a bound dropped the lines of `{}`"

_Boots = dict[tuple[Any, Any], bool]


def missing(condition: Condition, after: Rows, found: Matches, shelf: Shelf) -> Rows:
    """The rows of a `missing` condition: those of `after`, with the value of `each`.

    Raises `Absent` where the ranks (hosts, processes, files) that the run shows are not known.
    """
    what = condition.what
    if not isinstance(what, Missing):
        raise TypeError(condition.name)
    if after.open:
        raise Unjudged(f"`{condition.name}` asks for `{after.name}`, whose `where` names other conditions")
    binds: dict[str, str] = {}
    types = dict(after.schema)
    pairs: Sequence[tuple[Row, str | None]] = []
    if what.each is None:
        pairs = _each_boot(condition.name, after, found, shelf)
    else:
        binds, types = {what.each: what.each}, types | {what.each: Type(EACH[what.each][1])}
        pairs = _each_value(condition.name, what.each, after, found, shelf) if after.rows else []
    if found.count and not found.rows:
        pairs = [(row, why or _DROPPED.format(condition.name)) for row, why in pairs]
    pairs = sorted(pairs, key=lambda pair: place(pair[0]))
    doubts = {number: why for number, (_, why) in enumerate(pairs) if why is not None}
    shown = Shown(after.shown.kind, after.shown.table, after.shown.columns)
    gap = after.gap and (after.shown.table is not None or not after.rows)
    return Rows(condition, [row for row, _ in pairs], types, shown, binds, doubts, gap)


def _first_of_boots(after: Rows) -> list[tuple[Row, str | None]]:
    """For each path and boot the first row that is sure, else the first, with its doubt."""
    first: dict[tuple[Any, Any], tuple[Row, str | None]] = {}
    for number, row in enumerate(after.rows):
        key, why = (row.get("path"), row.get("boot")), after.doubts.get(number)
        if key not in first or (first[key][1] is not None and why is None):
            first[key] = row, why
    return list(first.values())


def _each_boot(name: str, after: Rows, found: Matches, shelf: Shelf) -> list[tuple[Row, str | None]]:
    there: dict[Any, set[Any]] = {}
    for row in found.rows:
        there.setdefault(row.get("path"), set()).add(row.get("boot"))
    boots = _covered(shelf)
    rows = []
    for row, why in _first_of_boots(after):
        path, boot = row.get("path"), row.get("boot")
        matched = there.get(path, set())
        if not (boot in matched or None in matched or (boot is None and matched)):
            rows.append((row, why or (None if _is_covered(path, boot, boots) else _NOT_COVERED.format(name))))
    return rows


def _covered(shelf: Shelf) -> _Boots:
    """Whether the log covers each boot, by path and number; by path and None whether it covers all of the path."""
    covered: _Boots = {}
    if shelf.has("boots"):
        for row in shelf.get("boots").rows:
            number = row.get("number") if row.get("number") is not None else row.get("boot")
            for key in ((row.get("path"), number), (row.get("path"), None)):
                covered[key] = covered.get(key, True) and row.get("covered") is True
    return covered


def _is_covered(path: Any, boot: Any, boots: _Boots) -> bool:
    return boots.get((path, boot), False)


def _each_value(name: str, each: str, after: Rows, found: Matches, shelf: Shelf) -> list[tuple[Row, str | None]]:
    """One row for each rank (host, process, file) without a match in the run."""
    column = EACH[each][0]
    seen = _shown(each, column, shelf)
    if len(seen) > MOST_ROWS:
        raise Unjudged(TOO_MANY)
    matched = {row.get(column) for row in found.rows}
    not_told = _NOT_TOLD.format(name, each) if None in matched else None
    boots, starts = _covered(shelf), _starts(column, after)
    rows: list[tuple[Row, str | None]] = []
    for value in sorted(seen.keys() - matched):
        row, why = starts.get(value) or starts[None]
        stretches = [(row.get("path"), row.get("boot")), *seen[value]]
        covered = all(_is_covered(path, boot, boots) for path, boot in stretches)
        doubt = why or (None if covered else _NOT_COVERED.format(name)) or not_told
        rows.append(({**row, each: value}, doubt))
    return rows


def _starts(column: str, after: Rows) -> dict[Hashable, tuple[Row, str | None]]:
    """The first sure row of `after` of each value, and by None the first of all; where none is sure, the first."""
    starts: dict[Hashable, tuple[Row, str | None]] = {}
    for number, row in enumerate(after.rows):
        why = after.doubts.get(number)
        for key in (row.get(column), None):
            if key not in starts or (starts[key][1] is not None and why is None):
                starts[key] = row, why
    return starts


def _shown(each: str, column: str, shelf: Shelf) -> dict[Any, list[tuple[Any, Any]]]:
    """The ranks (hosts, processes, files) of the run, each with the paths and boots that it wrote in."""
    shown: dict[Any, list[tuple[Any, Any]]] = {}
    size = _world_size(shelf) if each == "rank" else 0
    if size > MOST_ROWS:
        raise Unjudged(TOO_MANY)
    if shelf.has("origins") or not size:
        for row in shelf.get("origins").rows:
            if row.get(column) is not None:
                shown.setdefault(row.get(column), []).append((row.get("path"), row.get("boot")))
    for rank in range(size):
        shown.setdefault(rank, [])
    return shown


def _world_size(shelf: Shelf) -> int:
    """The largest setting `world_size`, 0 where none is known."""
    rows: Iterable[Row] = shelf.get("settings").rows if shelf.has("settings") else ()
    sizes = [convert(row.get("value") or "", "integer") for row in rows if row.get("name") == "world_size"]
    return max((size for size in sizes if size is not None), default=0)
