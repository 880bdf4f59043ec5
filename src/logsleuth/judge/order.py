"""The order in which rules run: what fills a table before what reads it."""

from collections.abc import Sequence

from logsleuth.model.book import Missing, Rule, TableRows


def reads(rule: Rule) -> frozenset[str]:
    """The tables that a rule reads, be it only to know what the log covers."""
    tables: set[str] = set()
    for condition in rule.conditions:
        what = condition.what
        if isinstance(what, TableRows):
            tables.add(what.table)
        elif isinstance(what, Missing):
            tables.add("boots")
            if what.after.startswith("phase:"):
                tables.add("phases")
            if what.each is not None:
                tables |= {"origins", "settings"} if what.each == "rank" else {"origins"}
    return frozenset(tables)


def in_turn(rules: Sequence[Rule]) -> tuple[list[Rule], list[Rule]]:
    """The rules so that whatever gives a table comes before whatever reads it; and those that wait for each other in a circle."""
    waiting = [(rule, reads(rule)) for rule in rules]
    turn: list[Rule] = []
    while waiting:
        pending = {rule.gives for rule, _ in waiting if rule.gives is not None}
        ready = [rule for rule, tables in waiting if not tables & pending]
        if not ready:
            break
        turn += ready
        waiting = [(rule, tables) for rule, tables in waiting if tables & pending]
    return turn, [rule for rule, _ in waiting]
