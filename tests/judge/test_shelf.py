"""Tables as rules read them."""

from typing import Any

import pytest

from judge.making import row, rows_of, rule, run, table
from logsleuth.judge.shelf import Shelf
from logsleuth.judge.unjudged import Absent, Unjudged
from logsleuth.model.book import TableRows

PROCESSES = table(
    "processes",
    row(1, pid=10, user="root", command="python3 -m api", ancestors=[1, 2], deleted=True, age_min=3.0),
    row(2, pid=11, user="ana", command="sleep 5", ancestors=[1], deleted=False),
    row(3, pid=None),
)


@pytest.mark.parametrize(
    ("matchers", "expected"),
    [
        ({}, [1, 2, 3]),
        ({"pid": 10}, [1]),
        ({"pid": "11"}, [2]),
        ({"pid": [10, 11]}, [1, 2]),
        ({"pid": [10, None]}, [1, 3]),
        ({"pid": None}, [3]),
        ({"pid": "ten"}, []),
        ({"pid": True}, []),
        ({"pid": "$p"}, [1, 2, 3]),
        ({"deleted": True}, [1]),
        ({"deleted": "false"}, [2]),
        ({"age_min": 3}, [1]),
        ({"command": "~^python3? -m"}, [1]),
        ({"pid": "~^1[01]$"}, [1, 2]),
        ({"deleted": "~true"}, [1]),
        ({"ancestors": 2}, [1]),
        ({"ancestors": "~^1$"}, [1, 2]),
        ({"ancestors": [3, None]}, [3]),
        ({"user": "root", "pid": 11}, []),
        ({"user": ["root", "ana"], "command": "~."}, [1, 2]),
    ],
)
def test_a_matcher_is_a_value_an_expression_a_list_or_null(matchers: dict[str, Any], expected: list[int]) -> None:
    """A value is compared as the column's type, a list means any of them, an expression is found anywhere; null fits null alone."""
    what = rows_of("p", "processes", **matchers).what
    assert isinstance(what, TableRows)
    assert expected == [
        each["line"] for each in Shelf({"processes": PROCESSES}).get("processes").fitting(what.matchers)
    ]


def test_a_variable_twice_in_one_row_must_agree() -> None:
    """`$p` for two columns joins the row with itself; null joins nothing."""
    rows = table("processes", row(1, pid=1, ppid=1), row(2, pid=1, ppid=2), row(3))
    assert [[1]] == [
        [each.line for each in finding.evidence]
        for finding in run(rule(rows_of("p", "processes", pid="$p", ppid="$p")), [rows]).findings
    ]


def test_an_expression_that_is_none_is_not_judged() -> None:
    """A slip in an expression is a reason, no crash."""
    with pytest.raises(Unjudged, match="no regular expression"):
        Shelf({"processes": PROCESSES}).get("processes").fitting(rows_of("p", "processes", command="~(").what.matchers)  # type: ignore[union-attr]


def test_what_is_given_is_added_once() -> None:
    """The same row given twice is one row; rows handed over stay."""
    shelf = Shelf({"deaths": table("deaths", row(1, pid=1))})
    shelf.give("deaths", [row(2, pid=2)], 0)
    shelf.give("deaths", [row(2, pid=2), row(3, pid=3)], 1)
    assert [1, 2, 3] == [each["pid"] for each in shelf.get("deaths").rows]
    assert (2, 1) == (len(shelf.given["deaths"].rows), shelf.get("deaths").table.dropped)


def test_a_table_that_nobody_handed_over_is_absent() -> None:
    """Absent is not empty."""
    with pytest.raises(Absent, match="`health`"):
        Shelf({}).get("health")
    with pytest.raises(Unjudged, match="no table"):
        Shelf({}).give("nonsense", (), 0)
