"""Names: who may see what, and of which type it is."""

from pathlib import Path

from language.folders import JOINED, RULE, found, spoiled
from language.test_conditions import drafts
from logsleuth.language import forms
from logsleuth.language.faults import Trouble
from logsleuth.language.names import EACH, Names
from logsleuth.language.nodes import Items, compose
from logsleuth.language.report import Report
from logsleuth.model.relation import Type


def names() -> Names:
    """Those of the rule that joins everything."""
    node, _ = compose(JOINED)
    assert isinstance(node, Items)
    got = forms.RULE.fit(node.items[0], "the rule", Report("x.yaml", JOINED))
    assert got is not None
    return Names(got, list(drafts(JOINED).values()))


def test_types() -> None:
    """A variable has the type of the column that it meets, else that of `types`, else it is text."""
    known = names()

    assert {"port": Type.INTEGER, "took": Type.INTEGER, "pid": Type.INTEGER} == known.variables()
    assert {"pid": Type.INTEGER, "rank": Type.INTEGER} == known.variables("unless")


def test_columns() -> None:
    """A pattern's row has its captures, a count's three columns more, a missing line's those of what it comes after."""
    known = names()
    of_pattern, of_count, of_missing = known.columns("e"), known.columns("many"), known.columns("gone")

    assert of_pattern is not None
    assert (Type.TEXT, Type.INTEGER, Type.INTEGER) == tuple(
        of_pattern[name] for name in ("text", "port", "origin.rank")
    )
    assert of_count == {**of_pattern, "count": Type.INTEGER, "first_time": Type.TIME, "last_time": Type.TIME}
    assert of_missing == {**of_pattern, "rank": Type.INTEGER}
    assert None is known.columns("nobody")


def test_who_sees_what() -> None:
    """A rule's `where` sees `when` alone; that of a condition in `unless` sees itself as well, and no other of `unless`."""
    known = names()
    own, gone = known.by_name["own"], known.by_name["gone"]

    assert Type.INTEGER is known.resolve("old.pid")
    assert Type.INTEGER is known.resolve("many.origin.rank")
    assert isinstance(known.resolve("own.pid"), Trouble)
    assert isinstance(known.resolve("rank"), Trouble)
    assert Type.INTEGER is known.resolve("own.pid", own)
    assert Type.INTEGER is known.resolve("rank", gone)
    assert isinstance(known.resolve("gone.rank", own), Trouble)
    assert isinstance(known.resolve("old"), Trouble)


def test_each_is_what_the_relations_say() -> None:
    """What `each` may ask for has a type."""
    assert set(forms.EACH) == set(EACH)


def test_a_faulty_condition_takes_no_others_along(tmp_path: Path) -> None:
    """Where a pattern cannot be read, what it would have captured is not called unknown."""
    text = spoiled(RULE, "exists'}", "exists('}")

    assert 1 == len(found(tmp_path, {"packs/good.yaml": text}))
