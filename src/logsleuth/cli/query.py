"""Ask what is known about a run, in SQL.

Each relation that rules read is a table: the records of the logs, tracebacks, starts of programs, processes,
sockets, packages and more (`--tables` lists them). Only those that the query names are read.

  logsleuth query server.log 'SELECT level, count(*) FROM records GROUP BY level'
  logsleuth query run-0412/ 'SELECT time, origin, type, message FROM tracebacks ORDER BY time'
  journalctl -u api -o short-iso | logsleuth query - "SELECT * FROM records WHERE level = 'error'"
  logsleuth query --tables records

docs/query.md has more of them.
"""

import argparse
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from logsleuth.cli.common import add_common, cache_folder, jobs, load_book
from logsleuth.cli.rows import describe, draw
from logsleuth.errors import UsageError
from logsleuth.model.relation import RELATIONS
from logsleuth.text.escape import encodable, visible

if TYPE_CHECKING:
    import polars as pl

    from logsleuth.query import Query
    from logsleuth.relations import Known

NAME = "query"
HELP = "ask what is known about a run, in SQL"


class _Tables(argparse.Action):
    """Prints the tables and ends the call, as `--help` does: it needs neither input nor query."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        _namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        _option: str | None = None,
    ) -> None:
        """Raises UsageError for a table that is not there."""
        print(describe(list(values or ())), end="")
        parser.exit()


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `logsleuth query`."""
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a file, a folder, an archive, or - (standard input)")
    parser.add_argument("query", metavar="QUERY", help="a SELECT, or a WITH that ends in one")
    parser.add_argument(
        "--tables",
        action=_Tables,
        nargs="*",
        metavar="NAME",
        help="list all tables with their columns, or those named, and end",
    )
    parser.add_argument(
        "--format",
        choices=("table", "jsonl", "csv", "parquet"),
        default="table",
        help="how the rows are written (default: table)",
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="write the rows there")
    parser.add_argument(
        "--source", metavar="DIR", help="a tree of Python code: fills `skew`, `attributes`, `statements`"
    )
    parser.add_argument(
        "--expect",
        action="append",
        default=[],
        metavar="TEXT",
        help="a line that should be there: fills `expectations`",
    )
    parser.add_argument(
        "--boot", type=int, metavar="N", help="rows of this start of the program, where rules see the last one only"
    )
    parser.add_argument("--no-redact", action="store_true", help="show secrets as they stand in the input")
    add_common(parser)


def run(options: argparse.Namespace) -> int:
    """Runs the query and writes its rows."""
    if options.format == "parquet" and options.output is None and sys.stdout.isatty():
        raise UsageError("query: --format parquet is not for a terminal: give -o FILE, or a pipe")
    from logsleuth import query as queries  # noqa: PLC0415 - only where a query is run
    from logsleuth.analyze import Request  # noqa: PLC0415 - the same
    from logsleuth.relations import relations  # noqa: PLC0415 - the same

    asked = queries.examine(options.query)
    mask = not options.no_redact
    names = asked.tables & RELATIONS.keys()
    queries.check(asked)
    records = queries.Records(asked, mask=mask) if "records" in names else None
    request = Request(
        paths=options.paths,
        expected=options.expect,
        boot=options.boot,
        stdin=sys.stdin.buffer if "-" in options.paths else None,
        jobs=jobs(),
        cache=cache_folder(options),
        source=options.source,
    )
    known = relations(request, load_book(options), names, records)
    frames = {
        name: queries.frame(RELATIONS[name], known.tables[name].rows if name in known.tables else (), asked, mask=mask)
        for name in names - {"records"}
    }
    if records is not None:
        frames["records"] = records.frame()
    result = queries.run(asked, frames)
    _say(options, known)
    _write(options, result, asked)
    return 0


def _say(options: argparse.Namespace, known: "Known") -> None:
    """On standard error: what could not be read, what is absent, and what a bound kept out; with -v all that was noted."""
    if options.quiet:
        return
    notes = known.notes if options.verbose else known.unread
    told = [f"{note.path}: {note.message}" if note.path else note.message for note in notes]
    told += [f"{name}: nothing that was handed over fills it" for name in known.absent]
    for text in (*told, *known.bounded):
        print(f"logsleuth: {visible(text)}", file=sys.stderr)


def _write(options: argparse.Namespace, result: "pl.DataFrame", asked: "Query") -> None:
    from logsleuth import query as queries  # noqa: PLC0415 - as above

    try:
        if options.format != "table":
            out = sys.stdout.buffer if options.output is None else Path(options.output)
            queries.write(result, options.format, out)
        elif options.output is None:
            sys.stdout.writelines(_table(result, asked, to_terminal=sys.stdout.isatty()))
        else:
            with Path(options.output).open("w", encoding="utf-8") as stream:
                stream.writelines(_table(result, asked, to_terminal=False))
    except BrokenPipeError:
        raise
    except OSError as problem:
        raise UsageError(f"-o {options.output}: {problem.strerror}") from None


def _table(result: "pl.DataFrame", asked: "Query", *, to_terminal: bool) -> Iterator[str]:
    """The result for people: columns of `*` that are empty throughout are left out, and named below."""
    from logsleuth import query as queries  # noqa: PLC0415 - as above

    empty = queries.empty_columns(result) if asked.everything and result.height else frozenset()
    shown = [name for name in result.columns if name not in empty]
    width = shutil.get_terminal_size((80, 24)).columns if to_terminal else None
    encoding = sys.stdout.encoding or "utf-8" if to_terminal else "utf-8"
    lines = draw(shown, queries.cells(result.select(shown)), right=queries.number_columns(result), width=width)
    yield from (f"{encodable(line, encoding)}\n" for line in lines)
    if empty:
        yield f"(empty in all rows: {', '.join(sorted(empty))})\n"
