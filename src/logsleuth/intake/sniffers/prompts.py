"""Where a transcript may be cut: shell prompts and headings; and what the command at a prompt is about to print."""

import re

_PROMPT = re.compile(
    r"(?:\([\w./ -]{1,40}\) ?)?"
    r"(?:\$ |[➜❯›λ] +|# (?=[a-z./~])|\+{1,4} (?=[A-Za-z_./'\"\[])|%\s(?=[a-z./])|"
    r"\[?[\w.-]{1,32}@[\w.-]{1,64}[: ][^\s$#\]]{0,120}\]?[$#%] ?|(?:bash|sh)-\d\.\d+[$#] |PS [A-Z]:\\[^>]*> )"
    r"(?P<command>.*)"
)
_HEADING = re.compile(
    r"(?:={2,}>?|-{3,}|#{2,}|\*{3,}|>{3,}) *(?P<command>[\w./\"'`$][^=]{0,100}?) *(?:<?={2,}|-{3,}|#{2,}|\*{3,}|<{3,}|:)?$"
)
_DATE = re.compile(
    r"(?:[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?: [AP]M)?(?: \w+)? \d{4}|\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\S*(?: [+-]\d{4})?)$"
)
_HINTS = (
    ("kernel", re.compile(r"(?:\S*/)?(?:sudo )?dmesg\b|(?:sudo )?journalctl\b.*(?: -k\b| --dmesg\b)|.*kern\.log")),
    (
        "environ",
        re.compile(
            r"(?:\S*/)?(?:env|printenv|export -p)\s*(?:\||$)|.*/environ\b|.*\b(?:exec|run)\b.*\b(?:env|printenv)\s*(?:\||$)"
        ),
    ),
    ("packages", re.compile(r"(?:.*\s|\S*/)?(?:pip[\d.]*|uv pip|conda|mamba) (?:list|freeze|show|check)\b")),
    ("interpreter", re.compile(r"(?:.*\s|\S*/)?python[\d.]* (?:-[XW] [^- ]\S* |-\S+ )*(?:-c\b|-V+|--version|-m site)")),
    (
        "health",
        re.compile(
            r"(?:.*\s)?(?:curl|wget|http) (?!.*(?:\s-d\b|\s--data|POST|\|\s*(?:ba)?sh)).*(?:https?://|localhost|:\d{2,5})"
        ),
    ),
    (
        "log",
        re.compile(
            r"(?:sudo )?(?:(?:tail|head|cat|less|zcat|grep|egrep|rg)\b.*(?:log|\.out\b|\.err\b)|journalctl\b|.*\blogs\b|.*\bup\b)"
        ),
    ),
    (
        "log",
        re.compile(
            r"(?:nohup |\w+=\S+ )*(?:\S*/)?(?:python[\d.]*|node|java|bash|sh|srun|mpirun|torchrun) [^|]*$|(?:nohup |\./)\S+"
        ),
    ),
)
_STARTS = frozenset("$#+%(=-*>[PbS➜❯›λ") | frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
_MARKS = frozenset("$#+%=-*>➜❯›λ")


def command_of(line: str) -> str | None:
    """The command or title at a seam; None where the line is none. A seam alone decides nothing: what follows does."""
    first = line[:1]
    if first not in _STARTS or (first not in _MARKS and "@" not in line[:66] and first not in "(bsP"):
        return None
    found = _PROMPT.match(line) or _HEADING.match(line)
    return found["command"].strip() if found else None


def is_date(line: str) -> bool:
    """Whether the line is what `date` prints, and nothing else: it tells when the next snapshot was taken."""
    return _DATE.match(line.strip()) is not None


def hint(command: str) -> str | None:
    """The kind of what the command prints, where that is known by its name alone."""
    return next((kind for kind, pattern in _HINTS if pattern.match(command[:400])), None)
