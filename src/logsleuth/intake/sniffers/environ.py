"""Dumps of an environment: `env`, `export -p`, `/proc/PID/environ`."""

import re

from logsleuth.intake.sniffers.block import Lines

_PAIR = re.compile(r"(?:export |declare -\w+ )?([A-Za-z_][A-Za-z0-9_.]*)(?:%%|\(\))?=(?! )")
_FUNCTION = re.compile(r"(?:declare -fx |BASH_FUNC_)\S*")
_NO_ENVIRON = re.compile(r"PRETTY_NAME=|DISTRIB_ID=|BUG_REPORT_URL=")  # /etc/os-release and its like


def share(lines: Lines) -> float:
    """How much of the lines (not blank ones) is `NAME=value`, or goes on with the value above; 0 where the names are not those of variables."""
    pairs = inside = upper = 0
    for line in lines:
        pair = _PAIR.match(line)
        if pair is None:
            inside += bool(pairs) and (line.startswith((" ", "\t", "}")) or _FUNCTION.match(line) is not None)
            continue
        if _NO_ENVIRON.match(line):
            return 0.0
        pairs += 1
        upper += pair[1].isupper() or pair[1] == "_" or pair[1].startswith("BASH_FUNC_") or pair[1].endswith("_proxy")
    if not pairs or upper < 0.6 * pairs:
        return 0.0
    return (pairs + min(inside, pairs)) / len(lines)


def is_separated(text: str) -> bool:
    """Whether the text is `NAME=value` parts separated by NUL, as the kernel keeps an environment (or `^@`, as `cat -A` shows it)."""
    parts = [part for part in text.replace("^@", "\0").split("\0") if part.strip()]
    return len(parts) >= 2 and sum(_PAIR.match(part) is not None for part in parts) >= 0.8 * len(parts)
