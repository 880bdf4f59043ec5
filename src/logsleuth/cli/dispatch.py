"""From words to a command: the parser, built from the list of commands, and the errors that a user can cause."""

import argparse
import os
import sys
from collections.abc import Sequence

from logsleuth import __version__
from logsleuth.cli import analyze, completion, verify
from logsleuth.errors import LogsleuthError, RuleFault

COMMANDS = (analyze, verify, completion)
"""Each has NAME, HELP, `add_arguments(parser)` and `run(options) -> exit status`."""

WRONG_CALL = 2
INTERRUPTED = 130


def parser() -> argparse.ArgumentParser:
    """The whole parser, with a sub-parser for each command."""
    top = argparse.ArgumentParser(
        prog="logsleuth", description="Why did this run go wrong, and how do you know?", allow_abbrev=False
    )
    top.add_argument("-V", "--version", action="version", version=f"logsleuth {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for command in COMMANDS:
        sub = commands.add_parser(
            command.NAME,
            help=command.HELP,
            description=command.__doc__,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        command.add_arguments(sub)
        sub.set_defaults(run=command.run)
    return top


def dispatch(words: Sequence[str]) -> int:
    """Runs one command; what a user can do wrong becomes one line on standard error."""
    try:
        options = parser().parse_args(words)
        if options.command == completion.NAME:
            return completion.script(options.shell, parser())
        status: int = options.run(options)
        sys.stdout.flush()
    except SystemExit as end:  # argparse has said what is wrong
        return end.code if isinstance(end.code, int) else WRONG_CALL
    except LogsleuthError as problem:
        print(f"logsleuth: {_shown(problem)}", file=sys.stderr)
        return problem.exit_status
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read the output has seen enough: that is no error. The descriptor is replaced so that the interpreter's own flush is quiet.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status


def _shown(problem: LogsleuthError) -> str:
    if isinstance(problem, RuleFault):
        return f"{len(problem.faults)} fault(s) in rule files\n{problem}"
    return str(problem)
