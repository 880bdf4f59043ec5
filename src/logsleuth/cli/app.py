"""The commands, as a list, and how one of them is run.

Exit status of every command: 0 nothing wrong found, 1 a hypothesis reached the threshold (or a check failed), 2 the call was
wrong, 3 no input could be read.
"""

import gc
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
    if words[:1] == ["completion"] and len(words) == 2:
        from logsleuth.cli import completion  # noqa: PLC0415  # a shell that starts asks for it

        if words[1] in completion.SHELLS:
            print(completion.script(words[1]))
            return 0
    from logsleuth.cli.dispatch import dispatch  # noqa: PLC0415  # argparse and all commands: not for --version

    return dispatch(words)


def run() -> None:
    """The console script."""
    # Nearly all that is made lives to the end, and little of it in circles: looking for these 40 times took a tenth of a short run.
    gc.set_threshold(50_000)
    sys.exit(main())
