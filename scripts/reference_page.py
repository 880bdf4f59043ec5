#!/usr/bin/env python3
"""Prints docs/reference.md: every key of rule files, every table, every option, from the code that reads them.

A test holds the stored page equal to it: `scripts/reference_page.py > docs/reference.md`, or `make pages`.
"""

import argparse
import inspect
import re
from collections.abc import Iterator, Sequence

from logsleuth.cli.common import add_common
from logsleuth.cli.dispatch import parser
from logsleuth.cli.settings import KEYS, NAME
from logsleuth.language import schema
from logsleuth.language.meanings import KINDS, PARTS, TITLES
from logsleuth.language.shapes import ByKind, Flag, ListOf, MapOf, Number, Record, Shape, Span, Text, Value
from logsleuth.model.relation import RELATIONS

HEAD = """# Reference

Every key, table and option. How rules are judged stands in [the rule language](rules.md).
This page is made from the code by `scripts/reference_page.py`.

## Contents
"""

EDITORS = """## Editors

An editor with the YAML language server completes keys, shows what they mean and marks mistakes, once the first line of a file names its schema.
The built-in files name theirs in `rules/schema/`. For a file of your own:

    logsleuth rules schema >rules.schema.json

```yaml
# yaml-language-server: $schema=rules.schema.json
- id: orders-licence-expired
```

A schema cannot look into expressions and patterns, nor from one place to another: `logsleuth rules check` says the rest.
"""

SETTINGS = {
    "rules": "A list of folders with rules, relative to this file.",
    "disable": "A list of rules that are left out, by their ids.",
}

PATTERN = "exception"
"""The part that holds the keys of a pattern and no other."""


def page() -> str:
    """The whole page."""
    sections = [EDITORS, *_files(), _tables(), *_commands(), _settings()]
    titles = [line[3:] for section in sections for line in section.split("\n") if line.startswith("## ")]
    contents = "".join(f"- [{title}](#{_anchor(title)})\n" for title in titles)
    return "\n".join([HEAD, contents, *sections])


def _anchor(title: str) -> str:
    """The anchor that a heading is given where the page is shown."""
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines)


# Rule files ------------------------------------------------------------------------------------------------------------


def _files() -> Iterator[str]:
    """A section for each kind of file. A part is told once, where it stands first."""
    pattern = schema.parts("programs")[PATTERN]
    told: set[str] = set()
    for kind, meaning in KINDS.items():
        parts = schema.parts(kind)
        first = next(iter(parts))
        if "condition" in parts:
            parts = {first: parts.pop(first), "condition": parts.pop("condition"), PATTERN: pattern, **parts}
        yield f"## Files: {kind}\n\n{meaning} It holds: [{TITLES[first].lower()}](#{_anchor(TITLES[first])}).\n"
        yield from (_part(part, record) for part, record in parts.items() if part not in told)
        told |= parts.keys()


def _part(part: str, record: Record) -> str:
    rows = [_row(part, key, record) for key in record.keys if key not in RELATIONS or part != "condition"]
    text = f"### {TITLES[part]}\n\n"
    if part == "condition":
        rows.insert(0, ["`TABLE`", "mapping of columns to matchers", "A row of [a table](#tables) whose columns fit."])
    if PARTS[PATTERN].keys() < record.keys.keys():
        rows = [row for row in rows if row[0].strip("*`") not in PARTS[PATTERN]]
        rows.insert(0, ["...", "", f"The keys of [a pattern](#{_anchor(TITLES[PATTERN])})."])
    for group in record.one_of:
        text += f"Exactly one of {group.says or ' and '.join(f'`{key}`' for key in group.keys)} is given. "
    if record.required:
        text += "Keys in bold are required."
    return (
        text.rstrip() + ("\n\n" if record.one_of or record.required else "") + _table(["key", "value", "meaning"], rows)
    )


def _row(part: str, key: str, record: Record) -> list[str]:
    name = f"**`{key}`**" if key in record.required else f"`{key}`"
    return [name, _value(record.keys[key], schema.part_at(part, key)), PARTS[part][key]]


def _value(shape: Shape, part: str) -> str:
    """What a value looks like, in words; `part` is what a mapping with known keys in it is."""
    if isinstance(shape, Record):
        return f"[{TITLES[part].lower()}](#{_anchor(TITLES[part])})"
    if isinstance(shape, ListOf):
        item = _value(shape.item, part)
        return f"{item}; or a list of such" if shape.alone else f"list of: {item}"
    if isinstance(shape, MapOf):
        names = _single(shape.names) if shape.names.words else "names"
        return f"mapping of {names} to: {_value(shape.item, part)}"
    if isinstance(shape, ByKind):
        return shape.wanted
    return _single(shape)


def _single(shape: Shape) -> str:
    if isinstance(shape, Text):
        return ", ".join(f"`{word}`" for word in shape.words) or shape.says or "text"
    if isinstance(shape, Number):
        lowest = f"{'above' if shape.above else 'from'} {shape.least:,}"
        highest = f" to {shape.most:,.0f}" if shape.most < Number().most else ""
        return f"{'whole number' if shape.whole else 'number'} {lowest}{highest}"
    words = {Flag: "`true`, `false`", Value: "a single value", Span: "a length of time: `5s`, `250 ms`, `1 h`"}
    return words[type(shape)]


# Tables and options ----------------------------------------------------------------------------------------------------


def _tables() -> str:
    rows = [[f"[`{name}`](relations.md#{name})", RELATIONS[name].meaning] for name in sorted(RELATIONS)]
    return f"## Tables\n\nTheir columns stand in [relations.md](relations.md).\n\n{_table(['table', 'rows'], rows)}"


def _actions(command: argparse.ArgumentParser) -> list[argparse.Action]:
    """The arguments of a command. argparse has no public list of them."""
    return [action for action in command._actions if action.dest != "help"]  # noqa: SLF001


def _named(action: argparse.Action) -> tuple[str, str, str]:
    """How an argument is written, its value, and what it means."""
    values = action.metavar or ", ".join(str(choice) for choice in action.choices or ())
    value = values if isinstance(values, str) else " ".join(values)
    if not value and action.nargs != 0:
        value = action.dest.upper()
    names = ", ".join(f"`{name}`" for name in action.option_strings) or f"`{value}`"
    meaning = (action.help or "") % vars(action) if "%" in (action.help or "") else action.help or ""
    return names, f"`{value}`" if value and action.option_strings else "", meaning


def _common() -> list[tuple[str, str, str]]:
    common = argparse.ArgumentParser()
    add_common(common)
    return [_named(action) for action in _actions(common)]


def _commands() -> Iterator[str]:
    """A section for the command line, and one below it for each command."""
    yield (
        "## Command line\n\nExit status: 0 nothing wrong was found, 1 something was, 2 the call or a rule file is wrong, 3 no input could be read.\n"
        f"\n### Common options\n\nNearly every command takes these.\n\n{_table(['option', 'value', 'meaning'], _common())}"
    )
    top = parser()
    yield _command(top, top.prog)
    yield from _below(top, top.prog)


def _below(command: argparse.ArgumentParser, name: str) -> Iterator[str]:
    for action in _actions(command):
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001 - argparse has no public name for it
            for key, sub in action.choices.items():
                yield _command(sub, f"{name} {key}")
                yield from _below(sub, f"{name} {key}")


def _command(command: argparse.ArgumentParser, name: str) -> str:
    """What a command does, with its examples, and its arguments."""
    first, _, rest = inspect.cleandoc(command.description or "").partition("\n\n")
    text = f"### `{name}`\n\n{' '.join(first.split())}\n"
    if rest:
        text += f"\n```text\n{rest}\n```\n"
    found = [_named(each) for each in _actions(command) if not isinstance(each, argparse._SubParsersAction)]  # noqa: SLF001
    common = _common()
    if all(row in found for row in common):
        found = [row for row in found if row not in common]
        found.append(("...", "", "The [common options](#common-options)."))
    return text + (f"\n{_table(['option', 'value', 'meaning'], found)}" if found else "")


def _settings() -> str:
    rows = [[f"`{key}`", SETTINGS[key]] for key in KEYS]
    where = "The project's file is the first found from the working folder upward; the user's lies in `~/.config/logsleuth`."
    return f"## `{NAME}`\n\n{where}\n\n{_table(['key', 'meaning'], rows)}"


if __name__ == "__main__":
    print(page(), end="")
