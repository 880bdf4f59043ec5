"""Check rule files: all that is wrong with them, with its place and what was meant.

logsleuth rules check my-rules/
logsleuth rules check my-rules/orders.yaml --format github
logsleuth rules check - <orders.yaml

Without a path, your own rule folders are checked; where there are none, the
built-in rules. Advice tells what works and could be better; it counts as a
fault with --strict. Exit status: 0 nothing wrong, 1 a fault, 2 a wrong call.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from logsleuth import language
from logsleuth.cli.common import add_common, rule_folders
from logsleuth.cli.rules.formats import FORMATS, written
from logsleuth.errors import Fault, UsageError

if TYPE_CHECKING:
    from logsleuth.language.examine import Examined

NAME = "check"
HELP = "say what is wrong with rule files, and what could be better"
STANDARD_INPUT = "<stdin>"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `logsleuth rules check`."""
    parser.add_argument("paths", nargs="*", metavar="PATH", help="a rule file, a folder of them, or - (standard input)")
    parser.add_argument("--format", choices=FORMATS, default="text", help="how faults are written")
    parser.add_argument("--strict", action="store_true", help="advice counts as a fault")
    parser.add_argument("--no-advice", action="store_true", help="faults only")
    add_common(parser)


def run(options: argparse.Namespace) -> int:
    """Prints faults and advice; 1 if there is a fault."""
    examined = examined_paths(options)
    faults = list(examined.faults)
    if options.no_advice:
        faults = [fault for fault in faults if not fault.advice]
    else:
        from logsleuth.author.advice import advice  # noqa: PLC0415  # the scan's whole parser: not for --help

        faults = _in_order([*faults, *advice(examined.rules, examined.places)])
    sys.stdout.write(written(faults, options.format))
    wrong = sum(options.strict or not fault.advice for fault in faults)
    if options.format == "text" and not (options.quiet and not faults):
        print(_summary(faults, len(examined.rules)))
    return 1 if wrong else 0


def examined_paths(options: argparse.Namespace) -> "Examined":
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


def _in_order(faults: Sequence[Fault]) -> list[Fault]:
    """By file, as they were read, then by place."""
    files = {path: number for number, path in enumerate(dict.fromkeys(fault.path for fault in faults))}
    return sorted(faults, key=lambda fault: (files[fault.path], fault.line, fault.column))


def _summary(faults: Sequence[Fault], rules: int) -> str:
    wrong = sum(not fault.advice for fault in faults)
    told = f"{wrong} fault{'s' * (wrong != 1)}" if wrong else "nothing wrong"
    pieces = len(faults) - wrong
    told += f", {pieces} piece{'s' * (pieces != 1)} of advice" if pieces else ""
    return f"{rules} rule{'s' * (rules != 1)} read: {told}"
