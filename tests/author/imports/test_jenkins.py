"""Causes of Jenkins' Build Failure Analyzer."""

from pathlib import Path

import pytest

from logsleuth.author.imports.jenkins import imported
from logsleuth.errors import UsageError

DATA = Path(__file__).parent / "data"
KIND = "com.sonyericsson.jenkins.plugins.bfa.model.indication"


def cause(pattern: str, kind: str = "BuildLogIndication") -> str:
    """A configuration with one indication."""
    inside = f"<{KIND}.{kind}><pattern>{pattern}</pattern></{KIND}.{kind}>"
    return f"<causes><x.FailureCause><name>a cause</name><indications>{inside}</indications></x.FailureCause></causes>"


def test_a_configuration_as_jenkins_writes_it() -> None:
    """Each indication becomes a rule; what Java alone knows is listed with its pattern."""
    found = imported((DATA / "build-failure-analyzer.xml").read_text(), "bfa.xml")

    assert ["jenkins-disk-full-1", "jenkins-disk-full-2", "jenkins-disk-full-3"] == [rule.id for rule in found.made]
    assert {"jenkins-disk-full"} == {rule.cause for rule in found.made}
    assert "The agent has no space left; Clean the workspace" in found.made[0].about
    assert ["Disk full 4: a class within a class, or an intersection of classes: [a-z&&[^b]]+"] == list(
        map(str, found.left)
    )


def test_an_indication_must_match_the_whole_line() -> None:
    """As the plugin asks for it."""
    assert "'^(?:ERROR)$'" in imported(cause("ERROR"), "x").made[0].when["line1"]


def test_an_indication_on_several_lines_becomes_conditions_on_lines() -> None:
    r"""A line end alone means the next line, `.*` with one any later line."""
    rule = imported(cause(r"first (a|b)\nsecond.*\n.*third", "MultilineBuildLogIndication"), "x").made[0]

    assert ["line1", "line2", "line3"] == list(rule.when)
    assert "lines: 1, side: after}, where: 'line2.line >= line1.line + 1'" in rule.when["line2"]
    assert "lines: 200, side: after}, where: 'line3.line >= line2.line + 1'" in rule.when["line3"]
    assert "first a\nsecond\nthird" == rule.positive


@pytest.mark.parametrize("pattern", [r"a(b\nc)d", r"a|b\nc", ".*", ""])
def test_what_cannot_be_said_is_listed(pattern: str) -> None:
    """Nothing is made of it."""
    found = imported(cause(pattern, "MultilineBuildLogIndication"), "x")

    assert [] == found.made
    assert 1 == len(found.left)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', "document type"),
        ("<a>", "no XML"),
        ("<a/>", "no FailureCause"),
        ("<a>" * 100, "nested"),
    ],
)
def test_a_file_that_is_none_ends_the_call(text: str, why: str) -> None:
    """One line; no entity is ever expanded."""
    with pytest.raises(UsageError, match=why):
        imported(text, "x.xml")
