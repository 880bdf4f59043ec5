"""Expectations + what the logs told -> found, missing, not reached, unknown: what a missing line proves."""

from logsleuth.expect.patterns import patterns
from logsleuth.expect.status import statuses

__all__ = ["patterns", "statuses"]
