"""Last words of native code."""

import pytest

from .reading import HEAD, one, places


def test_terminate() -> None:
    """The type, and what it says, over several lines."""
    found = one(
        f"terminate called after throwing an instance of 'std::runtime_error'\n  what():  cuda init failed\nsee above\n{HEAD}next"
    )
    assert ("std::runtime_error", "cuda init failed\nsee above", True, True) == (
        found.type,
        found.message,
        found.fatal,
        found.complete,
    )


def test_terminate_with_a_stack() -> None:
    """Innermost first as printed, outermost first as read."""
    found = one("""
terminate called after throwing an instance of 'c10::DistBackendError'
  what():  [PG ID 0 Rank 2] watchdog thread terminated
Exception raised from checkTimeout at ../torch/csrc/ProcessGroupNCCL.cpp:565 (most recent call first):
frame #0: c10::Error::Error(c10::SourceLocation, std::string) + 0x57 (0x7fb0 in /venv/lib/libc10.so)
frame #1: clone + 0x44 (0x7ff9 in /usr/lib/libc.so.6)
""")
    assert ("c10::DistBackendError", "[PG ID 0 Rank 2] watchdog thread terminated") == (found.type, found.message)
    assert ("../torch/csrc/ProcessGroupNCCL.cpp", 565, "checkTimeout") == places(found)[-1]
    assert ("/usr/lib/libc.so.6", None, "clone") == places(found)[0]


@pytest.mark.parametrize(
    ("line", "kind", "message"),
    [
        ("free(): double free detected in tcache 2", "free()", "double free detected in tcache 2"),
        ("malloc(): corrupted top size", "malloc()", "corrupted top size"),
        ("double free or corruption (!prev)", "double free or corruption", "(!prev)"),
        ("corrupted size vs. prev_size", "corrupted size vs. prev_size", None),
        ("*** stack smashing detected ***: terminated", "stack smashing", "detected"),
        ("terminate called without an active exception", "terminate", "without an active exception"),
        (
            "*** Error in `./c': double free or corruption (fasttop): 0x0a ***",
            "double free or corruption (fasttop)",
            "0x0a",
        ),
        ("*** SIGSEGV (@0x0) received by PID 812 (TID 0x7f) from PID 0; stack trace: ***", "SIGSEGV", None),
    ],
)
def test_words(line: str, kind: str, message: str | None) -> None:
    """What glibc and crash handlers print."""
    found = one(line)
    assert (kind, True, "native") == (found.type, found.fatal, found.language)
    assert message in {None, found.message}


def test_assertions() -> None:
    """They name a place."""
    found = one("prog: file.cpp:6: int main(int, char**): Assertion `c==9' failed.")
    assert ("Assertion", "`c==9' failed", [("file.cpp", 6, "int main(int, char**)")]) == (
        found.type,
        found.message,
        places(found),
    )
    assert [("/src/ggml.c", 1234, None)] == places(one("/src/ggml.c:1234: GGML_ASSERT(x > 0) failed"))


def test_stacks_of_handlers() -> None:
    """Of glog, of MPI, and of a debugger."""
    glog = one(
        "*** SIGSEGV (@0x0) received by PID 8 (TID 0x7f) from PID 0; stack trace: ***\n    @     0x7f12 app::run()\n    @     0x7f13 main"
    )
    assert ["main", "app::run()"] == [frame.function for frame in glog.frames]
    mpi = one(
        "[n1:8] *** Process received signal ***\n[n1:8] Signal: Segmentation fault (11)\n[n1:8] [ 0] /lib/libc.so.6(+0x42520)[0x7f12]\n[n1:8] *** End of error message ***"
    )
    assert ("Segmentation fault (11)", "/lib/libc.so.6") == (mpi.message, mpi.frames[0].file)
    debugger = one("free(): invalid pointer\n#0  raise () from /lib/libc.so.6\n#8  0x0000555 in main (c=2) at c.cpp:6")
    assert ("c.cpp", 6, "main") == places(debugger)[0]


def test_a_virtual_machine() -> None:
    """Its report stands behind number signs."""
    found = one(
        "# A fatal error has been detected by the Java Runtime Environment:\n#\n#  SIGSEGV (0xb) at pc=0x7f, pid=8\n# Problematic frame:"
    )
    assert ("SIGSEGV", "(0xb) at pc=0x7f, pid=8", 4) == (found.type, found.message, found.end_line)
