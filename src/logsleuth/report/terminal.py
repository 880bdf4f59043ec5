"""The report on a terminal: one screen that says what went wrong, where it stands, what speaks against it, and what to run next.

It is drawn from the report alone, so a saved one can be drawn again. `around` adds the lines about a cited one.
"""

from collections.abc import Mapping, Sequence
from typing import Any

Around = Mapping[tuple[str, int], Sequence[tuple[int, str]]]
"""For the place of a cited line, the numbered lines about it."""


def render(  # noqa: PLR0913 - what a caller may choose
    report: Mapping[str, Any],
    *,
    width: int,
    color: bool,
    explain: bool = False,
    top: int = 3,
    verbose: bool = False,
    around: Around | None = None,
    encoding: str = "utf-8",
) -> str:
    """The page, with a newline at its end. `top` hypotheses are shown; `explain` adds how each was weighed, `verbose` all there is.

    What `encoding` lacks is written as an escape.
    """
    from logsleuth.report.page import Page, View  # noqa: PLC0415 - rich takes 30 ms to load, and JSON needs none of it
    from logsleuth.report.sheet import Sheet  # noqa: PLC0415

    view = View(explain=explain, top=max(1, top), verbose=verbose, around=around or {})
    sheet = Sheet(width=width, color=color, encoding=encoding)
    Page(report, sheet, view).draw()
    return sheet.text()
