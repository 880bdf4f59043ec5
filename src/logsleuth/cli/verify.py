"""Read the inputs of a report again, and prove that each cited line exists and reads as cited.

logsleuth analyze run/ --format json -o report.json
logsleuth verify report.json
"""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from logsleuth import intake
from logsleuth import report as reports
from logsleuth.cli.common import add_common
from logsleuth.errors import NoInputError, UsageError
from logsleuth.model.run import Note
from logsleuth.text.line import clean

NAME = "verify"
HELP = "prove that a report cites what its inputs say"
CHUNK = 1 << 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `logsleuth verify`."""
    parser.add_argument("report", metavar="REPORT", help="a report written with --format json")
    add_common(parser)


def run(options: argparse.Namespace) -> int:
    """Verifies; 1 if something cited is not so."""
    report = _load(options.report)
    inputs = _Inputs(report)
    problems = reports.verify(report, inputs.lines.get, inputs.digests.get)
    for problem in problems:
        print(problem)
    if not options.quiet:
        cited = sum(len(lines) for lines in reports.cited(report).values())
        print(
            f"{cited} cited lines in {len(report['inputs'])} inputs: "
            + ("all read as cited" if not problems else f"{len(problems)} do not")
        )
    return 1 if problems else 0


def _load(name: str) -> dict[str, Any]:
    try:
        report = json.loads(Path(name).read_text(encoding="utf-8"))
    except OSError as problem:
        raise NoInputError(f"{name}: {problem.strerror}") from None
    except ValueError:
        raise UsageError(
            f"{name}: not a JSON file; write one with `logsleuth analyze ... --format json -o report.json`"
        ) from None
    if not isinstance(report, dict) or report.get("schema") != reports.SCHEMA:
        raise UsageError(f"{name}: not a report of the schema {reports.SCHEMA}")
    return report


class _Inputs:
    """The lines of the inputs that the report cites, and the digests of the inputs, as they are now."""

    def __init__(self, report: Mapping[str, Any]) -> None:
        wanted = reports.cited(report)
        roots = list(dict.fromkeys(entry["path"].split("!", 1)[0] for entry in report["inputs"]))
        self.lines: dict[str, Mapping[int, str]] = {}
        self.digests: dict[str, str] = {}
        for source in intake.sources([root for root in roots if root != "-"]):
            if isinstance(source, Note):
                print(f"logsleuth: {source.path}: {source.message}", file=sys.stderr)
                continue
            self.lines[source.path] = dict(_wanted(source, wanted.get(source.path, frozenset())))
            self.digests[source.path] = source.sha256


def _wanted(source: intake.Source, numbers: frozenset[int]) -> Iterator[tuple[int, str]]:
    """The wanted lines of a source, read to its end so that its digest is known."""
    number, rest = 1, b""
    while chunk := source.read(CHUNK):
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            if number in numbers:
                yield number, clean(line)
            number += 1
    if number in numbers:
        yield number, clean(rest)
