"""Make the skeleton of a rule from a line of a log: with captures and two tests.

logsleuth rules new --from server.log:1234
logsleuth rules new --from server.log:1234 --id orders-licence -o my-rules/orders.yaml

The rule loads and its tests pass as they are. Replace what its comments name.
"""

import argparse
import sys
from pathlib import Path

from logsleuth.cli.common import add_common, cache_folder, load_book
from logsleuth.errors import UsageError

NAME = "new"
HELP = "make the skeleton of a rule from a line of a log"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `logsleuth rules new`."""
    parser.add_argument(
        "--from", dest="place", required=True, metavar="FILE:LINE", help="the line; - is standard input, as in `-:3`"
    )
    parser.add_argument("--id", default="", metavar="ID", help="the id of the rule (else made of words of the line)")
    parser.add_argument("--cause", default="", metavar="CAUSE", help="the cause that the line speaks for")
    parser.add_argument("-o", "--output", default="", metavar="FILE", help="write it to a new file")
    add_common(parser)


def run(options: argparse.Namespace) -> int:
    """Prints the rule, or writes it to a file that is not there yet."""
    from logsleuth.author.skeleton import line_at, skeleton  # noqa: PLC0415  # the whole analyzer: not for --help

    if options.output and Path(options.output).exists():
        raise UsageError(f"-o {options.output}: it is there already; name a new file")
    book = load_book(options)
    line, name = line_at(options.place, stdin=sys.stdin.buffer)
    place = f"{name}:{options.place.rpartition(':')[2]}"
    made = skeleton(line, place, book, name=options.id, cause=options.cause, cache=cache_folder(options))
    if not options.output:
        print(made.text, end="")
        return 0
    try:
        Path(options.output).parent.mkdir(parents=True, exist_ok=True)
        with Path(options.output).open("x", encoding="utf-8") as file:
            file.write(made.text)
    except OSError as error:
        raise UsageError(f"-o {options.output}: cannot be written: {error.strerror}") from error
    print(f"{made.id}: written to {options.output}; its two tests pass. Replace what its comments name.")
    return 0
