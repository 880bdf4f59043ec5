"""Loops that poll an address until it answers, and what `curl` says of one request."""

import re

_STAMP = re.compile(
    r"\s*(?:\[?\s*(?:\d{4}[-/]\d\d[-/]\d\d[T ])?\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?\s*\]?|\[?\d{1,6}s\]?|"
    r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) \w{3} [ \d]\d \d\d:\d\d:\d\d(?: \w+)? \d{4}:?|\[\d+/\d+\])[\s:|-]*"
)
_LEVEL = re.compile(r"(?i)\[?(?:\s*)(?:trace|debug|info|notice|warn(?:ing)?|error|critical|fatal)\b[\]: ]|level=|\{")
_ACCESS = re.compile(r"\"(?:GET|HEAD|POST|PUT|DELETE|OPTIONS|PATCH) /\S* HTTP/\d")
_HEALTHY_PATH = re.compile(
    r"(?i)https?://\S+?/\S*(?:health|ready|live|ping|status|startup|v1/models)\S*.*?\b(?:[1-5]\d\d|refused|timed out|reset)\b"
)
_CURL = re.compile(
    r"curl: \(\d+\) |curl\s+(?:-\S+\s+)*\S*.*https?://|\*\s+(?:Trying|Connected to|connect to|Connection #|Could not|Host |IPv[46]: |Failed to|"
    r"Empty reply|Recv failure|Closing connection|Operation timed out|Request completely|upload completely|TCP_NODELAY|Mark bundle|Established)|"
    r"> ?(?:GET|HEAD) /|> (?:Host|User-Agent|Accept): |>\s*$|< ?HTTP/|< [\w-]+: |<\s*$|[{}] \[\d+ bytes data\]"
)
_REQUEST = re.compile(
    r"(?:[\w ./()-]{0,40}[:>]\s+)?(?:GET|HEAD) https?://\S|https?://\S+\s*(?:->|=>|:|=|returned|responded|answered|status)?\s*"
    r"(?:HTTP\S* )?(?:[0-5]\d\d\b|connect|refused|timed? ?out|unreachable|ok\b|not ready|ready|healthy)"
)
_CODE = re.compile(
    r"(?:(?:HTTP(?:/[\d.]+)?|http_code|status(?: code)?|code)[ =:]*)?(?:000|[1-5]\d\d)(?: [A-Z][\w ]{1,30})?\s*$"
)
_WORDS = re.compile(
    r"(?i)\W*(?:still )?waiting (?:for|on|until|\.\.\.|to be)|\W*waiting\W*$|.{0,60}\b(?:ready|up|healthy) after \d|"
    r".{0,60}\b(?:attempt|try|retry|poll|check)\s*#?\d+\s*(?:/|of|:)|"
    r".{0,40}\b(?:not|isn't|is|are|now|server|service|endpoint|api)\s+(?:yet\s+|not\s+)?(?:ready|healthy|responding|reachable)\b(?! to )|"
    r".{0,40}\bhealth[ _-]?check\b.{0,60}\b(?:ok|pass|fail|timed|refused|[1-5]\d\d)|"
    r".{0,60}\bHTTP status is\b|Connecting to \S+:\d+\.\.\. |HTTP request sent, awaiting response|not ready, sleep"
)


def is_access(line: str) -> bool:
    """Whether the line is a server's account of a request that it answered."""
    return '"' in line and _ACCESS.search(line) is not None


def is_line(line: str) -> bool:
    """Whether the line tells what a poll got, or that one waits."""
    if is_access(line):
        return False
    stamp = _STAMP.match(line)
    rest = line[stamp.end() :] if stamp else line.lstrip()
    if _LEVEL.match(rest):
        return _HEALTHY_PATH.search(rest) is not None
    head = rest[:400]
    return bool(_CURL.match(head) or _REQUEST.match(head) or _CODE.match(head) or _WORDS.match(head))
