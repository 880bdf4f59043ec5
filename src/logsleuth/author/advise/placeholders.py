"""What a skeleton asks its author to replace, and still has."""

from collections.abc import Iterator

from logsleuth.errors import Fault
from logsleuth.model.book import Rule

WHY = "nobody has said yet why it speaks for this cause"
LINE = "put a line here that looks alike and is harmless"


def placeholders(rule: Rule) -> Iterator[Fault]:
    """One piece of advice for each thing that is left, at the rule or at its test."""
    if WHY in rule.about:
        spot = rule.spot
        message = "`about` is what `rules new` wrote: say why the line speaks for the cause, and who says so"
        yield Fault(
            spot.path, spot.line, spot.column, message, "", code="placeholder", section="keys-of-a-rule", advice=True
        )
    for case in rule.tests:
        if LINE in case.inputs.values():
            spot = case.spot or rule.spot
            message = "the negative test is what `rules new` wrote: put a line there that looks alike and is harmless"
            yield Fault(
                spot.path, spot.line, spot.column, message, "", code="placeholder", section="tests", advice=True
            )
