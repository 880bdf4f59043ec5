"""A sheet of text: lines with hanging indents, in colour or without, as wide as asked. The one place that draws with rich.

All text passes `visible` and is never read as markup. Without colour the sheet is plain text without a trailing space.
"""

from io import StringIO

from rich.console import Console
from rich.text import Text

from logsleuth.text.escape import encodable, visible

NARROWEST = 40
WIDEST = 120
"""Columns between which a sheet is laid out; longer lines are hard to read."""

Part = tuple[str, str]
"""A text and its style (`bold`, `cyan`; empty for none)."""

_ASCII = str.maketrans({"…": "...", "×": "x", "→": "->", "–": "-", "│": "|"})


class Sheet:
    """Lines, written one after the other."""

    def __init__(self, *, width: int, color: bool, encoding: str) -> None:
        self.width = max(NARROWEST, min(width, WIDEST))
        self._encoding = encoding
        self._plain = encodable("…×→│", encoding) != "…×→│"
        self._console = Console(
            file=StringIO(),
            width=self.width,
            height=100,
            force_terminal=color,
            color_system="standard" if color else None,
            no_color=not color,
            highlight=False,
            markup=False,
            emoji=False,
            legacy_windows=False,
            force_jupyter=False,
            force_interactive=False,
        )

    def write(self, *parts: Part, indent: int = 0, hang: int | None = None) -> None:
        """One line, wrapped where it is too long: the first row begins at `indent`, the others at `hang`."""
        hang = indent if hang is None else hang
        lead, body = self._text(parts), Text()
        if hang > indent:
            lead, body = lead[: hang - indent], lead[hang - indent :]
        else:
            lead, body = Text(), lead
        start = Text(" " * indent).append_text(lead)
        for row in body.wrap(self._console, max(10, self.width - hang), overflow="fold"):
            self._print(start.append_text(row))
            start = Text(" " * hang)

    def whole(self, *parts: Part, indent: int = 0) -> None:
        """One line, however long: a command that is cut in two cannot be copied."""
        self._print(Text(" " * indent).append_text(self._text(parts)))

    def gap(self) -> None:
        """An empty line."""
        self._print(Text())

    def text(self) -> str:
        """All that was written."""
        file = self._console.file
        return file.getvalue() if isinstance(file, StringIO) else ""

    def _text(self, parts: tuple[Part, ...]) -> Text:
        text = Text()
        for words, style in parts:
            text.append(self._shown(words), style or None)
        return text

    def _shown(self, words: str) -> str:
        shown = visible(words)
        return encodable(shown.translate(_ASCII), self._encoding) if self._plain else encodable(shown, self._encoding)

    def _print(self, text: Text) -> None:
        text.rstrip()
        self._console.print(text, no_wrap=True, overflow="ignore", crop=False, soft_wrap=True)
