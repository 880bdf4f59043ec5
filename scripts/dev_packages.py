#!/usr/bin/env python3
"""Prints the packages of the group `dev` in pyproject.toml, one a line, as `pip install -r` reads them: older pips know no groups."""

import tomllib
from pathlib import Path

PROJECT = Path(__file__).parent.parent / "pyproject.toml"


def packages() -> list[str]:
    """The requirements, as they are written."""
    with PROJECT.open("rb") as file:
        return list(tomllib.load(file)["dependency-groups"]["dev"])


if __name__ == "__main__":
    print("\n".join(packages()))
