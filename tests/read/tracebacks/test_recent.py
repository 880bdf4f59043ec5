"""What stands before a line."""

from logsleuth.model.run import Origin
from logsleuth.read.tracebacks.block import Fed
from logsleuth.read.tracebacks.recent import KEPT, MAX_WRITERS, Recent


def test_lines_of_others_do_not_push_out() -> None:
    """Each writer has lines of its own; those of an unknown one may be anybody's."""
    recent = Recent()
    recent.add(Fed(1, "mine", Origin(rank=0), head=False))
    recent.add(Fed(2, "anybody's", Origin(), head=False))
    for line in range(3, 30):
        recent.add(Fed(line, "of another", Origin(rank=1), head=False))
    assert [1, 2] == [seen.line for seen in recent.before(Origin(rank=0))]
    assert KEPT == len(recent.before(Origin(rank=1)))
    assert recent.last == 29


def test_writers_are_bounded() -> None:
    """The one that has been silent longest goes."""
    recent = Recent()
    for line in range(MAX_WRITERS + 1):
        recent.add(Fed(line, "x", Origin(pid=line), head=False))
    assert not recent.before(Origin(pid=0))
    assert [1] == [seen.line for seen in recent.before(Origin(pid=1))]
