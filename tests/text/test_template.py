"""Templates: what varies is masked, what stays is not."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logsleuth.text.template import LONGEST, template


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("No module named 'orders.rates'", "No module named *"),
        ("can't open file /usr/lib/x.so: it's gone", "can't open file * it's gone"),
        ("took 3.5 s, 512 MiB of 80GiB", "took * of *"),
        ("10.0.0.7:443 refused", "* refused"),
        ("request 3f2a9bc1d0 failed: [Errno 98]", "request * failed: [Errno *]"),
        ("shape [1, 2, 3]", "shape [*]"),
        ("node-7 saw http://a.example/c?d=1 at 2026-11-30T09:12:01.123Z", "node* saw * at *"),
        ("deadbeef added face, and/or read I/O", "deadbeef added face, and/or read I/O"),
        ("", ""),
    ],
)
def test_what_varies_is_masked(text: str, expected: str) -> None:
    """Numbers with their units, addresses, identifiers, times, paths and what is quoted; words and apostrophes stay."""
    assert expected == template(text)


@settings(max_examples=100)
@given(st.text("ab1'\"/:.-* \t[]", max_size=600))
def test_a_template_is_its_own(text: str) -> None:
    """And it is bounded, whatever the text is."""
    once = template(text)

    assert len(once) <= LONGEST
    assert template(once[: LONGEST - 1]) == template(template(once[: LONGEST - 1]))


@settings(max_examples=50)
@given(st.integers(0, 10**9), st.integers(0, 10**9))
def test_lines_of_one_statement_share_it(one: int, other: int) -> None:
    """Whatever number is filled in."""
    assert template(f"worker {one} left after {one} ms") == template(f"worker {other} left after {other} ms")


@pytest.mark.parametrize(
    "text", ["'" * 50_000, "/a" * 40_000, "0x" * 40_000, "1:" * 40_000, "a:" * 50_000, "- " * 50_000]
)
def test_a_hostile_line_takes_no_time(text: str) -> None:
    """No part of the pattern looks back over and over: seconds would be thousands of times too much."""
    began = time.process_time()
    template(text)

    assert 5.0 > time.process_time() - began
