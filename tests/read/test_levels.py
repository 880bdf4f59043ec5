"""Words and numbers for levels."""

import pytest

from logsleuth.read.levels import LEVELS, level_of, severity


@pytest.mark.parametrize(
    ("word", "level"),
    [
        ("INFO", "info"),
        ("Warn", "warning"),
        (" ERROR ", "error"),
        ("E", "error"),
        ("FATAL", "critical"),
        ("trace", "debug"),
        ("notice", "info"),
        ("emerg", "critical"),
        ("[INFO]", "info"),
        ("10", "debug"),
        ("30", "info"),
        ("40", "warning"),
        ("50", "error"),
        ("60", "critical"),
        ("3", "error"),
        ("6", "info"),
    ],
)
def test_words_of_many_programs(word: str, level: str) -> None:
    """Every program's word comes to one of five; numbers are Node's from 10 on, and syslog's below."""
    assert level == level_of(word)


@pytest.mark.parametrize("word", ["", "200", "hello", "x" * 10_000, "१०"])
def test_what_is_no_level(word: str) -> None:
    """A word that is no level says nothing."""
    assert level_of(word) is None


def test_only_five_levels() -> None:
    """No other level is ever told."""
    assert {"debug", "info", "warning", "error", "critical"} == set(LEVELS.values())


@pytest.mark.parametrize(
    ("priority", "level"),
    [("11", "error"), ("165", "info"), ("0", "critical"), ("15", "debug"), ("x", None), ("99999", None)],
)
def test_syslog_priorities(priority: str, level: str | None) -> None:
    """The severity is the rest of a division by eight."""
    assert level == severity(priority)
