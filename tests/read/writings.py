"""The layouts and envelopes of the project, for the tests of the room `read`, which does not know the loader of rule files."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from logsleuth.model.book import Envelope, Layout
from logsleuth.read.peel import Peeled, Peeler

RULES = Path(__file__).parents[2] / "rules"


def _entries(folder: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for path in sorted((RULES / folder).glob("*.yaml")):
        found += yaml.safe_load(path.read_text(encoding="utf-8"))
    return found


def _fields(entry: Mapping[str, Any]) -> dict[str, Any]:
    fields = dict(entry)
    fields["keys"] = {name: tuple(keys) for name, keys in entry.get("keys", {}).items()}
    fields["time"] = tuple(entry.get("time", ()))
    fields["examples"] = tuple(entry.get("examples", ()))
    return fields


@cache
def layouts() -> tuple[Layout, ...]:
    """All layouts of the project."""
    return tuple(Layout(**_fields(entry)) for entry in _entries("layouts"))


@cache
def envelopes() -> tuple[Envelope, ...]:
    """All envelopes of the project."""
    return tuple(Envelope(**_fields(entry)) for entry in _entries("envelopes"))


@cache
def peeler() -> Peeler:
    """A peeler that knows them all."""
    return Peeler(layouts(), envelopes())


def peel(line: str) -> Peeled:
    """The line as the whole project peels it."""
    return peeler().peel(line)


def told(peeled: Peeled, field: str) -> object:
    """What a peeled line says of a field, as the examples write it."""
    if field == "time":
        return None if peeled.stamp is None else str(peeled.stamp)
    owner: object = peeled if hasattr(peeled, field) else peeled.origin
    return getattr(owner, field)


def expected(example: Mapping[str, object]) -> dict[str, object]:
    """The fields that an example names."""
    return {key: value for key, value in example.items() if key not in {"line", "matches"}}
