#!/usr/bin/env python3
"""Draws docs/terminal.svg, the README's picture, from a real analysis of a fixture: `scripts/picture.py` from the project's root."""

import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).parent.parent
WORDS = ["analyze", ".", "--expect", "Dynamic speculation disable enabled"]
WIDTH = 96
TAKEN = datetime(2026, 12, 1, 4, 29, tzinfo=UTC).timestamp()
"""When the files of the picture were written: the time of a checkout would change it each time."""


def main() -> None:
    """Runs the program on the second story and draws what it prints."""
    code = (
        f"import sys; from logsleuth.cli import analyze; analyze.PIPE_WIDTH = {WIDTH}; "
        "from logsleuth.cli.app import main; main(sys.argv[1:])"
    )
    command = [sys.executable, "-c", code, *WORDS, "--color", "always"]
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "fixtures/stories/false-positive", folder, dirs_exist_ok=True)
        for file in Path(folder).iterdir():
            os.utime(file, (TAKEN, TAKEN))
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603 - our own program
    console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    console.print(Text('$ logsleuth analyze . --expect "Dynamic speculation disable enabled"\n', style="bold"))
    console.print(Text.from_ansi(done.stdout))
    svg = re.sub(r"@font-face \{.*?\}\s*", "", console.export_svg(title="logsleuth"), flags=re.DOTALL)
    # No font is fetched, and blanks keep their width wherever the picture is drawn.
    svg = svg.replace("Fira Code", "monospace").replace("<svg ", '<svg xml:space="preserve" ', 1)
    (ROOT / "docs/terminal.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
