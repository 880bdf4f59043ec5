"""The values of flags as lines show them."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logsleuth.source.observed import known, literal, value_in


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Args(model='m', max_batch=24, port=1)", 24),
        ("max_batch: 24", 24),
        ('{"max_batch": null, "x": 1}', None),
        ("{'max_batch': 'auto'}", "auto"),
        ("app --max-batch 24 --x", 24),
        ("app --max_batch=off", "off"),
        ("app --max-batch --x", True),
        ("app --no-max-batch", False),
        ("max_batch=True", True),
    ],
)
def test_values(line: str, expected: Any) -> None:
    """A dump, a mapping, a command line."""
    assert (expected,) == value_in("max_batch", line)


@pytest.mark.parametrize(
    "line", ["total_max_batch=24", "max_batch_size=24", "max_batch is set", "app --max-batching 3", ""]
)
def test_other_names(line: str) -> None:
    """A longer name is another one."""
    assert None is value_in("max_batch", line)


def test_known() -> None:
    """A snapshot of the environment counts as a whole; a line that advises to set a variable does not set it."""
    rows = [
        {"path": "env.txt", "line": n, "name": name, "value": "1"}
        for n, name in enumerate(["HOME", "PATH", "APP_ON"], 1)
    ]
    advice = [{"path": "s.log", "line": 1, "text": "You can set env APP_OFF=1 to switch it off"}]
    got = known({}, {"APP_ON": [], "APP_OFF": advice}, {"environ": rows})

    assert ["APP_ON"] == list(got.environ)
    assert got.shown is not None
    assert None is known({}, {}, {}).shown


@settings(max_examples=100)
@given(st.text(max_size=80))
def test_any_line_is_taken(text: str) -> None:
    """Nothing that a log holds makes it fail."""
    value_in("max_batch", text)
    value_in("max_batch", f"max_batch={text}")
    literal(text)
