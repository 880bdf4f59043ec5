"""Panics of Go."""

import pytest

from .reading import one, places, read, said

STACK = """
goroutine 1 [running]:
main.(*T).run(0xc000010000?, {0x1, 0x2})
	/src/app/main.go:42 +0x1d
created by main.start in goroutine 7
	/src/app/main.go:30 +0x5c

goroutine 9 [chan receive, 12 minutes]:
main.other()
	/src/app/other.go:1 +0x1
exit status 2
"""
PANIC = "panic: runtime error: invalid memory address or nil pointer dereference\n[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x4a]\n"


@pytest.mark.parametrize("lead", ["", "app-1  | ", "Dec 01 02:00:00 web01 app[9]: "])
def test_a_panic(lead: str) -> None:
    """The first goroutine failed; arguments are no part of a function's name; a prefix on each line is stripped."""
    text = "\n".join(lead + line for line in (PANIC + STACK).split("\n"))
    found = one(text)
    assert ("panic", "runtime error: invalid memory address or nil pointer dereference", True) == (
        found.type,
        found.message,
        found.fatal,
    )
    assert [("/src/app/main.go", 30, "main.start"), ("/src/app/main.go", 42, "main.(*T).run")] == places(found)


def test_the_way_to_the_panic_is_left_out() -> None:
    """The runtime's own frames are not where it failed."""
    found = one(
        "panic: x\n\ngoroutine 1 [running]:\npanic({0x1, 0x2})\n\t/usr/local/go/src/runtime/panic.go:884 +0x1\nmain.f()\n\t/src/m.go:3 +0x1"
    )
    assert [("/src/m.go", 3, "main.f")] == places(found)


def test_a_panic_in_a_panic() -> None:
    """The one that was recovered came first."""
    found = read("panic: A [recovered]\n\tpanic: B\n" + STACK)
    assert [("panic", "A", None, "panic"), ("panic", "B", "context", "panic")] == said(found)
    assert found[1].root_message == "A"
    assert len(found[1].frames) == 2


def test_a_server_that_goes_on() -> None:
    """A panic that its server caught ended one request."""
    found = one("http: panic serving 10.0.0.1:5000: boom\n" + STACK)
    assert ("panic", "boom", False) == (found.type, found.message, found.fatal)


def test_fatal_errors() -> None:
    """Only with a stack: compilers use the same words."""
    assert ("fatal error", "concurrent map writes") == (
        one("fatal error: concurrent map writes\n" + STACK).type,
        one("fatal error: concurrent map writes\n" + STACK).message,
    )
    assert read("fatal error: foo.h: No such file or directory") == []


def test_stacks_without_a_panic() -> None:
    """The head is lost, or there never was one."""
    assert (None, "no-head") == (one(STACK).type, one(STACK).cut)
    bare = one("main.work\n\t/src/app/work.go:12\nmain.main\n\t/src/app/main.go:8")
    assert (None, "no-head", [("/src/app/main.go", 8, "main.main"), ("/src/app/work.go", 12, "main.work")]) == (
        bare.type,
        bare.cut,
        places(bare),
    )
