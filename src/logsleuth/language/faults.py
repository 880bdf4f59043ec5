"""What can be wrong with a rule file: one class for each fault, its text fixed, its details filled in.

A trouble says what stands there and what was meant; where it stands is added by the `Report` of its file.
"""

# ruff: noqa: D101 - the text of a fault says what its class is

import re
from collections.abc import Iterable
from typing import ClassVar

MOST_NAMED = 12
"""Known words that a message lists at the most."""


class Trouble:
    """One thing that is wrong. `text` is its sentence, with the names of its details in braces; `section` the place in `docs/rules.md`.

    What is `advice` only does not keep a file from being loaded.
    """

    text: ClassVar[str] = ""
    section: ClassVar[str] = "rules-of-your-own"
    advice: ClassVar[bool] = False

    def __init__(self, **details: object) -> None:
        self.message = self.text.format(**{name: _shown(value) for name, value in details.items()})

    def __str__(self) -> str:
        return self.message

    @classmethod
    def code(cls) -> str:
        """The name of the kind: `unknown-column`."""
        return re.sub(r"(?<!^)(?=[A-Z])", "-", cls.__name__).lower()


def _shown(value: object) -> object:
    """A detail as a message shows it: short, on one line, without control characters."""
    if not isinstance(value, str):
        return value
    short = value if len(value) <= 300 else value[:300] + "..."
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in short)


def meant(word: str, known: Iterable[str]) -> str:
    """The end of a message about an unknown word: the word that was probably meant, else those that are known, if they are few."""
    from difflib import get_close_matches  # noqa: PLC0415 - 4 ms at start-up, and only faults need it

    names = list(dict.fromkeys(known))
    near = get_close_matches(word[:100], names, n=1, cutoff=0.6)
    if near:
        return f"; did you mean `{near[0]}`?"
    if 0 < len(names) <= MOST_NAMED:
        return f"; there are {', '.join(f'`{name}`' for name in names)}"
    return ""


# The file --------------------------------------------------------------------------------------------------------------


class NotReadable(Trouble):
    text = "it cannot be read: {reason}"


class NoFolder(Trouble):
    text = "there is no such folder"


class TooLarge(Trouble):
    text = "the file has more than {most} bytes: split it"


class BadEncoding(Trouble):
    text = "byte 0x{byte} is no UTF-8: save the file as UTF-8"


class ControlCharacter(Trouble):
    text = "the character U+{code} may not stand in YAML: write it as an escape in double quotes"


class NotYaml(Trouble):
    text = "this is no YAML: {problem}"


class ColonSplits(Trouble):
    text = "a colon and a space inside a value begin a mapping: put the value in single quotes"


class BadEscape(Trouble):
    text = (
        "`{escape}` is no escape of double quotes: put the value in single quotes, in which a backslash is a backslash"
    )


class QuoteOpen(Trouble):
    text = "a quote begins here and does not end: a single quote inside single quotes is written twice"


class CannotBegin(Trouble):
    text = "a value cannot begin with `{char}`: put it in single quotes"


class BadIndent(Trouble):
    text = "this line fits no item or key above it: look at its indentation, and at quotes, brackets and `#` before it"


class CommaCuts(Trouble):
    text = (
        "inside braces a comma ends a value, so that `{key}` is read as a key: put the value before it in single quotes"
    )


class CommentCuts(Trouble):
    text = "the value ends before this `#`, which begins a comment: put it in single quotes if the `#` belongs to it"
    advice = True


class TabIndents(Trouble):
    text = "a tab cannot indent or begin a value in YAML: use spaces, or quotes around the value"


class MoreDocuments(Trouble):
    text = "a second document begins here: a file holds one"


class AnchorUsed(Trouble):
    text = "anchors and aliases (`{name}`) are not read here: write the value out, or in quotes if it is a text"


class TagUsed(Trouble):
    text = "tags (`{tag}`) are not read here: leave it out"


class TooDeep(Trouble):
    text = "more than {most} levels of nesting: nothing here needs so many"


class KeyNotText(Trouble):
    text = "a key must be a text"


class DuplicateKey(Trouble):
    text = "the key `{key}` was already given in line {line}"


# The shape of a value --------------------------------------------------------------------------------------------------


class ShapeTrouble(Trouble):
    """What is wrong with the shape of a value."""

    section = "keys-of-a-rule"


class WrongType(ShapeTrouble):
    text = "{what} must be {wanted}, but this is {found}"


class ReadAsOther(ShapeTrouble):
    text = "{what} must be a text, but `{value}` without quotes is read as {kind}: write '{value}'"


class AmbiguousValue(ShapeTrouble):
    text = "`{value}` without quotes is read as {kind} by some readers of YAML: write '{value}', or {plainly}"


class UnknownKey(ShapeTrouble):
    text = "unknown key `{key}` of {owner}{meant}"


class MissingKey(ShapeTrouble):
    text = "{owner} lacks `{key}`"


class NoneGiven(ShapeTrouble):
    text = "{owner} needs one of {keys}"


class TooManyGiven(ShapeTrouble):
    text = "{owner} has both `{first}` and `{second}`: one of them may be given"


class UnknownWord(ShapeTrouble):
    text = "`{word}` is no {what}{meant}"


class EmptyValue(ShapeTrouble):
    text = "{what} may not be empty"


class BadName(ShapeTrouble):
    text = "`{name}` cannot be {what}: {rule}"


class BadSpan(ShapeTrouble):
    text = "`{value}` is no length of time: write a number and a unit, such as `5s`, `250ms`, `2 min` or `1h`"


class OutOfRange(ShapeTrouble):
    text = "{what} must be {wanted}, but it is {value}"


class DuplicateId(ShapeTrouble):
    text = "the {kind} `{id}` already stands in {place}"


# Patterns --------------------------------------------------------------------------------------------------------------


class PatternTrouble(Trouble):
    """What is wrong with a pattern."""

    section = "conditions"


class BadRegex(PatternTrouble):
    text = "this is no regular expression: {problem}"


class MatchesEmpty(PatternTrouble):
    text = "the pattern matches the empty text, and so every line"


class HidesColumn(PatternTrouble):
    text = "the capture `{name}` would hide the column `{name}` that each matched line has: rename it"


class OnlyForPatterns(PatternTrouble):
    text = "`{key}` belongs beside a `line`, `text`, `raw` or `record`, not beside `{beside}`"


class LookAround(PatternTrouble):
    text = "`{what}` is not known to regexp_like: it reads no look-around and no back-reference"


# Rules -----------------------------------------------------------------------------------------------------------------


class RuleTrouble(Trouble):
    """What is wrong with a rule."""

    section = "keys-of-a-rule"


class UnknownColumn(RuleTrouble):
    text = "unknown column `{column}` of `{table}`{meant}"


class UnknownCause(RuleTrouble):
    text = "unknown cause `{cause}`{meant}"


class UnknownVariable(RuleTrouble):
    text = "unknown variable `{name}`{meant}"


class NoSubject(RuleTrouble):
    text = "the cause `{cause}` is not told apart by `{name}`{meant}"


class SubjectRefused(RuleTrouble):
    text = "`{name}` may not be a subject: pids, addresses and times differ on every run"


class UnknownCondition(RuleTrouble):
    text = "there is no condition `{name}` here{meant}"


class OfUnless(RuleTrouble):
    text = "`{name}` belongs to `unless`: only that condition itself sees it"


class ReservedName(RuleTrouble):
    text = "`{name}` is a word of SQL and cannot name a {what}"


class NameClash(RuleTrouble):
    text = "`{name}` names a condition and a variable: rename one of them"


class TypesDiffer(RuleTrouble):
    text = "`{name}` cannot join {first} and {second}: the columns are of different types"


class TypeIgnored(RuleTrouble):
    text = "`{name}` takes the type of the column it meets, {column}: `types` cannot make it {type}"


class ListJoined(RuleTrouble):
    text = "`{column}` is a list and cannot be joined: use array_contains in `where`"


class ValueMisfit(RuleTrouble):
    text = "the column `{column}` of `{table}` is of type {type}: `{value}` can never be in it{remedy}"


class Circle(RuleTrouble):
    text = "{what} go round in a circle: {path}"


class RefersToItself(RuleTrouble):
    text = "`{name}` refers to itself"


class NotBeside(RuleTrouble):
    text = "`{key}` means nothing beside `{beside}`"


class NoPositiveTest(RuleTrouble):
    text = "{owner} has no test in which it finds something: add one with `finds: {{}}` or with what it finds"


class NoNegativeTest(RuleTrouble):
    text = "{owner} has no test in which it finds nothing: add one with `finds: nothing`"


class MissingNeverSeen(RuleTrouble):
    text = "no test has a line that this pattern matches: a slip in it would read as a missing line, so add a test that shows the line"


# SQL -------------------------------------------------------------------------------------------------------------------


class SqlTrouble(Trouble):
    """What is wrong with an expression."""

    section = "where"


class SqlUnexpected(SqlTrouble):
    text = "`{token}` cannot stand here{remedy}"


class SqlEnded(SqlTrouble):
    text = "the expression ends too early: {wanted} is missing"


class SqlTextOpen(SqlTrouble):
    text = "a text begins here and does not end: a quote inside a text is written twice"


class SqlTooDeep(SqlTrouble):
    text = "more than {most} parentheses inside each other"


class UnknownFunction(SqlTrouble):
    text = "unknown function `{name}`{meant}"


class ArgumentCount(SqlTrouble):
    text = "`{name}` takes {wanted}, not {found}"


class UnknownName(SqlTrouble):
    text = "`{name}` is no variable and no column `condition.column`{meant}"


class SqlTypes(SqlTrouble):
    text = "`{operation}` does not fit {first} and {second}{remedy}"


class NotABoolean(SqlTrouble):
    text = "this is {type}, where something true or false is needed"


class BadInterval(SqlTrouble):
    text = "`{value}` is no interval: write a number and a unit, such as '5 seconds'"


class ReplacesRule(RuleTrouble):
    text = "it takes the place of the rule `{id}` in {place}: give it an id of its own, unless that is meant"
    advice = True


# Causes, layouts, numbers ----------------------------------------------------------------------------------------------


class CatalogueTrouble(Trouble):
    """What is wrong with a cause, a head or the numbers."""

    section = "causes-profiles-layouts-envelopes"


class NoMessage(CatalogueTrouble):
    text = "{owner} has no `message`: what stands behind the head would be lost"


class NoExample(CatalogueTrouble):
    text = "{owner} has no example of a line that it {reads}: add one"


class NoWeighing(CatalogueTrouble):
    text = "no folder has a `weighing.yaml`: nothing could be weighed"


class NotRising(CatalogueTrouble):
    text = "{what} must rise from {first} to {last}"
