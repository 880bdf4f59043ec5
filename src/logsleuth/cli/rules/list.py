"""List the rules that are in force, with the cause that each speaks for and where it comes from.

logsleuth rules list
logsleuth rules list port listener
logsleuth rules list --cause os. --format json
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from logsleuth import language
from logsleuth.cli.common import add_common, load_book
from logsleuth.model.book import Book, Rule
from logsleuth.text.escape import visible

NAME = "list"
HELP = "the rules that are in force"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `logsleuth rules list`."""
    parser.add_argument("words", nargs="*", metavar="WORD", help="only rules whose id, cause or sentence has all words")
    parser.add_argument(
        "--cause", default="", metavar="CAUSE", help="only rules on this cause, or on this area (`os.`)"
    )
    parser.add_argument("--ids", action="store_true", help="ids only, one a line")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="how the list is written")
    add_common(parser)


def run(options: argparse.Namespace) -> int:
    """Prints the list; 1 if no rule fits."""
    book = load_book(options)
    rules = [rule for rule in sorted(book.rules, key=lambda rule: rule.id) if _fits(rule, options)]
    if options.ids:
        print("".join(f"{rule.id}\n" for rule in rules), end="")
    elif options.format == "json":
        print(json.dumps([_entry(rule, book) for rule in rules], indent=2, ensure_ascii=False))
    else:
        print("".join(f"{line}\n" for line in _lines(rules, book)), end="")
    return 0 if rules else 1


def _fits(rule: Rule, options: argparse.Namespace) -> bool:
    text = f"{rule.id} {rule.cause} {rule.gives} {rule.says} {rule.about}".lower()
    return (rule.cause or "").startswith(options.cause) and all(word.lower() in text for word in options.words)


def origin(rule: Rule) -> str:
    """Where a rule comes from: `built-in`, or its file."""
    return "built-in" if Path(rule.spot.path).is_relative_to(language.builtin_folder()) else rule.spot.path


def speaks(rule: Rule) -> str:
    """What a rule is about: the cause, with its direction, or the table that it fills."""
    if rule.cause is None:
        return f"fills {rule.gives}"
    return f"{'against ' if rule.against else ''}{rule.cause}"


def _entry(rule: Rule, book: Book) -> dict[str, object]:
    return {
        "id": rule.id,
        "cause": rule.cause,
        "gives": rule.gives,
        "weight": rule.weight if rule.cause else None,
        "against": rule.against,
        "role": rule.role if rule.cause else None,
        "says": rule.says,
        "status": rule.status,
        "from": origin(rule),
        "path": rule.spot.path,
        "line": rule.spot.line,
        "replaces": [f"{spot.path}:{spot.line}" for spot in book.replaced.get(rule.id, ())],
        "tests": len(rule.tests),
    }


def _lines(rules: Sequence[Rule], book: Book) -> Iterator[str]:
    for rule in rules:
        told = [speaks(rule)] + ([rule.weight] if rule.cause else [])
        told += [rule.role] if rule.role != "cause" else []
        told += [visible(origin(rule))] if origin(rule) != "built-in" else []
        told += ["replaces a built-in rule"] if book.replaced.get(rule.id) else []
        yield f"{rule.id}\n    {', '.join(told)}"
    yield f"{len(rules)} rule{'s' * (len(rules) != 1)}" + (
        f", {len(book.disabled)} disabled by settings" if book.disabled else ""
    )
