"""Profiles as values."""

from pathlib import Path

from language.folders import GOOD, PROFILE, spoiled, write
from logsleuth.language import load, load_lenient
from logsleuth.model.book import Benign, Pattern, Phase


def test_a_profile(tmp_path: Path) -> None:
    """Phases and benign lines have keys of their own; the second line of one phase is numbered."""
    (profile,) = load([write(tmp_path, GOOD)]).profiles

    assert ("acme", "Acme", ("outer",), "ready") == (profile.program, profile.title, profile.embedded_in, profile.ready)
    assert profile.phases == (
        Phase("started", Pattern("acme/phase/started", expression="^starting acme"), start=True),
        Phase("ready", Pattern("acme/phase/ready", literals=("ready to serve",))),
        Phase("ready", Pattern("acme/phase/ready/2", literals=("up",), programs=("acme",))),
    )
    assert profile.benign == (
        Benign(
            Pattern("acme/benign/1", expression=r"ignored (?P<what>\w+)", captures=("what",)),
            "it is optional",
            Pattern("acme/benign/1/unless", expression=r"need (?P<what>\w+)", captures=("what",)),
        ),
    )


def test_a_faulty_rule_leaves_the_profile(tmp_path: Path) -> None:
    """A fault in one of its rules takes that rule away, and the phases stay."""
    text = spoiled(PROFILE, "gives: settings", "gives: setings")
    book, faults = load_lenient([write(tmp_path, {**GOOD, "programs/acme.yaml": text})])

    assert 1 == len(faults)
    assert ["acme"] == [profile.program for profile in book.profiles]
    assert "acme/port" not in {rule.id for rule in book.rules}


def test_a_faulty_profile_leaves_its_rules(tmp_path: Path) -> None:
    """A fault in a phase takes the profile away; what its rules read may still be read."""
    text = spoiled(PROFILE, "phase: started", "phase: begun")
    book, faults = load_lenient([write(tmp_path, {**GOOD, "programs/acme.yaml": text})])

    assert 1 == len(faults)
    assert () == book.profiles
    assert "acme/port" in {rule.id for rule in book.rules}
