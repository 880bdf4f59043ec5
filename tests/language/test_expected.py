"""Expectation files."""

import pytest

from logsleuth.errors import RuleFault
from logsleuth.language import expectations


def test_lines_and_lists() -> None:
    """One a line, blank lines left out; or a YAML list."""
    assert ["a: b", "# c"] == expectations("\ufeffa: b\r\n\n  \n# c\n", "e.txt")
    assert ["a: b", "c"] == expectations("# why\n- 'a: b'\n- c\n", "e.yaml")
    assert [] == expectations("", "e.yml")


@pytest.mark.parametrize("text", ["- a\n- no\n", "a: b", "- [", "- [a]"])
def test_faults(text: str) -> None:
    """What is no list of texts is said with its place."""
    with pytest.raises(RuleFault) as raised:
        expectations(text, "e.yaml")

    assert "e.yaml" == raised.value.faults[0].path
