"""The published schema of the report: `schema.json` beside this file, JSON Schema 2020-12."""

import json
from importlib.resources import files
from typing import Any


def schema() -> dict[str, Any]:
    """The schema of `logsleuth.report/1`; no key is optional and none is free."""
    loaded: dict[str, Any] = json.loads(files("logsleuth.report").joinpath("schema.json").read_text("utf-8"))
    return loaded
