"""Skeletons: what `rules new` makes of a line loads, finds its line, and hides its secrets."""

import io
import string
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import runs
from logsleuth import language
from logsleuth.author import examples
from logsleuth.author.skeleton import line_at, skeleton
from logsleuth.errors import NoInputError, UsageError
from logsleuth.model.book import Benign, Pattern, Profile
from logsleuth.text.line import clean

VARIED = st.sampled_from(
    [
        "port 8000",
        "10.0.0.7:443",
        "db-7.int:5432",
        "/var/log/x.log",
        "0x7ffe",
        "3.5s",
        "512MiB",
        "v1.2.3",
        '"quoted"',
        "it's",
        "{a}",
        "[b]",
        "key: value",
        "# x",
        "- y",
        "2026-11-30T09:12:01Z",
        "password=hunter2x",
        "\x1b[0m",
        "\t",
        "\x07",
        "\u2028",
        *("PATH=/usr/bin", "a|b", "\\d", "'", '"', "***", "é", "\U0001f600", "-1", "."),
    ]
)
LINES = st.lists(
    VARIED | st.text(st.characters(codec="utf-8"), max_size=12) | st.text(string.printable, max_size=12), max_size=8
)


@settings(max_examples=3, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(LINES.map(" ".join), min_size=10, max_size=10))
def test_any_line_makes_a_rule_that_loads_and_passes(texts: list[str]) -> None:
    """Whatever the line holds: quotes, braces, control characters, what YAML would stumble over. Only a blank one is refused."""
    made = []
    plain = replace(runs.book(), profiles=())  # compiling their patterns for each line would take a minute
    for number, text in enumerate(texts):
        line = clean(text.split("\n")[0].encode())
        try:
            made.append(skeleton(line, "server.log:1", plain, name=f"made-{number}").text)
        except UsageError as error:
            assert "blank" in str(error)  # noqa: PT017  # nothing else may be refused
    found = language.examine([], base=[language.builtin_folder()], text=("<stdin>", "".join(made)))

    assert found.book is not None
    assert () == found.faults
    assert len(made) == len(found.rules)
    assert {True} >= {result.passed for result in examples.run_all(found.rules, found.book, cache=runs.CACHE)}


def test_what_varies_becomes_a_capture_and_what_stays_stays() -> None:
    """With names by the word before, or by the kind; only what must be is escaped."""
    line = '2026-11-30 09:12:01,340 ERROR db.pool pid=4711 no route to db-7.int:5432 (user "orders") after 3.5s.'
    text = skeleton(line, "server.log:1", runs.book()).text

    pattern = (
        r"""'^pid=(?P<pid>\d+) no route to (?P<host>[\w.-]+):(?P<port>\d+) \(user "(?P<user>[^"]*)"\)"""
        r""" after (?P<took>\d[\d.]* ?[a-z]+)\.'"""
    )
    assert f"seen: {{line: {pattern}}}" in text
    assert 'finds: {pid: "4711", host: "db-7.int", port: "5432", user: "orders", took: "3.5s"}' in text
    assert "cause: app.exception\n" in text


def test_secrets_do_not_get_into_the_rule() -> None:
    """Neither into the pattern nor into the test."""
    text = skeleton("login failed: password=hunter2secret for bob", "server.log:1", runs.book()).text

    assert "hunter2" not in text
    assert "password=***" in text


def test_a_line_that_a_profile_calls_benign_is_asked_for() -> None:
    """Else the rule would never see it."""
    benign = Benign(Pattern("acme/benign/0", "^all is odd"), "it always says so")
    book = replace(runs.book(), profiles=(Profile("acme", "Acme", benign=(benign,)),))

    assert "benign: true" in skeleton("all is odd today", "server.log:1", book).text
    assert "benign" not in skeleton("all is odd today", "server.log:1", runs.book()).text


def test_the_line_is_found_by_its_number(tmp_path: Path) -> None:
    """In a file, or on standard input."""
    (tmp_path / "a.log").write_text("one\ntwo\nthree")
    place = str(tmp_path / "a.log")

    assert ("two", "a.log") == line_at(f"{place}:2")
    assert ("three", "a.log") == line_at(f"{place}:3")
    assert ("two", "-") == line_at("-:2", stdin=io.BytesIO(b"one\ntwo\n"))


@pytest.mark.parametrize(
    ("place", "error"),
    [("a.log:9", UsageError), ("a.log", UsageError), ("a.log:0", UsageError), ("b.log:1", NoInputError)],
)
def test_a_place_that_is_not_there_is_said(
    place: str, error: type[Exception], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one line that names the place."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.log").write_text("one\ntwo\n")

    with pytest.raises(error, match=place):
        line_at(place)


def test_an_unknown_cause_is_refused_with_the_nearest() -> None:
    """And a known one is taken."""
    with pytest.raises(UsageError, match=r"did you mean `os\.disk-full`"):
        skeleton("no space", "x:1", runs.book(), cause="os.disk-ful")
    assert (
        "cause: os.disk-full\n" in skeleton("no space", "x:1", runs.book(), cause="os.disk-full", cache=runs.CACHE).text
    )
