"""What a line of a poll says: the address asked, when, and how it ended.

A status is what HTTP answered; an error is why no HTTP answer came. The words are those of curl, wget, Go, Node, Python's
clients and of shells; they are looked for in the text that follows the address.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from logsleuth.machine import when
from logsleuth.machine.pattern import Pattern

_URL = Pattern(
    r"(?P<scheme>https?)://(?:[^\s/@\"'<>]{1,200}@)?(?P<host>\[[0-9A-Fa-f:.]+\]|[\w.-]{1,253})(?::(?P<port>\d{1,5}))?(?P<path>/[^\s\"'<>|`\\]{0,2000})?"
)
_SCHEMELESS = Pattern(
    r"(?<![\w.:/-])(?P<host>localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[0-9A-Fa-f:.]+\]):(?P<port>\d{2,5})(?P<path>/[^\s\"'<>|`\\)]{0,2000})?"
)
_POOL = Pattern(
    r"HTTP(?P<tls>S)?ConnectionPool\(host='(?P<host>[^']{1,253})', port=(?P<port>\d{1,5})\)(?:.{0,60}?with url: (?P<path>/\S{0,2000}))?"
)
_NAMED_PORT = Pattern(r"\bport[ =:]{1,2}(?P<port>\d{2,5})\b")
_TRAILING = ".,;:)]}"

_STAMP_CLOCK = Pattern(r"\[?(?P<H>\d{1,2}):(?P<M>\d\d):(?P<S>\d\d)(?:[.,]\d{1,9})?(?: ?[AP]M)?\]?(?=[\s:|\]-]|$)")
_STAMP_SINCE = Pattern(
    r"\[ *(?:\+ ?)?(?P<seconds>\d{1,6}(?:\.\d{1,6})?) ?s(?:ec(?:onds)?)?\]|(?P<plain>\d{1,6})s(?=[: ])"
)
_AFTER_STAMP = Pattern(r"[\s\]:|>-]*")

_ERRORS: tuple[tuple[str, Pattern], ...] = (
    (
        "dns",
        Pattern(
            r"(?i)could(?:n't| not) resolve|no such host|name or service not known|ENOTFOUND|EAI_AGAIN|name resolution|getaddrinfo|unable to resolve|nodename nor servname"
        ),
    ),
    ("tls", Pattern(r"(?i)\bSSL\b|\bTLS\b|certificate|x509")),
    (
        "refused",
        Pattern(
            r"(?i)connection refused|ECONNREFUSED|couldn't connect to server|connect call failed|actively refused|\brefused\b"
        ),
    ),
    ("reset", Pattern(r"(?i)reset by peer|ECONNRESET|connection reset|broken pipe|\breset\b")),
    (
        "empty",
        Pattern(
            r"(?i)empty reply|remote end closed connection without response|RemoteDisconnected|server disconnected|without response|unexpected EOF|socket hang up|: EOF\b"
        ),
    ),
    ("timeout", Pattern(r"(?i)timed? ?out\b|timeout\b|deadline exceeded|ETIMEDOUT|ESOCKETTIMEDOUT")),
)
_CURL = Pattern(r"curl: \((?P<code>\d{1,3})\) ?(?P<text>.*)")
_CURL_CODES: Mapping[int, str] = {
    5: "dns",
    6: "dns",
    7: "refused",
    28: "timeout",
    35: "tls",
    51: "tls",
    52: "empty",
    53: "tls",
    54: "tls",
    55: "reset",
    56: "reset",
    58: "tls",
    59: "tls",
    60: "tls",
    77: "tls",
    83: "tls",
    90: "tls",
    91: "tls",
    98: "tls",
}
_TIMED_OUT = Pattern(r"(?i)timed? ?out")
_UNREACHABLE = Pattern(r"(?i)no route|unreachable")
_CREDENTIALS = Pattern(r"(https?://)[^/@]{1,200}@")
_UNRESOLVED = Pattern(r"resolve host:? '?(?P<host>[\w.-]{1,253})")
_CURL_STATUS = Pattern(r"returned error: (?P<status>[1-5]\d\d)")
_CURL_PLACE = Pattern(r"(?:connect to|host:) (?P<host>\S{1,253}?)(?: port (?P<port>\d{1,5})\b)?(?:[ :]|$)")

_STATUS_WORDS = r"(?:HTTP(?:/[\d.]+)?|http_code|status(?:[ _-]?code)?|code|returned|returns|responded|answered|got|with|error|response|is|was|->|=>|→|[=:,({\"'])"
_STATUS_FIRST = Pattern(rf"\W{{0,5}}(?:{_STATUS_WORDS}\W{{0,4}}){{0,6}}(?P<status>000|[1-5]\d\d)(?![\w.%/:])")
_STATUS_NAMED = Pattern(
    r"(?i)\b(?:HTTP(?:/[\d.]+)?(?: status(?: code)?)?|http_code|status(?:[ _]?code)?|response code|code)\s?[=:]?\s?\"?(?P<status>000|[1-5]\d\d)(?![\w.%])"
)
_STATUS_ALONE = Pattern(
    r"\W{0,3}(?:(?:HTTP(?:/[\d.]+)?|http_code|status(?:[ _]?code)?|code)\s?[=:]?\s?)?(?P<status>000|[1-5]\d\d)(?: [A-Z][\w' ]{1,30})?\s*$"
)
_STATUS_GLUED = Pattern(r"(?P<body>.*[}\]>])\s?(?P<status>000|[1-5]\d\d)\s*$")
_STATUS_LAST = Pattern(r"(?:[:=>→]|\()\s{0,3}(?P<status>000|[1-5]\d\d)\W{0,3}$")
_ABOUT_HEALTH = Pattern(r"(?i)\b(?:health\w*|probe|check|ping|curl|GET|HEAD|readiness|liveness|poll)\b")
_TYPE = Pattern(r"\b(?P<type>text/html|application/(?:[\w.+-]*json)|text/plain|application/xhtml\+xml)\b")
_SIZE = Pattern(r"\b(?P<bytes>\d{1,12}) ?(?:B|bytes?)\b")
_BODY = Pattern(r"(?i)(?P<html><!doctype html|<html|<head|<body)|(?P<json>[{\[])")


@dataclass(frozen=True, slots=True)
class Address:
    """An address as it was asked, and its port: the scheme's where none is written."""

    url: str | None
    port: int | None


@dataclass(frozen=True, slots=True)
class Stamp:
    """The time at the head of a line: a moment, or the seconds of a day, or seconds since the poll began. `end` is where the rest begins."""

    end: int = 0
    time: datetime | None = None
    zone_known: bool = False
    clock: int | None = None
    since: float | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a request ended, as far as a text tells it."""

    status: int | None = None
    error: str | None = None
    answered: bool = False  # a code of 000: it is known that no HTTP answer came
    body_kind: str | None = None
    body_bytes: int | None = None

    @property
    def ready(self) -> bool:
        """Whether the answer would be taken as ready: a success of HTTP."""
        return self.status is not None and 200 <= self.status < 300


def stamp(line: str) -> Stamp:
    """The time at the head of the line."""
    start = len(line) - len(line.lstrip(" \t"))
    at = start + 1 if line[start : start + 1] == "[" else start
    written = when.dated(line, at)
    if written is not None:
        return Stamp(_end(line, written.end), written.time, written.zone_known)
    if match := _STAMP_CLOCK.match(line, start):
        hour, minute, second = int(match["H"]), int(match["M"]), int(match["S"])
        clock = hour * 3600 + minute * 60 + second if hour < 24 and minute < 60 and second < 61 else None
        return Stamp(_end(line, match.end()), clock=clock)
    if match := _STAMP_SINCE.match(line, start):
        return Stamp(_end(line, match.end()), since=float(match["seconds"] or match["plain"]))
    return Stamp(start)


def _end(line: str, at: int) -> int:
    match = _AFTER_STAMP.match(line, at)
    return match.end() if match else at


def address(text: str) -> tuple[Address, int] | None:
    """The first address in the text, and where it ends; None if it names none."""
    if match := _URL.search(text):
        url = match[0].rstrip(_TRAILING) if not match[0].endswith("]") else match[0]
        return Address(
            _masked(url), _port(match["port"]) or (443 if match["scheme"] == "https" else 80)
        ), match.start() + len(url)
    if match := _POOL.search(text):
        scheme = "https" if match["tls"] else "http"
        return Address(
            f"{scheme}://{match['host']}:{match['port']}{match['path'] or ''}", _port(match["port"])
        ), match.end()
    if match := _SCHEMELESS.search(text):
        url = match[0].rstrip(_TRAILING)
        return Address(url if match["path"] else None, _port(match["port"])), match.start() + len(url)
    return None


def named_port(text: str) -> int | None:
    """The port in `port 8000`."""
    match = _NAMED_PORT.search(text)
    return _port(match["port"]) if match else None


def curl_error(text: str) -> tuple[Outcome, int | None] | None:
    """What a line of curl's own errors says, and the port that it names; None if it is none."""
    match = _CURL.search(text)
    if match is None:
        return None
    told = match["text"]
    place = _CURL_PLACE.search(told)
    port = _port(place["port"]) if place and place["port"] else None
    if status := _CURL_STATUS.search(told):
        return Outcome(status=int(status["status"]), answered=True), port
    code = int(match["code"])
    error = _CURL_CODES.get(code)
    if code == 7:
        error = "timeout" if _TIMED_OUT.search(told) else None if _UNREACHABLE.search(told) else error
    return Outcome(error=error, answered=True), port


def other_host(text: str, place: Address) -> bool:
    """Whether the host that could not be resolved is another than that of the address."""
    match = _UNRESOLVED.search(text)
    return match is not None and (place.url is None or match["host"] not in place.url)


def error_in(text: str) -> str | None:
    """The error that the text names."""
    return next((name for name, pattern in _ERRORS if pattern.search(text)), None)


def after_address(text: str) -> Outcome:
    """How a request ended, from what follows its address: `200 {"ok":true}`, `-> 503`, `connect: connection refused`."""
    first = _STATUS_FIRST.match(text)
    if first is not None:
        return _with_body(first["status"], text[first.end() :])
    error = error_in(text)
    if error is not None:
        return Outcome(error=error, answered=True)
    named = _STATUS_NAMED.search(text)
    return _with_body(named["status"], text[named.end() :]) if named else Outcome()


def alone(text: str) -> Outcome:
    """A status that stands alone in its line, or directly after a body: `200`, `HTTP 503`, `{"status":"ok"}200`."""
    if match := _STATUS_ALONE.match(text):
        return _with_body(match["status"], "")
    if match := _STATUS_GLUED.match(text):
        kind = body_kind(match["body"])
        return _of_status(match["status"], kind, None) if kind else Outcome()
    return Outcome()


def named_status(text: str) -> Outcome:
    """A status that a word names: `attempt 3: HTTP 503`."""
    match = _STATUS_NAMED.search(text) or (_STATUS_LAST.search(text) if _ABOUT_HEALTH.search(text) else None)
    return _with_body(match["status"], text[match.end() :]) if match else Outcome()


def body_kind(text: str) -> str | None:
    """The kind of a body by how it begins; None if there is none."""
    text = text.lstrip()
    if not text:
        return None
    match = _BODY.match(text)
    return "text" if match is None else "html" if match["html"] else "json"


def typed(content_type: str) -> str | None:
    """The kind of a body by its content type."""
    match = _TYPE.search(content_type)
    if match is None:
        return None
    return "html" if "html" in match["type"] else "json" if "json" in match["type"] else "text"


def _with_body(status: str, rest: str) -> Outcome:
    rest = rest[:2000]
    size = _SIZE.search(rest[:80])
    body = _BODY.search(rest)
    shown = body_kind(rest[body.start() :]) if body else None
    kind = typed(rest[:120]) or (shown if shown == "html" or rest.lstrip(" :-")[:1] in {"{", "["} else None)
    length = int(size["bytes"]) if size else None
    return _of_status(status, "empty" if length == 0 else kind, length)


def _of_status(status: str, kind: str | None, length: int | None) -> Outcome:
    return Outcome(int(status) or None, None, answered=True, body_kind=kind, body_bytes=length)


def _port(text: str | None) -> int | None:
    number = int(text) if text else 0
    return number if 0 < number < 65536 else None


def _masked(url: str) -> str:
    """The address without a user and password in it."""
    return _CREDENTIALS.sub(r"\1", url, count=1)
