"""Tracebacks of interactive shells."""

from .reading import one, places

CELLS = """
---------------------------------------------------------------------------
ZeroDivisionError                         Traceback (most recent call last)
Cell In[1], line 3
      1 def f(x):
      2     return 1/x
----> 3 f(0)

Cell In[1], line 2, in f(x)
      1 def f(x):
----> 2     return 1/x

File ~/work/x.py:4, in g(x)
----> 4 h(1)

ZeroDivisionError: division by zero
"""

OLDER = """
ValueError                                Traceback (most recent call last)
<ipython-input-1-0abc> in <module>
      1 def f(x):
----> 2 f(1)

Input In [1], in <cell line: 1>()
----> 1 f(1)

ValueError: no
"""


def test_cells() -> None:
    """Frames of cells and of files; the marked line is quoted."""
    found = one(CELLS)
    assert ("ZeroDivisionError", "division by zero", True) == (found.type, found.message, found.complete)
    assert [("Cell In[1]", 3, None), ("Cell In[1]", 2, "f(x)"), ("~/work/x.py", 4, "g(x)")] == places(found)
    assert [frame.quoted for frame in found.frames] == ["f(0)", "return 1/x", "h(1)"]


def test_older_cells() -> None:
    """The line's number stands in the mark alone."""
    found = one(OLDER)
    assert ("ValueError", [("<ipython-input-1-0abc>", 2, "<module>"), ("Input In [1]", 1, "<cell line: 1>()")]) == (
        found.type,
        places(found),
    )


def test_the_type_in_the_header_is_not_enough() -> None:
    """Where the final line is cut off, the message is unknown, and so is all of it."""
    found = one("\n".join(CELLS.split("\n")[:8]))
    assert (None, "end-of-file") == (found.type, found.cut)
