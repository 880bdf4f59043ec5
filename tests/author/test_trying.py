"""A pattern or a rule tried on logs."""

import gzip
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import runs
from logsleuth.author.almost import Sought, branches
from logsleuth.author.trying import prefilter, try_pattern, try_rule
from logsleuth.errors import NoInputError, UsageError
from logsleuth.model.book import On, Pattern

HEAD = "2026-11-30 09:12:01,340 ERROR orders.license "
LOG = "".join(
    f"{HEAD}{line}\n"
    for line in (
        "license AB-1 expired on 2026-11-01",
        "License AB-2 expired on x",
        "the license AB-3 expired on x",
        "license AB-4 expires",
    )
)
EXPIRED = Pattern("try/pattern", r"^license (?P<key>\S+) expired on (?P<day>\S+)")


@pytest.fixture
def log(tmp_path: Path) -> str:
    """A small log."""
    (tmp_path / "a.log").write_text(LOG)
    return str(tmp_path / "a.log")


def test_matches_have_place_captures_and_extent(log: str) -> None:
    """On the message, without its head."""
    tried = try_pattern(EXPIRED, [log], runs.book())
    (match,) = tried.matches

    assert (1, 4, 1) == (tried.hits, tried.lines, match.line)
    assert {"key": "AB-1", "day": "2026-11-01"} == match.captures
    assert "license AB-1 expired on 2026-11-01" == match.text[match.start : match.end]


def test_near_lines_say_what_keeps_them_from_matching(log: str) -> None:
    """Case, something before the `^`, and else how far the pattern gets."""
    near = {each.line: each.almost for each in try_pattern(EXPIRED, [log], runs.book(), near=9).near}

    assert {2, 3, 4} == set(near)
    assert "case" in near[2].how
    assert "`^`" in near[3].how
    assert ("license AB-4 expire", r"d on (?P<day>\S+)") == (near[4].text[: near[4].end], near[4].expected)


def test_all_are_counted_and_few_kept(tmp_path: Path) -> None:
    """Packed files are read, too, and a last line without its end."""
    (tmp_path / "b.log.gz").write_bytes(gzip.compress(b"boom\n" * 999 + b"boom"))
    tried = try_pattern(Pattern("try/pattern", "boom"), [str(tmp_path / "b.log.gz")], runs.book(), most=3)

    assert (1000, 1000, 3) == (tried.hits, tried.lines, len(tried.matches))


def test_raw_and_record(log: str) -> None:
    """The stored line has its head; a record has what continues it."""
    Path(log).write_text(f"{HEAD}first\n  more of it\n{HEAD}second\n")

    assert 2 == try_pattern(Pattern("p", "^2026", on=On.RAW), [log], runs.book()).hits
    assert 1 == try_pattern(Pattern("p", r"first\n\s*more", on=On.RECORD), [log], runs.book()).hits
    assert 0 == try_pattern(Pattern("p", r"first\n\s*more"), [log], runs.book()).hits


def test_what_cannot_be_tried_is_said(log: str) -> None:
    """A pattern that is none, and inputs that are not there."""
    with pytest.raises(UsageError, match="the pattern is wrong"):
        try_pattern(Pattern("p", "(a"), [log], runs.book())
    with pytest.raises(NoInputError):
        try_pattern(EXPIRED, [f"{log}.nosuch"], runs.book())


def test_a_pattern_that_backtracks_is_given_up(tmp_path: Path) -> None:
    """After a few lines; the call ends."""
    (tmp_path / "a.log").write_text((("a" * 400) + "b!\n") * 5)
    tried = try_pattern(Pattern("p", "^(a|aa)*(a|aa)*(a|aa)*b$"), [str(tmp_path / "a.log")], runs.book())

    assert (5, 0, True) == (tried.lines, tried.hits, tried.gave_up)


def test_prefilter_says_why_not() -> None:
    """A pattern without a sure literal, or one that matches the empty text."""
    assert not prefilter(EXPIRED)
    assert prefilter(Pattern("p", "a*"))


def test_a_rule_that_finds_nothing_shows_the_rows_of_its_conditions(log: str) -> None:
    """Each by itself."""
    rule = next(rule for rule in runs.book().rules if rule.id == "lazy-import-lacks-module")
    tried = try_rule(rule, [log], runs.book(), cache=runs.CACHE)

    assert () == tried.findings
    assert {condition.name for condition in rule.conditions} == set(tried.rows)
    assert 0 == tried.rows[rule.when[0].name]


def test_a_rule_that_finds_shows_its_findings(tmp_path: Path) -> None:
    """As an analysis would."""
    rule = next(rule for rule in runs.book().rules if rule.id == "lazy-import-lacks-module")
    case = next(case for case in rule.tests if case.finds is not None)
    tried = try_rule(rule, runs.write(tmp_path, case.inputs), runs.book(), cache=runs.CACHE)

    assert tried.findings
    assert all(isinstance(rows, int) and rows for rows in (tried.rows[each.name] for each in rule.when))


PATTERNS = sorted(
    {
        each.what.expression
        for rule in runs.book().rules
        for each in rule.conditions
        if isinstance(each.what, Pattern) and each.what.expression
    }
)


@pytest.mark.parametrize("expression", PATTERNS[::10])
def test_the_parts_of_an_expression_make_it_up(expression: str) -> None:
    """Nothing is lost, and each part can stand alone or is an assertion."""
    assert expression == "|".join("".join(parts) for parts in branches(expression))


@settings(max_examples=100, deadline=None)
@given(st.text("ab(|)[]\\^$*+?{}1,.:P<>", max_size=12))
def test_any_text_comes_apart(expression: str) -> None:
    """Even one that is no expression."""
    assert expression == "|".join("".join(parts) for parts in branches(expression))


@settings(max_examples=100, deadline=None)
@given(st.text(min_size=1, max_size=30), st.text(max_size=30))
def test_any_line_may_be_near(wanted: str, line: str) -> None:
    """No line and no literal makes it raise."""
    almost = Sought(Pattern("p", re.escape(wanted))).almost(line, line)

    assert almost is None or 0 <= almost.start <= almost.end <= len(almost.text)


def test_a_slip_at_the_beginning_is_near() -> None:
    """The words that follow make up for the part that stops early."""
    almost = Sought(Pattern("p", r"^licence \S+ expired on")).almost("license AB-1 expired on Monday", "")

    assert almost is not None
    assert "licence -> license" in almost.how
