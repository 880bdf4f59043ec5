"""Tracebacks and crashes: exceptions with their stacks, as events, whatever the language, the logger or the damage.

A line is fed to `TracebackReader`, which gives it to the traceback that it continues, of the origin that wrote it. It names no exception
that no line names: where the end is cut off, the type is None, and `cut` says how. It does not read times, levels or files.
"""

from logsleuth.read.tracebacks.reader import TracebackReader
from logsleuth.read.tracebacks.starts import START_PATTERNS
from logsleuth.read.tracebacks.values import Frame, Introduction, Traceback

__all__ = ["START_PATTERNS", "Frame", "Introduction", "Traceback", "TracebackReader"]
