"""What each pattern costs."""

from logsleuth.model.book import Pattern
from logsleuth.scan import costs
from scan.helpers import patterns


def test_the_dearest_comes_first() -> None:
    """A pattern that must be followed everywhere costs more than a literal that never occurs; each pattern is told once."""
    cheap = [Pattern(f"cheap/{n}", literals=(f"never seen {n}",)) for n in range(20)]
    dear = Pattern("dear", expression=r"[a-f]\d+[g-z]")
    sample = b"".join(b"a%d b%d c%dz d%d e%d\n" % (n, n * 7, n * 13, n, n) for n in range(30_000))
    told = costs([*cheap[:10], dear, *cheap[10:]], sample)
    assert told[0][0] == "dear"
    assert told[0][1] > 0
    assert sorted(key for key, _ in told) == sorted(["dear", *(pattern.key for pattern in cheap)])


def test_nothing_to_scan() -> None:
    """An empty sample costs nothing much, and no pattern means no entry."""
    assert costs([], b"x") == []
    assert [key for key, _ in costs(patterns("a", "b"), b"")] in (["p/0", "p/1"], ["p/1", "p/0"])
