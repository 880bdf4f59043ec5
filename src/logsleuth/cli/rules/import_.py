"""Import rules of other programs: Sigma rules on logs, and causes of Jenkins' Build Failure Analyzer.

logsleuth rules import brute-force.yml -o my-rules/imported.yaml
logsleuth rules import build-failure-analyzer.xml --causes my-rules/causes.yaml -o my-rules/jenkins.yaml
logsleuth rules import *.yml | logsleuth rules check -

Each rule has an example that it finds and one that it does not, and was tested
with them. What cannot be said in our language is listed on standard error and
at the top of the output. Exit status: 0 rules were made, 1 none was, 2 a wrong
call or file.
"""

import argparse
import sys
from pathlib import Path

from logsleuth.cli.common import add_common, cache_folder, load_book, rule_folders
from logsleuth.errors import UsageError
from logsleuth.language.faults import meant

NAME = "import"
HELP = "import Sigma rules, and causes of Jenkins' Build Failure Analyzer"
GENERAL = "app.exception"
"""The cause of imported rules where the call names none: a residual one, since nothing is known of what they are for."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `logsleuth rules import`."""
    parser.add_argument("paths", nargs="+", metavar="FILE", help="Sigma YAML or Jenkins XML, or - (standard input)")
    parser.add_argument(
        "--from",
        dest="form",
        choices=("sigma", "jenkins"),
        default="",
        help="what the files are (else told by their content)",
    )
    cause = parser.add_mutually_exclusive_group()
    cause.add_argument("--cause", default="", metavar="ID", help=f"the cause that all rules speak for ({GENERAL})")
    cause.add_argument("--causes", default="", metavar="FILE", help="write a cause for each rule to a new file")
    parser.add_argument("-o", "--output", default="", metavar="FILE", help="write the rules to a new file")
    add_common(parser)


def run(options: argparse.Namespace) -> int:
    """Prints the rules, or writes them; 1 if none could be made."""
    from logsleuth.author.imports.files import finished, imported  # noqa: PLC0415  # the whole analyzer: not for --help
    from logsleuth.author.imports.made import Imported, one_line  # noqa: PLC0415  # as above

    for flag, name in (("-o", options.output), ("--causes", options.causes)):
        if name and Path(name).exists():
            raise UsageError(f"{flag} {name}: it is there already; name a new file")
    cause = "" if options.causes else _cause(options)
    found = Imported()
    for path in options.paths:
        found.add(imported(_text(path), path if path != "-" else "standard input", options.form))
    result = finished(found, rule_folders(options), cause=cause, cache=cache_folder(options))
    for left in result.left:
        print(f"logsleuth: not taken over: {one_line(str(left))}", file=sys.stderr)
    if options.causes:
        _write("--causes", options.causes, result.causes)
    if options.output:
        _write("-o", options.output, result.rules)
        print(f"{result.count} rules written to {options.output}, {len(result.left)} not taken over")
    else:
        print(result.rules, end="")
    return 0 if result.count else 1


def _cause(options: argparse.Namespace) -> str:
    """The cause that is named, or the general one. Raises UsageError where there is none such."""
    known = load_book(options).causes
    name = str(options.cause or GENERAL)
    if name not in known:
        raise UsageError(f"--cause {name}: there is no such cause{meant(name, known)}")
    return name


def _text(path: str) -> str:
    from logsleuth.author.imports.files import LARGEST, decoded  # noqa: PLC0415  # as above

    if path == "-":
        return decoded(sys.stdin.buffer.read(LARGEST + 1), "standard input")
    try:
        if not Path(path).is_file():
            raise UsageError(f"{path}: no such file")
        with Path(path).open("rb") as file:
            return decoded(file.read(LARGEST + 1), path)
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}") from error


def _write(flag: str, name: str, text: str) -> None:
    try:
        with Path(name).open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise UsageError(f"{flag} {name}: cannot be written: {error.strerror}") from error
