"""Patterns that spell letters in both cases, where `case: ignore` says it."""

import re
from collections.abc import Iterator

from logsleuth.author.advise.say import Advice, shown
from logsleuth.model.book import Pattern

_EITHER = re.compile(r"\[([A-Za-z])([A-Za-z])\]")
_RUN = re.compile(r"(?:\[[A-Za-z]{2}\]){2,}")
_ALTERNATIVES = re.compile(r"(?:(?<=[(|])|(?<=\?:)|^)[A-Za-z]{3,}(?:\|[A-Za-z]{3,})+(?=[)|]|$)")


def cases(pattern: Pattern) -> Iterator[Advice]:
    """At most one piece of advice: the first that holds."""
    expression = pattern.expression
    if expression is None:
        yield from _literals(pattern)
        return
    both = [match for match in _EITHER.finditer(expression) if _is_both(match[1], match[2])]
    if pattern.ignore_case:
        if both:
            first = both[0]
            letter = first[1].lower()
            yield Advice("case", f"`{first[0]}` says what `case: ignore` says already: write `{letter}`", first.start())
        return
    spelt = next((match for match in _RUN.finditer(expression) if _all_both(match[0])), None)
    if spelt:
        plainly = _EITHER.sub(lambda match: match[1].lower(), spelt[0])
        yield Advice(
            "case",
            f"`{shown(spelt[0])}` spells each letter twice: write `{plainly}` with `case: ignore`",
            spelt.start(),
        )
    elif both and _only_these(expression):
        word = re.match(r"\w*", expression[both[0].end() :])
        tail = word[0] if word else ""
        found, letter = both[0][0], both[0][1].lower()
        yield Advice(
            "case",
            f"`{found}{shown(tail)}` misses `{shown((letter + tail).upper())}`: write `{letter}{shown(tail)}` with `case: ignore`",
            both[0].start(),
        )
    else:
        yield from _alternatives(expression)


def _is_both(one: str, other: str) -> bool:
    return one != other and one.lower() == other.lower()


def _all_both(run: str) -> bool:
    return all(_is_both(match[1], match[2]) for match in _EITHER.finditer(run))


def _only_these(expression: str) -> bool:
    """Whether no other capital stands in the expression, so that case can be ignored throughout; only for one plain word or phrase."""
    rest = _EITHER.sub("", expression)
    return bool(re.fullmatch(r"[\^$a-z0-9 :,_-]+", rest))


def _alternatives(expression: str) -> Iterator[Advice]:
    for match in _ALTERNATIVES.finditer(expression):
        lowered = [word.lower() for word in match[0].split("|")]
        often = 2 if match[0] == expression else 3  # elsewhere, two may be the only forms that are meant
        twice = next((word for word in lowered if lowered.count(word) >= often), None)
        if twice:
            yield Advice(
                "case", f"`{twice}` stands there in several cases: write it once, with `case: ignore`", match.start()
            )
            return


def _literals(pattern: Pattern) -> Iterator[Advice]:
    if pattern.ignore_case:
        return
    lowered = [literal.lower() for literal in pattern.literals]
    twice = next((text for text in lowered if lowered.count(text) > 1), None)
    if twice:
        yield Advice("case", f"`{shown(twice)}` stands there in several cases: write it once, with `case: ignore`")
