"""Records of JSON and of pairs."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logsleuth.read.structured import (
    Key,
    all_strings,
    as_text,
    load_json,
    load_pairs,
    pairs,
    pick,
    texts_of,
    unescape,
    unescape_deep,
)


@pytest.mark.parametrize("text", ["", "{", "[]", "1", '{"a":1', "{'a': 1}", '{"a":1}x', "{" * 3000 + "}" * 3000])
def test_what_is_no_object_is_none(text: str) -> None:
    """Only a whole JSON object is a record."""
    assert load_json(text) is None


def test_keys_with_dots() -> None:
    """A key with dots is one of just that text, or a path."""
    key = (Key.of("log.level"),)
    assert (("log.level",), "a") == pick({"log.level": "a", "log": {"level": "b"}}, key)
    assert (("log", "level"), "b") == pick({"log": {"level": "b"}}, key)
    assert pick({"log": "x"}, key) is None
    assert pick({"log": {"level": {}}}, key) is None


def test_the_first_key_with_a_text_counts() -> None:
    """A key whose value is an object or null is passed over."""
    assert (("b",), "2") == pick({"a": {"x": 1}, "b": 2}, (Key.of("a"), Key.of("b")))
    assert (("b",), "2") == pick({"a": None, "b": 2}, (Key.of("a"), Key.of("b")))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("x", "x"),
        (1, "1"),
        (1.5, "1.5"),
        (1796090400.123, "1796090400.123"),
        (1e17, "100000000000000000"),
        (True, None),
        (None, None),
        ([104, 105], "hi"),
        ([], None),
        ([300], None),
        (10**40, None),
        (float("inf"), None),
        (float("nan"), None),
        ({}, None),
    ],
)
def test_scalars_as_text(value: object, text: str | None) -> None:
    """Numbers in plain digits, lists of bytes decoded, nothing else."""
    assert text == as_text(value)


def test_strings_in_the_order_written() -> None:
    """Nested strings come where they stand; those under a path that was used do not."""
    record = {"a": "1", "b": {"c": "2", "d": ["3", {"e": "4"}]}, "f": 5, "g": "6"}
    assert ["1", "3", "4", "6"] == list(all_strings(record, frozenset({("b", "c")})))


def test_what_is_too_deep_is_left_out() -> None:
    """Nesting without bound is no danger."""
    record = json.loads('{"a":' * 200 + '"x"' + "}" * 200)
    assert [] == list(all_strings(record, frozenset()))


def test_pairs_of_several_kinds() -> None:
    """Go's quotes, Python's, bare values, empty ones; the first of a key counts."""
    text = 't=1 msg="a \\"b\\"\\n" who=\'x y\' empty= bare=a=b t=2'
    assert {"t": "1", "msg": 'a "b"\n', "who": "x y", "empty": "", "bare": "a=b"} == load_pairs(text)


@pytest.mark.parametrize("text", ["", "x", "x y=1", "=1", "1=2", "http://a?b=c", "a b=c"])
def test_what_does_not_begin_with_a_pair_is_none(text: str) -> None:
    """A line of pairs begins with one."""
    assert load_pairs(text) is None


@settings(max_examples=80)
@given(st.dictionaries(st.from_regex(r"[a-z]{1,8}", fullmatch=True), st.text(max_size=30), max_size=6))
def test_quoted_values_come_back(values: dict[str, str]) -> None:
    """What was quoted as JSON does is unquoted without loss (characters of two halves aside)."""
    plain = {key: value for key, value in values.items() if all(ord(char) < 0x10000 for char in value)}
    text = " ".join(f"{key}={json.dumps(value)}" for key, value in plain.items())
    assert {key: _controls(value) for key, value in plain.items()} == pairs(text)


def _controls(text: str) -> str:
    """JSON writes backspace and form feed as letters, Go does not: they come back as letters."""
    return text.replace("\b", "b").replace("\f", "f")


def test_escapes() -> None:
    """Backslash escapes of Go, Python and JSON; quotes within quotes to any sane depth."""
    assert 'a\tb\nc"d\\e\u00e9!' == unescape(r"a\tb\nc\"d\\e\u00e9\x21")
    assert 'a "b "c""' == unescape_deep(r"a \"b \\\"c\\\"\"")


def test_texts_are_lines() -> None:
    """Each line apart; blank lines of the message stay, those of other values go."""
    assert ("a", "", "b", "c", "d") == texts_of("a\n\nb", ["c\r\n\n", "d"])
    assert ("",) == texts_of("")
