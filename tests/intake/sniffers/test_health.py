"""Tests of health polls."""

import pytest

from logsleuth.intake.sniffers.health import is_access, is_line


@pytest.mark.parametrize(
    "line",
    [
        "2026-12-01T10:00:00Z GET http://127.0.0.1:8090/health connect: connection refused",
        "2026-12-01T10:00:00Z readiness: GET http://127.0.0.1:30000/health attempt 1: dial tcp 127.0.0.1:30000: connect: connection refused",
        "10:00:00 curl -fsS http://127.0.0.1:8001/health/ -> 200",
        "11:40:20 curl: (7) Failed to connect to 127.0.0.1 port 8000 after 0 ms: Connection refused",
        "Server ready after 10 seconds",
        "  [5s] waiting ...",
        "Waiting for http://127.0.0.1:30000/health",
        "attempt 3/60: waiting for server...",
        "[02:00:05] 000",
        "HTTP 503",
        "http://10.0.0.5:8000/health 200",
        "*   Trying 127.0.0.1:8000...",
        "> GET /health HTTP/1.1",
        "< content-length: 0",
        "< HTTP/1.1 200 OK",
        "not ready, sleep 5",
        "Server is ready!",
        "HTTP request sent, awaiting response... 200 OK",
        "2026-12-01 10:00:00 INFO probe http://10.0.0.5:8000/health 503",
    ],
)
def test_lines(line: str) -> None:
    """What a poll gets, and that it waits, is known in the words of `curl`, of scripts and of probes."""
    assert is_line(line)


@pytest.mark.parametrize(
    "line",
    [
        'INFO:     127.0.0.1:5000 - "GET /health HTTP/1.1" 200 OK',
        "2026-12-01 10:00:00 INFO Server is ready",
        "2026-12-01 10:33:15 client[1] POST http://10.0.0.40:8000/v1/chat/completions model=m -> 200 in 1973 ms",
        'INFO httpx: HTTP Request: HEAD https://hub.example.org/models/x "HTTP/1.1 307 Temporary Redirect"',
        "2026-12-01 10:00:00 loading weights",
        "",
    ],
)
def test_no_lines(line: str) -> None:
    """A server's own lines, and requests that are no polls, are no health lines."""
    assert not is_line(line)


def test_access() -> None:
    """A server's account of a request is known."""
    assert is_access('10.0.0.1 - - [01/Dec/2026:10:00:00 +0000] "GET /health HTTP/1.1" 200 2')
    assert not is_access("> GET /health HTTP/1.1")
