"""Regular expressions that are compiled when they are first used: a run without snapshots needs none of them, and starts sooner."""

import re
from collections.abc import Callable, Iterator
from functools import cached_property


class Pattern:
    """An expression with the methods of `re.Pattern`; a wrong one fails at its first use, and a test uses each."""

    def __init__(self, expression: str) -> None:
        self.expression = expression

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        """The compiled expression."""
        return re.compile(self.expression)

    @cached_property
    def match(self) -> Callable[..., re.Match[str] | None]:
        """As `re.Pattern.match`."""
        return self.compiled.match

    @cached_property
    def fullmatch(self) -> Callable[..., re.Match[str] | None]:
        """As `re.Pattern.fullmatch`."""
        return self.compiled.fullmatch

    @cached_property
    def search(self) -> Callable[..., re.Match[str] | None]:
        """As `re.Pattern.search`."""
        return self.compiled.search

    @cached_property
    def finditer(self) -> Callable[..., Iterator[re.Match[str]]]:
        """As `re.Pattern.finditer`."""
        return self.compiled.finditer

    @cached_property
    def sub(self) -> Callable[..., str]:
        """As `re.Pattern.sub`."""
        return self.compiled.sub
