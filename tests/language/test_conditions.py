"""Conditions as values."""

from datetime import timedelta

from language.folders import JOINED, RULE
from logsleuth.language import forms
from logsleuth.language.conditions import Draft, drafts_of, is_word
from logsleuth.language.nodes import Items, compose
from logsleuth.language.report import Report
from logsleuth.model.book import Condition, Count, Matcher, Missing, Near, Pattern, TableRows


def drafts(text: str) -> dict[str, Draft]:
    """The conditions of the one rule of a text, by name."""
    node, _ = compose(text)
    assert isinstance(node, Items)
    report = Report("x.yaml", text)
    got = forms.RULE.fit(node.items[0], "the rule", report)
    assert got is not None
    found = {draft.name: draft for draft in drafts_of(got, "r", report)}
    assert [] == report.faults
    return found


def test_each_form_of_a_condition() -> None:
    """Every form becomes the value that the model has for it, keyed by rule and condition."""
    found = {name: draft.condition for name, draft in drafts(JOINED).items()}

    assert found == {
        "e": Condition(
            "e",
            Pattern(
                "r/e",
                expression=r"cannot bind port (?P<port>\d+) after (?P<took>\d+) ms",
                captures=("port", "took"),
                levels=("error",),
            ),
        ),
        "owner": Condition(
            "owner",
            TableRows(
                "listeners",
                (
                    Matcher("port", variable="port"),
                    Matcher("pid", variable="pid"),
                    Matcher("address", values=("0.0.0.0", "::")),  # noqa: S104 - an address in a table
                ),
            ),
        ),
        "old": Condition(
            "old",
            TableRows(
                "processes",
                (
                    Matcher("pid", variable="pid"),
                    Matcher("deleted", is_null=True),
                    Matcher("command", expression="serve"),
                ),
            ),
            where="old.age_min > 5",
        ),
        "many": Condition("many", Count("e", 2, timedelta(minutes=1), "port")),
        "own": Condition(
            "own",
            TableRows("launches", (Matcher("pid", variable="pid"),)),
            Near("e", timedelta(seconds=5), side="before"),
            "own.time < e.time",
        ),
        "gone": Condition("gone", Missing(Pattern("r/gone", literals=("bound", "up")), "e", "rank")),
    }


def test_what_each_binds() -> None:
    """Captures, `$variables` and the value of `each` are variables."""
    found = {name: draft.variables for name, draft in drafts(JOINED).items()}

    assert found == {
        "e": ("port", "took"),
        "owner": ("port", "pid"),
        "old": ("pid",),
        "many": (),
        "own": ("pid",),
        "gone": ("rank",),
    }


def test_all_that_stands_beside_a_pattern() -> None:
    """Each key beside a pattern has its field; one word is a list of one."""
    text = RULE.replace(
        "exists'}",
        "exists', scan: lock, case: ignore, kind: [log, text], level: error, program: acme, benign: true, unicode: true}",
    )

    assert drafts(text)["e"].condition == Condition(
        "e",
        Pattern(
            "r/e",
            expression=r"lock file (?P<file>\S+) exists",
            ignore_case=True,
            unicode=True,
            scan="lock",
            captures=("file",),
            kinds=("log", "text"),
            levels=("error",),
            programs=("acme",),
            sees_benign=True,
        ),
    )


def test_words() -> None:
    """A name is a lower case word."""
    assert [True, True, False, False, False, False] == [is_word(w) for w in ("a", "a_1", "A", "1a", "_a", "ä")]
