"""Write, check and try detection rules: each task has a command of its own.

logsleuth rules check my-rules/
logsleuth rules test my-rules/
logsleuth rules show lazy-import-lacks-module
"""

import argparse
from importlib import import_module

NAME = "rules"
HELP = "write, check and try rules of your own"
COMMANDS: tuple[str, ...] = ("list", "show", "schema", "check", "test", "try_", "new", "profile", "coverage", "import_")
"""The modules of this folder that are commands: each has NAME, HELP, `add_arguments(parser)` and `run(options) -> exit status`."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """A parser for each task."""
    tasks = parser.add_subparsers(dest="task", metavar="TASK", required=True)
    for name in COMMANDS:
        task = import_module(f"logsleuth.cli.rules.{name}")
        sub = tasks.add_parser(
            task.NAME,
            help=task.HELP,
            description=task.__doc__,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        task.add_arguments(sub)
        sub.set_defaults(run=task.run)


def run(options: argparse.Namespace) -> int:
    """Never reached: a task is required, and each sets its own."""
    raise NotImplementedError(options.task)
