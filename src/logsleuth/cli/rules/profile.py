"""What each rule costs on your logs, and what it brings: the slowest first.

logsleuth rules profile server.log
logsleuth rules profile run/ --top 0 --format json

All patterns are looked for in one scan. `lines` are those that the scan proposes
to a rule, `hits` those of them that match; `time` is that of matching them and
of judging the rule, `share` its part of the time of all rules. A rule with many
lines and few hits wants a longer literal text; names in brackets are the phases
and benign lines of a program. Exit status: 0, or 3 if no input could be read.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING

from logsleuth.cli.common import add_common, cache_folder, load_book
from logsleuth.errors import UsageError
from logsleuth.text.escape import visible

if TYPE_CHECKING:
    from logsleuth.author.profiling import Cost, Profiled

NAME = "profile"
HELP = "what each rule costs on your logs"
WIDTH = 38


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `logsleuth rules profile`."""
    parser.add_argument("paths", nargs="+", metavar="LOG", help="logs, folders, archives, or - (standard input)")
    parser.add_argument("--top", type=int, default=15, metavar="N", help="show so many (15); 0 shows all")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="how the costs are written")
    add_common(parser)


def run(options: argparse.Namespace) -> int:
    """Prints the costs."""
    from logsleuth.analyze import Request  # noqa: PLC0415  # the whole analyzer: not for --help
    from logsleuth.author.profiling import profile  # noqa: PLC0415  # as above

    if options.top < 0:
        raise UsageError(f"--top {options.top}: a number from 0 on")
    stdin = sys.stdin.buffer if "-" in options.paths else None
    request = Request(paths=options.paths, stdin=stdin, cache=cache_folder(options), jobs=1)
    found = profile(request, load_book(options))
    costs = found.costs[: options.top or None]
    if options.format == "json":
        told = {"seconds": found.seconds, "reading": found.reading, "rules": [asdict(cost) for cost in costs]}
        print(json.dumps(told, indent=2))
    else:
        print("\n".join(_page(found, costs)))
    return 0


def _page(found: "Profiled", costs: "tuple[Cost, ...]") -> Iterator[str]:
    yield f"{'rule':{WIDTH}} {'lines':>7} {'hits':>7} {'time':>9} {'share':>6} {'found':>5}"
    for cost in costs:
        name = visible(cost.id if cost.rule else f"[{cost.id}]")
        findings = "" if cost.findings is None else cost.findings
        time = f"{cost.seconds * 1000:.1f} ms"
        yield f"{name:{WIDTH}} {cost.proposed:>7} {cost.hits:>7} {time:>9} {cost.share:>6.1%} {findings:>5}"
    if len(costs) < len(found.costs):
        rest = sum(cost.share for cost in found.costs[len(costs) :])
        yield f"... and {len(found.costs) - len(costs)} more, {rest:.1%} of the time (--top 0 shows all)"
    rules = sum(cost.seconds for cost in found.costs)
    yield f"{found.seconds:.2f} s in all: {rules:.2f} s for the rules one by one, the rest for reading, scanning and peeling"
