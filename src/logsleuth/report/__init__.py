"""What an analysis came to, as others see it: the report as data, its schema, its proof, and the page for a terminal.

For: turning an `Outcome` into the report `logsleuth.report/1`, and a report into text; a saved report is drawn again without
the analyzer. Not for: finding or weighing anything. Promises: the same outcome gives the same bytes of JSON; secrets are
masked unless asked otherwise; no command that is proposed destroys anything; no text of an input acts on a terminal.
"""

from logsleuth.report.build import SCHEMA, build, to_json
from logsleuth.report.schema import schema
from logsleuth.report.terminal import render
from logsleuth.report.verify import Problem, cited, verify

__all__ = ["SCHEMA", "Problem", "build", "cited", "render", "schema", "to_json", "verify"]
