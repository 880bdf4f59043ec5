"""The published schema of the report: `schema.json` beside this file, JSON Schema 2020-12."""

import json
from typing import Any


def schema() -> dict[str, Any]:
    """The schema of `logsleuth.report/1`; no key is optional and none is free."""
    from importlib.resources import files  # noqa: PLC0415  # 5 ms at start-up, and seldom needed

    loaded: dict[str, Any] = json.loads(files("logsleuth.report").joinpath("schema.json").read_text("utf-8"))
    return loaded
