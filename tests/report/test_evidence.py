"""Which evidence the report holds, and in which order."""

from datetime import UTC, datetime

from logsleuth.model.run import Moment, Origin
from logsleuth.model.verdict import Evidence, Finding, Hypothesis, Share
from logsleuth.report.evidence import LINES, items, written_moment, written_origin, written_time


def share(bits: float, *places: int, rule: str = "r", condition: str = "e", **more: object) -> Share:
    """A share whose finding cites these lines for one condition."""
    evidence = tuple(Evidence("line", "a.log", line, line, f"line {line}", condition=condition) for line in places)
    given = {"cause": "c", "subject": {}, "weight": "strong", "evidence": evidence} | more
    return Share(Finding(rule=rule, **given), bits, "" if bits else "why")  # type: ignore[arg-type]


def listed(*shares: Share, top: int = 12) -> list[tuple[str, int, float]]:
    """Role, line and bits of the items."""
    made = items(Hypothesis("c", {}, 1.0, 0.0, 0.5, shares), top, str)
    return [(item["role"], item["line"], item["bits"]) for item in made]


def test_order() -> None:
    """What supports by its bits, then further places, then what brings nothing, then what contradicts, then context."""
    assert [
        ("supports", 1, 10.0),
        ("supports", 5, 3.0),
        ("supports", 2, 0.0),
        ("supports", 7, 0.0),
        ("contradicts", 8, -6.0),
        ("context", 9, 0.0),
    ] == listed(
        share(10.0, 1, 2),
        share(3.0, 5, rule="s"),
        share(-6.0, 8, against=True),
        share(0.0, 7, rule="t"),
        share(0.0, 9, role="advice"),
    )


def test_a_place_once() -> None:
    """A place that two findings cite stands once, with the heavier."""
    assert [("supports", 1, 6.0)] == listed(share(6.0, 1), share(0.0, 1, rule="s"))


def test_room_for_what_contradicts() -> None:
    """Much support does not crowd out what contradicts."""
    many = share(10.0, *range(1, 30))

    got = listed(many, share(-6.0, 50, 51, against=True))
    assert 12 == len(got)
    assert 2 == sum(role == "contradicts" for role, _, _ in got)


def test_spans() -> None:
    """A stretch of lines is cut at sixty, a traceback is whole."""
    text = "\n".join(f"x {n}" for n in range(100))
    made = [
        items(
            Hypothesis("c", {}, 1.0, 0.0, 0.5, (share(1.0, evidence=(Evidence(kind, "a.log", 1, 100, text),)),)),
            12,
            str,
        )[0]
        for kind in ("line", "traceback")
    ]

    assert [(LINES, LINES), (100, 100)] == [(item["end_line"], len(item["text"].splitlines())) for item in made]


def test_count_and_mask() -> None:
    """The count of a finding stands at its first place; texts are masked."""
    seen = share(6.0, 1, 2, count=8)
    first, second = items(Hypothesis("c", {}, 1.0, 0.0, 0.5, (seen,)), 12, str.upper)

    assert (8, 1) == (first["count"], second["count"])
    assert "LINE 1" == first["text"]


def test_times() -> None:
    """ISO 8601, with a zone only where the log tells it."""
    time = datetime(2026, 12, 1, 10, 0, 3, 250_000, tzinfo=UTC)

    assert "2026-12-01T10:00:03.250000Z" == written_moment(Moment(time, zone_known=True))
    assert "2026-12-01T10:00:03.250000" == written_moment(Moment(time))
    assert written_moment(Moment(earliest=time)) is None
    assert "2026-12-01T10:00:03" == written_time(time.replace(microsecond=0))


def test_origin() -> None:
    """Known fields and nulls; null where nothing is known."""
    assert written_origin(Origin()) is None
    written = written_origin(Origin(rank=0))
    assert written is not None
    assert (0, None) == (written["rank"], written["host"])
