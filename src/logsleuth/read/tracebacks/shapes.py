"""The list of shapes, in the order in which they are tried."""

from collections.abc import Sequence

from logsleuth.read.tracebacks.boxes import begin_box
from logsleuth.read.tracebacks.cells import begin_cell
from logsleuth.read.tracebacks.dotnet import begin_dotnet
from logsleuth.read.tracebacks.faulthandler import begin_fault
from logsleuth.read.tracebacks.go import begin_go
from logsleuth.read.tracebacks.groups import begin_group
from logsleuth.read.tracebacks.java import begin_java
from logsleuth.read.tracebacks.native import begin_native
from logsleuth.read.tracebacks.node import begin_node
from logsleuth.read.tracebacks.python import begin_header, begin_orphan, begin_remote, begin_stack, begin_task
from logsleuth.read.tracebacks.rust import begin_rust
from logsleuth.read.tracebacks.shape import Begin, Seen, Start

CHAINED: tuple[Begin, ...] = (begin_group, begin_box, begin_cell, begin_remote, begin_header)
"""Those that may stand behind a connector."""

SHAPES: tuple[Begin, ...] = (
    *CHAINED,
    begin_task,
    begin_fault,
    begin_stack,
    begin_orphan,
    begin_rust,
    begin_native,
    begin_go,
    begin_java,
    begin_node,
    begin_dotnet,
)


def begin(line: int, text: str, before: Sequence[Seen]) -> Start | None:
    """The traceback that begins on the line, if one does."""
    return next((start for form in SHAPES if (start := form(line, text, before))), None)


def begin_chained(line: int, text: str) -> Start | None:
    """The traceback that begins on a line behind a connector."""
    return next((start for form in CHAINED if (start := form(line, text, ()))), None)
