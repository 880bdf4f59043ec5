"""Say why one run went wrong.

Give it all that the run left behind: logs, the output of a health poll, `ps`, `ss -ltnp`, `env`, `pip list`, `dmesg`,
archives and folders of these, or `-` for standard input. What each input is, is told from its content.

  logsleuth analyze server.log
  logsleuth analyze server.log --expect "Dynamic speculation disable enabled"
  logsleuth analyze run-0412/ --explain
  journalctl -u api -o short-iso | logsleuth analyze -
"""

import argparse
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from logsleuth import language
from logsleuth import report as reports
from logsleuth.analyze import Request
from logsleuth.analyze import analyze as analyze_run
from logsleuth.cli.common import add_common, cache_folder, jobs, load_book, wants_color
from logsleuth.errors import UsageError
from logsleuth.model.report import Outcome
from logsleuth.model.run import KINDS
from logsleuth.text.escape import visible
from logsleuth.text.redact import redact

NAME = "analyze"
HELP = "one run: why it went wrong"
PIPE_WIDTH = 100

Around = Mapping[tuple[str, int], tuple[tuple[int, str], ...]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `logsleuth analyze`."""
    parser.add_argument(
        "paths", nargs="+", metavar="PATH", help="a file, a folder, an archive, or - for standard input"
    )
    parser.add_argument(
        "--expect", action="append", default=[], metavar="TEXT", help="a line that should be there (repeatable)"
    )
    parser.add_argument(
        "--expect-file",
        action="append",
        default=[],
        metavar="FILE",
        help="a file of such lines: one a line, or a YAML list",
    )
    parser.add_argument(
        "--source", metavar="DIR", help="the tree of Python code that should have run: read, never imported"
    )
    parser.add_argument(
        "--as",
        action="append",
        default=[],
        dest="kinds",
        metavar="KIND=PATH",
        help=f"what an input is: {', '.join(KINDS)}",
    )
    parser.add_argument(
        "--boot",
        type=int,
        metavar="N",
        help="judge this start of the program, counted as in the report, instead of the last",
    )
    parser.add_argument("--format", choices=("terminal", "json"), default="terminal", help="how the report is written")
    parser.add_argument("-o", "--output", metavar="FILE", help="write the report there")
    parser.add_argument(
        "--top", type=_positive, default=3, metavar="N", help="how many hypotheses are shown in full (default: 3)"
    )
    parser.add_argument("--explain", action="store_true", help="show how each hypothesis was weighed")
    parser.add_argument(
        "--fail-on",
        type=_threshold,
        default=0.5,
        metavar="P",
        help="exit with 1 if a hypothesis is at least so likely; `never` for 0 always (default: 0.5)",
    )
    parser.add_argument("--no-redact", action="store_true", help="show secrets as they stand in the input")
    parser.add_argument(
        "--jobs", type=_positive, default=jobs(), metavar="N", help="threads that scan (default: one a core, 4 at most)"
    )
    add_common(parser)


def _positive(word: str) -> int:
    if not word.isdecimal() or int(word) == 0:
        raise argparse.ArgumentTypeError(f"{word!r} is no whole number above 0")
    return int(word)


def _threshold(word: str) -> float:
    if word == "never":
        return 2.0
    try:
        value = float(word)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{word!r} is neither a number from 0 to 1 nor `never`") from None
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{word} is not between 0 and 1")
    return value


def run(options: argparse.Namespace) -> int:
    """Analyses, writes the report, and gives the exit status."""
    request = Request(
        paths=options.paths,
        kinds=_kinds(options.kinds),
        expected=_expectations(options),
        boot=options.boot,
        stdin=sys.stdin.buffer if "-" in options.paths else None,
        jobs=options.jobs,
        cache=cache_folder(options),
        source=options.source,
    )
    outcome = analyze_run(request, load_book(options))
    report = reports.build(outcome, redact=not options.no_redact)
    read = {artifact.path for artifact in outcome.artifacts}
    for note in outcome.notes:
        if note.path is not None and note.path not in read:
            print(f"logsleuth: {note.path}: {note.message}", file=sys.stderr)
    _write(options, _text(options, report, outcome))
    reached = any(h["confidence"] >= options.fail_on for h in report["hypotheses"])
    return 1 if reached else 0


def _text(options: argparse.Namespace, report: dict[str, Any], outcome: Outcome) -> str:
    if options.format == "json":
        return reports.to_json(report)
    if options.quiet:
        return _verdict(report)
    to_terminal = options.output is None and sys.stdout.isatty()
    return reports.render(
        report,
        width=shutil.get_terminal_size((PIPE_WIDTH, 24)).columns if to_terminal else PIPE_WIDTH,
        color=options.output is None and wants_color(options),
        explain=options.explain,
        top=options.top,
        verbose=options.verbose,
        around=outcome.around if options.no_redact else _masked(outcome.around),
        encoding="utf-8" if options.output else sys.stdout.encoding or "utf-8",
    )


def _masked(around: Around) -> Around:
    """The lines about cited ones, secrets masked as everywhere."""
    return {place: tuple((number, redact(text)) for number, text in lines) for place, lines in around.items()}


def _verdict(report: dict[str, Any]) -> str:
    """The verdict in one line, for scripts and for `-q`."""
    if report["verdict"] in {"failed", "degraded"}:
        first = report["hypotheses"][0]
        what = f"{first['cause']} {first['confidence']:.2f}: {visible(first['says'])}"
    else:
        what = visible(report["summary"])
    absent = sum(expectation["status"] == "missing" for expectation in report["expectations"])
    return f"{report['verdict']}: {what}{f'; {absent} expected missing' if absent else ''}\n"


def _write(options: argparse.Namespace, text: str) -> None:
    if options.output is None:
        sys.stdout.write(text)
        return
    try:
        Path(options.output).write_text(text, encoding="utf-8")
    except OSError as problem:
        raise UsageError(f"-o {options.output}: {problem.strerror}") from None


def _kinds(words: Sequence[str]) -> dict[str, str]:
    kinds: dict[str, str] = {}
    for word in words:
        kind, equals, path = word.partition("=")
        if not equals or kind not in KINDS:
            raise UsageError(f"--as {word}: give KIND=PATH, where KIND is one of {', '.join(KINDS)}")
        kinds[path] = kind
    return kinds


def _expectations(options: argparse.Namespace) -> list[str]:
    texts = [*options.expect, *_expected(options.expect_file)]
    if any(not text.strip() for text in texts):
        raise UsageError("an expected line is empty: it would be found everywhere")
    return texts


def _expected(files: Sequence[str]) -> list[str]:
    texts: list[str] = []
    for name in files:
        try:
            texts += language.expectations(Path(name).read_text(encoding="utf-8"), name)
        except (OSError, UnicodeDecodeError) as problem:
            reason = problem.strerror if isinstance(problem, OSError) else "it is no UTF-8 text"
            raise UsageError(f"--expect-file {name}: {reason}") from None
    return texts
