"""The table of shapes agrees with what it describes."""

from dataclasses import fields

from logsleuth.language import forms
from logsleuth.model.book import Cause, Envelope, Layout, Rule, Weighing
from logsleuth.model.relation import RELATIONS
from logsleuth.read.times import FORMS


def test_times_are_those_of_the_reader() -> None:
    """A layout can name each form of a time that is read, and no other."""
    assert sorted(FORMS) == sorted(forms.TIMES)


def test_every_key_has_a_field() -> None:
    """What can be written is what the model holds."""
    assert set(forms.RULE.keys) == {field.name for field in fields(Rule)} - {"spot"}
    assert set(forms.CAUSE.keys) == {field.name for field in fields(Cause)} - {"id"}
    assert set(forms.LAYOUT.keys) == {field.name for field in fields(Layout)} - {"spot"}
    assert set(forms.ENVELOPE.keys) == {field.name for field in fields(Envelope)} - {"spot"}
    assert set(forms.WEIGHING.keys) == {field.name for field in fields(Weighing)}


def test_no_table_is_called_as_another_key() -> None:
    """A key of a condition is a table, or something else, and never both."""
    others = {*forms.PATTERNS, *forms.MODIFIERS, "missing", "count", "near", "where"}

    assert set() == others & set(RELATIONS)
