"""Exception groups."""

import pytest

from .reading import read, said

GROUP = """
  + Exception Group Traceback (most recent call last):
  |   File "/srv/run.py", line 41, in main
  |     raise ExceptionGroup("two", errors)
  | ExceptionGroup: two (3 sub-exceptions)
  +-+---------------- 1 ----------------
    | Traceback (most recent call last):
    |   File "/srv/run.py", line 9, in go
    |     {}["k"]
    | KeyError: 'k'
    |
    | The above exception was the direct cause of the following exception:
    |
    | Traceback (most recent call last):
    |   File "/srv/run.py", line 11, in go
    |     raise ValueError("a")
    | ValueError: a
    +---------------- 2 ----------------
    | ExceptionGroup: inner (1 sub-exception)
    +-+---------------- 1 ----------------
      | TypeError: b
      +------------------------------------
    +---------------- 3 ----------------
    | OSError: c
    +------------------------------------
""".replace("|\n", "| \n")


@pytest.mark.parametrize(
    "text", [GROUP, GROUP.replace("\n  ", "\n[rank0]:   "), "\n".join(x.rstrip() for x in GROUP.split("\n"))]
)
def test_the_leaves_are_the_roots(text: str) -> None:
    """A group owes to what it groups; members that were never raised have no more than a final line."""
    found = read(text)
    assert [
        ("ExceptionGroup", "two (3 sub-exceptions)", "cause", "KeyError"),
        ("KeyError", "'k'", None, "KeyError"),
        ("ValueError", "a", "cause", "KeyError"),
        ("ExceptionGroup", "inner (1 sub-exception)", "cause", "TypeError"),
        ("TypeError", "b", None, "TypeError"),
        ("OSError", "c", None, "OSError"),
    ] == said(found)
    assert all(each.complete for each in found)


def test_a_group_ends() -> None:
    """A chain may go on behind it."""
    after = "\nDuring handling of the above exception, another exception occurred:\n\n"
    plain = 'Traceback (most recent call last):\n  File "/srv/run.py", line 50, in x\n    y()\nRuntimeError: last\n'
    assert ("RuntimeError", "last", "context", "KeyError") == said(read(GROUP + after + plain))[-1]


def test_a_group_is_cut() -> None:
    """Its own final line may be missing."""
    found = read("\n".join(GROUP.split("\n")[:4]))
    assert [(None, False, "end-of-file")] == [(each.type, each.complete, each.cut) for each in found]
