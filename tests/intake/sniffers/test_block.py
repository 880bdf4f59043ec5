"""Tests of blocks."""

from logsleuth.intake.sniffers.block import Block, rows_end, runs


def test_runs() -> None:
    """Stretches of rows are found wherever they stand, also at the end."""
    lines = ["1", "2", "x", "3", "x", "4"]
    assert rows_end(lines, 0, str.isdigit) == 2
    assert [(block.first, block.end) for block in runs(lines, str.isdigit, "log", "why")] == [(0, 2), (3, 4), (5, 6)]
    assert list(runs(["1"], str.isdigit, "log", "why")) == [Block("log", 0, 1, "why")]
    assert list(runs([], str.isdigit, "log", "why")) == []
