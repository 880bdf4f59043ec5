"""Requests shown in full: `curl -v` with its marks, `curl -i`, and `wget`. Each request is one row, over all its lines."""

from dataclasses import dataclass

from logsleuth.machine.outcomes import Address, Outcome, address, body_kind, curl_error, error_in, stamp, typed
from logsleuth.machine.pattern import Pattern
from logsleuth.machine.prompts import prompt

_INFO = Pattern(r"\* ")
_REQUEST = Pattern(r"> (?P<method>[A-Z]{3,7}) (?P<path>\S{1,2000}) HTTP/[\d.]+")
_HOST = Pattern(r"(?i)> host: (?P<host>\S{1,253})")
_STATUS = Pattern(r"(?:< ?)?HTTP/[\d.]+ (?P<status>[1-5]\d\d)\b")
_HEADER = Pattern(r"(?:< )?(?P<name>[A-Za-z][\w-]{0,60}): ?(?P<value>.*)$")
_TRYING = Pattern(r"\*\s+Trying (?P<address>\S{1,253}?)(?::(?P<port>\d{1,5}))?\.\.\.")
_CONNECTED = Pattern(
    r"\* (?:Connected to|Established connection to) (?P<host>\S{1,253}) \(.{0,120}?port (?P<port>\d{1,5})"
)
_FAILED = Pattern(
    r"\*\s+(?:connect to |Failed to connect|Recv failure|Empty reply|Operation timed out|Connection timed out|Could not resolve|SSL |OpenSSL )"
)
_CLOSED = Pattern(
    r"(?P<body>.*?)\* (?:Connection #\d+ to host|Closing connection|Connection #\d+ left intact|shutting down connection)"
)
_TLS = Pattern(r"\* (?:SSL connection using|ALPN|TLSv1)")
_NOISE = Pattern(r"[{}] \[\d+ bytes data\]|>\s*$|> [\w-]+: |[ \d].* --:--:--|\s+% Total|\s+Dload  Upload|\* ")
_WGET = Pattern(r"--\d{4}-\d\d-\d\d \d\d:\d\d:\d\d--\s+(?P<url>\S+)")
_WGET_LINE = Pattern(
    r"Resolving |Connecting to |HTTP request sent, awaiting response|Length: |Location: |Spider mode|Remote file|wget: "
)
_WGET_ANSWER = Pattern(r"awaiting response\.\.\. (?:(?P<status>[1-5]\d\d)\b|(?P<text>.*))")
_WGET_LENGTH = Pattern(r"Length: (?:(?P<length>\d[\d,]{0,15})|unspecified)[^\[]*(?:\[(?P<type>[^\]]{1,100})\])?")
_MAX_LINES = 400


@dataclass(slots=True)
class Exchange:
    """One request while its lines are read; `first` and `last` are their indexes."""

    first: int
    last: int
    scheme: str = "http"
    path: str | None = None
    host: str | None = None
    url: str | None = None
    port: int | None = None
    status: int | None = None
    error: str | None = None
    server: str | None = None
    length: int | None = None
    kind: str | None = None
    body: str | None = None
    wget: bool = False
    sent: bool = False
    in_body: bool = False
    over: bool = False

    @property
    def told(self) -> bool:
        """Whether the lines tell how it ended."""
        return self.status is not None or self.error is not None or self.over

    @property
    def address(self) -> Address | None:
        """The address asked; None if only a body and a status are shown."""
        if self.url is None and self.path is not None and self.host is not None:
            found = address(f"{self.scheme}://{self.host}{self.path}")
            return found[0] if found else None
        if self.url is not None or self.port is not None:
            return Address(self.url, self.port)
        return None

    @property
    def outcome(self) -> Outcome:
        """How it ended."""
        kind = "empty" if self.length == 0 else self.kind or (body_kind(self.body) if self.body else None)
        return Outcome(self.status, self.error, answered=self.told, body_kind=kind, body_bytes=self.length)


def begins(line: str) -> bool:
    """Whether the line may be the first of a request shown in full."""
    return bool(
        _TRYING.match(line)
        or _REQUEST.match(line)
        or _STATUS.match(line)
        or _WGET.match(line)
        or _CONNECTED.match(line)
    )


def start(index: int, line: str) -> Exchange:
    """The request that begins with the line."""
    exchange = Exchange(index, index)
    if match := _WGET.match(line):
        exchange.wget = True
        found = address(match["url"])
        if found is not None:
            exchange.url, exchange.port = found[0].url, found[0].port
    else:
        take(exchange, index, line)
    return exchange


def take(exchange: Exchange, index: int, line: str) -> bool:
    """Whether the line belongs to the request; what it tells is kept."""
    if exchange.over and index == exchange.last + 1 and (closed := _CLOSED.match(line)) and not closed["body"]:
        exchange.last = index
        return True
    if exchange.over or index - exchange.first > _MAX_LINES or _is_next(exchange, line):
        return False
    taken = _wget(exchange, line) if exchange.wget else _curl(exchange, line)
    if taken:
        exchange.last = index
    return taken


def _is_next(exchange: Exchange, line: str) -> bool:
    """Whether the line begins another request."""
    if exchange.told and not exchange.wget and (_TRYING.match(line) or _CONNECTED.match(line)):
        return True
    if _REQUEST.match(line):
        return exchange.sent
    return exchange.wget and _WGET.match(line) is not None and exchange.status is not None


def _wget(exchange: Exchange, line: str) -> bool:
    if not _WGET_LINE.match(line):
        return False
    if match := _WGET_ANSWER.search(line):
        exchange.status = int(match["status"]) if match["status"] else exchange.status
        exchange.error = error_in(match["text"] or "") if not match["status"] else None
    elif match := _WGET_LENGTH.match(line):
        exchange.length = int(match["length"].replace(",", "")) if match["length"] else None
        exchange.kind = typed(match["type"] or "")
        exchange.over = True
    elif "failed:" in line or "unable to resolve" in line:
        exchange.error = error_in(line)
        exchange.over = True
    return True


def _curl(exchange: Exchange, line: str) -> bool:
    if closed := _CLOSED.match(line):
        _body(exchange, closed["body"])
        exchange.over = exchange.status is not None  # after a failure, the line of curl's error is still to come
        return True
    if (failed := curl_error(line)) is not None and line.startswith("curl: "):
        exchange.status = failed[0].status or exchange.status
        exchange.error = failed[0].error if exchange.status is None else None
        exchange.port = exchange.port or failed[1]
        exchange.over = True
        return True
    if _request(exchange, line) or _response(exchange, line):
        return True
    if _NOISE.match(line):
        _info(exchange, line)
        return True
    if not exchange.in_body or prompt(line) is not None or _is_stamped(line):
        return False
    if line.strip():
        _body(exchange, line)
        exchange.over = _completes(exchange, line)
    return True


def _request(exchange: Exchange, line: str) -> bool:
    if match := _REQUEST.match(line):
        exchange.path, exchange.sent = match["path"], True
    elif match := _HOST.match(line):
        exchange.host = match["host"]
    elif match := _CONNECTED.match(line):
        exchange.port = int(match["port"])
        exchange.host = exchange.host or f"{match['host']}:{match['port']}"
    elif match := _TRYING.match(line):
        exchange.port = int(match["port"]) if match["port"] else exchange.port
    else:
        return False
    return True


def _response(exchange: Exchange, line: str) -> bool:
    """The status line and the headers; a blank line ends them."""
    if match := _STATUS.match(line):
        exchange.status, exchange.in_body = int(match["status"]), False
        return True
    if exchange.status is None or exchange.in_body:
        return False
    if not line.strip("< \t"):
        exchange.in_body = True
        return True
    match = _HEADER.match(line)
    if match is None:
        return False
    name, value = match["name"].lower(), match["value"].strip()
    if name == "server":
        exchange.server = value[:200]
    elif name == "content-type":
        exchange.kind = typed(value)
    elif name == "content-length" and value.isascii() and value.isdecimal() and len(value) < 18:
        exchange.length = int(value)
    return True


def _info(exchange: Exchange, line: str) -> None:
    if _TLS.match(line):
        exchange.scheme = "https"
    if _FAILED.match(line) and exchange.status is None:
        exchange.error = error_in(line) or exchange.error


def _is_stamped(line: str) -> bool:
    """Whether the line begins with a time: a body that was cut ends before it."""
    found = stamp(line)
    return found.time is not None or found.clock is not None


def _completes(exchange: Exchange, line: str) -> bool:
    """Whether a body ends with the line: text is one line, JSON ends with its bracket, and a page with its mark."""
    shown = body_kind(exchange.body or "")
    if shown == "html":
        return line.rstrip().lower().endswith("</html>")
    if shown == "json":
        return line.rstrip() in {"}", "]"} or (line is exchange.body and line.rstrip().endswith(("}", "]")))
    return True


def _body(exchange: Exchange, text: str) -> None:
    if text.strip() and exchange.body is None:
        exchange.body = text
