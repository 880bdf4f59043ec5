"""Writes docs/guide.md anew: runs its commands, in order and in a folder of their own, and puts their outputs below them.

Blocks that begin with `# NAME` are files; in blocks of `console`, lines after `$` are commands.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs/guide.md"
HOME = "/home/ops/orders"
"""What the folder is called on the page."""

BLOCK = re.compile(r"^```(?P<kind>\w+)\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE)


def page(text: str) -> str:
    """The page with its outputs as they are now."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        return BLOCK.sub(lambda block: f"```{block['kind']}\n{_block(block['kind'], block['text'], folder)}```", text)


def _block(kind: str, text: str, folder: Path) -> str:
    if kind == "console":
        return "".join(_output(line, folder) for line in text.splitlines() if line.startswith("$ "))
    first, _, rest = text.partition("\n")
    if first.startswith("# "):
        path = folder / first[2:]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(rest, encoding="utf-8")
    return text


def _output(line: str, folder: Path) -> str:
    name = str(folder.resolve())
    (folder / "my-rules").mkdir(exist_ok=True)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    settings = {"PATH": path, "COLUMNS": "100", "XDG_CONFIG_HOME": str(folder / "none")}
    done = subprocess.run(  # noqa: S603  # the page's own commands
        ["bash", "-c", line[2:]],  # noqa: S607
        cwd=folder,
        env={**os.environ, **settings},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return f"{line}\n{done.stdout.replace(name, HOME)}"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
