"""CPython's tracebacks, whole, cut and damaged."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from logsleuth.read.tracebacks import Traceback

from .reading import HEAD, one, places, read, said

PLAIN = """
Traceback (most recent call last):
  File "/srv/app.py", line 15, in <module>
    main()
  File "/srv/app.py", line 12, in load
    raise ValueError("second\\nline two of msg")
ValueError: second
line two of msg
"""

LATEST = """
Traceback (most recent call last):
  File "/srv/app.py", line 15, in <module>
    main()
    ~~~~^^
  File "<frozen runpy>", line 98, in _run_code
  File "/srv/app.py", line 3, in main
    main_content = runpy.run_path(main_path,
                                  run_name="__mp_main__")
  File "<string>", line 1, in <lambda>
KeyError: 'missing'
"""


def test_a_whole_traceback() -> None:
    """Header, frames with their sources, type, and a message of several lines."""
    found = one(PLAIN)
    assert ("ValueError", "second\nline two of msg", True, None) == (
        found.type,
        found.message,
        found.complete,
        found.cut,
    )
    assert [("/srv/app.py", 15, "<module>"), ("/srv/app.py", 12, "load")] == places(found)
    assert ["main()", 'raise ValueError("second\\nline two of msg")'] == [frame.quoted for frame in found.frames]
    assert (1, 7, tuple(range(1, 8))) == (found.line, found.end_line, found.lines)
    assert found.where == found.frames[-1]


def test_newer_marks() -> None:
    """Carets, frames without source, and source over several lines, of which the first is quoted."""
    found = one(LATEST)
    assert ("KeyError", "'missing'", 4) == (found.type, found.message, len(found.frames))
    assert [frame.quoted for frame in found.frames] == [
        "main()",
        None,
        "main_content = runpy.run_path(main_path,",
        None,
    ]


@pytest.mark.parametrize(
    ("line", "kind", "message"),
    [
        ("KeyboardInterrupt", "KeyboardInterrupt", None),
        ("AssertionError", "AssertionError", None),
        ("ValueError: ", "ValueError", None),
        ("__main__.main.<locals>.Boom: x", "__main__.main.<locals>.Boom", "x"),
        (
            "socket.gaierror: [Errno -2] Name or service not known",
            "socket.gaierror",
            "[Errno -2] Name or service not known",
        ),
        ("_queue.Empty", "_queue.Empty", None),
        ("app.Odd: <exception str() failed>", "app.Odd", "<exception str() failed>"),
        ("Boom: x", "Boom", "x"),
    ],
)
def test_final_lines(line: str, kind: str, message: str | None) -> None:
    """The type is what stands before the colon, whatever module it is of; there may be no message."""
    found = one(f'Traceback (most recent call last):\n  File "/a.py", line 1, in f\n    g()\n{line}')
    assert (kind, message, True) == (found.type, found.message, found.complete)


@pytest.mark.parametrize(
    "line", ["Killed", "Aborted (core dumped)", "INFO: up", "Loading weights", "  40%|##  | 2/5", "http://x:1"]
)
def test_no_final_line(line: str) -> None:
    """Words of a shell or of another writer are not taken for an exception."""
    found = one(f'Traceback (most recent call last):\n  File "/a.py", line 1, in f\n    g()\n{line}')
    assert (None, None, False) == (found.type, found.message, found.complete)


def test_an_error_of_syntax_has_no_header() -> None:
    """In the main script it is a frame without a function, a source line and a caret."""
    found = one(
        "  File \"/srv/conf.py\", line 12\n    workers = (1,\n              ^\nSyntaxError: '(' was never closed"
    )
    assert ("SyntaxError", True, [("/srv/conf.py", 12, None)]) == (found.type, found.complete, places(found))


def test_the_top_is_cut() -> None:
    """Frames without a header: the final line is still good."""
    found = one('    run()\n  File "/a.py", line 4, in run\n    go()\nOSError: [Errno 28] No space left on device')
    assert ("OSError", False, "no-head", 2) == (found.type, found.complete, found.cut, found.line)


@pytest.mark.parametrize("kept", range(1, 6))
def test_the_end_is_cut(kept: int) -> None:
    """Nothing is guessed where the log ends before the final line."""
    found = one("\n".join(PLAIN.strip().split("\n")[:kept]))
    assert (None, None, False, "end-of-file") == (found.type, found.message, found.complete, found.cut)


def test_a_torn_last_line() -> None:
    """A last line without its end may be a part of one: type, function, line and source are only kept where they are sure."""
    text = PLAIN.strip()
    assert one(text[: text.index("Error: sec")], torn=True).type is None
    assert one(text[: text.index(": second")], torn=True).type is None
    torn = one(text[: text.index(" second\n")], torn=True)
    assert ("ValueError", None, False, "end-of-file") == (torn.type, torn.message, torn.complete, torn.cut)
    assert one(text[: text.index("raise") + 3], torn=True).frames[-1].quoted is None
    assert one(text[: text.index("2, in load")], torn=True).frames[-1].file_line is None
    assert one(text[: text.index("oad\n")], torn=True).frames[-1].function is None


def test_size_limit() -> None:
    """A traceback that was not read to its end says so."""
    assert one(PLAIN[:80], reason="size-limit").cut == "size-limit"


def test_repetition() -> None:
    """The line on repeated frames belongs to it, and is no frame."""
    repeated = '  File "/a.py", line 2, in f\n    f()\n' * 3
    found = one(
        f"Traceback (most recent call last):\n{repeated}  [Previous line repeated 995 more times]\n"
        "RecursionError: maximum recursion depth exceeded"
    )
    assert ("RecursionError", 3, 9) == (found.type, len(found.frames), len(found.lines))


def test_values_and_blanks_between_frames() -> None:
    """A logger that shows values under the source, blank lines between frames, and a mark at the one that caught it."""
    found = one("""
Traceback (most recent call last):

> File "/srv/app.py", line 5, in <module>
    try: a(0)
         └ <function a at 0x7f3c94e784a0>

  File "/srv/app.py", line 4, in a
    def a(x): return 10/x
        │ │             └ 0
        └ <function a at 0x7f3c94e784a0>

ZeroDivisionError: division by zero
""")
    assert ("ZeroDivisionError", True, ["try: a(0)", "def a(x): return 10/x"]) == (
        found.type,
        found.complete,
        [frame.quoted for frame in found.frames],
    )


def test_indentation_is_lost() -> None:
    """A paste from a web page: frames and sources stand at the margin, names in angle brackets are eaten."""
    found = one("""
Traceback (most recent call last):
File "/srv/app.py", line 15, in
main()
File &quot;/srv/app.py&quot;, line 12, in load
raise ValueError(x)
ValueError: second
""")
    assert ("ValueError", "second") == (found.type, found.message)
    assert [("/srv/app.py", 15, None), ("/srv/app.py", 12, "load")] == places(found)
    assert [frame.quoted for frame in found.frames] == ["main()", "raise ValueError(x)"]


def test_header_and_first_frame_share_a_line() -> None:
    """As some libraries print it."""
    found = one(
        'Traceback (most recent call last):  File "/venv/bin/serve", line 8, in <module>\n    sys.exit(run())\nOSError: x'
    )
    assert ("OSError", [("/venv/bin/serve", 8, "<module>")], "sys.exit(run())") == (
        found.type,
        places(found),
        found.frames[0].quoted,
    )


def test_a_path_broken_by_a_hard_wrap() -> None:
    """A terminal's wrap inside the quotes is mended."""
    found = one(
        'Traceback (most recent call last):\n  File "/srv/very/lo\nng/app.py", line 3, in f\n    g()\nOSError: x'
    )
    assert [("/srv/very/long/app.py", 3, "f")] == places(found)


def test_literal_newlines() -> None:
    r"""An export may end each line with a literal `\n`, or hold the whole text in one line."""
    lines = [*PLAIN.strip().split("\n")[:5], "ValueError: second"]
    assert one("\\n\n".join(lines) + "\\n").message == "second"
    found = one("\\n".join([*lines[:4], "    raise", "ValueError: second"]).replace('"', '\\"'))
    assert ("ValueError", (1,), 2) == (found.type, found.lines, len(found.frames))


def test_a_stack_is_no_exception() -> None:
    """A logged call stack yields nothing, and its frames are not taken for a traceback without a header."""
    frames = '  File "/a.py", line 1, in f\n    g()\n'
    assert read(f"Stack (most recent call last):\n{frames}") == []
    logged = read(
        f"--- Logging error ---\nTraceback (most recent call last):\n{frames}TypeError: x\nCall stack:\n{frames}Message: 'a'"
    )
    assert [("TypeError", "x", None, "TypeError")] == said(logged)


def test_speaking_of_the_words_is_no_traceback() -> None:
    """A sentence that quotes the header begins nothing."""
    assert read("look for 'Traceback (most recent call last):' in the log") == []


def test_a_message_ends_where_something_else_begins() -> None:
    """A log head, a shell's word or an introduction is not part of the message."""
    text = PLAIN.strip()
    for line in (
        HEAD + "next",
        "2026-12-01 10:00:00 next",
        "Killed",
        "Exception ignored in: <f>",
        "ERROR: x",
        "[frontend] up",
        "Loading:  40%|## | 2/5",
    ):
        assert read(text + "\n" + line)[0].message == "second\nline two of msg"


def test_a_long_tail_is_no_message() -> None:
    """Where ever more lines follow an empty one, the message ended before it."""
    tail = "\n".join(f"step {number}" for number in range(80))
    found = one(f"{PLAIN.strip()}\n\n{tail}")
    assert ("second\nline two of msg", 7) == (found.message, found.end_line)


def test_effects_of_a_stop_are_not_fatal() -> None:
    """An interrupted program did not fail."""
    assert (
        one('Traceback (most recent call last):\n  File "/a.py", line 1, in f\n    g()\nKeyboardInterrupt').fatal
        is False
    )


@pytest.mark.parametrize(
    "header", ["ray.exceptions.RayTaskError(ZeroDivisionError): ray::f() (pid=26894, ip=10.0.0.5)"]
)
def test_a_task_of_another_process_without_its_header(header: str) -> None:
    """The quoted frames' exception is the root."""
    found = read(
        f'{header}\n           ^^^^\n  File "/srv/job.py", line 6, in f\n    return 1//x\n           ~^^~\nZeroDivisionError: by zero'
    )
    assert [
        (
            "ray.exceptions.RayTaskError(ZeroDivisionError)",
            "ray::f() (pid=26894, ip=10.0.0.5)",
            "cause",
            "ZeroDivisionError",
        ),
        ("ZeroDivisionError", "by zero", None, "ZeroDivisionError"),
    ] == said(found)


SCRIPT = """
def deep(n):
    return deep(n + 1)

def chained():
    try:
        {}["missing"]
    except KeyError as error:
        noted = ValueError("two\\nlines")
        noted.add_note("a note")
        raise noted from error

def grouped():
    errors = []
    for run in (chained, lambda: deep(0)):
        try:
            run()
        except Exception as error:
            errors.append(error)
    raise ExceptionGroup("all", errors)

grouped()
"""


def test_the_running_interpreter(tmp_path: Path) -> None:
    """What this interpreter really prints for a group, a chain, notes and a recursion is read."""
    script = tmp_path / "app.py"
    script.write_text(SCRIPT)
    environment = {**os.environ, "NO_COLOR": "1", "PYTHON_COLORS": "0"}
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False, env=environment)
    by_type: dict[str | None, Traceback] = {each.type: each for each in read(done.stderr)}
    assert {"ExceptionGroup", "ValueError", "KeyError", "RecursionError"} == set(by_type)
    assert all(each.complete for each in by_type.values())
    assert ("two\nlines\na note", "cause", "KeyError") == (
        by_type["ValueError"].message,
        by_type["ValueError"].chained,
        by_type["ValueError"].root_type,
    )
    assert by_type["KeyError"].frames[-1].file == str(script)
    assert by_type["ExceptionGroup"].chained == "cause"
    assert by_type["RecursionError"].frames[-1].function == "deep"
