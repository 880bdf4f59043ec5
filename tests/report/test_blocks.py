"""How one hypothesis is shown."""

from typing import Any

from logsleuth.model.verdict import Finding
from logsleuth.report import build, render
from report.stories import cite, false_positive, outcome


def page(*findings: Finding, **more: Any) -> str:
    """The page of these findings at 80 columns without colour."""
    return render(build(outcome(*findings)), **({"width": 80, "color": False} | more))


def found(*texts: str, says: str = "so it is", **more: Any) -> Finding:
    """A finding that cites a line for each text."""
    evidence = tuple(cite("server.log", number, text) for number, text in enumerate(texts, 1))
    return Finding(
        **(
            {
                "rule": "r",
                "cause": "app.exception",
                "subject": {},
                "weight": "strong",
                "evidence": evidence,
                "says": says,
            }
            | more
        )
    )


def test_same_texts_once() -> None:
    """Of places that read alike one is shown, and the others are counted."""
    text = page(found("it broke", "it broke", "other", "it broke"))

    assert 1 == text.count("it broke")
    assert "server.log:3  other" in text
    assert "and 2 places more (-v)" in text


def test_long_sentence() -> None:
    """A sentence takes three rows at the most, unless all is asked for."""
    says = "word " * 200

    assert text_rows(page(found("x", says=says))) == 3
    assert text_rows(page(found("x", says=says), verbose=True)) > 10


def text_rows(text: str) -> int:
    """How many rows begin with the sentence's word."""
    return sum(row.startswith("   word") for row in text.split("\n"))


def test_later_ones_show_what_is_new() -> None:
    """A later hypothesis shows a place that was not shown above."""
    assert "   + start.log:5  Server ready after 10 seconds\n" in render(build(false_positive()), width=80, color=False)


def test_not_said_twice() -> None:
    """Where the sentence of a later hypothesis quotes its line, only the place stands below it."""
    quoted = found("a line of its own", cause="log.incomplete", says="it said: a line of its own", rule="s")
    text = page(found("other"), quoted)

    assert 1 == text.count("a line of its own")


def test_no_room_for_the_number() -> None:
    """Where the name is long, how sure it is stands below it."""
    text = page(found("x", subject={"path": "/srv/" + "x" * 60}), width=60)

    assert "\n   0.86 very likely\n" in text
