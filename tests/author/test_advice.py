"""Advice on patterns: each kind is said where it holds, and not where it does not."""

from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from logsleuth.author.advice import advice
from logsleuth.author.advise import placeholders
from logsleuth.language.patterns import compiled
from logsleuth.model.book import Case, Condition, Missing, On, Pattern, Rule, Spot, TableRows

SPOT = Spot("my.yaml", 3, 3)


@dataclass(frozen=True)
class Place:
    """An expression that stands in one line."""

    path: str = "my.yaml"
    line: int = 7
    column: int = 12
    excerpt: str = "    e: {line: '...'}"

    def at(self, position: int) -> tuple[int, int]:
        """So many characters further on."""
        return self.line, self.column + position


def pattern(expression: str, **more: object) -> Pattern:
    """A pattern of the rule `r`, as it is loaded."""
    return Pattern("r/e", expression, captures=tuple(compiled(expression).groupindex), **more)  # type: ignore[arg-type]


def rule(what: Pattern, *, lines: tuple[str, ...] = (), **more: object) -> Rule:
    """A rule of one condition, with an example for each line."""
    tests = tuple(Case({"log": line}, {}) for line in lines)
    return Rule("r", (Condition("e", what),), tests=tests, spot=SPOT, cause="c", **more)  # type: ignore[arg-type]


def codes(given: Rule) -> list[str]:
    """The kinds of advice on a rule."""
    return [fault.code for fault in advice([given], {})]


@pytest.mark.parametrize(
    "expression",
    [r"\d+ \w+ \d+", "^.", r"(?:connection refused|\d\d)", "(?:a.b|c)"],
)
def test_nothing_to_look_for(expression: str) -> None:
    """A pattern without a longer text in every match costs a look at every line."""
    assert ["no-prefilter"] == codes(rule(pattern(expression)))


@pytest.mark.parametrize("expression", ["connection refused", "(?:refused|denied)", r"pid \d+", r"\d+ nodes"])
def test_something_to_look_for(expression: str) -> None:
    """A text that stands in every match is enough."""
    assert [] == codes(rule(pattern(expression)))


def test_a_cheaper_pattern_is_something_to_look_for() -> None:
    """With `scan` it is that one which is asked."""
    assert [] == codes(rule(pattern(r"^\d+ \w+$", scan="failed")))


@pytest.mark.parametrize(
    "expression",
    [r"^(?:\w+)+: failed$", r"(?:\w+\s*)+: failed", r"alpha.*(?:beta\d|gamma\d).*delta\d"],
)
def test_time_that_grows(expression: str) -> None:
    """A pattern whose time grows with more than the length is named, with a text that shows it."""
    found = advice([rule(pattern(expression))], {})

    assert ["backtracks"] == [fault.code for fault in found]
    assert " * " in found[0].message


@pytest.mark.parametrize(
    "expression",
    [
        r"^\w+: failed$",
        r"^\S+ .* failed",
        r"out of memory.{0,300}failed",
        r"^(?P<a>[^:]+): (?P<b>.*)failed",
        r"error: .*",
    ],
)
def test_time_that_does_not_grow(expression: str) -> None:
    """Nothing is said of a loop that time grows with no more than the length of."""
    assert [] == codes(rule(pattern(expression)))


def test_capture_that_nothing_uses() -> None:
    """A name that no part of the rule asks for is said, at the group."""
    given = rule(pattern("user (?P<who>[a-z]+) of (?P<shop>[a-z]+)"), subject=("who",))

    found = advice([given], {"r/e": Place()})

    assert [("capture-unused", 7, 12 + len("user (?P<who>[a-z]+) of "))] == [(f.code, f.line, f.column) for f in found]


@pytest.mark.parametrize(
    "more",
    [
        {"says": "the shop {shop}"},
        {"says": "the shop {e.shop}"},
        {"where": ("length(shop) > 3",)},
        {"began": "e.time - shop * interval '1 second'"},
        {"tests": (Case({"log": "x"}, {"shop": "x"}),)},
    ],
)
def test_capture_in_use(more: Mapping[str, object]) -> None:
    """Whatever part of the rule asks for it, it is in use."""
    what = pattern("user (?P<who>[a-z]+) of (?P<shop>[a-z]+)")
    assert [] == codes(Rule("r", (Condition("e", what),), subject=("who",), spot=SPOT, **more))  # type: ignore[arg-type]


def test_capture_that_tells_findings_apart() -> None:
    """Without a subject all variables tell findings apart."""
    assert [] == codes(rule(pattern("user (?P<who>[a-z]+)")))


def test_capture_that_joins() -> None:
    """A variable of two conditions joins them."""
    from logsleuth.model.book import Matcher  # noqa: PLC0415

    rows = TableRows("processes", (Matcher("pid", variable="pid"),))
    what = pattern(r"killed (?P<pid>\d+) for (?P<why>[a-z]+)")
    assert [] == codes(Rule("r", (Condition("e", what), Condition("p", rows)), subject=("why",), spot=SPOT))


def test_capture_of_a_missing_line() -> None:
    """What must be missing binds nothing."""
    what = Missing(pattern("ready on (?P<port>[0-9]+)"), after="phase:started")
    assert ["capture-unused"] == codes(Rule("r", (Condition("e", what),), says="{port}", spot=SPOT))


@pytest.mark.parametrize(
    ("expression", "right"),
    [
        ("refused by api.example.com", r"api\.example\.com"),
        (r"refused by api\.example.com", r"api\.example\.com"),
        ("cannot write server.log", r"server\.log"),
        (r"cannot open libcuda.so", r"libcuda\.so"),
        (r"needs version 2.1.0", r"2\.1\.0"),
    ],
)
def test_bare_dot(expression: str, right: str) -> None:
    """A dot in a name matches any character; the name is said as it should be written."""
    found = advice([rule(pattern(expression))], {})

    assert ["dot-unescaped"] == [fault.code for fault in found]
    assert f"write `{right}`" in found[0].message


@pytest.mark.parametrize(
    "expression",
    [
        r"api\.example\.com failed",
        r"failed.*so",
        r"version [0-9.]+ failed",
        r"code 1.{0,20}com",
        "failed.",
        r"\d.\d failed",
    ],
)
def test_dot_that_is_meant(expression: str) -> None:
    """Escaped dots, classes and repeated ones are as they are meant."""
    assert [] == codes(rule(pattern(expression)))


@pytest.mark.parametrize(
    "expression",
    [r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} ERROR orders\.licence refused", r"^\[ERROR\] licence refused"],
)
def test_head_that_is_taken_off(expression: str) -> None:
    """A `line:` that begins with a time or a level never matches."""
    lines = ("2026-11-30 09:12:01,340 ERROR orders.licence refused", "[ERROR] licence refused")
    assert "anchor-defeated" in codes(rule(pattern(expression), lines=lines))


def test_head_that_stands_before() -> None:
    """A `raw:` that begins with the message does not match the rule's own example."""
    line = "2026-11-30 09:12:01,340 ERROR orders.licence refused: licence"
    assert ["anchor-defeated"] == codes(rule(pattern("^refused: licence", on=On.RAW), lines=(line,)))


@pytest.mark.parametrize(
    ("expression", "on"),
    [
        ("^licence refused", On.LINE),
        (r"^(?P<n>\d+) licences refused", On.LINE),
        ("^licence refused", On.RAW),
        (r"^\d{4}-\d\d-\d\d \S+ ERROR orders\.licence refused", On.RAW),
    ],
)
def test_anchor_that_holds(expression: str, on: On) -> None:
    """Nothing is said where the pattern stands where its line begins."""
    assert [] == codes(rule(pattern(expression, on=on), lines=("licence refused", "5 licences refused")))


@pytest.mark.parametrize(
    "expression", ["[Ee]rror in stage", "[Ff][Aa][Ii][Ll]ed now", "(?:error|Error|ERROR): disk", "oops|Oops"]
)
def test_letters_in_both_cases(expression: str) -> None:
    """A word that is spelt in several cases is one word with `case: ignore`."""
    assert ["case"] == codes(rule(pattern(expression)))


def test_letters_in_both_cases_of_a_pattern_that_ignores_case() -> None:
    """With `case: ignore` a letter need not stand in both cases."""
    assert ["case"] == codes(rule(pattern("[Ee]rror in stage", ignore_case=True)))


@pytest.mark.parametrize(
    "expression", ["ERROR in stage", "[Ee]rror in Stage", "(?:disk failed|Failed unit)", "[ab]rror now"]
)
def test_case_that_is_meant(expression: str) -> None:
    """Nothing is said where capitals tell."""
    assert [] == codes(rule(pattern(expression)))


def test_literals_in_both_cases() -> None:
    """Literals that differ in case alone are one."""
    assert ["case"] == codes(rule(Pattern("r/e", literals=("Out of memory", "out of memory"))))


def test_place_of_the_rule() -> None:
    """Where the pattern's place is not known, it is said where the rule begins; it is never more than advice."""
    found = advice([rule(pattern("[Ee]rror in stage"))], {})[0]

    assert ("my.yaml", 3, 3, True, "conditions") == (found.path, found.line, found.column, found.advice, found.section)


def test_what_a_skeleton_leaves_to_its_author() -> None:
    """Until it is replaced: the reason, and the line of the negative test."""
    done = rule(pattern("refused"), lines=("refused",), about="the program leaves then")
    left = rule(pattern("refused"), lines=(placeholders.LINE,), about=f"written from a.log:1; {placeholders.WHY}")

    assert [] == codes(done)
    assert ["placeholder", "placeholder"] == codes(left)
