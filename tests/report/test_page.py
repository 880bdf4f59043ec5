"""What stands on the page."""

from dataclasses import replace
from typing import Any

from logsleuth.model.report import Outcome
from logsleuth.model.run import Note
from logsleuth.model.verdict import Expectation, Place
from logsleuth.report import build, render
from report.stories import outcome


def page(run: Outcome, **more: Any) -> str:
    """The page at 80 columns without colour."""
    return render(build(run), **({"width": 80, "color": False} | more))


def test_near_miss() -> None:
    """A near miss shows the line that is almost the expected one."""
    near = Place("server.log", 7, "almost")
    text = page(outcome(expectations=(Expectation("expected", "near-miss", "it differs by little", near=near),)))

    assert "Expected lines\n   near-miss  expected\n              it differs by little\n              almost\n" in text


def test_notes_are_few() -> None:
    """Three notes, and how many more; one more is shown itself."""
    notes = tuple(Note(f"note {n}", "x.log", n) for n in range(9))

    assert "   x.log:0: note 0\n" in page(outcome(notes=notes))
    assert "and 6 more (-v)" in page(outcome(notes=notes))
    assert "note 3" in page(outcome(notes=notes[:4]))
    assert "note 8" in page(outcome(notes=notes), verbose=True)


def test_bounds() -> None:
    """A bound that was met is said."""
    run = outcome()

    assert "A bound was met: too many rows\n" in page(
        replace(run, stats=replace(run.stats, bounds_met=("too many rows",)))
    )


def test_nothing_found() -> None:
    """Without any hypothesis the verdict and the foot remain."""
    text = page(outcome())

    assert text.startswith("INCONCLUSIVE  no rule found a cause; to know more, collect")
    assert text.count("\n") < 8
