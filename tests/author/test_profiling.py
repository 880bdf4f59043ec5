"""Profiling: every rule is told of, with what it was held against and what it found."""

from pathlib import Path

import runs
from logsleuth.analyze import Request
from logsleuth.author.profiling import profile

LOG = "/usr/bin/python3: No module named sglang.launch_server\n"


def request(folder: Path) -> Request:
    """A log in which one rule matches three times."""
    return Request(paths=runs.write(folder, {"server.log": LOG * 3}), cache=runs.CACHE, jobs=1)


def test_every_rule_has_its_costs(tmp_path: Path) -> None:
    """The slowest first; shares add up to one, and hits are among the lines proposed."""
    found = profile(request(tmp_path), runs.book())
    seconds = [cost.seconds for cost in found.costs]

    assert {rule.id for rule in runs.book().rules} == {cost.id for cost in found.costs if cost.rule}
    assert sorted(seconds, reverse=True) == seconds
    assert abs(sum(cost.share for cost in found.costs) - 1) < 1e-6
    assert all(cost.hits <= cost.proposed for cost in found.costs)


def test_the_findings_are_those_of_an_analysis(tmp_path: Path) -> None:
    """Measuring changes nothing."""
    found = profile(request(tmp_path), runs.book())
    judged = runs.judgement([str(tmp_path / "server.log")])

    assert {each.rule for each in judged.findings} == {cost.id for cost in found.costs if cost.findings}
    assert any(cost.findings and cost.hits == 3 for cost in found.costs)
