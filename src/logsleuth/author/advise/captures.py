"""Captures that have a name which nothing uses."""

import re
from collections import Counter
from collections.abc import Iterator

from logsleuth.author.advise.say import Advice
from logsleuth.model.book import Condition, Count, Missing, Pattern, Rule, TableRows

_WORD = re.compile(r"\w+")
_FILLED = re.compile(r"\{([^{}]*)\}")
_BACK = re.compile(r"\(\?P=(\w+)\)|\(\?P>(\w+)\)|\(\?&(\w+)\)|\\g<(\w+)>|\(\?\((\w+)\)")


def captures(rule: Rule) -> Iterator[tuple[Pattern, Advice]]:
    """The unused captures of a rule.

    Without `subject` all variables tell findings apart, so each is of use there.
    """
    used = _used(rule)
    for condition in rule.conditions:
        missing = isinstance(condition.what, Missing)
        pattern = condition.what.pattern if isinstance(condition.what, Missing) else condition.what
        if not isinstance(pattern, Pattern) or pattern.expression is None:
            continue
        tells_apart = not missing and rule.gives is None and not rule.subject and condition in rule.when
        if tells_apart:
            continue
        backward = {name for match in _BACK.finditer(pattern.expression) for name in match.groups() if name}
        for name in pattern.captures:
            if name not in backward and (missing or name not in used):
                yield pattern, _advice(pattern.expression, name, missing=missing)


def _advice(expression: str, name: str, *, missing: bool) -> Advice:
    why = (
        "a line that must be missing binds nothing"
        if missing
        else "nothing uses it, and each of its values is kept apart"
    )
    found = re.search(rf"\(\?P?<{re.escape(name)}>", expression)
    return Advice(
        "capture-unused",
        f"the capture `{name}` is of no use, since {why}: write `(?:...)` in place of `(?P<{name}>...)`",
        found.start() if found else 0,
    )


def _used(rule: Rule) -> set[str]:
    """The words by which a rule may ask for a variable."""
    texts = [*rule.where, *rule.columns.values(), rule.began or ""]
    texts += [condition.where or "" for condition in rule.conditions]
    filled = [rule.says, *(argument for step in rule.next for argument in (*step.run, step.tells))]
    texts += [name for text in filled for name in _FILLED.findall(text)]
    words = {word for text in texts for word in _WORD.findall(text)}
    words |= {name for case in rule.tests for name in case.finds or ()}
    return words | set(rule.subject) | _joined(rule)


def _joined(rule: Rule) -> set[str]:
    """The variables that two conditions share, and those that are counted."""
    counted = Counter(name for condition in rule.conditions for name in _variables(condition))
    distinct = {
        condition.what.distinct
        for condition in rule.conditions
        if isinstance(condition.what, Count) and condition.what.distinct
    }
    return {name for name, times in counted.items() if times > 1} | distinct


def _variables(condition: Condition) -> set[str]:
    match condition.what:
        case Pattern(captures=captures):
            return set(captures)
        case TableRows(matchers=matchers):
            return {matcher.variable for matcher in matchers if matcher.variable}
        case Missing(each=each):
            return {each} if each else set()
        case _:
            return set()
