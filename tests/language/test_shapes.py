"""How nodes are held against shapes."""

from datetime import timedelta

from logsleuth.language.nodes import compose
from logsleuth.language.report import Report
from logsleuth.language.shapes import ByKind, Flag, Got, ListOf, MapOf, Number, OneOf, Record, Shape, Span, Text, Value


def fit(shape: Shape, text: str) -> tuple[Got | None, list[str]]:
    """The value, and what is wrong."""
    node, faults = compose(text)
    assert node is not None
    assert not faults
    report = Report("x.yaml", text)
    got = shape.fit(node, "it", report)
    return got, [fault.message for fault in report.faults]


def plain(shape: Shape, text: str) -> object:
    """The plain value, which must be without a fault."""
    got, wrong = fit(shape, text)
    assert got is not None
    assert [] == wrong
    return got.value


def test_text() -> None:
    """A text is a text; what is read as something else needs quotes."""
    assert plain(Text(), "x y") == "x y"
    assert plain(Text(), "'no'") == "no"
    assert fit(Text(), "no")[1] == ["it must be a text, but `no` without quotes is read as a truth: write 'no'"]
    assert fit(Text(words=("a", "bold")), "bolt")[1] == ["`bolt` is no it; did you mean `bold`?"]
    assert fit(Text(), "[a]")[1] == ["it must be a text, but this is a list"]


def test_number() -> None:
    """A number has bounds; a quoted one is a text."""
    assert plain(Number(), "5") == 5
    assert plain(Number(whole=False), "0.5") == 0.5
    assert fit(Number(), "'5'")[1] == ["it must be an integer, but this is a text"]
    assert fit(Number(), "0.5")[1] == ["it must be an integer, but this is a number"]
    assert fit(Number(least=1), "0")[1] == ["it must be at least 1 and at most 1e+09, but it is 0"]
    assert fit(Number(whole=False, most=1, above=True), "0")[1] == ["it must be more than 0 and at most 1, but it is 0"]


def test_flag_span_value() -> None:
    """Truths have two words; spans a number and a unit; a value is of the type that it is written as."""
    assert plain(Flag(), "true") is True
    assert fit(Flag(), "yes")[1] == ["it must be true or false, but this is a truth"]
    spans = [plain(Span(), text) for text in ("5s", "5", "250 ms", "2 min", "1h")]
    assert [timedelta(seconds=s) for s in (5, 5, 0.25, 120, 3600)] == spans
    assert fit(Span(), "soon")[0] is None
    assert [plain(Value(), text) for text in ("x", "'1'", "1", "1.5", "true", "null")] == ["x", "1", 1, 1.5, True, None]
    assert fit(Value(), "on")[0] is None


def test_lists() -> None:
    """A faulty item is left out, and the list says that it is not whole."""
    got, wrong = fit(ListOf(Number()), "[1, x, 3]")

    assert got is not None
    assert [1, 3] == [item.value for item in got.value]
    assert not got.whole
    assert 1 == len(wrong)
    assert [item.value for item in plain(ListOf(Text(), alone=True), "a")] == ["a"]  # type: ignore[attr-defined]
    assert fit(ListOf(Text()), "a")[1] == ["it must be a list, but this is a text"]
    assert fit(ListOf(Text()), "[]")[1] == ["it may not be empty"]


def test_maps() -> None:
    """Names are checked as texts are, and know where they stand."""
    got, wrong = fit(MapOf(Number(), Text(name="[a-z]+", rule="letters")), "{ab: 1, A1: 2}")

    assert got is not None
    assert {"ab": 1} == {name: item.value for name, item in got.value.items()}
    assert (1, 2) == got.value["ab"].key
    assert wrong == ["`A1` cannot be a name in it: letters"]


def test_records_say_everything() -> None:
    """Unknown, missing and rival keys are all said; a key that was meant is not said to be missing too."""
    shape = Record({"name": Text(), "size": Number(), "tall": Flag()}, ("name",), (OneOf(("size", "tall")),))

    assert fit(shape, "{nam: x, size: 1, tall: true}")[1] == [
        "unknown key `nam` of it; did you mean `name`?",
        "it has both `size` and `tall`: one of them may be given",
    ]
    assert fit(shape, "{size: 1}")[1] == ["it lacks `name`"]
    assert fit(shape, "{name: x}")[1] == ["it needs one of `size` and `tall`"]
    got, _ = fit(shape, "{name: [], size: 1}")
    assert got is not None
    assert (None, 1, False) == (got.get("name"), got.get("size"), got.whole)


def test_by_kind() -> None:
    """What may be one thing or another is told by the kind of node."""
    shape = ByKind("a word or a list", scalar=Text(), items=ListOf(Text()))

    assert plain(shape, "x") == "x"
    assert fit(shape, "{a: b}")[1] == ["it must be a word or a list, but this is a mapping"]
