"""Print a completion script for a shell.

eval "$(logsleuth completion bash)"
logsleuth completion zsh > ~/.zfunc/_logsleuth
logsleuth completion fish > ~/.config/fish/completions/logsleuth.fish
"""

import argparse
from collections.abc import Mapping, Sequence
from types import MappingProxyType

NAME = "completion"
HELP = "print a completion script for bash, zsh or fish"
SHELLS = ("bash", "zsh", "fish")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `logsleuth completion`."""
    parser.add_argument("shell", choices=SHELLS)


def run(options: argparse.Namespace) -> int:
    """Prints the script."""
    print(script(options.shell))
    return 0


def script(shell: str) -> str:
    """The script for a shell."""
    return {"bash": _bash, "zsh": _zsh, "fish": _fish}[shell](OPTIONS)


OPTIONS: Mapping[str, Sequence[str]] = MappingProxyType(
    {
        "analyze": (
            "--help",
            "--expect",
            "--expect-file",
            "--source",
            "--as",
            "--boot",
            "--format",
            "--output",
            "--top",
            "--explain",
            "--fail-on",
            "--no-redact",
            "--jobs",
            "--rules",
            "--keep-going",
            "--no-cache",
            "--quiet",
            "--verbose",
            "--color",
        ),
        "verify": (
            "--help",
            "--rules",
            "--keep-going",
            "--no-cache",
            "--quiet",
            "--verbose",
            "--color",
        ),
        "completion": ("--help",),
    }
)
"""Each command's long options. They are written down here since a shell that starts should not wait for all commands to be imported;
a test holds them equal to the parser's."""


def _bash(commands: Mapping[str, Sequence[str]]) -> str:
    cases = "\n".join(f"    {name}) words='{' '.join(options)}' ;;" for name, options in commands.items())
    return f"""_logsleuth() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} words='--help --version'
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '{" ".join(commands)} --help --version' -- "$word"))
    return
  fi
  case "${{COMP_WORDS[1]}}" in
{cases}
  esac
  case "$word" in
    -*) COMPREPLY=($(compgen -W "$words" -- "$word")) ;;
    *) COMPREPLY=($(compgen -f -- "$word")) ;;
  esac
}}
complete -o filenames -F _logsleuth logsleuth"""


def _zsh(commands: Mapping[str, Sequence[str]]) -> str:
    cases = "\n".join(
        f"    {name}) _arguments {' '.join(options)} '*:file:_files' ;;" for name, options in commands.items()
    )
    return f"""#compdef logsleuth
_logsleuth() {{
  if (( CURRENT == 2 )); then
    compadd {" ".join(commands)} -- --help --version
    return
  fi
  local command=$words[2]
  shift words; (( CURRENT-- ))
  case $command in
{cases}
  esac
}}
compdef _logsleuth logsleuth"""


def _fish(commands: Mapping[str, Sequence[str]]) -> str:
    lines = [f"complete -c logsleuth -n __fish_use_subcommand -f -a '{' '.join(commands)}'"]
    for name, options in commands.items():
        lines += [
            f"complete -c logsleuth -n '__fish_seen_subcommand_from {name}' -l {option[2:]}" for option in options
        ]
    return "\n".join(lines)
