"""The scan: all patterns as one matcher, one pass over the bytes, candidate lines out.

A candidate is a line that a pattern may match. Every line that it does match is among them, in whatever envelope it stands; the
exact decision is made elsewhere, on the message. Memory is bounded whatever the input is.
"""

from logsleuth.scan.block import Block, Hit
from logsleuth.scan.chunks import Limits
from logsleuth.scan.cost import costs
from logsleuth.scan.needle import Needle, PatternError, derive
from logsleuth.scan.passing import Pass
from logsleuth.scan.scanner import Scanner, compile_patterns

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
