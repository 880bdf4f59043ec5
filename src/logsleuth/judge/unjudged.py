"""Why a rule cannot be judged, as exceptions that never leave this room: `run` turns each into a `NotJudged`."""


class Unjudged(Exception):
    """The rule cannot be judged; the text says why."""


class Absent(Unjudged):
    """A table that the rule reads was not handed over."""

    def __init__(self, table: str) -> None:
        super().__init__(f"no `{table}` were handed over")


MOST_ROWS = 20_000
"""Joined rows that one rule may have."""

MOST_TRIED = 500_000
"""Pairs of rows that one rule may try."""

TOO_MANY = "too many combinations"
