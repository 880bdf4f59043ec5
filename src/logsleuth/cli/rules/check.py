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

from logsleuth.cli.common import add_common
from logsleuth.cli.rules.files import add_files, examined_files
from logsleuth.cli.rules.formats import FORMATS, written
from logsleuth.errors import Fault

NAME = "check"
HELP = "say what is wrong with rule files, and what could be better"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `logsleuth rules check`."""
    add_files(parser)
    parser.add_argument("--format", choices=FORMATS, default="text", help="how faults are written")
    parser.add_argument("--strict", action="store_true", help="advice counts as a fault")
    parser.add_argument("--no-advice", action="store_true", help="faults only")
    add_common(parser)


def run(options: argparse.Namespace) -> int:
    """Prints faults and advice; 1 if there is a fault."""
    examined = examined_files(options)
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
