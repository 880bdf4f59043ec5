"""Show a rule as a page: what it says and weighs, where it comes from, what it replaced, and how it is written.

logsleuth rules show lazy-import-lacks-module
logsleuth rules show os.disk-full

Of a cause it shows what it means, its subject keys, what it leads to, and the
rules that speak for it.
"""

import argparse
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path

from logsleuth import language
from logsleuth.cli.common import add_common, load_book, rule_folders, settings_of
from logsleuth.cli.rules.list import origin, speaks
from logsleuth.errors import UsageError
from logsleuth.language.faults import meant
from logsleuth.model.book import Book, Cause, Rule
from logsleuth.text.escape import visible

NAME = "show"
HELP = "a rule, or a cause, as a page, with where it comes from"
WIDTH = 80


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `logsleuth rules show`."""
    parser.add_argument(
        "ids", nargs="+", metavar="ID", help="the id of a rule, as `rules list` and `--explain` show it, or of a cause"
    )
    add_common(parser)


def run(options: argparse.Namespace) -> int:
    """Prints the page of each rule or cause."""
    book = load_book(options)
    for number, name in enumerate(options.ids):
        cause = book.causes.get(name)
        lines = _page(*_found(name, book, options), book) if cause is None else _cause(cause, book)
        print("\n" * bool(number) + "\n".join(visible(line) for line in lines))
    return 0


def _found(name: str, book: Book, options: argparse.Namespace) -> tuple[Rule, str]:
    """The rule of an id, and why it is not in force if it is disabled. Raises UsageError if there is none."""
    rules = {rule.id: rule for rule in book.rules}
    if name in rules:
        return rules[name], ""
    if name in book.disabled:
        whole, _ = language.load_lenient(rule_folders(options))
        file = settings_of(options).disabled[name]
        return next(rule for rule in whole.rules if rule.id == name), f"disabled by {file}"
    known = meant(name, [*rules, *book.causes]) or ": see `logsleuth rules list`"
    raise UsageError(f"there is no rule and no cause `{name}`{known}")


def _page(rule: Rule, why: str, book: Book) -> Iterator[str]:
    yield rule.id + (f"   ({why})" if why else "")
    if rule.says:
        yield from textwrap.wrap(rule.says, WIDTH, initial_indent="  ", subsequent_indent="  ")
    yield ""
    yield from _fields(list(_facts(rule, book)))
    yield ""
    yield from _written(rule)


def _cause(cause: Cause, book: Book) -> Iterator[str]:
    yield cause.id
    yield from textwrap.wrap(cause.title, WIDTH, initial_indent="  ", subsequent_indent="  ")
    yield ""
    speaking = [rule.id for rule in book.rules if rule.cause == cause.id]
    facts = [
        ("meaning", cause.meaning),
        ("prior", cause.prior + (", named first only where no other leads" if cause.residual else "")),
        ("subject", ", ".join(cause.subject) or "none: its hypotheses are not told apart"),
        *(("leads to", f"{edge.to} ({edge.how}, within one {edge.link})") for edge in cause.leads_to),
        ("fix", cause.fix),
        ("rules", ", ".join(speaking) or "none"),
    ]
    yield from _fields([fact for fact in facts if fact[1]])


def _facts(rule: Rule, book: Book) -> Iterator[tuple[str, str]]:
    yield ("fills" if rule.cause is None else "cause"), (rule.gives or "" if rule.cause is None else speaks(rule))
    cause = book.causes.get(rule.cause or "")
    if cause is not None:
        yield "", f"{cause.title} ({cause.prior})"
        ratio = book.weighing.ratios[rule.weight]
        yield "weight", f"{rule.weight}: the evidence makes the cause {ratio:g} times as likely against all else"
    if rule.role != "cause":
        yield "role", rule.role
    yield "why", rule.about
    yield from (("innocent", text) for text in rule.falsepositives)
    yield from (("source", text) for text in rule.references)
    yield "status", f"{rule.status}, {len(rule.tests)} tests"
    yield "from", f"{origin(rule)} ({rule.spot.path}:{rule.spot.line})"
    yield from (("replaces", f"{spot.path}:{spot.line}") for spot in book.replaced.get(rule.id, ()))


def _fields(facts: Sequence[tuple[str, str]]) -> Iterator[str]:
    for name, text in facts:
        yield from textwrap.wrap(
            text,
            WIDTH,
            initial_indent=f"  {name:<9} ",
            subsequent_indent=" " * 12,
            break_long_words=False,
            break_on_hyphens=False,
        )


def _written(rule: Rule) -> Iterator[str]:
    """The rule as its file has it: from its first line to the next thing that is indented no further."""
    try:
        lines = Path(rule.spot.path).read_text(encoding="utf-8").split("\n")[rule.spot.line - 1 :]
    except (OSError, UnicodeDecodeError):
        return
    indent = _indent(lines[0])
    yield lines[0]
    for number, line in enumerate(lines[1:], 1):
        if line.strip() and _indent(line) <= indent:
            break
        if line.strip() or any(rest.strip() and _indent(rest) > indent for rest in lines[number : number + 2]):
            yield line


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
