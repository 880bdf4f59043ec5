"""Layouts: each with its own examples."""

from collections.abc import Mapping
from itertools import pairwise

import pytest

from logsleuth.model.book import Layout
from logsleuth.read.peel import Peeler

from .writings import layouts, peeler, told

EXAMPLES = [
    pytest.param(layout, example, id=f"{layout.id}-{number}")
    for layout in layouts()
    for number, example in enumerate(layout.examples)
]
