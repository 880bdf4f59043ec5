"""Health polls, in each layout and as this machine prints them."""

import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from logsleuth.machine import health

from .making import fixture, printed, read, rows, snapshot


def test_a_claim_is_about_the_address_named_last() -> None:
    """A script's launch, its waiting and its claim; the pid belongs to the command above it."""
    reading = health.read(fixture("start.log", "health"))

    assert rows(reading, "health", "url", "port", "ready", "after", "line") == [
        ("http://localhost:8000/health", 8000, False, 5.0, 5),
        ("http://localhost:8000/health", 8000, True, 10.0, 6),
    ]
    assert rows(reading, "launches", "pid", "command", "port", "interpreter", "program", "line", "end_line") == [
        (
            51733,
            "/srv/shop/venv/bin/python3 -m shop.server --port 8000",
            8000,
            "/srv/shop/venv/bin/python3",
            "server",
            2,
            3,
        )
    ]


def test_a_script_is_not_the_process_whose_pid_it_prints() -> None:
    """`+ ./start.sh` starts the server, and tells the server's pid."""
    reading = read("+ ./start.sh\nServer PID: 91733\nServer ready after 1 second\n", "health")

    assert rows(reading, "launches", "pid", "program") == [(None, "start.sh"), (91733, None)]


def test_requests_shown_in_full_are_one_row_each() -> None:
    """An empty 200, a page that answers every path, and a refusal."""
    reading = health.read(fixture("curl_verbose.txt", "health"))

    assert rows(reading, "health", "url", "port", "ready", "status", "error", "body_kind", "body_bytes", "server") == [
        ("http://localhost:8000/health", 8000, True, 200, None, "empty", 0, "uvicorn"),
        ("http://localhost:8080/health", 8080, True, 200, None, "html", 540, "nginx/1.22.1"),
        ("http://localhost:8001/health", 8001, False, None, "refused", None, None, None),
    ]
    assert rows(reading, "health", "line", "end_line") == [(1, 14), (15, 30), (31, 36)]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            "2023-12-03T09:13:00Z GET http://127.0.0.1:8090/health connect: connection refused",
            ("http://127.0.0.1:8090/health", 8090, False, None, "refused"),
        ),
        (
            '2023-01-09T09:00:00Z GET https://es01:9200/_h 200 {"status":"green"}',
            ("https://es01:9200/_h", 9200, True, 200, None),
        ),
        (
            "19:40:02 curl -fsS http://127.0.0.1:8001/health/ -> 200",
            ("http://127.0.0.1:8001/health/", 8001, True, 200, None),
        ),
        (
            "2025-10-28T08:02:12Z readiness: GET http://h:1/x attempt 1: dial tcp h:1: connect: connection refused",
            ("http://h:1/x", 1, False, None, "refused"),
        ),
        (
            "11:40:20 curl: (7) Failed to connect to 127.0.0.1 port 8000 after 0 ms: Connection refused",
            (None, 8000, False, None, "refused"),
        ),
        (
            'Get "http://10.0.0.5:8000/health": context deadline exceeded',
            ("http://10.0.0.5:8000/health", 8000, False, None, "timeout"),
        ),
        ("2026-12-01 02:00:15 health check failed: HTTP 500", (None, None, False, 500, None)),
        ("[02:00:05] 000", (None, None, False, None, None)),
        ("attempt 12/60: waiting for server...", (None, None, False, None, None)),
        (
            "requests.exceptions.ConnectionError: HTTPConnectionPool(host='h', port=8000): Max retries exceeded with url: /health (Caused by NewConnectionError('<x>: Failed to establish a new connection: [Errno 111] Connection refused'))",
            ("http://h:8000/health", 8000, False, None, "refused"),
        ),
    ],
)
def test_a_line_is_an_answer(line: str, expected: tuple[str | None, int | None, bool, int | None, str | None]) -> None:
    """Each way to write one."""
    assert [expected] == rows(read(line, "health"), "health", "url", "port", "ready", "status", "error")


def test_a_bare_status_is_that_of_the_port_named_before() -> None:
    """The error of curl names the port; `200` names nothing."""
    text = "11:40:20 curl: (7) Failed to connect to 127.0.0.1 port 8000 after 0 ms: Connection refused\n11:40:35 200\n"

    assert rows(read(text, "health"), "health", "port", "status", "after") == [(8000, None, 0.0), (8000, 200, 15.0)]


def test_a_watch_over_a_server_has_no_beginning() -> None:
    """If the first answer was a success, nothing tells when a wait began."""
    assert rows(read("11:40:20 200\n11:40:35 200\n", "health"), "health", "after") == [None, None]


def test_midnight_is_passed() -> None:
    """A time of day that is earlier is of the next day."""
    assert rows(read("23:59:50 000\n00:00:20 200\n", "health"), "health", "after") == [0.0, 30.0]


def test_times_are_told() -> None:
    """A zone that is not written is taken as UTC, and noted."""
    reading = read("2026-12-01 02:00:05 HTTP 503\n", "health")

    assert rows(reading, "health", "time", "zone_known") == [(datetime(2026, 12, 1, 2, 0, 5, tzinfo=UTC), False)]
    assert [note.message for note in reading.notes] == ["zone not written, taken as UTC"]


def test_the_second_mention_of_an_address_is_a_try() -> None:
    """The first one says only what is waited for."""
    text = "Waiting for http://h:1/x\nWaiting for http://h:1/x\n"

    assert rows(read(text, "health"), "health", "ready", "line") == [(False, 2)]


def test_a_plain_answer_tells_no_status() -> None:
    """`curl ADDRESS` shows the body alone: it came, and how it was meant is not told."""
    assert rows(
        read('$ curl -s http://h:1/x\n{"status":"ok"}\n', "health"), "health", "ready", "status", "body_kind"
    ) == [(None, None, "json")]


@pytest.mark.parametrize(
    "line",
    [
        "Running bench: num_prompts=512 concurrency=32",
        "WARNING: 'x' not found in server log",
        "sending SIGTERM to pid 881",
    ],
)
def test_other_lines_are_passed_over(line: str) -> None:
    """A script says much besides."""
    assert rows(read(f"Server is ready!\n{line}\n", "health"), "health", "line") == [1]


def test_passwords_are_not_kept() -> None:
    """An address may hold one."""
    assert rows(read("GET http://ada:secret@h/x 200\n", "health"), "health", "url") == ["http://h/x"]


class _Answer(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        """An empty 200 on one path, a page on the others."""
        body = b"" if self.path == "/health" else b"<!doctype html><html></html>"
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing."""


@pytest.fixture
def port() -> Iterator[int]:
    """A server that answers, as long as the test runs."""
    with HTTPServer(("127.0.0.1", 0), _Answer) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join()


def test_what_curl_prints_is_read(port: int) -> None:
    """The notes of `curl -v` go to standard error, the body behind them."""
    address = f"http://127.0.0.1:{port}"
    text = printed(
        "sh",
        "-c",
        f"command -v curl >/dev/null && curl -sv --noproxy '*' {address}/health 2>&1; curl -sv --noproxy '*' {address}/ 2>&1",
    )

    reading = health.read(snapshot(text, "health"))

    assert rows(reading, "health", "url", "status", "body_kind", "body_bytes") == [
        (f"{address}/health", 200, "empty", 0),
        (f"{address}/", 200, "html", 28),
    ]
    assert all("BaseHTTP" in server for server in rows(reading, "health", "server"))


def test_what_curl_says_of_a_closed_port_is_read() -> None:
    """Nothing listens on the port of a server that is gone."""
    with HTTPServer(("127.0.0.1", 0), _Answer) as server:
        closed = server.server_address[1]
    text = printed(
        "sh",
        "-c",
        f"command -v curl >/dev/null && {{ curl --noproxy '*' -sS http://127.0.0.1:{closed}/ 2>&1 || true; }}",
    )

    assert rows(health.read(snapshot(text, "health")), "health", "port", "error") == [(closed, "refused")]
