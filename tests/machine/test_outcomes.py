"""What a line of a poll says."""

from datetime import UTC, datetime

import pytest

from logsleuth.machine.outcomes import (
    Address,
    Outcome,
    address,
    after_address,
    alone,
    body_kind,
    curl_error,
    error_in,
    named_port,
    named_status,
    other_host,
    stamp,
    typed,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Waiting for http://127.0.0.1:30000/health", Address("http://127.0.0.1:30000/health", 30000)),
        ("GET https://es01/x?a=1, again", Address("https://es01/x?a=1", 443)),
        ("http://[::1]:8000/health.", Address("http://[::1]:8000/health", 8000)),
        ("curl -s localhost:8000/health", Address("localhost:8000/health", 8000)),
        ("dial tcp 10.0.0.1:8000: connect", Address(None, 8000)),
        ("http://ada:secret@shop/health", Address("http://shop/health", 80)),
        (
            "HTTPConnectionPool(host='h', port=8000): Max retries exceeded with url: /health (Caused",
            Address("http://h:8000/health", 8000),
        ),
    ],
)
def test_an_address_is_found(text: str, expected: Address) -> None:
    """With its scheme's port where none is written, and without a password."""
    found = address(text)

    assert found is not None
    assert expected == found[0]


@pytest.mark.parametrize("text", ["no address", "12:30:05 ok", "version 1.2.3.4"])
def test_a_time_or_version_is_no_address(text: str) -> None:
    """Colons and dots alone do not make one."""
    assert address(text) is None


@pytest.mark.parametrize(
    ("line", "rest", "time", "clock", "since"),
    [
        ("2026-08-23T06:41:00Z GET", "GET", datetime(2026, 8, 23, 6, 41, tzinfo=UTC), None, None),
        ("[2026-08-23 06:41:00] GET", "GET", datetime(2026, 8, 23, 6, 41, tzinfo=UTC), None, None),
        ("Sun Aug 23 06:41:00 UTC 2026: GET", "GET", datetime(2026, 8, 23, 6, 41, tzinfo=UTC), None, None),
        ("[02:00:05] 000", "000", None, 7205, None),
        ("19:40:02 curl", "curl", None, 70802, None),
        ("  [5s] waiting ...", "waiting ...", None, None, 5.0),
        ("  text", "text", None, None, None),
    ],
)
def test_a_stamp_is_peeled(line: str, rest: str, time: datetime | None, clock: int | None, since: float | None) -> None:
    """A moment, a time of day, or seconds since the poll began."""
    found = stamp(line)

    assert (rest, time, clock, since) == (line[found.end :], found.time, found.clock, found.since)


@pytest.mark.parametrize(
    ("text", "status", "error", "kind", "size"),
    [
        (" -> 200", 200, None, None, None),
        (' 200 {"status":"ok"}', 200, None, "json", None),
        (" 200 text/html 540B <!doctype html><html>", 200, None, "html", 540),
        (" 200 0 bytes", 200, None, "empty", 0),
        (": HTTP 503", 503, None, None, None),
        (" returned status 404", 404, None, None, None),
        (" 000", None, None, None, None),
        (" connect: connection refused", None, "refused", None, None),
        (" attempt 120: dial tcp: i/o timeout", None, "timeout", None, None),
        (" SSL certificate problem: self signed certificate", None, "tls", None, None),
        (": read: connection reset by peer", None, "reset", None, None),
        (" no such host", None, "dns", None, None),
        (' ": EOF', None, "empty", None, None),
    ],
)
def test_an_outcome_follows_the_address(
    text: str, status: int | None, error: str | None, kind: str | None, size: int | None
) -> None:
    """A status with its body, or why no answer came."""
    assert Outcome(status, error, answered=True, body_kind=kind, body_bytes=size) == after_address(text)


@pytest.mark.parametrize("text", [" ...", " with 32 clients", " (timeouts: none)".replace("timeouts", "x"), ""])
def test_other_words_tell_no_outcome(text: str) -> None:
    """Numbers that are no statuses."""
    assert not after_address(text).answered


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("200", 200),
        ("HTTP 503", 503),
        ("status=200", 200),
        ("404 Not Found", 404),
        ('{"status":"ok"}200', 200),
        ("32", None),
        ("max 200", None),
        ("000", None),
    ],
)
def test_a_status_may_stand_alone(text: str, status: int | None) -> None:
    """`-w '%{http_code}'` prints nothing else, or prints it behind the body."""
    assert status == alone(text).status


def test_no_answer_is_an_answer_of_its_own() -> None:
    """A code of `000` means that no HTTP answer came."""
    assert Outcome(None, None, answered=True) == alone("000")


@pytest.mark.parametrize(
    ("text", "status"), [("attempt 3: HTTP 503", 503), ("health check ok: 200", 200), ("total: 200", None)]
)
def test_words_name_a_status(text: str, status: int | None) -> None:
    """A number at the end counts only where the line is about a check."""
    assert status == named_status(text).status


@pytest.mark.parametrize(
    ("text", "error", "status", "port"),
    [
        (
            "curl: (7) Failed to connect to 127.0.0.1 port 8000 after 0 ms: Couldn't connect to server",
            "refused",
            None,
            8000,
        ),
        ("curl: (7) Failed to connect to h port 8000: Connection timed out", "timeout", None, 8000),
        ("curl: (7) Failed to connect to h port 8000: No route to host", None, None, 8000),
        ("curl: (28) Operation timed out after 5001 milliseconds with 0 bytes received", "timeout", None, None),
        ("curl: (52) Empty reply from server", "empty", None, None),
        ("curl: (56) Recv failure: Connection reset by peer", "reset", None, None),
        ("curl: (6) Could not resolve host: nohost", "dns", None, None),
        ("curl: (60) SSL certificate problem: certificate has expired", "tls", None, None),
        ("curl: (22) The requested URL returned error: 503", None, 503, None),
        ("curl: (3) URL malformed", None, None, None),
    ],
)
def test_curl_numbers_its_errors(text: str, error: str | None, status: int | None, port: int | None) -> None:
    """The number decides, save where the words tell more."""
    told = curl_error(text)

    assert told is not None
    assert (error, status, port) == (told[0].error, told[0].status, told[1])


def test_a_host_that_is_not_found_may_be_another() -> None:
    """The address named last is not the one that could not be resolved."""
    place = Address("http://shop:80/", 80)

    assert (True, False) == (
        other_host("Could not resolve host: x", place),
        other_host("Could not resolve host: shop", place),
    )


def test_bodies_tell_their_kind() -> None:
    """By how they begin, or by the content type."""
    assert ["html", "json", "text", None] == [body_kind(text) for text in ("<!DOCTYPE html>", '{"a":1}', "ok", " ")]
    assert ["html", "json", "text", None] == [
        typed(text) for text in ("text/html; charset=utf-8", "application/health+json", "text/plain", "image/png")
    ]


def test_words_of_errors_and_ports() -> None:
    """As the clients of several languages say them."""
    texts = (
        "ECONNREFUSED",
        "socket hang up",
        "getaddrinfo ENOTFOUND h",
        "[Errno 111] Connection refused",
        "all is well",
    )
    assert ["refused", "empty", "dns", "refused", None] == [error_in(text) for text in texts]
    assert (8000, None) == (named_port("waiting for port 8000"), named_port("portable 8000"))
