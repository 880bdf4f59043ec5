"""Where a message surely ends."""

import pytest

from logsleuth.read.tracebacks.message import looks_like_head


@pytest.mark.parametrize(
    "text",
    [
        "2026-12-01 10:00:00,123 x", "[2026-12-01T10:00:00] x", "10:00:00 x", "Dec  1 10:00:00 web01 app: x", "E1201 10:00:00.1 7 a.py:1] x",
        "INFO:     x", "[ERROR] x", "WARNING | x", "(Worker pid=7) x", 'time="2026" x', '{"level": 1}', "Loading: 40%|## | 2/5", "[rank0]:[E1] x",
    ],
)  # fmt: skip
def test_heads(text: str) -> None:
    """Times, levels, and keys."""
    assert looks_like_head(text)


@pytest.mark.parametrize(
    "text",
    [
        "second line",
        "  Field required [type=missing]",
        "Ray: 2.12.0",
        "1. pattern: /usr/x",
        "INFORMATION",
        "- ImportError: x",
    ],
)
def test_no_heads(text: str) -> None:
    """Words of a message."""
    assert not looks_like_head(text)
