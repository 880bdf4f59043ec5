"""Secrets in text, masked: tokens that show what they are, values of keys that name a secret, credentials in URLs, private keys.

The key and the shape stay (`--api-key ***`, `"password": "***"`), so that a line still reads as it did. Masking errs on
the side of what diagnosis needs: `max_tokens=5`, `token usage: 0.9`, `tokenizer=x`, `password=None` and paths stay. It is
idempotent, and its time grows with the length of the text: no quantifier but of bounded length stands before the part that
must be found.

Forms of tokens: the publishers' own pages on secret scanning (GitHub, GitLab, Slack, Stripe, AWS, Google, Hugging Face, npm, PyPI).
"""

import re
from collections.abc import Iterable

MASK = "***"

_HINTS = re.compile(
    r"pass|pwd|secret|token|key|auth|bearer|basic|cookie|credential|://|hf_|sk-|gh[oprsu]_|github_pat_|a[ks]ia|xox|glpat-|aiza|npm_|pypi-|nvapi-|eyj|[rs]k_|sig",
    re.IGNORECASE,
)
"""What any text with a secret that is known here holds; most lines hold none of it and are not looked at further."""

_TOKENS = re.compile(
    r"""(?x)(?<![A-Za-z0-9])(?:
      (?P<head>hf_|gh[oprsu]_|github_pat_|glpat-|npm_|pypi-|nvapi-|AIza|[rs]k_(?:live|test)_|sk-(?:proj-|ant-|or-|lf-)?|xox[abeprs]-|xapp-)(?=[A-Za-z0-9])[A-Za-z0-9_-]{16,}
    | (?P<aws>A[KS]IA)[A-Z0-9]{16}(?![A-Za-z0-9])
    | (?P<jwt>eyJ)[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?
    )"""
)

_URL = re.compile(r"(://[^/\s:@\"'<>]*:)[^/\s@\"'<>]+@")

_SCHEME = re.compile(
    r"(?P<head>\b(?i:authorization)\\?[\"']?\s{0,4}[:=]\s{0,4}\\?[\"']?(?:[A-Za-z]{2,12}[ ]+)?|\b[Bb]earer[ ]+|\b[Bb]asic[ ]+)(?P<value>[A-Za-z0-9._~+/=-]{8,})"
)

_COOKIE = re.compile(r"(?i)(\b(?:set-)?cookie\\?[\"']?\s{0,4}[:=]\s{0,4}\\?[\"']?)([^\s=;\"'\\]{1,200}=[^\n\"'\\]*)")

_WORDS = r"""(?:pass(?:word|wd|phrase|code)?|pwd|secret(?:[_-]?(?:access[_-]?)?key)?|(?P<token>token)
  |(?:api|access|account|auth|encryption|license|master|private|secret|shared|signing|storage)[_-]?key|(?P<credential>credentials?)|(?P<signature>sig(?:nature)?))"""

_VALUE = r"""(?:\\?"(?P<double>(?:[^"\\\n]|\\(?!")[^\n])*)\\?"|\\?'(?P<single>(?:[^'\\\n]|\\(?!')[^\n])*)\\?'
  |(?P<bare>(?:[^\s"'\\,;&)}\]]|\\(?!["'])|[,;&](?![\s]|$|[\w.-]{1,40}[=:])|[)}\]](?![\s,;)}\].]|$))+))"""

_PAIRS = re.compile(
    rf"""(?xi)(?P<key>{_WORDS})(?![\w-])(?P<sep>\\?["']?[ \t]{{0,8}}(?:=>|[:=])[ \t]{{0,8}}[rbuf]?)(?P<value>{_VALUE})"""
)

_FLAGS = re.compile(
    rf"""(?xi)(?P<key>(?<![\w-])--?[a-z0-9_-]{{0,40}}?{_WORDS})(?![\w-])(?P<sep>["']?[ \t]*,[ \t]*(?=["'])|["']?[ \t]{{1,8}}(?=[^\s-]))(?P<value>{_VALUE})"""
)

_FLAG = re.compile(rf"(?xi)--?[a-z0-9_-]{{0,40}}?{_WORDS}$")

_PLAIN = re.compile(
    r"(?i)(?:none|null|nil|true|false|undefined|unset|empty|optional|str|string|secretstr|yes|no|on|off|set|not|\*+|<[^<>]*>|\$\{?\w+\}?|%\(?\w+\)?s?|\{\w*\}?)$"
)
"""Values that hold no secret: nothing, a type, a blank to be filled in, a mask."""

_BEGIN = "-----BEGIN "
_KEY_HEAD = re.compile(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_KEY_FOOT = re.compile(r"-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")


def redact(text: str) -> str:
    """The text with its secrets masked."""
    if _BEGIN in text:
        text = _redact_keys(text)
    if not _HINTS.search(text):
        return text
    text = _URL.sub(rf"\1{MASK}@", text)
    text = _TOKENS.sub(_token, text)
    text = _SCHEME.sub(_scheme, text)
    text = _COOKIE.sub(_cookie, text)
    text = _FLAGS.sub(_pair, text)
    return _PAIRS.sub(_pair, text)


def redact_arguments(arguments: Iterable[str]) -> tuple[str, ...]:
    """The arguments of a command with their secrets masked; a flag that names a secret hides the argument after it."""
    masked: list[str] = []
    hide = False
    for argument in arguments:
        flag = _FLAG.match(argument)
        masked.append(
            MASK if hide and not argument.startswith("-") and not _PLAIN.match(argument) else redact(argument)
        )
        hide = flag is not None
    return tuple(masked)


def _redact_keys(text: str) -> str:
    """Private keys: all between head and foot; a key that is cut off is masked to the end of the text."""
    parts: list[str] = []
    at = 0
    while head := _KEY_HEAD.search(text, at):
        foot = _KEY_FOOT.search(text, head.end())
        parts += [text[at : head.end()], MASK]
        at = foot.start() if foot else len(text)
    return "".join([*parts, text[at:]])


def _token(match: re.Match[str]) -> str:
    return (match["head"] or match["aws"] or match["jwt"]) + MASK


def _scheme(match: re.Match[str]) -> str:
    """What follows `Authorization:` always, what follows a mere `Bearer` or `Basic` where it is no word (`Basic authentication failed`)."""
    named = match["head"].lower().startswith("authorization")
    letters = match["value"].rstrip(".,:")
    if not named and (letters.isalpha() or "/" in letters[:1]):
        return match[0]
    return match["head"] + MASK


def _cookie(match: re.Match[str]) -> str:
    return match[1] + MASK


def _pair(match: re.Match[str]) -> str:
    group = next(name for name in ("double", "single", "bare") if match[name] is not None)
    value = match[group]
    if not value or _PLAIN.match(value) or not _is_secret(match, value):
        return match[0]
    start, end = match.start(group) - match.start(), match.end(group) - match.start()
    return match[0][:start] + MASK + match[0][end:]


def _is_secret(match: re.Match[str], value: str) -> bool:
    """Whether the value of such a key is a secret: a token has letters and digits or is long, a folder (`PWD=/srv`) is none."""
    if match["token"]:
        return len(value) >= 8 and (len(value) >= 20 or not value.isalpha()) and not _number(value)
    if match["signature"]:
        return len(value) >= 16 and "=" in match["sep"]
    if match["key"].lower().lstrip("-") == "pass":
        return not _number(value) and not _inside_word(match)
    path = value.startswith(("/", "~", "./"))
    return not (path and (match["credential"] or match["key"].lower().endswith(("key", "pwd"))))


def _inside_word(match: re.Match[str]) -> bool:
    """Whether the key is the end of a longer word in one case (`compass`, not `dbPass`)."""
    before = match.string[match.start() - 1 : match.start()]
    return before.isalpha() and before.islower() == match["key"][:1].islower()


def _number(value: str) -> bool:
    return value.strip("%,").replace(".", "", 1).replace("/", "", 1).isdigit()
