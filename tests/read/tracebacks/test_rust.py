"""Panics of Rust."""

from .reading import HEAD, one, places, read, said

PANIC = """
thread 'main' (775) panicked at src/main.rs:1:40:
index out of bounds: the len is 1 but the index is 2
stack backtrace:
   0: __rustc::rust_begin_unwind
             at /rustc/5980/library/std/src/panicking.rs:689:5
   1: core::panicking::panic_fmt
             at /rustc/5980/library/core/src/panicking.rs:80:14
   2: app::f
             at ./src/main.rs:1:40
   3: app::main
             at ./src/main.rs:2:44
note: Some details are omitted, run with `RUST_BACKTRACE=full` for a verbose backtrace.
"""


def test_a_panic() -> None:
    """The innermost frame is where it panicked, not the runtime's way to the panic."""
    found = one(PANIC)
    assert ("panic", "index out of bounds: the len is 1 but the index is 2", True) == (
        found.type,
        found.message,
        found.fatal,
    )
    assert [("./src/main.rs", 2, "app::main"), ("./src/main.rs", 1, "app::f")] == places(found)
    assert found.end_line == 12


def test_a_place_that_no_frame_has() -> None:
    """A backtrace without places lends its first own function; without a backtrace there is the place alone."""
    lines = [line for line in PANIC.strip().split("\n") if "             at " not in line]
    assert ("src/main.rs", 1, "app::f") == places(one("\n".join(lines)))[-1]
    short = one(
        "thread 'tokio-1' panicked at src/main.rs:1:40:\nboom\nsecond\nnote: run with `RUST_BACKTRACE=1`\n"
        + HEAD
        + "next"
    )
    assert (("src/main.rs", 1, None), "boom\nsecond", None, 4) == (
        places(short)[-1],
        short.message,
        short.fatal,
        short.end_line,
    )


def test_the_older_form() -> None:
    """The message in quotes, on one line or on several, before the place."""
    assert ("boom", [("src/m.rs", 3, None)]) == (
        one("thread 'main' panicked at 'boom', src/m.rs:3:5").message,
        places(one("thread 'main' panicked at 'boom', src/m.rs:3:5")),
    )
    found = one("thread 'main' panicked at 'boom\nand more', src/m.rs:3:5")
    assert ("boom\nand more", [("src/m.rs", 3, None)]) == (found.message, places(found))


def test_a_report_of_causes() -> None:
    """The last cause is the root; an error without causes is an ordinary line."""
    found = read("Error: outer\n\nCaused by:\n    0: middle\n    1: inner")
    assert ["outer", "middle", "inner"] == [each.message for each in found]
    assert {"inner"} == {each.root_message for each in found}
    assert ["cause", "cause", None] == [link for _, _, link, _ in said(found)]
    assert read("Error: outer\n\nall well") == []
