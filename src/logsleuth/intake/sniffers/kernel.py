"""Lines of the kernel: `dmesg` in its forms, and the kernel's lines of a system log."""

import re

_DAY = r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)"
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
_SERVER_LEVEL = r"\[(?:\w+:)?(?:emerg|alert|crit|error|warn|notice|info|debug|trace)\d?\]"
_NO_SERVER = rf"(?! ?(?:{_SERVER_LEVEL}|\[pid |PHP |\S+:\d+ (?:Accepted|Closing|\[\d{{3}}\])))"
"""Web servers put the same date in brackets, and say then what no kernel says."""

_NO_DISPLAY = r"(?! ?\((?:II|EE|WW|NI|--|==|\*\*|\+\+|!!|\?\?)\))"
"""Display servers put the same seconds in brackets, and mark each line."""

_FORMS = re.compile(
    rf"(?:<\d+>)?(?:\w+ *:\w+ *: )?\[ *\d+\.\d{{6}}\](?:\[ *[TC]\d+\])?{_NO_DISPLAY}"
    rf"|(?:\w+ *:\w+ *: )?\[{_DAY} {_MONTH} [ \d]\d \d\d:\d\d:\d\d \d{{4}}\]{_NO_SERVER}(?: |$)"
    rf"|(?:<\d+>)?{_MONTH} [ \d]\d \d\d:\d\d:\d\d \S+ kernel: "
    r"|(?:<\d+>\d? ?)?\d{4}-\d\d-\d\d[T ]\S+ \S+ kernel(?:: | - - )"
    r"|\d{1,4},\d+,\d+,[-c][^;]*;"
)
_BARE = re.compile(r"\[ +\d+\.\d{1,5}\] \S")


def is_line(line: str) -> bool:
    """Whether the kernel wrote the line."""
    return _FORMS.match(line) is not None or _BARE.match(line) is not None
