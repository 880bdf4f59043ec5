"""Rows stand in the order of their places, whatever the order in which they were handed over."""

from hypothesis import given
from hypothesis import strategies as st

from judge.making import line, row
from logsleuth.judge.rows import Joined, Rows, Shown, in_order, place
from logsleuth.model.relation import Type

ROWS = [row(1, path="b.log"), row(2), row(1, x="1"), row(1, x="2"), row(1, x="10"), {}]


@given(st.permutations(ROWS))
def test_the_order_handed_over_does_not_matter(rows: list[dict[str, object]]) -> None:
    """Rows of one place are told apart by what they say."""
    assert in_order(ROWS) == in_order(rows)
    assert sorted(map(place, ROWS)) == [place(each) for each in in_order(rows)]


def test_a_name_is_found_in_the_condition_that_has_it() -> None:
    """`condition.column` is read from that condition, a variable from the first that binds it; else there is nothing."""
    parts = tuple(Rows(line(name), [row(1, x=name)], {"x": Type.TEXT}, Shown("line"), {"v": "x"}) for name in "ab")
    joined = Joined(parts, [(0, 0)])
    assert ["b", "a", None, None] == [joined.value((0, 0), name) for name in ("b.x", "v", "b.y", "c.x")]
    assert ("v",) == joined.variables
