"""The report as data."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from logsleuth.model.report import Outcome
from logsleuth.model.run import Note
from logsleuth.model.verdict import Command, Finding, Weighed
from logsleuth.report import SCHEMA, build, schema, to_json
from report.stories import REFUSED, cite, false_positive, healthy, outcome, phantom

STORIES = (false_positive, phantom, healthy)
SECRET = "hf_" + "aBcD1234" * 4


def valid(run: Outcome, **more: Any) -> dict[str, Any]:
    """The report, held against the schema."""
    report = build(run, **more)
    Draft202012Validator(schema()).validate(json.loads(to_json(report)))
    return report


@pytest.mark.parametrize("story", STORIES)
def test_valid_and_the_same(story: Callable[[], Outcome]) -> None:
    """Each report is valid, and the same run gives the same bytes, however long it took."""
    slow = story()
    again = replace(slow, stats=replace(slow.stats, seconds=99.0))

    assert to_json(valid(story())) == to_json(valid(again))


def test_keys() -> None:
    """The keys stand in the order of the design."""
    assert [
        *("schema", "version", "verdict", "summary", "inputs", "hypotheses", "ruled_out"),
        *("expectations", "timeline", "not_judged", "notes", "stats"),
    ] == list(valid(phantom()))
    assert SCHEMA == valid(phantom())["schema"]


def test_first_hypothesis() -> None:
    """Pinned: the wrong interpreter explains the answer and the listener."""
    first, second, third = valid(false_positive())["hypotheses"]

    assert ("python.wrong-interpreter", {"module": "acme.launch_server"}) == (first["cause"], first["subject"])
    assert 0.85 == round(first["confidence"], 2)
    assert [("server.log", 1, REFUSED), ("ps.txt", 3)] == [
        (first["evidence"][0]["path"], first["evidence"][0]["line"], first["evidence"][0]["text"]),
        (first["evidence"][1]["path"], first["evidence"][1]["line"]),
    ]
    assert {"health.false-positive", "process.stale-listener"} == {one["cause"] for one in first["explains"]}
    assert first["cause"] == second["explained_by"]["cause"] == third["explained_by"]["cause"]
    assert [1, 2, 3] == [one["rank"] for one in (first, second, third)]


def test_nothing_destructive() -> None:
    """A command of a rule that stops something is left out."""
    text = to_json(valid(phantom()))

    assert "/proc/4711/exe" in text
    assert "pkill" not in text


def test_confidences() -> None:
    """They fall, and add up to at most 1."""
    shares = [one["confidence"] for one in valid(phantom())["hypotheses"]]

    assert shares == sorted(shares, reverse=True)
    assert sum(shares) <= 1


def test_ledger_adds_up() -> None:
    """The prior and the findings come to the bits, and what brings nothing says why."""
    for one in valid(false_positive())["hypotheses"]:
        assert pytest.approx(one["bits"], abs=0.05) == sum(entry["bits"] for entry in one["ledger"])
        assert all(entry["bits"] or entry["why"] for entry in one["ledger"])


def test_ruled_out() -> None:
    """What more speaks against than for stands among all, and with the reason among the ruled out."""
    evidence = (cite("server.log", 3, "x"),)
    against = Finding(
        "r", "python.stale-code", {}, "strong", evidence, against=True, says="the frames agree with the tree"
    )
    report = valid(outcome(against))

    assert ["the frames agree with the tree"] == [one["why"] for one in report["ruled_out"]]
    assert ["python.stale-code"] == [one["cause"] for one in report["hypotheses"]]
    assert "r speaks against it" == valid(outcome(replace(against, says="")))["ruled_out"][0]["why"]


def secretive() -> Outcome:
    """A run with a secret in every text that an input can fill."""
    finding = Finding(
        rule="r",
        cause="app.exception",
        subject={"what": SECRET},
        weight="strong",
        evidence=(cite("server.log", 3, f"HF_TOKEN={SECRET}"),),
        says=f"it was {SECRET}",
        next=(Command(("curl", "--api-key", "abc", f"https://a:{SECRET}@b"), f"tells {SECRET}"),),
    )
    return outcome(finding, notes=(Note(f"note {SECRET}"),))


def test_masked() -> None:
    """Secrets are masked in every text, and a flag's argument with them."""
    report = valid(secretive())

    assert SECRET not in to_json(report)
    assert ["curl", "--api-key", "***", "https://a:***@b"] == report["hypotheses"][0]["next"][0]["run"]
    assert "HF_TOKEN=hf_***" == report["hypotheses"][0]["evidence"][0]["text"]


def test_masking_leaves_the_weighing() -> None:
    """With and without masks the same is found."""
    masked, plain = valid(secretive()), valid(secretive(), redact=False)

    assert SECRET in to_json(plain)
    assert [one["bits"] for one in masked["hypotheses"]] == [one["bits"] for one in plain["hypotheses"]]


def test_timings() -> None:
    """Seconds stand in the report only if asked for."""
    assert valid(phantom())["stats"]["seconds"] is None
    assert 0.12 == valid(phantom(), timings=True)["stats"]["seconds"]


def test_json_is_plain() -> None:
    """Nothing beyond ASCII, and no control character but newlines, stands in the JSON."""
    evil = Finding("r", "app.exception", {}, "weak", (cite("server.log", 3, "\x1b[31m\u202e\udc80"),), says="\x07")
    text = to_json(valid(outcome(evil)))

    assert text.isascii()
    assert all(character.isprintable() or character == "\n" for character in text)


def test_nothing_found() -> None:
    """A run without hypotheses has a valid report."""
    empty = replace(outcome(), weighed=Weighed((), 1.0))

    assert "no rule found a cause" in valid(empty)["summary"]
