"""Tracebacks in boxes."""

from .reading import one, places, read

WIDTH = 60


def side(text: str) -> str:
    """A line of the box."""
    return f"│ {text:<{WIDTH - 4}} │"


BOX = "\n".join([
    "╭" + " Traceback (most recent call last) ".center(WIDTH - 2, "─") + "╮",
    side("/opt/venv/lib/python3.11/site-packages/requests/http.py:9 i"[: WIDTH - 4]),
    side("/opt/venv/lib/python3.11/site-packages/requests/http.py:9 i"[WIDTH - 4 :] + " n hf_raise".strip()),
    side(""),
    side("    8 │"),
    side("❱   9 │   response.raise_for_status()"),
    side("   10 │"),
    side(""),
    side("╭── locals ──╮"),
    side("│ x = 1      │"),
    side("╰────────────╯"),
    side("/srv/app/models.py:1024 in"),
    side("raise_for_status"),
    side(""),
    side("❱ 1024 │   │   raise HTTPError(text)"),
    side(""),
    side("in <module>:7"),
    side(""),
    "╰" + "─" * (WIDTH - 2) + "╯",
])  # fmt: skip


def test_a_box() -> None:
    """Paths that were wrapped are whole again, the marked line is quoted, boxes inside are left out."""
    found = one(BOX + "\nHTTPError: 401 for url: \n" + "https://hub.example/".ljust(WIDTH, "x") + "\nyz\nsecond line")
    assert ("HTTPError", "401 for url: " + "https://hub.example/".ljust(WIDTH, "x") + "yz\nsecond line") == (
        found.type,
        found.message,
    )
    assert (None, 7, "<module>") == places(found)[2]
    assert ("/srv/app/models.py", 1024, "raise_for_status") == places(found)[1]
    assert places(found)[0][:2] == ("/opt/venv/lib/python3.11/site-packages/requests/http.py", 9)
    assert [frame.quoted for frame in found.frames] == ["response.raise_for_status()", "raise HTTPError(text)", None]


def test_boxes_in_a_chain() -> None:
    """The connectors are those of the language."""
    between = "\n\nThe above exception was the direct cause of the following exception:\n\n"
    found = read(f"{BOX}\nKeyError: 'k'{between}{BOX}\nOSError: x")
    assert [("KeyError", None), ("OSError", "cause")] == [(each.type, each.chained) for each in found]
    assert {"KeyError"} == {each.root_type for each in found}


def test_a_box_without_unicode() -> None:
    """The frame is then of plus signs, dashes and bars."""
    text = BOX
    for old, new in zip("╭╮╰╯─│❱", "++++-|>", strict=True):
        text = text.replace(old, new)
    found = one(f"{text}\nKeyError: 'k'")
    assert ("KeyError", 3, "raise HTTPError(text)") == (found.type, len(found.frames), found.frames[1].quoted)


def test_a_box_is_cut() -> None:
    """No final line, no type."""
    found = one("\n".join(BOX.split("\n")[:15]))
    assert (None, "end-of-file", False) == (found.type, found.cut, found.complete)
