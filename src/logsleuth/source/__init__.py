"""A tree of Python code, read and never run -> what prints a line, what guards it, and whether this code is what ran."""

from logsleuth.source.asked import Source, source

__all__ = ["Source", "source"]
