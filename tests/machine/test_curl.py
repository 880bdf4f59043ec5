"""Requests shown in full."""

from logsleuth.machine import curl
from logsleuth.machine.curl import Exchange


def exchange(text: str) -> Exchange:
    """The first request of the text."""
    lines = text.splitlines()
    assert curl.begins(lines[0])
    begun = curl.start(0, lines[0])
    for index, line in enumerate(lines[1:], 1):
        if not curl.take(begun, index, line):
            break
    return begun


def test_headers_alone_begin_a_request() -> None:
    """`curl -i` prints the answer without marks; its body ends with its bracket."""
    told = exchange(
        'HTTP/1.1 503 Service Unavailable\nserver: nginx\ncontent-type: application/json\n\n{"status":"loading"}\nnext'
    )

    assert (503, "nginx", "json", 4) == (told.status, told.server, told.outcome.body_kind, told.last)
    assert told.address is None


def test_a_body_may_run_into_the_next_note() -> None:
    """Without a newline at its end, a body is followed directly by curl's own words."""
    told = exchange(
        '> GET /h HTTP/1.1\n> Host: h:81\n< HTTP/1.1 200 OK\n< \n{"a":1}* Connection #0 to host h left intact'
    )

    assert ("json", 81, "http://h:81/h") == (
        told.outcome.body_kind,
        told.address and told.address.port,
        told.address and told.address.url,
    )


def test_encryption_makes_the_scheme() -> None:
    """The request itself does not name it."""
    told = exchange(
        "* Connected to h (10.0.0.1) port 443 (#0)\n* SSL connection using TLSv1.3\n> GET / HTTP/2\n> Host: h\n< HTTP/2 200 \n"
    )

    assert told.address is not None
    assert told.address.url == "https://h/"


def test_a_page_ends_with_its_mark() -> None:
    """The body of a page may have many lines."""
    told = exchange("HTTP/1.0 404 Not found\n\n<!DOCTYPE html>\n<html>\n\n<p>x</p>\n</html>\nnext line")

    assert ("html", 6) == (told.outcome.body_kind, told.last)


def test_a_failure_ends_with_the_line_of_the_error() -> None:
    """The failure is said twice."""
    told = exchange(
        "*   Trying 127.0.0.1:81...\n* connect to 127.0.0.1 port 81 failed: Connection refused\n* Closing connection 0\ncurl: (7) Failed to connect to h port 81: Connection refused\nnext"
    )

    assert ("refused", 81, 3) == (told.error, told.port, told.last)


def test_wget_tells_length_and_type() -> None:
    """And its own time in the first line."""
    told = exchange(
        "--2026-12-01 04:38:15--  http://h:81/\nConnecting to h:81... connected.\nHTTP request sent, awaiting response... 200 OK\nLength: 2,079 (2.0K) [text/html]\n"
    )

    assert (200, 2079, "html") == (told.status, told.outcome.body_bytes, told.outcome.body_kind)


def test_wget_may_fail() -> None:
    """Refused, or a host that nobody knows."""
    told = exchange("--2026-12-01 04:38:15--  http://h:81/\nConnecting to h:81... failed: Connection refused.\n")

    assert told.error == "refused"


def test_a_second_request_on_one_connection_is_another() -> None:
    """Each request has its own answer."""
    lines = ["> GET /a HTTP/1.1", "> Host: h", "< HTTP/1.1 200 OK", "< Content-Length: 0", "<", "> GET /b HTTP/1.1"]
    begun = curl.start(0, lines[0])

    assert [True, True, True, True, False] == [curl.take(begun, index, line) for index, line in enumerate(lines[1:], 1)]
