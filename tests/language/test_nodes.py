"""YAML as nodes with places."""

import re

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from logsleuth.language.nodes import Items, Mark, Pairs, Scalar, compose, mark_at, plain_kind


def test_nodes_know_their_places() -> None:
    """Lines and columns count from 1, columns in characters."""
    node, faults = compose("# x\na: é\nb: [1, 'y']\n")

    assert [] == faults
    assert isinstance(node, Pairs)
    assert [("a", Mark(2, 1)), ("b", Mark(3, 1))] == [(key.text, key.mark) for key, _ in node.pairs]
    assert Scalar("é", plain=True, mark=Mark(2, 4)) == node.pairs[0][1]
    inner = node.pairs[1][1]
    assert isinstance(inner, Items)
    assert (Scalar("1", plain=True, mark=Mark(3, 5)), Scalar("y", plain=False, mark=Mark(3, 8), inset=1)) == inner.items


def test_an_empty_document_is_nothing() -> None:
    """A file of comments has no node and no fault."""
    assert (None, []) == compose("# nothing yet\n")


def test_all_but_syntax_is_said_at_once() -> None:
    """Several keys that stand twice are several faults."""
    _, faults = compose("a: 1\na: 2\nb: *x\na: 3\n")

    assert [Mark(3, 4), Mark(2, 1), Mark(4, 1)] == [mark for _, mark in faults]


def test_aliases_cannot_blow_up() -> None:
    """A document whose aliases would expand without bound is read in no time, since none is followed."""
    text = "a: &a [x]\n" + "".join(f"b{n}: &b{n} [{', '.join(['*a'] * 9)}]\n" for n in range(200))
    node, faults = compose(text)

    assert isinstance(node, Pairs)
    assert len(faults) > 200


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("x", "text"),
        ("", "null"),
        ("~", "null"),
        ("null", "null"),
        ("~x", "text"),
        ("true", "true or false"),
        ("no", "a truth"),
        ("On", "a truth"),
        ("oN", "text"),
        ("12", "an integer"),
        ("-1", "an integer"),
        ("1.5", "a number"),
        ("08", "another number"),
        ("0x1f", "another number"),
        ("1e5", "another number"),
        ("1_000", "another number"),
        (".inf", "another number"),
        ("2026-12-01", "a time"),
        ("2026-12-01 10:00:00", "a time"),
        ("12:30", "a time"),
        ("2026-12-01 10:00:00 INFO up", "text"),
        ("1.2.3", "text"),
        ("-x", "text"),
        ("5s", "text"),
    ],
)
def test_plain_values(text: str, kind: str) -> None:
    """What some reader of YAML takes for something else is no text."""
    assert kind == plain_kind(text)


@given(st.text(alphabet="0123456789abcdefnoyestruxZT-+.:_ ", max_size=12))
@settings(max_examples=100)
def test_what_is_a_text_here_is_one_there(text: str) -> None:
    """Whatever the library itself takes for a number, a truth or a time is never called a text."""
    try:
        read = yaml.safe_load(text)
    except (yaml.YAMLError, ValueError):
        return
    if isinstance(read, (bool, int, float)) or (read is not None and not isinstance(read, (str, list, dict))):
        assert "text" != plain_kind(text.strip(" "))


@given(st.text(max_size=60))
@settings(max_examples=100)
def test_no_text_raises(text: str) -> None:
    """Any text gives a node or a fault, each with a place inside of it."""
    _, faults = compose(text)
    lines = re.split(r"\r\n|[\n\r\x85\u2028\u2029]", text)

    assert all(1 <= mark.line <= len(lines) + 1 and mark.column >= 1 for _, mark in faults)


def test_place_of_a_position() -> None:
    """A position is a line and a column."""
    assert [Mark(1, 1), Mark(1, 2), Mark(2, 1)] == [mark_at("a\nb", at) for at in range(3)]
