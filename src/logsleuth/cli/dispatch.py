"""From words to a command: the parser, built from the list of commands, and the errors that a user can cause."""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from logsleuth import __version__
from logsleuth.errors import LogsleuthError, RuleFault

COMMANDS = ("analyze", "query", "verify", "rules", "completion")
"""The modules of this room that are commands: each has NAME (its own), HELP, `add_arguments(parser)` and `run(options) -> exit status`."""

WRONG_CALL = 2
INTERRUPTED = 130


def parser(names: Sequence[str] = COMMANDS) -> argparse.ArgumentParser:
    """The parser, with a sub-parser for each command; or for some only, which spares the import of the others."""
    top = argparse.ArgumentParser(
        prog="logsleuth", description="Why did this run go wrong, and how do you know?", allow_abbrev=False
    )
    top.add_argument("-V", "--version", action="version", version=f"logsleuth {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True, prog="logsleuth")
    for name in names:
        command = import_module(f"logsleuth.cli.{name}")
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
        wanted = [name for name in COMMANDS if words[:1] == [name]]
        options = parser(wanted or COMMANDS).parse_args(words)
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
        count = len(problem.faults)
        return f"{count} fault{'s' if count != 1 else ''} in rule files\n{problem}"
    return str(problem)
