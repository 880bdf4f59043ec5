"""Settings that hold for more than one call: a `logsleuth.toml` of the user, and one of the project.

The project's is the first found from the working directory upward; the user's lies in `$XDG_CONFIG_HOME/logsleuth` (`~/.config/logsleuth`).

    rules = ["ops/rules"]                # folders with rules, relative to this file
    disable = ["lazy-import-lacks-module"]   # rules that are left out, by their ids
"""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from logsleuth.errors import UsageError

NAME = "logsleuth.toml"
KEYS = ("rules", "disable")
LARGEST = 1 << 20


@dataclass(frozen=True, slots=True)
class Settings:
    """What the files say together.

    The user's folders stand first, so that what the project's say replaces it; `disabled` tells for each rule the file that does so.
    """

    files: tuple[Path, ...] = ()
    folders: tuple[Path, ...] = ()
    disabled: Mapping[str, Path] = field(default_factory=dict)


def settings(start: Path | None = None) -> Settings:
    """The settings that hold in a folder (the working directory). Raises UsageError with the place of what is wrong."""
    files = tuple(dict.fromkeys(_found(start)))
    folders: list[Path] = []
    disabled: dict[str, Path] = {}
    for file in files:
        told = _read(file)
        folders += [_folder(file, name) for name in _texts(told, "rules", file)]
        disabled |= dict.fromkeys(_texts(told, "disable", file), file)
    return Settings(files, tuple(folders), disabled)


def _folder(file: Path, name: str) -> Path:
    folder = file.parent / Path(name).expanduser()
    if not folder.is_dir():
        raise UsageError(f"{file}: rules: {folder}: no such folder")
    return folder


def _found(start: Path | None) -> Iterator[Path]:
    """The user's file, then the project's."""
    root = os.environ.get("XDG_CONFIG_HOME") or ""
    try:
        base = Path(root) if root.startswith("/") else Path("~/.config").expanduser()
    except RuntimeError:  # no home folder
        base = None
    if base is not None and (base / "logsleuth" / NAME).is_file():
        yield base / "logsleuth" / NAME
    try:
        here = (start or Path.cwd()).resolve()
    except OSError:  # the working directory is gone
        return
    for folder in (here, *here.parents):
        if (folder / NAME).is_file():
            yield folder / NAME
            return


def _read(file: Path) -> Mapping[str, Any]:
    import tomllib  # noqa: PLC0415  # 3 ms at start-up, and most calls have no such file

    try:
        with file.open("rb") as stream:
            data = stream.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise UsageError(f"{file}: more than {LARGEST} bytes: this is no file of settings")
        told = tomllib.loads(data.decode())
    except OSError as problem:
        raise UsageError(f"{file}: {problem.strerror}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{file}: it is no UTF-8 text: save it as UTF-8") from None
    except tomllib.TOMLDecodeError as problem:
        raise UsageError(f"{file}: this is no TOML: {problem}") from None
    for key in told:
        if key not in KEYS:
            raise UsageError(f"{file}: unknown key `{key}`; there are {', '.join(f'`{known}`' for known in KEYS)}")
    return told


def _texts(told: Mapping[str, Any], key: str, file: Path) -> list[str]:
    value = told.get(key, [])
    if not isinstance(value, list) or not all(isinstance(item, str) and item for item in value):
        raise UsageError(f'{file}: `{key}` must be a list of texts, such as {key} = ["..."]')
    return value
