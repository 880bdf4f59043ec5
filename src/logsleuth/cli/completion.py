"""Print a completion script for a shell.

eval "$(logsleuth completion bash)"
logsleuth completion zsh > ~/.zfunc/_logsleuth
logsleuth completion fish > ~/.config/fish/completions/logsleuth.fish
"""

import argparse
from collections.abc import Iterator, Mapping
from types import MappingProxyType

NAME = "completion"
HELP = "print a completion script for bash, zsh or fish"
SHELLS = ("bash", "zsh", "fish")

COMMON = "--help --rules --no-config --keep-going --no-cache --quiet --verbose --color"
OPTIONS: Mapping[str, str] = MappingProxyType(
    {
        "analyze": f"{COMMON} --expect --expect-file --source --as --boot --format --output --top --explain --fail-on"
        " --no-redact --jobs",
        "query": f"{COMMON} --tables --format --output --expect --source --boot --no-redact",
        "verify": COMMON,
        "rules list": f"{COMMON} --cause --ids --format",
        "rules show": COMMON,
        "rules schema": "--help",
        "rules check": f"{COMMON} --no-advice --strict --format",
        "rules test": f"{COMMON} --format",
        "rules try": f"{COMMON} --raw --record --text --ignore-case --near --max --no-redact",
        "rules new": f"{COMMON} --from --id --cause --output",
        "rules profile": f"{COMMON} --top --format",
        "rules coverage": f"{COMMON} --exclude --format --no-redact",
        "rules import": f"{COMMON} --from --cause --causes --output",
        "completion": "--help",
    }
)
"""Each command's long options. They are written down here since a shell that starts should not wait for all commands to be imported;
a test holds them equal to the parser's."""

TAKES_RULES = ("rules show", "rules try")
"""Commands that take the id of a rule."""

IDS = "logsleuth rules list --ids 2>/dev/null"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `logsleuth completion`."""
    parser.add_argument("shell", choices=SHELLS)


def run(options: argparse.Namespace) -> int:
    """Prints the script."""
    print(script(options.shell))
    return 0


def script(shell: str) -> str:
    """The script for a shell."""
    return {"bash": _bash, "zsh": _zsh, "fish": _fish}[shell]()


def _commands() -> str:
    return " ".join(dict.fromkeys(name.split()[0] for name in OPTIONS))


def _tasks() -> str:
    return " ".join(name.split()[1] for name in OPTIONS if " " in name)


def _bash() -> str:
    cases = "\n".join(f"    '{name}') words='{options}' ;;" for name, options in OPTIONS.items())
    return f"""_logsleuth() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} words='--help --version' command=${{COMP_WORDS[1]}}
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '{_commands()} --help --version' -- "$word"))
    return
  fi
  if [ "$command" = rules ]; then
    if [ "$COMP_CWORD" -eq 2 ]; then
      COMPREPLY=($(compgen -W '{_tasks()} --help' -- "$word"))
      return
    fi
    command="rules ${{COMP_WORDS[2]}}"
  fi
  case "$command" in
{cases}
  esac
  case "$word" in
    -*) COMPREPLY=($(compgen -W "$words" -- "$word")); return ;;
  esac
  COMPREPLY=($(compgen -f -- "$word"))
  case "$command" in
    {"|".join(f"'{name}'" for name in TAKES_RULES)}) COMPREPLY+=($(compgen -W "$({IDS})" -- "$word")) ;;
  esac
}}
complete -o filenames -F _logsleuth logsleuth"""


def _zsh() -> str:
    cases = "\n".join(f"    '{name}') _arguments {options} '*:{_what(name)}' ;;" for name, options in OPTIONS.items())
    return f"""#compdef logsleuth
_logsleuth_rules() {{
  compadd -- $({IDS})
  _files
}}
_logsleuth() {{
  if (( CURRENT == 2 )); then
    compadd {_commands()} -- --help --version
    return
  fi
  local command=$words[2]
  if [[ $command == rules ]]; then
    if (( CURRENT == 3 )); then
      compadd {_tasks()} -- --help
      return
    fi
    command="rules $words[3]"
    shift words; (( CURRENT-- ))
  fi
  shift words; (( CURRENT-- ))
  case $command in
{cases}
  esac
}}
compdef _logsleuth logsleuth"""


def _what(name: str) -> str:
    return "rule:_logsleuth_rules" if name in TAKES_RULES else "file:_files"


def _fish() -> str:
    return "\n".join(_fish_lines())


def _fish_lines() -> Iterator[str]:
    yield f"complete -c logsleuth -n __fish_use_subcommand -f -a '{_commands()}'"
    no_task = f"__fish_seen_subcommand_from rules; and not __fish_seen_subcommand_from {_tasks()}"
    yield f"complete -c logsleuth -n '{no_task}' -f -a '{_tasks()}'"
    for name, options in OPTIONS.items():
        seen = "; and ".join(f"__fish_seen_subcommand_from {word}" for word in name.split())
        yield from (f"complete -c logsleuth -n '{seen}' -l {option[2:]}" for option in options.split())
        if name in TAKES_RULES:
            yield f"complete -c logsleuth -n '{seen}' -a '({IDS})'"
