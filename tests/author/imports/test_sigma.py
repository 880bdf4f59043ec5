"""Sigma rules: what is taken over, and what is listed."""

import sys

import pytest

from logsleuth.author.imports.sigma import imported
from logsleuth.errors import UsageError

HEAD = "title: {title}\nid: 11111111-0000-4000-8000-00000000000{number}\nlogsource: {{category: x}}\n"


def rule(detection: str, title: str = "a rule", number: int = 1, more: str = "") -> str:
    """One rule."""
    return (
        HEAD.format(title=title, number=number)
        + more
        + f"detection:\n  selection:\n    {detection}\n  condition: selection\n"
    )


def correlation(body: str) -> str:
    """A rule, and a correlation of it."""
    base = rule("a: x", more="name: base\n")
    return f"{base}---\ntitle: many\nid: 22222222-0000-4000-8000-000000000001\ncorrelation:\n  rules: [base]\n  timespan: 1m\n{body}"


@pytest.mark.parametrize(
    ("detection", "why"),
    [
        ("a|gt: 3", "comparing a number"),
        ("a|fieldref: b", "one field with another"),
        ("a|hour: 3", "part of a time"),
        ("a|re: '(x)\\1'", "refers back"),
        ("a|expand: '%x%'", "placeholder"),
    ],
)
def test_what_a_line_cannot_tell_is_listed(detection: str, why: str) -> None:
    """With the title of the rule and the reason."""
    found = imported(rule(detection), "x.yml")

    assert [] == found.made
    assert ["a rule"] == [left.what for left in found.left]
    assert why in found.left[0].why


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("  type: event_count\n  condition: {lt: 3}\n", "least number"),
        ("  type: event_count\n  condition: {gte: 500}\n", "100 are kept"),
        ("  type: value_sum\n  condition: {field: a, gte: 3}\n", "of the kind value_sum"),
        ("  type: temporal\n  condition: not base\n", "condition of its own"),
    ],
)
def test_correlations_that_our_language_lacks_are_listed(body: str, why: str) -> None:
    """The rule that they refer to is not written alone."""
    found = imported(correlation(body), "x.yml")

    assert [] == found.made
    assert why in found.left[0].why


def test_a_rule_takes_its_level_status_and_texts_over() -> None:
    """As weight, status, falsepositives and references."""
    more = (
        "level: low\nstatus: stable\nfalsepositives: [a test]\nreferences: ['https://example.org']\ndescription: why\n"
    )
    made = imported(rule("a: x", more=more), "x.yml").made[0]

    assert ("weak", "stable", ("a test",), ("https://example.org",)) == (
        made.weight,
        made.status,
        made.falsepositives,
        made.references,
    )
    assert "why" in made.about
    assert "x.yml" in made.about


def test_a_fault_of_one_rule_leaves_the_others() -> None:
    """It is listed."""
    found = imported(
        rule("a: x").replace("condition: selection", "condition: nosuch") + "---\n" + rule("a: y", "good", 2), "x.yml"
    )

    assert ["good"] == [made.title for made in found.made]
    assert 1 == len(found.left)


@pytest.mark.parametrize("text", ["a: [", "- a\n- b", "[" * 5000, "d: !!python/object:os.system {}"])
def test_a_file_that_is_none_is_one_line(text: str) -> None:
    """An error of the call; never a traceback, and nothing of it is run."""
    with pytest.raises(UsageError) as caught:
        imported(text, "x.yml")
    assert str(caught.value).startswith("x.yml: it is ")
    assert "\n" not in str(caught.value)


def test_aliases_that_grow_without_bound_are_refused() -> None:
    """Each level names the one before ten times."""
    levels = "\n".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12))
    found = imported(rule("a: x", more=f"a0: &a0 [x]\n{levels}\n"), "x.yml")

    assert [] == found.made
    assert "aliases expand" in found.left[0].why


def test_a_missing_extra_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """One line."""
    monkeypatch.setitem(sys.modules, "sigma.collection", None)
    with pytest.raises(UsageError, match=r"pip install 'logsleuth\[sigma\]'"):
        imported(rule("a: x"), "x.yml")
