"""The rule files that a call names, for the commands that look at files."""

import argparse
import sys
from pathlib import Path

from logsleuth import language
from logsleuth.cli.common import rule_folders
from logsleuth.errors import UsageError
from logsleuth.language.examined import Examined

STANDARD_INPUT = "<stdin>"


def add_files(parser: argparse.ArgumentParser) -> None:
    """The argument that names them."""
    parser.add_argument("paths", nargs="*", metavar="PATH", help="a rule file, a folder of them, or - (standard input)")


def examined_files(options: argparse.Namespace) -> Examined:
    """The rule files that the call names, looked at; those of the user's own folders, else the built-in ones, if it names none."""
    folders = rule_folders(options)
    if not options.paths:
        own = folders[1:]
        return language.examine(own or folders[:1], base=[] if not own else folders[:1])
    for path in options.paths:
        if path != "-" and not Path(path).exists():
            raise UsageError(f"{path}: no such file or folder")
    text = None
    if "-" in options.paths:
        text = (STANDARD_INPUT, sys.stdin.buffer.read().decode("utf-8", "surrogateescape"))
    return language.examine([Path(path) for path in options.paths if path != "-"], base=folders, text=text)
