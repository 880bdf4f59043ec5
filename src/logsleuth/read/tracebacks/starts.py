"""What the scan looks for, so that the lines around are read for tracebacks: cheap, and at least as wide as what a shape begins with."""

from logsleuth.model.book import Pattern

_TEXTS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("python-header", ("Traceback (most recent call last)",)),
    ("python-stack", ("Stack (most recent call last)", "Call stack:")),
    ("python-remote", ("RemoteTraceback:",)),
    ("python-fatal", ("Fatal Python error: ", "(most recent call first)")),
    (
        "python-introduction",
        (
            "Exception ignored in",
            "Exception in thread ",
            "Exception in callback ",
            "Exception in ASGI application",
            "Exception in WSGI application",
            "Error in ASGI Framework",
            "Exception in worker process",
            "Error in sys.excepthook:",
            "Error in atexit._run_exitfuncs:",
            "Original exception was:",
            "--- Logging error ---",
            " exception was never retrieved",
            " raised unexpected: ",
        ),
    ),
    ("java-cause", ("Caused by: ",)),
    ("go-panic", ("panic serving ", "panic recovered:")),
    ("rust-panic", ("panicked at ",)),
    ("dotnet-unhandled", ("nhandled exception. ", "nhandled Exception: ")),
    (
        "native-words",
        (
            "terminate called ",
            "double free or corruption",
            "free(): ",
            "malloc(): ",
            "realloc(): ",
            "calloc(): ",
            "munmap_chunk(): ",
            "corrupted size vs. prev_size",
            "corrupted double-linked list",
            "*** stack smashing detected",
            "*** buffer overflow detected",
            "*** SIG",
            "*** Error in ",
            "*** Process received signal",
            "*** Check failure stack trace",
            "!!! Segfault encountered !!!",
            "Exception raised from ",
            "A fatal error has been detected by the Java Runtime Environment",
            ": Assertion ",
            "ASSERT(",
            "JavaScript heap out of memory",
        ),
    ),
)

_EXPRESSIONS: tuple[tuple[str, str], ...] = (
    ("python-frame", r"File (\"|“|”|&quot;)[^\n]{1,1000}, line \d"),
    ("python-process", r"^Process [^:\n]{1,120}:$"),
    ("python-task", r"TaskError\([\w.]{1,200}\): \w+::"),
    ("python-timeout", r"Timeout \(\d+:\d\d:\d\d"),
    (
        "java-frame",
        r"at [\w.@$<>/-]{1,400}\(([\w$.-]{1,200}\.(java|kt|kts|scala|groovy|clj)|Native Method|Unknown Source)",
    ),
    ("java-head", r"[a-z]\.[A-Z][\w$]{0,200}(Exception|Error|Throwable)(:|$)"),
    ("go-head", r"(^|[|\])]:? )(panic|fatal error): "),
    ("go-goroutine", r"goroutine \d+ (gp=[^\[\n]{1,80})?\["),
    ("node-frame", r"^\s+at .{0,400}:\d{1,9}:\d{1,9}\)?( \{)?,?$"),
    ("node-head", r"(^|\] |[Ee]rror\s+|Uncaught |Warning: )([A-Z]\w{0,100})?Error( \[\w{1,80}\])?: "),
    ("dotnet-frame", r"^\s+at [\w.`<>\[\],|+$]{1,400}\([^()\n]{0,400}\)( in .{1,400}:line \d+)?$"),
    ("dotnet-inner", r"^\s*---> "),
)

START_PATTERNS: tuple[Pattern, ...] = (
    *(Pattern(f"traceback/{name}", literals=literals) for name, literals in _TEXTS),
    *(Pattern(f"traceback/{name}", expression=expression) for name, expression in _EXPRESSIONS),
)
"""Matched on the peeled message of a line; a hit opens a window, it proves nothing."""
