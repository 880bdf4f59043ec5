"""Stack traces of V8."""

from .reading import one, places, read, said

UNCAUGHT = """
/srv/n.js:2
function outer(){ throw x; }
                  ^

Error: outer
    at outer (/srv/n.js:2:58)
    at Object.<anonymous> (/srv/n.js:3:1)
    ... 5 lines matching cause stack trace ...
    at async node:internal/main/run_main_module:28:49 {
  code: 'EADDRINUSE',
  [cause]: TypeError: inner
      at inner (file:///srv/n.js:1:25)
      at Array.map (<anonymous>)
}

Node.js v20.20.2
"""


def test_an_uncaught_error() -> None:
    """The innermost cause is the root; the version at the end says that the process died of it."""
    found = read(UNCAUGHT)
    assert [("Error", "outer", "cause", "TypeError"), ("TypeError", "inner", None, "TypeError")] == said(found)
    assert [
        ("node:internal/main/run_main_module", 28, None),
        ("/srv/n.js", 3, "Object.<anonymous>"),
        ("/srv/n.js", 2, "outer"),
    ] == places(found[0])
    assert [(None, None, "Array.map"), ("/srv/n.js", 1, "inner")] == places(found[1])
    assert [True, True] == [each.fatal for each in found]


def test_an_event_has_frames_of_its_own() -> None:
    """Those behind `Emitted` are not the error's."""
    found = one(
        "Error: listen EADDRINUSE: address already in use :::80\n    at a (node:net:1:2)\nEmitted 'error' event on Server instance at:\n    at b (node:net:3:4)"
    )
    assert [("node:net", 1, "a")] == places(found)


def test_a_rejection_with_a_code() -> None:
    """The code in brackets is no part of the type."""
    found = one("(node:7) UnhandledPromiseRejectionWarning: TypeError [ERR_X]: no\n    at /srv/a.js:1:2")
    assert ("TypeError", "no", [("/srv/a.js", 1, None)]) == (found.type, found.message, places(found))


def test_a_message_of_several_lines_in_a_record() -> None:
    """The head may stand behind other words, and an empty line before the frames."""
    found = one(
        "[SSL] error     Error: Command failed: nginx -t\nnginx: test failed\n\n    at f (node:child_process:422:12)"
    )
    assert ("Error", "Command failed: nginx -t\nnginx: test failed") == (found.type, found.message)


def test_the_head_is_lost() -> None:
    """Frames alone name nothing."""
    found = one("    at outer (/srv/n.js:2:58)\n    at f (/srv/n.js:3:1)")
    assert (None, "no-head", 2) == (found.type, found.cut, len(found.frames))


def test_the_heap() -> None:
    """The engine's last words, and its native stack."""
    found = one(
        "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory\n 1: 0xb090e0 node::Abort() [node]"
    )
    assert ("FATAL ERROR", "node::Abort()", True) == (found.type, found.frames[-1].function, found.fatal)
