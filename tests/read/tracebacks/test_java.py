"""Stack traces of the JVM."""

import pytest

from .reading import HEAD, one, places, read, said

THREAD = """
Exception in thread "pool-1" java.lang.RuntimeException: wrap
second line
	at com.acme.J.g(J.java:3)
	at java.base/java.lang.Thread.run(Thread.java:840)
	at app//org.acme.K$Inner.lambda$0(Unknown Source) ~[lib-1.2.jar:1.2]
	Suppressed: java.lang.Exception: close
		at com.acme.J.lambda$main$0(J.java:5)
		... 1 more
	Caused by: java.lang.Error: of the suppressed one
Caused by: java.lang.IllegalStateException: bad state
	at com.acme.J.f(J.java:2)
	... 3 more
"""


def test_the_last_cause_is_the_root() -> None:
    """Wrappers owe to it; what was suppressed stands aside."""
    found = read(THREAD)
    assert [
        ("java.lang.RuntimeException", "wrap\nsecond line", "cause", "java.lang.IllegalStateException"),
        ("java.lang.Exception", "close", "context", "java.lang.IllegalStateException"),
        ("java.lang.Error", "of the suppressed one", "context", "java.lang.IllegalStateException"),
        ("java.lang.IllegalStateException", "bad state", None, "java.lang.IllegalStateException"),
    ] == said(found)
    assert ("J.java", 3, "com.acme.J.g") == places(found[0])[-1]
    assert (None, None, "org.acme.K$Inner.lambda$0") == places(found[0])[0]


def test_a_cause_that_only_restates() -> None:
    """The exception above that repeats its words and says more is the better root."""
    found = read("""
Exception in thread "main" io.acme.AnnotatedConnectException: Connection refused: db.example/10.0.0.5:5432
	at io.acme.A.b(A.java:1)
Caused by: java.net.ConnectException: Connection refused
	... 3 more
""")
    assert {"io.acme.AnnotatedConnectException"} == {each.root_type for each in found}


@pytest.mark.parametrize(
    "head",
    [
        "java.lang.IllegalStateException: bad",
        HEAD + "java.lang.IllegalStateException: bad",
        HEAD + "failed: java.lang.IllegalStateException: bad",
    ],
)
def test_the_head_stands_before_the_frames(head: str) -> None:
    """On a line of its own, or in the record."""
    found = one(f"{HEAD}failed\n{head}\n\tat com.acme.J.f(J.java:2)\nat com.acme.J.g(J.kt:3)\n{HEAD}next")
    assert ("java.lang.IllegalStateException", "bad", 2, True) == (
        found.type,
        found.message,
        len(found.frames),
        found.complete,
    )


def test_a_wrapper_that_says_what_was_done() -> None:
    """Words put before those of the cause do not make it the root."""
    found = read("""
Exception in thread "main" io.acme.QueryException: failed to create query: For input string: "x"
	at io.acme.A.b(A.java:1)
Caused by: java.lang.NumberFormatException: For input string: "x"
	... 3 more
""")
    assert {"java.lang.NumberFormatException"} == {each.root_type for each in found}


def test_the_head_is_lost() -> None:
    """Frames alone name no exception; a cause does."""
    assert (None, "no-head") == (one("\tat com.acme.J.f(J.java:2)").type, one("\tat com.acme.J.f(J.java:2)").cut)
    found = read("\tat com.acme.J.f(J.java:2)\nCaused by: java.lang.Error: x\n\t... 2 more")
    assert [(None, "java.lang.Error"), ("java.lang.Error", "java.lang.Error")] == [
        (each.type, each.root_type) for each in found
    ]


def test_root_first() -> None:
    """Some layouts print the root first and what wraps it after it."""
    found = read(
        "java.lang.Error: root\n\tat a.B.c(B.java:1)\nWrapped by: java.lang.RuntimeException: outer\n\tat a.B.d(B.java:2)"
    )
    assert [
        ("java.lang.Error", "root", None, "java.lang.Error"),
        ("java.lang.RuntimeException", "outer", "cause", "java.lang.Error"),
    ] == said(found)


def test_escaped_tabs() -> None:
    """A syslog daemon writes them as numbers."""
    assert len(one("java.lang.Error: x\n#011at a.B.c(B.java:1)\n#011at a.B.d(B.java:2)").frames) == 2


def test_a_size_limit_may_hide_causes() -> None:
    """Nothing marks the end of such a trace, so that one at a limit is not called complete."""
    assert ("size-limit", False) == (
        read(THREAD, reason="size-limit")[-1].cut,
        read(THREAD, reason="size-limit")[-1].complete,
    )


def test_a_sentence_is_no_trace() -> None:
    """An exception that is named without frames was only spoken of."""
    assert read("java.lang.IllegalStateException: bad\nall well\n" + HEAD + "x") == []
