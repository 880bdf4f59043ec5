"""Values of fields in lines of JSON: found however a writer writes them, and nothing else found."""

import json
import re

import regex
from hypothesis import example, given, settings
from hypothesis import strategies as st

from logsleuth.author.imports import jsonline

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8)


def found(expression: str, line: str) -> bool:
    """Whether the expression is found as an analysis finds it."""
    return regex.search(expression, line, regex.VERSION0 | regex.ASCII) is not None


@given(TEXTS, st.booleans(), st.booleans())
@settings(max_examples=50, deadline=None)
@example('a"b\\c/', True, False)
@example("é\u2028\n\x7f", False, True)
def test_a_value_is_found_in_either_way_of_writing_it(text: str, ascii_only: bool, ignore_case: bool) -> None:  # noqa: FBT001
    """With characters beyond ASCII as themselves or as escapes."""
    line = json.dumps({"a": 1, "f": text}, ensure_ascii=ascii_only)
    assert found(jsonline.has("f", jsonline.scalar(text, ignore_case=ignore_case)), line)


@given(TEXTS, TEXTS)
@settings(max_examples=50, deadline=None)
def test_another_value_is_not_found(text: str, other: str) -> None:
    """Case aside, a value is found only where it is the same."""
    line = json.dumps({"f": other})
    assert (text == other) is found(jsonline.has("f", jsonline.scalar(text, ignore_case=False)), line)


def test_a_key_is_no_text_of_a_value() -> None:
    """What looks like a field inside a value is none; a field inside an object is one."""
    has = jsonline.has("f", jsonline.scalar("x", ignore_case=True))

    assert not found(has, json.dumps({"g": '"f": "x"'}))
    assert not found(has, json.dumps({"g": "f", "h": "x"}))
    assert not found(has, json.dumps({'g"f': "x"}))
    assert found(has, json.dumps({"g": {"f": "X"}}))


def test_a_name_with_dots_is_a_path_as_well() -> None:
    """`a.b` is the key `a.b`, or `b` right inside `a`."""
    has = jsonline.has("a.b", jsonline.scalar("x", ignore_case=True))

    assert found(has, '{"a.b":"x"}')
    assert found(has, '{"a":{"c":"}","b":"x"}}')
    assert not found(has, '{"a":{"c":1},"b":"x"}')


def test_numbers_and_truths_may_stand_without_quotes() -> None:
    """And are found whole only."""
    has = jsonline.has("n", jsonline.scalar("500", ignore_case=True))

    assert [True, True, False, False] == [
        found(has, line) for line in ('{"n":500}', '{"n": "500"}', '{"n":5000}', '{"n":500.5}')
    ]


def test_a_keyword_is_a_text_of_a_value_and_no_key() -> None:
    """In a line that is no JSON it may stand anywhere."""
    word = "^" + jsonline.anywhere(["certificate expired"], ignore_case=True)

    assert found(word, '{"m":"the Certificate Expired"}')
    assert not found(word, '{"certificate expired":"no"}')
    assert found(word, "tls: certificate expired")
    assert found(jsonline.anywhere(['a "b"'], ignore_case=True), json.dumps({"m": 'A "B"'}))
    assert found(jsonline.anywhere(["500"], ignore_case=True), '{"status":500}')


def test_a_capture_has_the_value_as_it_is_written() -> None:
    """A text without its quotes, or a number; nothing for null."""
    expression = jsonline.capture("by_f", "f")
    lines = ('{"f":"a\\"b"}', '{"f": 12}', '{"f":null}', '{"g":1}')
    matches = [regex.search(expression, line) for line in lines]

    assert ['a\\"b', "12", None, None] == [match and match["by_f"] for match in matches]
    assert re.compile(expression)
