"""Small runs and small rules, made so that rows meet often: few values, many nulls."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import strategies as st

from logsleuth.model.book import Condition, Count, Matcher, Missing, Near, Pattern, Rule, Same, TableRows
from logsleuth.model.relation import RELATIONS, Row, Table
from logsleuth.model.verdict import Matches

START = datetime(2026, 12, 1, 10, 0, tzinfo=UTC)
PATHS = ("a.log", "b.log")
NUMBERS = ("1", "1", "2", "2", "1,000", "x")
TEXTS = ("p", "q")


@dataclass(frozen=True, repr=False)
class World:
    """What the judge is handed."""

    rules: tuple[Rule, ...]
    matches: Mapping[str, Matches]
    tables: Mapping[str, Table]

    def __repr__(self) -> str:
        lines = [f"{rule.id}: {_told(rule)}" for rule in self.rules]
        lines += [
            f"{key} count {found.count}: {_row(row)}"
            for key, found in self.matches.items()
            for row in found.rows or [{}]
        ]
        lines += [
            f"{name} dropped {one.dropped}: {_row(row)}"
            for name, one in self.tables.items()
            for row in one.rows or [{}]
        ]
        return "\n".join(["World:", *lines])

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:  # noqa: FBT001 - how a printer calls it
        printer.text(repr(self))


def _told(rule: Rule) -> str:
    """A rule without what it leaves at the default."""
    plain = Rule("", ())
    return " ".join(
        f"{field.name}={value}"
        for field in fields(rule)
        if (value := getattr(rule, field.name)) != getattr(plain, field.name)
    )


def _row(row: Row) -> str:
    return " ".join(f"{name}={value}" for name, value in row.items() if value is not None)


def _maybe(values: Sequence[Any]) -> st.SearchStrategy[Any]:
    return st.sampled_from([*values, None])


def _often(values: Sequence[Any]) -> st.SearchStrategy[Any]:
    return st.sampled_from([*values, *values, *values, None])


@st.composite
def common(draw: st.DrawFn) -> dict[str, Any]:
    """The columns that every row has."""
    line = draw(st.integers(1, 6))
    seconds = draw(_often(range(4)))
    return {
        "path": draw(st.sampled_from(PATHS)),
        "line": line,
        "end_line": line,
        "time": None if seconds is None else START + timedelta(seconds=seconds),
        "clock": draw(_maybe(["h1"])),
        "boot": draw(_often([0, 1])),
        "origin.host": draw(_maybe(["h1", "h2"])),
        "origin.rank": draw(_maybe([0, 1])),
    }


@st.composite
def match_rows(draw: st.DrawFn, captures: Sequence[str]) -> Matches:
    """What a pattern matched; now and then a bound was met."""
    values = {"n": _often(NUMBERS), "t": _often(TEXTS)}
    rows = [
        {**draw(common()), "text": "line", **{name: draw(values[name]) for name in captures}}
        for _ in range(draw(st.sampled_from(_SIZES)))
    ]
    return Matches(rows, len(rows) + draw(st.sampled_from([0, 0, 0, 0, 0, 0, 0, 2])))


_SIZES = (3, 4, 5, 2, 1, 0)
"""Rows of a table: few, and rarely none, which would settle all."""

_COLUMNS: Mapping[str, Mapping[str, Sequence[Any]]] = {
    "listeners": {"port": (1, 2, 1000), "process": TEXTS, "pid": (1, 2)},
    "launches": {"port": (1, 2), "program": TEXTS, "pid": (1, 2)},
    "deaths": {"pid": (1, 2), "process": TEXTS},
    "phases": {"phase": ("ready",)},
    "boots": {"number": (0, 1), "covered": (True, True, True, False)},
    "origins": {},
    "settings": {"name": ("world_size",), "value": ("2", "3")},
}


@st.composite
def table(draw: st.DrawFn, name: str) -> Table:
    """A table with a few rows."""
    rows = []
    for _ in range(draw(st.sampled_from(_SIZES))):
        own = {column: draw(_often(values)) for column, values in _COLUMNS[name].items()}
        if name in {"boots", "settings"}:
            own |= {column: draw(st.sampled_from(values)) for column, values in _COLUMNS[name].items()}
        rows.append({**draw(common()), **own})
    return Table(RELATIONS[name], rows, draw(st.sampled_from([0] * 9 + [1])))


@st.composite
def _pattern(draw: st.DrawFn, key: str) -> Pattern:
    return Pattern(key, "x", captures=draw(st.sampled_from([(), ("n",), ("t",), ("n", "t")])))


@st.composite
def _table_rows(draw: st.DrawFn) -> TableRows:
    name = draw(st.sampled_from(["listeners", "launches", "deaths"]))
    number, text = ("pid" if name == "deaths" else "port"), ("program" if name == "launches" else "process")
    numbers = st.sampled_from([Matcher(number, variable="n"), Matcher(number, (1, 2)), Matcher(number, is_null=True)])
    texts = st.sampled_from([Matcher(text, variable="t"), Matcher(text, ("p",)), Matcher(text, expression="^[pq]$")])
    pids = st.sampled_from([Matcher("pid", variable="n"), Matcher("pid", (1, None))])
    asked = (numbers, texts) if name == "deaths" else (numbers, texts, pids)
    return TableRows(name, tuple(matcher for some in asked if draw(st.booleans()) for matcher in [draw(some)]))


@st.composite
def _condition(draw: st.DrawFn, name: str, before: Sequence[Condition], key: str) -> Condition:
    plain = [each.name for each in before if isinstance(each.what, Pattern | TableRows)]
    kinds = ["pattern", "pattern", "table", "table", "missing"] + (["count"] if plain else [])
    kind = draw(st.sampled_from(kinds))
    if kind == "count":
        within = draw(_maybe([timedelta(seconds=1), timedelta(seconds=2)]))
        distinct = draw(st.sampled_from([None, None, "rank", "line"]))
        return Condition(name, Count(draw(st.sampled_from(plain)), draw(st.integers(1, 3)), within, distinct))
    if kind == "missing":
        after = draw(st.sampled_from([*plain, "phase:ready"]))
        each = draw(_maybe(["rank", "rank", "host", "file"]))
        return Condition(name, Missing(draw(_pattern(key)), after, each))
    return Condition(name, draw(_pattern(key)) if kind == "pattern" else draw(_table_rows()))


def bound(condition: Condition) -> set[str]:
    """The variables that a condition binds, as far as `where` may name them here."""
    what = condition.what
    if isinstance(what, Pattern):
        return set(what.captures)
    if isinstance(what, TableRows):
        return {matcher.variable for matcher in what.matchers if matcher.variable}
    return set()


def expressions(names: Sequence[str], variables: set[str]) -> st.SearchStrategy[str]:
    """Expressions over the columns of these conditions, and variables."""
    one, other = st.sampled_from(names), st.sampled_from(names)
    asked = [
        one.map(lambda a: f"{a}.line > 2"),
        one.map(lambda a: f"{a}.origin.rank = 1 or {a}.line < 3"),
        one.map(lambda a: f"{a}.time is not null"),
        one.map(lambda a: f"not ({a}.origin.host in ('h1', 'h3'))"),
        st.tuples(one, other).map(lambda p: f"{p[0]}.time <= {p[1]}.time"),
        st.tuples(one, other).map(lambda p: f"{p[0]}.time - {p[1]}.time <= interval '1 second'"),
        st.tuples(one, other).map(lambda p: f"coalesce({p[0]}.origin.rank, {p[1]}.origin.rank) between 0 and 1"),
    ]
    if "n" in variables:
        asked += [st.sampled_from(["n = 1", "n in (1, 1000)", "n is null or n > 1", "abs(n - 2) < 2"])]
    if "t" in variables:
        asked += [
            st.sampled_from(
                ["t <> 'q'", "regexp_like(t, '^p')", "length(t) - 2 < 0 and t like 'p%'", "strpos(t, 'q') = 0"]
            )
        ]
    return st.one_of(asked)


def _near(names: Sequence[str]) -> st.SearchStrategy[Near | None]:
    sides = st.sampled_from(["either", "before", "after"])
    within = st.builds(
        lambda of, s, side: Near(of, timedelta(seconds=s), None, side), st.sampled_from(names), st.integers(0, 3), sides
    )
    lines = st.builds(lambda of, n, side: Near(of, None, n, side), st.sampled_from(names), st.integers(0, 5), sides)
    return st.one_of(st.none(), st.none(), within, lines)


@st.composite
def rules(draw: st.DrawFn, rule_id: str) -> Rule:
    """One rule with up to three conditions and up to two of `unless`."""
    when: list[Condition] = []
    for name in ("a", "b", "c")[: draw(st.sampled_from([1, 2, 2, 2, 3]))]:
        when.append(draw(_condition(name, when, f"{rule_id}/{name}")))
    unless = [
        draw(_condition(name, when, f"{rule_id}/{name}"))
        for name in ("u", "v")[: draw(st.sampled_from([0, 0, 1, 1, 2]))]
    ]
    names = [condition.name for condition in when]
    variables = {name for condition in when for name in bound(condition)}
    based = {condition.what.of for condition in [*when, *unless] if isinstance(condition.what, Count)}
    based |= {condition.what.after for condition in [*when, *unless] if isinstance(condition.what, Missing)}
    whole = [draw(_dressed(condition, names, variables, based)) for condition in when]
    excuses = [draw(_dressed(condition, names, variables, based)) for condition in unless]
    subject = draw(st.sampled_from([(), ("n",), ("t",), ("n", "t")]))
    return Rule(
        rule_id,
        tuple(whole),
        cause="some.cause",
        unless=tuple(excuses),
        where=tuple(draw(expressions(names, variables)) for _ in range(draw(st.sampled_from([0, 0, 1, 1, 2])))),
        types={"n": "integer"},
        same=draw(st.sampled_from(list(Same))),
        subject=tuple(name for name in subject if name in variables),
        weight=draw(st.sampled_from(["weak", "moderate", "strong", "conclusive"])),
        anchor=draw(_maybe(names)),
        began=draw(_maybe([f"{names[-1]}.time - interval '1500 milliseconds'"])),
    )


@st.composite
def _dressed(
    draw: st.DrawFn, condition: Condition, names: Sequence[str], variables: set[str], based: set[str]
) -> Condition:
    """The condition, perhaps with `near` and a `where` of its own; what others are based on may name itself alone."""
    others = [name for name in names if name != condition.name]
    near = draw(_near(others)) if others else None
    alone = condition.name in based or draw(st.booleans())
    known = bound(condition) if alone else bound(condition) | variables
    asked = expressions([condition.name] if alone else [condition.name, *others], known)
    return replace(condition, near=near, where=draw(asked) if draw(st.sampled_from([False, False, True])) else None)


@st.composite
def _giver(draw: st.DrawFn) -> Rule:
    """A rule that fills `deaths`."""
    sources: list[Pattern | TableRows] = [
        TableRows("launches", (Matcher("pid", variable="n"),)),
        Pattern("g/a", "x", captures=("n", "t")),
    ]
    source = draw(st.sampled_from(sources))
    where = draw(st.sampled_from([(), ("n > 1",), ("a.time is not null",)]))
    return Rule(
        "g",
        (Condition("a", source),),
        gives="deaths",
        columns={"pid": "n", "process": "'p'"},
        where=where,
        types={"n": "integer"},
    )


@st.composite
def worlds(draw: st.DrawFn) -> World:
    """A few rules, and a run for them."""
    asked = [draw(rules(name)) for name in ("r", "s")[: draw(st.integers(1, 2))]]
    asked += [draw(_giver())] if draw(st.booleans()) else []
    matches = {}
    for rule in asked:
        for condition in rule.conditions:
            often = (
                [False, True]
                if isinstance(condition.what, Missing) or condition in rule.unless
                else [True] * 9 + [False]
            )
            pattern = condition.what.pattern if isinstance(condition.what, Missing) else condition.what
            if isinstance(pattern, Pattern) and draw(st.sampled_from(often)):
                matches[pattern.key] = draw(match_rows(pattern.captures))
    handed = [name for name in _COLUMNS if draw(st.sampled_from([True] * 9 + [False]))]
    return World(tuple(asked), matches, {name: draw(table(name)) for name in handed})


def shuffled(draw: Callable[..., Any], world: World) -> World:
    """The same run, all handed over in another order."""

    def mixed(rows: Sequence[Row]) -> list[Row]:
        return list(draw(st.permutations(list(rows))))

    matches = {key: Matches(mixed(found.rows), found.count) for key, found in world.matches.items()}
    tables = {name: Table(one.relation, mixed(one.rows), one.dropped) for name, one in world.tables.items()}
    return World(
        tuple(draw(st.permutations(list(world.rules)))), dict(draw(st.permutations(list(matches.items())))), tables
    )
