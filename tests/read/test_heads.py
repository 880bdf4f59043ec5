"""Finding the pattern of a head."""

from logsleuth.model.book import Layout
from logsleuth.read.heads import LONGEST_HEAD, Heads, in_order, split_head


def test_the_first_in_order_counts() -> None:
    """A smaller order is tried first; of equal ones the id decides."""
    one, two, three = Layout("b", order=1), Layout("a", order=2), Layout("a2", order=1)
    assert ["a2", "b", "a"] == [layout.id for layout in in_order([two, one, three])]


def test_a_faulty_pattern_matches_nothing() -> None:
    """A pattern that cannot be compiled harms no line; the loader is the one who says so."""
    heads = Heads(
        [Layout("bad", pattern="(a"), Layout("good", pattern="^a(?P<message>.*)"), Layout("plain", pattern="^b")]
    )
    found = heads.read("ab")
    assert found is not None
    assert ("good", {"message": "b"}) == (found[0].id, found[1])
    assert heads.read("") is None
    assert heads.read("é") is None
    plain = heads.read("bc")
    assert plain is not None
    assert {} == plain[1]


def test_the_head_of_a_long_text() -> None:
    """A head is looked for in the first line, and not in all of a long one."""
    assert ("a", "\nb") == split_head("a\nb")
    assert ("a", "") == split_head("a")
    assert LONGEST_HEAD == len(split_head("x" * 9999)[0])
    assert "x" * 9999 == "".join(split_head("x" * 9999))
