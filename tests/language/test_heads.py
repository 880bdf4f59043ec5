"""Layouts and envelopes as values."""

from pathlib import Path

from language.folders import GOOD, LAYOUT, found, spoiled, write
from logsleuth.language import load
from logsleuth.model.book import Envelope, Layout, Spot


def test_layout_and_envelope(tmp_path: Path) -> None:
    """All keys arrive; the values of examples keep their types."""
    book = load([write(tmp_path, GOOD)])

    assert (
        Layout(
            id="acme",
            program="acme",
            pattern=r"^(?P<time>\S+) (?P<level>\w+) (?P<message>.*)",
            time=("iso",),
            levels={"W": "warning"},
            examples=(
                {"line": "2026-12-01T00:00:00 W x", "level": "warning", "message": "x"},
                {"line": "x", "matches": False},
            ),
            spot=Spot(str(tmp_path / "layouts/acme.yaml"), 1, 3),
        ),
    ) == book.layouts
    assert (
        Envelope(
            id="acme-json",
            form="json",
            keys={"message": ("log",), "time": ("time",)},
            time=("iso",),
            partial={"log": r"~[^\n]\Z"},
            order=10,
            examples=({"line": '{"log":"x"}', "message": "x"}, {"line": "x", "matches": False}),
            spot=Spot(str(tmp_path / "envelopes/acme.yaml"), 1, 3),
        ),
    ) == book.envelopes


def test_an_example_has_a_line(tmp_path: Path) -> None:
    """What is to be read must be there."""
    faults = found(tmp_path, {"layouts/acme.yaml": spoiled(LAYOUT, "{line: x,", "{lin: x,")})

    assert ["an example lacks `line`"] == [fault.message for fault in faults]
