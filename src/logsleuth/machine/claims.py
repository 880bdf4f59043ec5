"""What a script claims of a server in words of its own: that it is ready, that it is not yet, and after how long."""

from dataclasses import dataclass

from logsleuth.machine.pattern import Pattern

_CLAIM = Pattern(
    r"(?i)\W{0,4}(?:(?:ok|info|success)\b\W{0,4})?(?:the )?(?:[\w.:/-]{1,60} ){0,4}?(?:is |are |became |came |now |was |up and )*"
    r"(?:ready|healthy|alive|available|online|up)\b(?=\W*$| after\b| and running\b| in \d| at\b| \(|!|,)"
)
_NOT_YET = Pattern(
    r"(?i)\b(?:not|never|isn't|wasn't|un(?:healthy|available|reachable)|waiting|wait|until|retry(?:ing)?|when|once|if|before|still|failed|gave up|giving up|timed out|didn't)\b"
)
_WAITING = Pattern(
    r"(?i)\W{0,4}(?:still )?waiting\b|.{0,60}\bnot (?:yet )?(?:ready|healthy|up|responding|reachable|available)\b|.{0,60}\b(?:isn't|is not|never)\b.{0,20}\b(?:ready|healthy|up)\b"
    r"|.{0,60}\b(?:failed to (?:start|become ready)|gave up waiting|unhealthy)\b|.{0,60}\btimed out waiting\b"
)
_ATTEMPT = Pattern(r"(?i).{0,60}\b(?:attempt|try|retry|poll|check)\s*#?\d{1,6}\s*(?:/|of|:|\)|$|\.\.\.|,|-)")
_ELAPSED = Pattern(
    r"(?i)\b(?:after|in|for|elapsed:?)\s+(?:(?P<m>\d{1,5})\s?m(?:in(?:utes?)?)?\s?)?(?:(?P<s>\d{1,7}(?:\.\d{1,6})?)\s?s(?:ec(?:onds?)?)?)?\b"
)
_ELAPSED_PAREN = Pattern(r"(?i)\(\s?(?P<s>\d{1,7}(?:\.\d{1,6})?)\s?s(?:ec(?:onds?)?)?(?: elapsed)?\s?\)")
_TIMED_OUT = Pattern(r"(?i).{0,60}\btimed out waiting\b")
_FAILURE = Pattern(r"(?i)refused|reset|timed out|empty reply|resolve|handshake|\bfail|error|exception|dial tcp|connect")
_HEAD = 300


@dataclass(frozen=True, slots=True)
class Claim:
    """What the words say: ready or not, and after so many seconds, where they tell it."""

    ready: bool
    after: float | None = None


def claim(text: str) -> Claim | None:
    """The claim that a line makes; None if it makes none. `attempt 3/60` says that it was not ready so far."""
    head = text[:_HEAD]
    if _CLAIM.match(head) and not _NOT_YET.search(head):
        return Claim(ready=True, after=_seconds(head))
    return Claim(ready=False, after=_seconds(head)) if _WAITING.match(head) or _ATTEMPT.match(head) else None


def announces(text: str) -> bool:
    """Whether the line, which names an address, only says what is waited for: no attempt was made yet."""
    head = text[:_HEAD]
    told = claim(text)
    return told is None or (
        not told.ready and _WAITING.match(head) is not None and not _ATTEMPT.match(head) and told.after is None
    )


def names_failure(text: str) -> bool:
    """Whether words of an error in the line are those of a request: `timeout` alone may be a setting, and who gave up waiting claims."""
    return _FAILURE.search(text[:2000]) is not None and not _TIMED_OUT.match(text)


def _seconds(head: str) -> float | None:
    """The time that a claim names: `after 10 seconds`, `in 2m30s`, `(12s)`."""
    for match in (*_ELAPSED.finditer(head), *_ELAPSED_PAREN.finditer(head)):
        parts = match.groupdict()
        if parts.get("m") or parts.get("s"):
            return float(parts.get("m") or 0) * 60 + float(parts.get("s") or 0)
    return None
