"""Completion scripts: real shells take them, and they name what the parser knows."""

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from logsleuth.cli import completion
from logsleuth.cli.dispatch import parser


def commands(top: argparse.ArgumentParser, before: str = "") -> Iterator[tuple[str, set[str]]]:
    """Each command of the parser that has none below it, with its long options."""
    below = [action for action in top._actions if isinstance(action, argparse._SubParsersAction)]
    if not below:
        yield before, {word for action in top._actions for word in action.option_strings if word.startswith("--")}
    for action in below:
        for name, sub in action.choices.items():
            yield from commands(sub, f"{before} {name}".strip())


def completed(shell: str, line: str, tmp_path: Path) -> set[str]:
    """What a real shell offers at the end of a line."""
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    script = completion.script(shell)
    if shell == "fish":
        code = f'{script}\ncomplete -C "{line}"'
    else:
        words = line.split(" ")
        quoted = " ".join(f"'{word}'" for word in words)
        code = f"{script}\nCOMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; _logsleuth; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    found = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [shell, "-c", code],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PATH": found, "HOME": str(tmp_path)},
    )
    return {offer.split("\t")[0] for offer in done.stdout.splitlines()}


def test_the_options_are_those_of_the_parser() -> None:
    """Of every command and task."""
    assert {name: set(options.split()) for name, options in completion.OPTIONS.items()} == dict(commands(parser()))


@pytest.mark.parametrize("shell", ["bash", "fish"])
def test_commands_tasks_and_options(shell: str, tmp_path: Path) -> None:
    """At each of the levels."""
    assert {"verify"} == completed(shell, "logsleuth ver", tmp_path)
    assert {"test", "try"} == completed(shell, "logsleuth rules t", tmp_path)
    assert {"--no-redact", "--near"} <= completed(shell, "logsleuth rules try --n", tmp_path)
    assert {"--expect", "--expect-file"} <= completed(shell, "logsleuth analyze --exp", tmp_path)


@pytest.mark.parametrize("shell", ["bash", "fish"])
def test_ids_of_rules(shell: str, tmp_path: Path) -> None:
    """Those that are in force."""
    assert {"system-python-lacks-module"} == completed(shell, "logsleuth rules show system-python-l", tmp_path)


def test_zsh_takes_the_script(tmp_path: Path) -> None:
    """Its syntax; what it offers needs a terminal."""
    if shutil.which("zsh") is None:
        pytest.skip("zsh is not installed")
    (tmp_path / "_logsleuth").write_text(completion.script("zsh"))
    subprocess.run(["zsh", "-n", "_logsleuth"], cwd=tmp_path, check=True)
