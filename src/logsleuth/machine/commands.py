"""Command lines: which interpreter runs what, and on which port it is told to listen.

Shared by process tables, where words stand as the kernel gives them, and by launches, where a shell would still read them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from logsleuth.machine.pattern import Pattern

_INTERPRETER = Pattern(
    r"(?:python|pypy)[\d.]*t?|node(?:js)?|java|ruby[\d.]*|perl[\d.]*|php[\d.]*|deno|bun|dotnet|Rscript|julia"
)
_PYTHON = Pattern(r"(?:python|pypy)[\d.]*t?")
_SHELL = Pattern(r"(?:ba|da|z|k|a)?sh")
_PYTHON_MODULE = Pattern(r"-[bBdEhiIOPqRsSuvVx]*m(?P<module>\S*)")
_PYTHON_CODE = Pattern(r"-[bBdEhiIOPqRsSuvVx]*c")
_WITH_VALUE = frozenset(
    {
        "-W",
        "-X",
        "--check-hash-based-pycs",
        "-r",
        "--require",
        "--import",
        "-cp",
        "-classpath",
        "--class-path",
        "-I",
        "-C",
    }
)
_CODE_OPTIONS = frozenset({"-e", "--eval", "-c"})
_TITLE = Pattern(r"(?P<program>[\w.+-]{1,64})(?:::\S*|:$)")
_BRACKETED = Pattern(r"\[(?P<name>[^\[\]]{1,64})\](?: <defunct>)?$")
_BRACED = Pattern(r"\{(?P<name>[^{}]{1,64})\} ")  # busybox puts the name of a script before its command line
_ASSIGNMENT = Pattern(r"(?s)(?P<name>[A-Za-z_]\w*)=(?P<value>.*)")
_REDIRECTION = Pattern(r"(?:\d|&)?(?:>>?|<)(?:&\d|&)?(?P<file>.*)")

_PORT_NAMES = frozenset({"port", "http-port", "http.port", "server.port", "server-port", "listen-port", "serverport"})
_ADDRESS_NAMES = frozenset(
    {
        "bind",
        "listen",
        "listen-address",
        "bind-address",
        "web.listen-address",
        "http-address",
        "addr",
        "address",
        "http",
        "host",
    }
)
_PORT = Pattern(r"\d{1,5}")
_HOST_PORT = Pattern(r"(?:https?://|tcp://)?(?:\[[0-9A-Fa-f:.]*\]|\*|[A-Za-z0-9][\w.-]{0,253})?:(?P<port>\d{2,5})/?")
_POSITIONAL = Pattern(r"(?:\[[0-9A-Fa-f:.]*\]|\*|localhost|\d{1,3}(?:\.\d{1,3}){3})?:(?P<port>\d{2,5})")
_NO_SERVERS = frozenset(
    {
        "ps",
        "pgrep",
        "pkill",
        "kill",
        "top",
        "ssh",
        "scp",
        "sftp",
        "rsync",
        "lsof",
        "strace",
        "gdb",
        "mkdir",
        "curl",
        "wget",
        "nc",
        "telnet",
        "docker",
    }
)
"""Tools whose `-p` or address means a process, a folder, or another machine's port."""

_WRAPPERS = frozenset(
    {
        "nohup",
        "setsid",
        "exec",
        "sudo",
        "env",
        "time",
        "nice",
        "ionice",
        "stdbuf",
        "numactl",
        "taskset",
        "timeout",
        "chrt",
        "command",
    }
)
_WRAPPER_VALUES = frozenset({"-u", "-n", "-c", "-g", "-k", "-s", "-C", "-N", "-m", "-p", "-o", "-e", "-i"})
_WRAPPERS_OF_VALUE = frozenset({"timeout", "taskset"})  # their first plain word is not the command


@dataclass(frozen=True, slots=True)
class Command:
    """What a command line says of the process that it starts. `assigned` are the variables set before the command."""

    text: str
    executable: str | None = None
    interpreter: str | None = None
    module: str | None = None
    program: str | None = None
    port: int | None = None
    script: str | None = None
    assigned: tuple[tuple[str, str], ...] = ()
    wrapped: bool = False


def of_process(text: str, *, cut: bool = False) -> Command:
    """The command line of a process as a table shows it; of one `cut` at the width the last word tells no port."""
    text = text.strip()
    bare = _BRACED.sub("", text, count=1)
    if bracketed := _BRACKETED.match(bare):
        return Command(text, program=bracketed["name"])
    words = bare.removesuffix(" <defunct>").removesuffix(" (deleted)").split()
    if not words:
        return Command(text)
    if title := _TITLE.match(words[0]):
        return Command(text, program=title["program"])
    command = _told(words, text)
    return replace(command, port=_port(words[:-1] if cut else words, command))


def of_shell(text: str) -> Command:
    """A command line as it was typed: assignments, wrappers such as `nohup`, redirections and a final `&` are no part of the process."""
    words, assigned, wrapped = unwrapped(text)
    if not words:
        return Command(text, assigned=assigned, wrapped=wrapped)
    command = _told(words, " ".join(words))
    port = _port(words, command)
    if port is None:
        port = next((_as_port(value) for name, value in assigned if name == "PORT"), None)
    return replace(command, port=port, assigned=assigned, wrapped=wrapped)


def unwrapped(text: str) -> tuple[list[str], tuple[tuple[str, str], ...], bool]:
    """The words of the process itself, the variables set for it, and whether something was wrapped around it or it was sent to the background."""
    words = [_unquoted(word) for word in text.split()]
    background = bool(words) and words[-1].endswith("&") and not words[-1].endswith("&&")
    words = _without_redirections([*words[:-1], words[-1].removesuffix("&")] if background else words)
    assigned: list[tuple[str, str]] = []
    wrapped = background
    while words:
        if found := _ASSIGNMENT.fullmatch(words[0]):
            assigned.append((found["name"], found["value"]))
            words = words[1:]
        elif base(words[0]) in _WRAPPERS and len(words) > 1:
            wrapped = True
            words = _inside(words)
        else:
            break
    return words, tuple(assigned), wrapped


def base(path: str) -> str:
    """The last part of a path."""
    return path.rstrip("/").rpartition("/")[2]


def is_python(word: str) -> bool:
    """Whether the word names a Python interpreter."""
    return _PYTHON.fullmatch(base(word)) is not None


def _told(words: Sequence[str], text: str) -> Command:
    """Everything but the port."""
    executable = words[0]
    name = base(executable).removeprefix("-") or executable
    if _PYTHON.fullmatch(name):
        module, script = _python_target(words[1:])
        return Command(text, executable, executable, module, _last(module, script) or name, script=script)
    if _INTERPRETER.fullmatch(name):
        script = _script(words[1:], is_java=name == "java")
        return Command(
            text, executable, executable, None, _last(None, script, classes=name == "java") or name, script=script
        )
    if _SHELL.fullmatch(name):
        script = _script(words[1:], is_java=False)
        return Command(text, executable, program=base(script) if script else name, script=script)
    if name.startswith("(") and name.endswith(")"):
        return Command(text, program=name[1:-1])
    return Command(text, executable, program=name.removesuffix(":"))


def _last(module: str | None, script: str | None, *, classes: bool = False) -> str | None:
    if module:
        return module.rpartition(".")[2]
    if script and classes and "/" not in script and not script.endswith((".jar", ".java")):
        return script.rpartition(".")[2]
    return base(script) if script else None


def _python_target(words: Sequence[str]) -> tuple[str | None, str | None]:
    """The module and the script that Python is told to run."""
    at = 0
    while at < len(words):
        word = words[at]
        if module := _PYTHON_MODULE.fullmatch(word):
            return module["module"] or (words[at + 1] if at + 1 < len(words) else None), None
        if _PYTHON_CODE.fullmatch(word) or word == "-":
            return None, None
        if not word.startswith("-"):
            return None, word
        at += 2 if word in _WITH_VALUE else 1
    return None, None


def _script(words: Sequence[str], *, is_java: bool) -> str | None:
    """The script (for Java the archive or class) that an interpreter is told to run."""
    at = 0
    while at < len(words):
        word = words[at]
        if is_java and word == "-jar":
            return words[at + 1] if at + 1 < len(words) else None
        if word in _CODE_OPTIONS:
            return None
        if not word.startswith("-"):
            return word
        at += 2 if word in _WITH_VALUE else 1
    return None


def _port(words: Sequence[str], command: Command) -> int | None:
    """The port that the words name as the one to listen on."""
    if command.program in _NO_SERVERS or (command.executable and base(command.executable) in _NO_SERVERS):
        return None
    plain = _plain_port(words, command)
    found: int | None = None
    for at, word in enumerate(words[1:], 1):
        following = words[at + 1] if at + 1 < len(words) else ""
        named = _option_port(word, following) if word.startswith("-") else _positional_port(word, words[at - 1])
        if named is not None and (word.startswith(("--", "-D")) or found is None):
            found = named
    return found if found is not None else plain


def _plain_port(words: Sequence[str], command: Command) -> int | None:
    """`python -m http.server 8000`: the standard library's server takes its port as a plain word."""
    if command.module != "http.server":
        return None
    after = words[words.index("http.server") + 1 :] if "http.server" in words else ()
    return next((_as_port(word) for word in after if word.isascii() and word.isdecimal()), None)


def _option_port(word: str, following: str) -> int | None:
    name, equals, value = word.lstrip("-").partition("=")
    value = value if equals else following
    key = name.removeprefix("D").lower().replace("_", "-") if word.startswith("-D") else name.lower().replace("_", "-")
    if key in _PORT_NAMES and (word.startswith("--") or equals):
        return _as_port(value)
    if word == "-p":
        return _as_port(value)
    if (word.startswith("--") and key in _ADDRESS_NAMES) or word in {"-b", "-S", "-l"}:
        match = _HOST_PORT.fullmatch(value)
        return _as_port(match["port"]) if match else _as_port(value) if key in {"bind", "listen", "b"} else None
    if word.startswith("-b") and (match := _HOST_PORT.fullmatch(word[2:])):
        return _as_port(match["port"])
    return None


def _positional_port(word: str, before: str) -> int | None:
    """An address that stands for itself, or after a word that is no option: the value of an option may be another machine's."""
    match = _POSITIONAL.fullmatch(word)
    if match is None or before.startswith("-"):
        return None
    return _as_port(match["port"])


def _as_port(text: str) -> int | None:
    if _PORT.fullmatch(text) is None:
        return None
    number = int(text)
    return number if 0 < number < 65536 else None


def _unquoted(word: str) -> str:
    return word.strip("'\"") if word[:1] in {"'", '"'} or word[-1:] in {"'", '"'} else word


def _without_redirections(words: Sequence[str]) -> list[str]:
    kept: list[str] = []
    skip = False
    for word in words:
        if skip:
            skip = False
            continue
        if word in {"|", ";", "&&", "||"}:
            break
        redirection = _REDIRECTION.fullmatch(word)
        if redirection is None:
            kept += [word] if word else []
        elif not redirection["file"] and "&" not in word.lstrip("&"):
            skip = True
    return kept


def _inside(words: Sequence[str]) -> list[str]:
    """The words after a wrapper and its own options."""
    wrapper = base(words[0])
    rest = list(words[1:])
    while rest and rest[0].startswith("-") and len(rest) > 1:
        option = rest.pop(0)
        if option == "--":
            return rest
        if option in _WRAPPER_VALUES and len(rest) > 1 and not (wrapper == "env" and option == "-i"):
            rest.pop(0)
    if wrapper in _WRAPPERS_OF_VALUE and len(rest) > 1:
        rest.pop(0)
    return rest
