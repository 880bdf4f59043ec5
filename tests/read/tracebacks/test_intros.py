"""What introduces a traceback."""

import pytest

from .reading import HEAD, one
from .test_python import PLAIN


@pytest.mark.parametrize(
    ("line", "kind", "fatal"),
    [
        ("Exception in thread Thread-1 (work):", "thread", None),
        ("Process Process-1:", "process", None),
        ("Exception ignored in: <function X.__del__ at 0x7f>", "ignored", False),
        ("Exception ignored in atexit callback: <function f at 0x7f>", "ignored", False),
        ("Error in atexit._run_exitfuncs:", "atexit", False),
        ("Error in sys.excepthook:", "excepthook", False),
        ("Original exception was:", "original", True),
        ("--- Logging error ---", "logging", False),
        (HEAD + "Exception in ASGI application", "request", False),
        (HEAD + "Exception in worker process", "worker", None),
        (HEAD + "Task a.b[0f] raised unexpected: ValueError('no')", "task", False),
        ("Task exception was never retrieved\nfuture: <Task finished name='bg'>", "task", False),
        (HEAD + "loading failed", "record", None),
    ],
)
def test_kinds(line: str, kind: str, fatal: bool | None) -> None:  # noqa: FBT001  # a column of the table
    """The line before tells what the traceback means for the process."""
    found = one(line + PLAIN)
    assert found.introduced_by is not None
    assert (kind, fatal, 1) == (found.introduced_by.kind, found.fatal, found.introduced_by.line)


def test_no_introduction() -> None:
    """A line that is neither a head nor known words says nothing."""
    assert one("doing things" + PLAIN).introduced_by is None
