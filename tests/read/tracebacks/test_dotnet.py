"""Exceptions of .NET."""

from .reading import HEAD, one, places, read, said

UNHANDLED = """
Unhandled exception. System.InvalidOperationException: outer
 ---> System.Exception: middle
 ---> System.IO.FileNotFoundException: inner
   at Acme.Load(String p) in /src/Load.cs:line 12
   --- End of inner exception stack trace ---
   at Acme.Middle()
   --- End of inner exception stack trace ---
   at Acme.<Run>d__3.MoveNext() in /src/Program.cs:line 5
--- End of stack trace from previous location ---
   at Acme.Main() in /src/Program.cs:line 9
"""


def test_inner_exceptions() -> None:
    """The innermost is the root, and has the first frames."""
    found = read(UNHANDLED)
    assert [
        ("System.InvalidOperationException", "outer", "cause", "System.IO.FileNotFoundException"),
        ("System.Exception", "middle", "cause", "System.IO.FileNotFoundException"),
        ("System.IO.FileNotFoundException", "inner", None, "System.IO.FileNotFoundException"),
    ] == said(found)
    assert [("/src/Program.cs", 9, "Acme.Main"), ("/src/Program.cs", 5, "Acme.<Run>d__3.MoveNext")] == places(found[0])
    assert [("/src/Load.cs", 12, "Acme.Load")] == places(found[2])
    assert [True, True, True] == [each.fatal for each in found][:1] * 3


def test_a_logged_exception() -> None:
    """The head stands before the frames, perhaps indented."""
    found = one(
        f"{HEAD}fail\n      System.Exception: no\n         at Acme.Svc.Go(Int32 n) in /src/S.cs:line 3\n{HEAD}next"
    )
    assert ("System.Exception", "no", None) == (found.type, found.message, found.fatal)
