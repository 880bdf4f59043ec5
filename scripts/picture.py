#!/usr/bin/env python3
"""Draws docs/terminal.svg, the README's picture, from a real analysis of a fixture: `scripts/picture.py` from the project's root."""

import io
import os
import re
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).parent.parent
WORDS = ["analyze", ".", "--expect", "Dynamic speculation disable enabled"]
WIDTH = 96


def main() -> None:
    """Runs the program on the second story and draws what it prints."""
    folder = ROOT / "fixtures/stories/false-positive"
    code = (
        "import shutil, sys, os; shutil.get_terminal_size = lambda fallback=None: os.terminal_size((%d, 50)); "
        "from logsleuth.cli import analyze; analyze.PIPE_WIDTH = %d; from logsleuth.cli.app import main; main(sys.argv[1:])"
    ) % (WIDTH, WIDTH)
    command = [sys.executable, "-c", code, *WORDS, "--color", "always"]
    done = subprocess.run(command, cwd=folder, env=os.environ, capture_output=True, text=True, check=False)
    console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    console.print(Text('$ logsleuth analyze . --expect "Dynamic speculation disable enabled"\n', style="bold"))
    console.print(Text.from_ansi(done.stdout))
    svg = re.sub(r"@font-face \{.*?\}\s*", "", console.export_svg(title="logsleuth"), flags=re.DOTALL)
    # No font is fetched, and blanks keep their width wherever the picture is drawn.
    svg = svg.replace("Fira Code", "monospace").replace("<svg ", '<svg xml:space="preserve" ', 1)
    (ROOT / "docs/terminal.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
