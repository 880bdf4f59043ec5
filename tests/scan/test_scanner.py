"""All patterns as one matcher."""

import importlib.util

import pytest

from logsleuth.model.book import On, Pattern
from logsleuth.scan import PatternError, compile_patterns, costs, derive
from logsleuth.scan.engines import best
from logsleuth.scan.engines.python import PythonEngine
from scan.helpers import ENGINES, found, patterns, reader


def test_an_index_names_a_pattern() -> None:
    """Hits name patterns by their place, whatever else is the same about them."""
    asked = [
        Pattern("same", expression="a"),
        Pattern("same", expression="b"),
        Pattern("raw", expression="a", on=On.RAW),
    ]
    assert found(compile_patterns(asked).blocks(reader(b"a\nb\n"))) == {(1, 0), (1, 2), (2, 1)}


def test_no_patterns() -> None:
    """Blocks come all the same."""
    for engine in ENGINES:
        (block,) = compile_patterns([], engine=engine).blocks(reader(b"a\nb"))
        assert (block.first_line, block.newlines, block.hits) == (1, 1, ())


def test_the_plain_engine_takes_the_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where hyperscan is not installed."""
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    assert isinstance(best(), PythonEngine)
    assert found(compile_patterns(patterns("a")).blocks(reader(b"a"))) == {(1, 0)}


def test_databases_are_made_once() -> None:
    """For the same needles left out it is the same one; not too many are held."""
    scanner = compile_patterns(patterns("a", "b"))
    whole = scanner.database(frozenset())
    assert scanner.database(frozenset({0})) is scanner.database(frozenset({0}))
    for number in range(40):
        scanner.database(frozenset({1, number + 2}))
    assert scanner.database(frozenset()) is whole


def test_refused_by_key() -> None:
    """The error names the pattern among many."""
    with pytest.raises(PatternError, match=r"^bad/one: ") as raised:
        compile_patterns([*patterns("a"), Pattern("bad/one", expression="x*")])
    assert raised.value.why


def test_the_door() -> None:
    """What is imported late is there."""
    assert callable(costs)
    assert callable(derive)
