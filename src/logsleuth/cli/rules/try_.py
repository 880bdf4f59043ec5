r"""Try a pattern, or a rule, on logs: what it matches, what it captures, how often.

logsleuth rules try '^license (?P<key>\S+) expired' server.log
logsleuth rules try 'license AB-1 expired' server.log --text --near
logsleuth rules try lazy-import-lacks-module run/ ps.txt
logsleuth rules try my-rules/orders.yaml server.log.gz

The pattern is held against the message, without time, level and logger, as
`line:` of a rule is. Exit status: 0 something was found, 1 nothing was, 2 the
pattern or the rule is wrong, 3 no input could be read.
"""

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from logsleuth import language
from logsleuth.cli.common import add_common, cache_folder, load_book, rule_folders, wants_color
from logsleuth.errors import RuleFault, UsageError
from logsleuth.language.faults import meant
from logsleuth.model.book import Book, On, Pattern, Rule

if TYPE_CHECKING:
    from logsleuth.author.trying import RuleTried, Tried

NAME = "try"
HELP = "hold a pattern or a rule against logs"
MOST_NEAR = 5
FORMS = ("raw", "record", "text")
ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)+")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `logsleuth rules try`."""
    parser.add_argument(
        "what", metavar="PATTERN|RULE", help="a regular expression, the id of a rule, or a file with one"
    )
    parser.add_argument("paths", nargs="+", metavar="FILE", help="logs, folders, archives, or - (standard input)")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--raw", action="store_true", help="against the stored line, as `raw:`")
    form.add_argument("--record", action="store_true", help="against a head and what continues it, as `record:`")
    form.add_argument("--text", action="store_true", help="the pattern is a plain text, as `text:`")
    parser.add_argument("--ignore-case", action="store_true", help="as `case: ignore`")
    parser.add_argument("--near", action="store_true", help="also the lines that nearly match, and where they stop")
    parser.add_argument("--max", type=int, default=20, metavar="N", help="show so many matches (20); all are counted")
    parser.add_argument("--no-redact", action="store_true", help="show secrets, which are masked by default")
    add_common(parser)


def run(options: argparse.Namespace) -> int:
    """Prints the matches, or the findings; 1 if there are none."""
    if options.max < 0:
        raise UsageError(f"--max {options.max}: a number from 0 on")
    book = load_book(options)
    asked = _rule(options, book)
    return _run_pattern(options, book) if asked is None else _run_rule(options, *asked)


def _rule(options: argparse.Namespace, book: Book) -> tuple[Rule, Book] | None:
    """The rule that is meant, and the book that it is part of; None if a pattern is meant."""
    if options.ignore_case or options.near or any(getattr(options, form) for form in FORMS):
        return None
    if options.what.endswith((".yaml", ".yml")) and Path(options.what).is_file():
        return _of_file(options)
    if Path(options.what).is_dir():
        raise UsageError(f"{options.what}: this is a folder: name a rule by its id, with --rules {options.what}")
    rule = next((rule for rule in book.rules if rule.id == options.what), None)
    if rule is None and ID.fullmatch(options.what):
        known = meant(options.what, [rule.id for rule in book.rules])
        print(f"logsleuth: no rule has this id, so it is tried as a pattern{known}", file=sys.stderr)
    return None if rule is None else (rule, book)


def _of_file(options: argparse.Namespace) -> tuple[Rule, Book]:
    """The one rule of a file."""
    examined = language.examine([Path(options.what)], base=rule_folders(options))
    faults = [fault for fault in examined.faults if not fault.advice]
    if faults or examined.book is None:
        raise RuleFault(faults)
    if len(examined.rules) != 1:
        raise UsageError(f"{options.what}: it has {len(examined.rules)} rules: name one by its id, with --rules DIR")
    return examined.rules[0], examined.book


# A pattern --------------------------------------------------------------------------------------------------------------


def _run_pattern(options: argparse.Namespace, book: Book) -> int:
    from logsleuth.author.trying import try_pattern  # noqa: PLC0415  # the whole analyzer: not for --help

    if not options.what:
        raise UsageError("the pattern is empty: it would match every line")
    pattern = Pattern(
        "try/pattern",
        None if options.text else options.what,
        literals=(options.what,) if options.text else (),
        on=On.RAW if options.raw else On.RECORD if options.record else On.LINE,
        ignore_case=options.ignore_case,
    )
    stdin = sys.stdin.buffer if "-" in options.paths else None
    near = MOST_NEAR if options.near else 0
    tried = try_pattern(pattern, options.paths, book, stdin=stdin, most=options.max, near=near)
    for note in tried.notes:
        print(f"logsleuth: {note.path or ''}: {note.message}", file=sys.stderr)
    for line in _matches(tried, options):
        print(line)
    for line in _told(tried, pattern):
        print(line)
    return 0 if tried.hits else 1


def _matches(tried: "Tried", options: argparse.Namespace) -> Iterator[str]:
    from logsleuth.cli.rules.shown import almost_lines, marked, shown  # noqa: PLC0415  # as above

    redacted = not options.no_redact
    for match in tried.matches:
        yield f"{shown(match.path)}:{match.line}:"
        color = wants_color(options)
        yield from (f"  {line}" for line in marked(match.text, match.start, match.end, redacted=redacted, color=color))
        yield from (
            f"    {name} = {_captured(name, text, match.text, redacted=redacted)}"
            for name, text in match.captures.items()
        )
    if tried.hits > len(tried.matches):
        yield f"... and {tried.hits - len(tried.matches)} more"
    if tried.near:
        yield "Nearly:"
    for near in tried.near:
        yield f"{shown(near.path)}:{near.line}:"
        yield from (f"  {line}" for line in almost_lines(near.almost, redacted=redacted))


def _captured(name: str, text: str, line: str, *, redacted: bool) -> str:
    """A capture, masked where the line that it stands in, or its own name, shows it to be a secret."""
    from logsleuth.cli.rules.shown import shown  # noqa: PLC0415  # as above
    from logsleuth.text.redact import MASK, redact  # noqa: PLC0415  # as above

    if redacted and text in line and (text not in redact(line) or redact(f"{name}={text}") == f"{name}={MASK}"):
        return MASK
    return shown(text, redacted=redacted)


def _told(tried: "Tried", pattern: Pattern) -> Iterator[str]:
    """The numbers, and how the scan takes the pattern."""
    from logsleuth.author.trying import prefilter  # noqa: PLC0415  # as above

    share = f" ({100 * tried.hits / tried.lines:.3g} %)" if tried.lines else ""
    what = "records, of" if pattern.on is On.RECORD else "of"
    yield f"{tried.hits} {what} {tried.lines} lines{share}, in {tried.seconds:.2f} s"
    if tried.gave_up:
        yield "The pattern took too long on several lines and was given up: it backtracks."
    why = prefilter(pattern)
    yield f"The scan cannot prefilter by it: {why}." if why else "The scan can prefilter by it."


# A rule -----------------------------------------------------------------------------------------------------------------


def _run_rule(options: argparse.Namespace, rule: Rule, book: Book) -> int:
    from logsleuth.author.trying import try_rule  # noqa: PLC0415  # as above

    stdin = sys.stdin.buffer if "-" in options.paths else None
    tried = try_rule(rule, options.paths, book, stdin=stdin, cache=cache_folder(options))
    for line in _findings(rule, tried, options):
        print(line)
    return 0 if tried.findings or tried.given else 1


def _findings(rule: Rule, tried: "RuleTried", options: argparse.Namespace) -> Iterator[str]:
    from logsleuth.cli.rules.shown import shown  # noqa: PLC0415  # as above

    redacted = not options.no_redact
    for finding in tried.findings[: options.max]:
        yield shown(finding.says, redacted=redacted)
        yield from (
            f"    {name} = {_captured(name, str(value), finding.evidence[0].text, redacted=redacted)}"
            for name, value in finding.variables.items()
        )
        yield from (
            f"  {shown(each.path)}:{each.line}: {shown(each.text[:200], redacted=redacted)}"
            for each in finding.evidence
        )
    for row in tried.given[: options.max]:
        yield f"{rule.gives}: " + ", ".join(
            f"{name}={shown(value, redacted=redacted)}" for name, value in row.items() if value != "None"
        )
    count = len(tried.findings) + len(tried.given)
    yield f"{rule.id}: {count or 'no'} {'row' if rule.gives else 'finding'}{'s' * (count != 1)}, in {tried.seconds:.2f} s"
    yield from (f"  not judged: {shown(why)}" for why in tried.why)
    if not count:
        yield from (f"  {line}" for line in _conditions(rule, tried))


def _conditions(rule: Rule, tried: "RuleTried") -> Iterator[str]:
    """What each condition has by itself, so that it shows which one fails."""
    for section, conditions in (("when", rule.when), ("unless", rule.unless)):
        for condition in conditions:
            rows = tried.rows[condition.name]
            said = f"{rows} row{'s' * (rows != 1)}" if isinstance(rows, int) else f"not judged: {rows}"
            yield f"{section} `{condition.name}`: {said}"
    if all(tried.rows[condition.name] != 0 and isinstance(tried.rows[condition.name], int) for condition in rule.when):
        yield "Each condition of `when` has rows: they do not join, or `where`, `near` or `unless` drops them."
