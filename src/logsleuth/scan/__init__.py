"""The scan: all patterns as one matcher, one pass over the bytes, candidate lines out.

A candidate is a line that a pattern may match. Every line that it does match is among them, in whatever envelope it stands; the
exact decision is made elsewhere, on the message. Memory is bounded whatever the input is.
"""

from typing import TYPE_CHECKING, Any

from logsleuth.scan.block import Block, Hit
from logsleuth.scan.chunks import Limits
from logsleuth.scan.form import Needle, PatternError
from logsleuth.scan.passing import Pass
from logsleuth.scan.scanner import Scanner, compile_patterns

if TYPE_CHECKING:
    from logsleuth.scan.cost import costs
    from logsleuth.scan.needle import derive

__all__ = [
    "Block",
    "Hit",
    "Limits",
    "Needle",
    "Pass",
    "PatternError",
    "Scanner",
    "compile_patterns",
    "costs",
    "derive",
]


def __getattr__(name: str) -> Any:
    """`costs` and `derive`, imported when they are asked for: a scan with a kept database needs neither."""
    if name == "costs":
        from logsleuth.scan.cost import costs  # noqa: PLC0415  # see above

        return costs
    if name == "derive":
        from logsleuth.scan.needle import derive  # noqa: PLC0415  # see above

        return derive
    raise AttributeError(name)
