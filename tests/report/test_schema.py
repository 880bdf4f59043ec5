"""The published schema."""

from collections.abc import Iterator
from typing import Any

from jsonschema import Draft202012Validator

from logsleuth.report import SCHEMA, schema


def objects(part: Any) -> Iterator[dict[str, Any]]:
    """All object schemas with named properties within a part of the schema."""
    if isinstance(part, dict):
        if "properties" in part and part.get("type") == "object":
            yield part
        for inner in part.values():
            yield from objects(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from objects(inner)


def test_it_is_a_schema() -> None:
    """It is a JSON schema of 2020-12, named as the reports name it."""
    Draft202012Validator.check_schema(schema())

    assert SCHEMA == schema()["title"] == schema()["properties"]["schema"]["const"]


def test_strict() -> None:
    """Every key is required, and no other is allowed."""
    found = list(objects(schema()))

    assert len(found) > 10
    assert all(sorted(one["properties"]) == sorted(one["required"]) for one in found)
    assert all(one["additionalProperties"] is False for one in found)
