"""Templates: what a line has in common with the others that its statement printed.

What varies from run to run is masked by its look: identifiers, addresses, times, numbers with their units, paths, quoted texts. No
line has to be seen twice for it, and the same line always has the same template.
"""

import re

LONGEST = 400
"""Characters of a template; what follows tells no two statements apart."""

MASK = "*"

_VARIES = re.compile(
    r"""
      "[^"\n]*" | (?<![^\W_])'[^'\n]*'(?![^\W_]) | `[^`\n]*`             # what is quoted; no apostrophe
    | \b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b                    # UUID
    | \b[a-z][a-z0-9+.-]*://[^\s"'<>]+                                   # URL
    | (?<![\w.])(?:\.{0,2}|~)(?:/[\w.@%+=:~-]+){2,}/?                    # path of two parts or more
    | \b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?
    | \b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b                               # IPv4
    | \b(?:[0-9a-f]{1,4}:){3,7}[0-9a-f]{1,4}\b                           # IPv6
    | \b0x[0-9a-f]+\b
    | \b(?=[a-z]*\d)(?=[0-9]*[a-f])[0-9a-f]{7,}\b                        # digest
    | [-+]?\d+(?:[.,:]\d+)*(?:e[-+]?\d+)?(?:[ ]?(?:[kmgtp]i?b?|[munµ]?s|min|h|%)\b)?
    """,
    re.VERBOSE | re.IGNORECASE,
)
_REPEATED = re.compile(r"\*(?:[ ,;:/x-]{1,2}\*)+")


def template(text: str) -> str:
    """The text with what varies masked as `*`; lists of these are one."""
    masked = _VARIES.sub(MASK, " ".join(text[: 4 * LONGEST].split()))
    return _REPEATED.sub(MASK, masked)[:LONGEST]
