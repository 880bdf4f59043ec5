"""What the rules know of many runs: the to-do list of those who write rules.

logsleuth rules coverage incidents/
logsleuth rules coverage runs/*.tar.gz --format json
logsleuth rules coverage incidents/ --exclude notes.md -v

Of a folder that holds folders, each of them is a run; any other path is one by
itself. First come the lines of severity error or above that no rule and no
program's profile knows, by their template, then the rules that no run tells
apart, then how often each rule fired. -v shows all of it, and the rules that
never fired. Exit status: 0, or 3 if no run could be read.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from logsleuth.cli.common import add_common, cache_folder, load_book
from logsleuth.errors import NoInputError

if TYPE_CHECKING:
    from logsleuth.author.coverage import Coverage, Unknown

NAME = "coverage"
HELP = "which rules fire on many runs, and which errors none knows"
TOP = 10
TEXT = 400
WIDTH = 71


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `logsleuth rules coverage`."""
    parser.add_argument(
        "paths", nargs="+", metavar="INCIDENTS", help="folders of runs, or runs: folders, logs, archives"
    )
    parser.add_argument(
        "--exclude", action="append", default=[], metavar="GLOB", help="leave out files of this name (may be repeated)"
    )
    parser.add_argument("--format", choices=("text", "json"), default="text", help="how it is written")
    parser.add_argument("--no-redact", action="store_true", help="show secrets, which are masked by default")
    add_common(parser)


def run(options: argparse.Namespace) -> int:
    """Prints what is known and what is not."""
    from logsleuth.author import coverage as author  # noqa: PLC0415  # the whole analyzer: not for --help

    for path in options.paths:
        if not Path(path).exists():
            raise NoInputError(f"{path}: no such file or folder")
    found = author.coverage(
        list(author.runs(options.paths, options.exclude)), load_book(options), cache=cache_folder(options)
    )
    for note in found.notes:
        print(f"logsleuth: {note.path}: {note.message}", file=sys.stderr)
    if options.format == "json":
        print(json.dumps(_told(found, options), indent=2, ensure_ascii=False))
    else:
        print("\n".join(_page(found, options)))
    return 0


def _told(found: "Coverage", options: argparse.Namespace) -> dict[str, object]:
    """The same as data."""
    told = asdict(found)
    told["unknown"] = [asdict(each) | {"text": _text(each, options)} for each in found.unknown]
    return told


def _page(found: "Coverage", options: argparse.Namespace) -> Iterator[str]:
    most = None if options.verbose else TOP
    unknown = sum(each.lines for each in found.unknown)
    yield f"{len(found.runs)} runs, {len(found.fired)} rules fired, {len(found.never)} never did"
    yield ""
    yield f"No rule knows {unknown} of {found.severe} lines of severity error or above:"
    yield from _some([line for each in found.unknown for line in _unknown(each, options)], most and 2 * most, 2)
    yield ""
    yield "Rules that no run tells apart, and in how many runs:"
    groups = [f"  {len(found.fired[rules[0]]):>4}  {', '.join(rules)}" for rules in found.together]
    yield from _some(groups, most)
    yield ""
    yield "Fired, in how many runs:"
    fired = sorted(found.fired.items(), key=lambda item: (-len(item[1]), item[0]))
    yield from _some([f"  {len(names):>4}  {rule}" for rule, names in fired], most)
    if options.verbose:
        yield ""
        yield "Never fired:"
        yield from _some([f"        {rule}" for rule in found.never], None)


def _some(lines: list[str], most: int | None, each: int = 1) -> Iterator[str]:
    """The first lines, and how many entries of `each` lines are left."""
    yield from lines[:most] or ["  none"]
    if most is not None and len(lines) > most:
        yield f"  ... and {(len(lines) - most) // each} more (-v shows all)"


def _unknown(each: "Unknown", options: argparse.Namespace) -> Iterator[str]:
    from logsleuth.cli.rules.shown import shown  # noqa: PLC0415  # as above

    text = _text(each, options)
    yield f"  {each.lines:>4}  {text if options.verbose or len(text) <= WIDTH else text[: WIDTH - 3] + '...'}"
    others = len(each.runs) - 1
    more = f" and {others} more run{'s' * (others > 1)}" if others else ""
    yield f"        {shown(each.path)}:{each.line}{more}"


def _text(each: "Unknown", options: argparse.Namespace) -> str:
    from logsleuth.cli.rules.shown import shown  # noqa: PLC0415  # as above

    return shown(each.text[:TEXT], redacted=not options.no_redact)
