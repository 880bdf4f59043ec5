"""Print a completion script for a shell.

eval "$(logsleuth completion bash)"
logsleuth completion zsh > ~/.zfunc/_logsleuth
logsleuth completion fish > ~/.config/fish/completions/logsleuth.fish
"""

import argparse
from collections.abc import Mapping

NAME = "completion"
HELP = "print a completion script for bash, zsh or fish"
SHELLS = ("bash", "zsh", "fish")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `logsleuth completion`."""
    parser.add_argument("shell", choices=SHELLS)


def run(options: argparse.Namespace) -> int:
    """Never called: the script needs the whole parser, see `script`."""
    raise NotImplementedError(options)


def script(shell: str, parser: argparse.ArgumentParser) -> int:
    """Prints the script, made from the parser itself, so that it cannot fall behind."""
    commands = _commands(parser)
    print({"bash": _bash, "zsh": _zsh, "fish": _fish}[shell](commands))
    return 0


def _commands(parser: argparse.ArgumentParser) -> Mapping[str, list[str]]:
    """Each command's long options."""
    subs = next(action for action in parser._actions if isinstance(action, argparse._SubParsersAction))  # noqa: SLF001  # no public way
    return {
        name: [option for action in sub._actions for option in action.option_strings if option.startswith("--")]  # noqa: SLF001
        for name, sub in subs.choices.items()
    }


def _bash(commands: Mapping[str, list[str]]) -> str:
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


def _zsh(commands: Mapping[str, list[str]]) -> str:
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


def _fish(commands: Mapping[str, list[str]]) -> str:
    lines = [f"complete -c logsleuth -n __fish_use_subcommand -f -a '{' '.join(commands)}'"]
    for name, options in commands.items():
        lines += [
            f"complete -c logsleuth -n '__fish_seen_subcommand_from {name}' -l {option[2:]}" for option in options
        ]
    return "\n".join(lines)
