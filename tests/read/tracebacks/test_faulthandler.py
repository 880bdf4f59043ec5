"""What the interpreter prints when it dies."""

from .reading import one, places

FATAL = """
Fatal Python error: Segmentation fault

Thread 0x00007f8cca6916c0 (most recent call first):
  File "/usr/lib/python3.11/threading.py", line 982 in run

Current thread 0x00007f8ccb425b80 (most recent call first):
  File "/srv/app.py", line 4 in inner
  File "/srv/app.py", line 10 in <module>

Extension modules: numpy.core._multiarray_umath (total: 1)
"""


def test_the_current_thread_counts() -> None:
    """It is printed innermost first, and read outermost first."""
    found = one(FATAL)
    assert ("Fatal Python error", "Segmentation fault", True, True) == (
        found.type,
        found.message,
        found.complete,
        found.fatal,
    )
    assert [("/srv/app.py", 10, "<module>"), ("/srv/app.py", 4, "inner")] == places(found)
    assert found.end_line == 10


def test_a_dump_is_no_crash() -> None:
    """Without a heading somebody asked for it; a timer names itself; neither names an exception."""
    asked = one("\n".join(FATAL.strip().split("\n")[2:]))
    assert (None, None, False) == (asked.type, asked.message, asked.fatal)
    timer = one(FATAL.replace("Fatal Python error: Segmentation fault", "Timeout (0:00:00.500000)!"))
    assert (None, "Timeout (0:00:00.500000)!", False, "inner") == (
        timer.type,
        timer.message,
        timer.fatal,
        timer.frames[-1].function,
    )


def test_a_fatal_error_without_threads() -> None:
    """The words are all that is sure."""
    found = one(
        "Fatal Python error: init_fs_encoding: failed to get the Python codec\nPython runtime state: core initialized"
    )
    assert ("Fatal Python error", 0) == (found.type, len(found.frames))
