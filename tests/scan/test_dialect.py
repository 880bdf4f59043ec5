"""Rewriting what only `regex` reads."""

import pytest

from logsleuth.scan.dialect import UnclearError, read_alike, rewritten


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("(?P<n>a)(?<n>b)", "(a)(b)"),
        ("(?<=a)b(?<!c)(?=d)(?!e)(?:f)(?>g)", "(?<=a)b(?<!c)(?=d)(?!e)(?:f)(?>g)"),
        (r"a\1\h\K\Rb", r"a(?s:.*)[ \t](?:\r?\n|\r)b"),
        (r"[[:digit:]x]", "[0-9x]"),
        (r"[\p{L}x]", "(?s:.)"),
        (r"[]\]]", r"[]\]]"),
        ("a(?i)b", "(?i)ab"),
        ("(?i-s:a)", "(?i:a)"),
        ("(?|a|b)", "(?:a|b)"),
        (r"\{\(\?P<x>", r"\{\(\?P<x>"),
        ("a{2,3}", "a{2,3}"),
    ],
)
def test_rewriting(expression: str, expected: str) -> None:
    """The result matches at least as much; what both read stays."""
    assert expected == rewritten(expression)


@pytest.mark.parametrize(
    "expression", ["(?:a){e<=1}", "(?V1)a", "(?R)", "(?&n)", r"\L<words>", "[a", r"\p{L", "(?-x:a)", "(?(1)a|b)"]
)
def test_what_is_not_rewritten(expression: str) -> None:
    """Recursion, fuzzy matching and version 1 cannot be made into something that `re` reads."""
    with pytest.raises(UnclearError):
        rewritten(expression)


@pytest.mark.parametrize(
    ("expression", "alike"),
    [
        ("a{2}", True),
        ("{id}", True),
        ("{size}", True),
        ("a{e}", False),
        ("a{i<3,d<=2}", False),
        ("[[:alpha:]]", False),
        ("a{1<=e<=2}", False),
        ("a{2i+1d<=3}", False),
    ],
)
def test_what_is_read_otherwise(expression: str, alike: bool) -> None:  # noqa: FBT001  # a column
    """Fuzzy matching and POSIX classes mean something else to `re`."""
    assert alike is read_alike(expression)
