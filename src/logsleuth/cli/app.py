"""The commands, as a list, and how one of them is run.

Exit status of every command: 0 nothing wrong found, 1 a hypothesis reached the threshold (or a check failed), 2 the call was
wrong, 3 no input could be read.
"""

import sys
from collections.abc import Sequence

from logsleuth import __version__


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and gives its exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words in (["--version"], ["-V"]):
        # Before anything else is imported: a shell prompt may ask for it.
        print(f"logsleuth {__version__}")
        return 0
    from logsleuth.cli.dispatch import dispatch  # noqa: PLC0415  # argparse and all commands: not for --version

    return dispatch(words)


def run() -> None:
    """The console script."""
    sys.exit(main())
