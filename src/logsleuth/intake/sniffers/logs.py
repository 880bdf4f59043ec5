"""What makes a line one of a log, and a name that of a log; and what text of other forms looks like."""

import re

_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
_HEAD = re.compile(
    r".{0,48}?(?:\d{4}[-/]\d\d[-/]\d\d[T _]\d\d:\d\d|\d{2}/[A-Z][a-z]{2}/\d{4}:\d\d:|"
    rf"{_MONTH} [ \d]\d (?:\d{{4}} )?\d\d:\d\d:\d\d|\b\d\d {_MONTH} \d{{4}} \d\d:\d\d|\b\d\d[-/]\d\d \d\d:\d\d:\d\d|"
    r"[IWEF]\d{4} \d\d:\d\d:\d\d)"
    r"|[\[(]?\d\d:\d\d:\d\d\b|\[\d+\.\d+\]|1[5-9]\d{8}(?:\.\d+)?\b"
    r"|.{0,32}?\b(?:DEBUG|INFO|WARN|WARNING|ERROR|CRITICAL|FATAL|NOTICE|SEVERE)\b(?! ?=)"
    r"|[\[]?(?:debug|info|warn|warning|error|critical|fatal|notice|E|W|I)[\]:] "
    r"|\{\"\w|\{\"@|.{0,60}?\blevel=\w|[\w.-]{1,40}\s+\| "
)
_TROUBLE = re.compile(
    r"Traceback \(most recent|  File \"|\s+at [\w.$<>]+\(|(?:Caused by|panic|fatal error|thread '.*' panicked)|"
    r"[\w.]*(?:Error|Exception|Warning)(?::|$)|.{0,80}: No module named |.*\b(?:Killed|Aborted|Segmentation fault|core dumped)\b|"
    r"\S+: .*(?:command not found|No such file or directory|Permission denied)$|\[?rank\d+\]?:|Error: |\s+raise \w"
)
_NAME = re.compile(
    r"(?i)(?:^|[^a-z])(?:logs?|out|err|stderr|stdout|output|console|journal|syslog|messages|trace|nohup)(?:[^a-z]|$)"
)
_OTHER = re.compile(
    r"(?i)\.(?:txt|ya?ml|json|xml|html?|md|rst|csv|tsv|py|sh|js|ts|go|rs|c|cc|cpp|h|java|toml|ini|cfg|conf|cnf|env|service|lock|sql|tf|diff|patch)$"
)
_PACKED = re.compile(r"(?i)(?:\.(?:gz|bz2|xz|zst|lz4))+$")
_ROTATED = re.compile(r"(?:[.-](?:\d{1,8}|old|bak|previous|1))+$")


def is_line(line: str) -> bool:
    """Whether the line has the head of a log's line, or belongs to a traceback or a crash."""
    return _HEAD.match(line) is not None or _TROUBLE.match(line) is not None


def named_log(path: str) -> bool:
    """Whether the file's name says that it is a log."""
    return _NAME.search(_base(path)) is not None


def named_other(path: str) -> bool:
    """Whether the file's name says that it is a text of some other form, or of any form."""
    return _OTHER.search(_base(path)) is not None


def _base(path: str) -> str:
    """The file's own name, without what compression and rotation added."""
    base = path.replace("!", "/").replace("\\", "/").rsplit("/", 1)[-1]
    return _ROTATED.sub("", _PACKED.sub("", base))
