"""Prompts of a transcript: which command was typed, by whom, and where."""

from dataclasses import dataclass

from logsleuth.machine.pattern import Pattern

_PLACE = r"(?P<user>[A-Za-z_][\w.-]{0,63})@(?P<host>[A-Za-z0-9][\w.-]{0,252})"
_PROMPT = Pattern(
    r"\s?(?:\([\w./-]{1,64}\) ?)?"
    rf"(?:{_PLACE}[: ](?P<place>[^\s$#%]{{0,200}}) ?(?P<mark>[$#%])"
    r"|\[(?P<user2>[A-Za-z_][\w.-]{0,63})@(?P<host2>[A-Za-z0-9][\w.-]{0,252}) [^\]]{0,200}\](?P<mark2>[$#%])"
    r"|(?:ba|z|da|k|a)?sh-?[\d.]*(?P<mark3>[$#])"
    r"|(?P<mark4>[$#%]|\+{1,4}))"
    r"(?: +(?P<command>\S.*)|\s*)$"
)
_COMMENT = Pattern(r"\s{2,}#\s[^'\"]*$")


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt and what was typed at it.

    `mark` is its last character: `$`, `#` (root's, or a comment), `%`, or `+` for the trace of a shell script.
    """

    command: str
    mark: str
    user: str | None = None
    host: str | None = None


def prompt(line: str) -> Prompt | None:
    """The prompt that the line begins with; None if it begins with none."""
    if not line or line[0].isdigit():
        return None
    match = _PROMPT.match(line)
    if match is None:
        return None
    mark = match["mark"] or match["mark2"] or match["mark3"] or match["mark4"]
    command = _COMMENT.sub("", match["command"] or "").strip()
    return Prompt(command, mark[0], match["user"] or match["user2"], match["host"] or match["host2"])


def host_of(prompted: Prompt | None) -> str | None:
    """The host that a prompt names."""
    return prompted.host if prompted else None
