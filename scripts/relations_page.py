#!/usr/bin/env python3
"""Prints docs/relations.md from the schemas. A test holds the stored page equal to it: `scripts/relations_page.py > docs/relations.md`."""

from logsleuth.model.relation import COMMON, MATCHES, RELATIONS, Column, Relation

HEAD = """# Relations

Everything that is known about a run is a row of one of these. Rules name them in `when` and `unless` (see `rules.md`).
This page is made from `src/logsleuth/model/relation.py` by `scripts/relations_page.py`.

## Columns that every relation has
"""


def table(columns: tuple[Column, ...]) -> str:
    """The columns as a table."""
    rows = "\n".join(f"| `{column.name}` | {column.type} | {column.meaning} |" for column in columns)
    return f"| column | type | meaning |\n|---|---|---|\n{rows}\n"


def section(relation: Relation, title: str) -> str:
    """One relation."""
    return f"## {title}\n\n{relation.meaning[0].upper()}{relation.meaning[1:]}.\n\n{table(relation.columns)}"


def page() -> str:
    """The whole page."""
    parts = [HEAD, table(COMMON), section(MATCHES, "A `line:`, `text:`, `raw:` or `record:` condition")]
    return "\n".join([*parts, *(section(relation, f"`{name}`") for name, relation in sorted(RELATIONS.items()))])


if __name__ == "__main__":
    print(page(), end="")
