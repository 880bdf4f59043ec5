"""Why a rule cannot be judged is a sentence."""

from logsleuth.judge.unjudged import Absent, Unjudged


def test_an_absent_table_is_named() -> None:
    """What was not handed over is said, so that it can be."""
    assert "no `listeners` were handed over" == str(Absent("listeners"))
    assert isinstance(Absent("x"), Unjudged)
