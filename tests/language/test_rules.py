"""Rules as values."""

from pathlib import Path

from language.folders import GOOD, JOINED, RULE, found, spoiled, write
from logsleuth.language import load
from logsleuth.model.book import Case, NextStep, Rule, Same, Spot


def rules(folder: Path) -> dict[str, Rule]:
    """The good folder's rules."""
    return {rule.id: rule for rule in load([write(folder, GOOD)]).rules}


def test_all_keys_arrive(tmp_path: Path) -> None:
    """What a rule says stands in its value, word for word."""
    rule = rules(tmp_path)["other-owner"]
    path = str(tmp_path / "packs/good.yaml")
    begin = RULE.count("\n") + 1

    assert ("e", "owner", "old", "many") == tuple(condition.name for condition in rule.when)
    assert ("own", "gone") == tuple(condition.name for condition in rule.unless)
    assert ("took > 100 and port between 1 and 65535", "not array_contains(old.ancestors, 1)") == rule.where
    assert "{pid} holds {port} since {old.started}" == rule.says
    assert ("process.already-running", None, {}) == (rule.cause, rule.gives, rule.columns)
    assert ({"took": "integer"}, Same.RUN, ("port",), "strong") == (rule.types, rule.same, rule.subject, rule.weight)
    assert (False, "cause", True, "e") == (rule.against, rule.role, rule.standing, rule.anchor)
    assert "e.time - took * interval '1 millisecond'" == rule.began
    assert (NextStep(("ss", "-ltnp", "sport = :{port}"), "who listens"),) == rule.next
    assert ("two tables are joined", "experimental") == (rule.about, rule.status)
    assert (("https://example.org/a",), ()) == (rule.references, rule.falsepositives)
    assert Spot(path, begin, 3) == rule.spot
    first, second = rule.tests
    log = "cannot bind port 8000 after 200 ms\n12:00:00 INFO bound\n"
    assert ({"server.log": log, "ss.txt": "LISTEN"}, {"port": "8000"}) == (first.inputs, first.finds)
    line = (RULE + JOINED).split("\n").index("    - {log: cannot bind, finds: nothing}") + 1
    assert Case({"server.log": "cannot bind"}, None, (), Spot(path, line, 7)) == second


def test_defaults(tmp_path: Path) -> None:
    """What a rule does not say is as the page of the language says."""
    rule = rules(tmp_path)["lock-held"]

    assert (Same.BOOT, "moderate", False, "cause", False) == (
        rule.same,
        rule.weight,
        rule.against,
        rule.role,
        rule.standing,
    )
    assert ((), (), {}, (), None, None) == (rule.unless, rule.where, rule.types, rule.next, rule.anchor, rule.began)


def test_a_profiles_rule_has_its_prefix(tmp_path: Path) -> None:
    """The rules of a profile are called by its program, and so are their patterns."""
    rule = rules(tmp_path)["acme/port"]

    assert ("settings", {"name": "'port'", "value": "port"}) == (rule.gives, rule.columns)
    assert ["acme/port/e"] == [condition.what.key for condition in rule.when]  # type: ignore[union-attr]


def test_braces_that_are_no_names_stay(tmp_path: Path) -> None:
    """JSON and shell in a command are no variables."""
    text = spoiled(JOINED, '"sport = :{port}"', "'{\"a\": {}} ${HOME} {port}'")

    assert [] == found(tmp_path, {"packs/good.yaml": text})


def test_several_faults_of_one_rule(tmp_path: Path) -> None:
    """All faults of a rule are found in one go, each at its own place."""
    text = (
        JOINED.replace("weight: strong", "weight: stong").replace("took > 100", "tok > 100").replace("[port]", "[prt]")
    )
    text = text.replace("since {old.started}", "since {old.begun}")
    faults = found(tmp_path, {"packs/good.yaml": text})

    assert [(3, "begun"), (12, "tok"), (15, "prt"), (16, "stong")] == [
        (fault.line, word) for fault, word in zip(faults, ("begun", "tok", "prt", "stong"), strict=True)
    ]
    assert all(word in fault.message for fault, word in zip(faults, ("begun", "tok", "prt", "stong"), strict=True))
