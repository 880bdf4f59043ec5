"""What an archive holds: members to be read, and entries that are passed over."""

import re
from dataclasses import dataclass

from logsleuth.intake.stream import Chunks

_DRIVE = re.compile(r"[A-Za-z]:")


@dataclass(frozen=True, slots=True)
class Member:
    """One file of an archive. `modified` is in seconds since 1970 (UTC), `size` in bytes; None where the archive does not tell."""

    name: str
    chunks: Chunks
    modified: float | None = None
    size: int | None = None


@dataclass(frozen=True, slots=True)
class Passed:
    """An entry that is not read, and why; without a name it speaks of the archive itself."""

    name: str
    why: str


def inner_path(name: str) -> str:
    """The member's name as it is shown: without a leading `./`."""
    while name.startswith("./"):
        name = name[2:].lstrip("/")
    return name


def climbs(name: str) -> bool:
    """Whether a name leads out of the archive: absolute, with a drive, or upwards."""
    parts = name.replace("\\", "/").split("/")
    return parts[0] == "" or ".." in parts or _DRIVE.match(name) is not None


def hidden(name: str) -> bool:
    """Whether a member lies in a hidden folder, or is hidden itself, or is what a Mac adds to its archives."""
    return any(part.startswith(".") or part == "__MACOSX" for part in name.split("/") if part not in {"", "."})
