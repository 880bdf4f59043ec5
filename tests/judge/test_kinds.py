"""The type of a variable: that of the column which it meets, else what the rule says, else text."""

from judge.making import line, rows_of, rule
from logsleuth.judge.kinds import kinds
from logsleuth.judge.shelf import Shelf
from logsleuth.model.book import Condition, Missing, Pattern


def test_a_variable_takes_the_type_of_the_column_that_it_meets() -> None:
    """A column beats `types`; `each` of a missing line is a number where ranks are."""
    asked = rule(
        line("a", "port", "ms", "rank"),
        rows_of("b", "listeners", port="$port", nosuch="$ms"),
        Condition("m", Missing(Pattern("r/m", "x"), "a", "rank")),
        unless=(rows_of("u", "processes", started="$when"),),
        types={"port": "text", "ms": "float"},
    )
    assert {"port": "integer", "ms": "float", "rank": "integer", "when": "time"} == kinds(asked, Shelf({}))
