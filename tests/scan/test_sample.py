"""Samples are what their needles match."""

import re

from hypothesis import assume, given, settings

from logsleuth.model.book import Pattern
from logsleuth.scan import PatternError, derive
from scan.test_needle import PAIRS, Pair


@given(pair=PAIRS)
@settings(max_examples=100)
def test_a_form_matches_its_samples(pair: Pair) -> None:
    """Each form matches each of its samples, and its literals stand in them."""
    try:
        needle = derive(Pattern("k", expression=pair[0]))
    except PatternError:
        assume(False)  # hypothesis wants it so
    for form in needle.forms:
        for sample in form.samples:
            assert re.search(form.expression, sample)
            assert re.search(form.core, sample)
            assert form.anchor in sample
