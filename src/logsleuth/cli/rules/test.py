"""Run the tests that stand in rules: each example is read as any input is.

logsleuth rules test my-rules/
logsleuth rules test my-rules/orders.yaml -k licence
logsleuth rules test - <orders.yaml

Without a path, the rules of your own folders are tested; where there are none,
the built-in ones. Exit status: 0 all pass, 1 a test fails, 2 a rule file is wrong.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from logsleuth.cli.common import add_common, cache_folder
from logsleuth.cli.rules.files import add_files, examined_files
from logsleuth.cli.rules.formats import FORMATS, written
from logsleuth.errors import Fault, RuleFault
from logsleuth.model.book import Book, Rule

if TYPE_CHECKING:
    from logsleuth.author.examples import Result

NAME = "test"
HELP = "run the tests that stand in rules"
SECTION = "tests"
"""Of `docs/rules.md`: where tests are told of."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `logsleuth rules test`."""
    add_files(parser)
    parser.add_argument("-k", dest="only", default="", metavar="TEXT", help="only rules whose id has this text")
    parser.add_argument("--format", choices=FORMATS, default="text", help="how failures are written")
    add_common(parser)


def run(options: argparse.Namespace) -> int:
    """Prints what fails; 1 if a test does."""
    from logsleuth.author.examples import run_all  # noqa: PLC0415  # the whole analyzer: not for --help

    rules, book = _asked(options)
    rules = [rule for rule in rules if options.only in rule.id]
    results = list(run_all(rules, book, cache=cache_folder(options))) if rules else []
    failed = [result for result in results if not result.passed]
    if options.format == "text":
        for result in failed:
            print("\n".join(_page(result)) + "\n")
        if not (options.quiet and not failed):
            print(_summary(results, len(rules)))
    else:
        sys.stdout.write(written([_fault(result) for result in failed], options.format))
    return 1 if failed else 0


def _asked(options: argparse.Namespace) -> tuple[Sequence[Rule], Book]:
    """The rules to test, and the book that they are part of. Raises RuleFault for what is wrong with their files."""
    examined = examined_files(options)
    faults = [fault for fault in examined.faults if not fault.advice]
    if examined.book is None or (faults and not options.keep_going):
        raise RuleFault(faults)
    for fault in faults:
        print(f"logsleuth: {fault} (left out)", file=sys.stderr)
    return examined.rules, examined.book


def _summary(results: Sequence["Result"], rules: int) -> str:
    failed = sum(not result.passed for result in results)
    told = f"{len(results)} test{'s' * (len(results) != 1)} of {rules} rule{'s' * (rules != 1)}: "
    if not results:
        return told + "nothing to run"
    return told + (f"{failed} fail{'s' * (failed == 1)}" if failed else "all pass")


def _fault(result: "Result") -> Fault:
    spot = result.case.spot or result.rule.spot
    told = "; ".join(line.strip() for line in _told(result) if line.strip(" ^"))
    message = f"{result.rule.id}: test {result.number} fails: {told}"
    return Fault(spot.path, spot.line, spot.column, message, code="test-fails", section=SECTION)


def _page(result: "Result") -> Iterator[str]:
    spot = result.case.spot or result.rule.spot
    yield f"{spot.path}:{spot.line}: {result.rule.id}, test {result.number} fails"
    yield from (f"    {line}" for line in _told(result))


def _told(result: "Result") -> Iterator[str]:
    """What was expected, what came, and what nearly did."""
    from logsleuth.cli.rules.shown import almost_lines, variables  # noqa: PLC0415  # as above

    yield f"expected  {variables(result.case.finds)}"
    if result.found:
        yield from (f"found     {variables(row)}" for row in result.found[:5])
        if len(result.found) > 5:
            yield f"          and {len(result.found) - 5} more"
    else:
        yield "found     nothing"
    yield from (f"not judged: {why}" for why in result.why)
    for near in result.near:
        yield f"`{near.condition}` nearly matches {near.path}:{near.line}:"
        yield from (f"  {line}" for line in almost_lines(near.almost, redacted=False))
