"""What can be wrong with a rule file: one class for each fault, its text fixed, its details filled in.

A trouble says what stands there and what was meant; where it stands is added by the `Report` of its file.
"""

# ruff: noqa: D101 - the text of a fault says what its class is

from collections.abc import Iterable
from typing import ClassVar

MOST_NAMED = 12
"""Known words that a message lists at the most."""


class Trouble:
    """One thing that is wrong. `text` is its sentence, with the names of its details in braces."""

    text: ClassVar[str] = ""

    def __init__(self, **details: object) -> None:
        self.message = self.text.format(**{name: _shown(value) for name, value in details.items()})

    def __str__(self) -> str:
        return self.message


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


class TabIndents(Trouble):
    text = "a tab cannot indent or begin a value in YAML: use spaces, or quotes around the value"


class MoreDocuments(Trouble):
    text = "a second document begins here: a file holds one"


class AnchorUsed(Trouble):
    text = "anchors and aliases (`{name}`) are not read here: write the value out"


class TagUsed(Trouble):
    text = "tags (`{tag}`) are not read here: leave it out"


class TooDeep(Trouble):
    text = "more than {most} levels of nesting: nothing here needs so many"


class KeyNotText(Trouble):
    text = "a key must be a text"


class DuplicateKey(Trouble):
    text = "the key `{key}` was already given in line {line}"


# The shape of a value --------------------------------------------------------------------------------------------------


class WrongType(Trouble):
    text = "{what} must be {wanted}, but this is {found}"


class ReadAsOther(Trouble):
    text = "{what} must be a text, but `{value}` without quotes is read as {kind}: write '{value}'"


class AmbiguousValue(Trouble):
    text = "`{value}` without quotes is read as {kind} by some readers of YAML: write '{value}', or {plainly}"


class UnknownKey(Trouble):
    text = "unknown key `{key}` of {owner}{meant}"


class MissingKey(Trouble):
    text = "{owner} lacks `{key}`"


class NoneGiven(Trouble):
    text = "{owner} needs one of {keys}"


class TooManyGiven(Trouble):
    text = "{owner} has both `{first}` and `{second}`: one of them may be given"


class UnknownWord(Trouble):
    text = "`{word}` is no {what}{meant}"


class EmptyValue(Trouble):
    text = "{what} may not be empty"


class BadName(Trouble):
    text = "`{name}` cannot be {what}: {rule}"


class BadSpan(Trouble):
    text = "`{value}` is no length of time: write a number and a unit, such as `5s`, `250ms`, `2 min` or `1h`"


class OutOfRange(Trouble):
    text = "{what} must be {wanted}, but it is {value}"


class DuplicateId(Trouble):
    text = "the {kind} `{id}` already stands in {place}"


# Patterns --------------------------------------------------------------------------------------------------------------


class BadRegex(Trouble):
    text = "this is no regular expression: {problem}"


class MatchesEmpty(Trouble):
    text = "the pattern matches the empty text, and so every line"


class HidesColumn(Trouble):
    text = "the capture `{name}` would hide the column `{name}` that each matched line has: rename it"


class OnlyForPatterns(Trouble):
    text = "`{key}` belongs beside a `line`, `text`, `raw` or `record`, not beside `{beside}`"


class LookAround(Trouble):
    text = "`{what}` is not known to regexp_like: it reads no look-around and no back-reference"


# Rules -----------------------------------------------------------------------------------------------------------------


class UnknownColumn(Trouble):
    text = "unknown column `{column}` of `{table}`{meant}"


class UnknownCause(Trouble):
    text = "unknown cause `{cause}`{meant}"


class UnknownVariable(Trouble):
    text = "unknown variable `{name}`{meant}"


class NoSubject(Trouble):
    text = "the cause `{cause}` is not told apart by `{name}`{meant}"


class SubjectRefused(Trouble):
    text = "`{name}` may not be a subject: pids, addresses and times differ on every run"


class UnknownCondition(Trouble):
    text = "there is no condition `{name}` here{meant}"


class OfUnless(Trouble):
    text = "`{name}` belongs to `unless`: only that condition itself sees it"


class ReservedName(Trouble):
    text = "`{name}` is a word of SQL and cannot name a {what}"


class NameClash(Trouble):
    text = "`{name}` names a condition and a variable: rename one of them"


class TypesDiffer(Trouble):
    text = "`{name}` cannot join {first} and {second}: the columns are of different types"


class TypeIgnored(Trouble):
    text = "`{name}` takes the type of the column it meets, {column}: `types` cannot make it {type}"


class ListJoined(Trouble):
    text = "`{column}` is a list and cannot be joined: use array_contains in `where`"


class ValueMisfit(Trouble):
    text = "the column `{column}` of `{table}` is of type {type}: `{value}` can never be in it{remedy}"


class Circle(Trouble):
    text = "{what} go round in a circle: {path}"


class RefersToItself(Trouble):
    text = "`{name}` refers to itself"


class NotBeside(Trouble):
    text = "`{key}` means nothing beside `{beside}`"


class NoPositiveTest(Trouble):
    text = "{owner} has no test in which it finds something: add one with `finds: {{}}` or with what it finds"


class NoNegativeTest(Trouble):
    text = "{owner} has no test in which it finds nothing: add one with `finds: nothing`"


class MissingNeverSeen(Trouble):
    text = "no test has a line that this pattern matches: a slip in it would read as a missing line, so add a test that shows the line"


# SQL -------------------------------------------------------------------------------------------------------------------


class SqlUnexpected(Trouble):
    text = "`{token}` cannot stand here{remedy}"


class SqlEnded(Trouble):
    text = "the expression ends too early: {wanted} is missing"


class SqlTextOpen(Trouble):
    text = "a text begins here and does not end: a quote inside a text is written twice"


class SqlTooDeep(Trouble):
    text = "more than {most} parentheses inside each other"


class UnknownFunction(Trouble):
    text = "unknown function `{name}`{meant}"


class ArgumentCount(Trouble):
    text = "`{name}` takes {wanted}, not {found}"


class UnknownName(Trouble):
    text = "`{name}` is no variable and no column `condition.column`{meant}"


class SqlTypes(Trouble):
    text = "`{operation}` does not fit {first} and {second}{remedy}"


class NotABoolean(Trouble):
    text = "this is {type}, where something true or false is needed"


class BadInterval(Trouble):
    text = "`{value}` is no interval: write a number and a unit, such as '5 seconds'"


# Causes, layouts, numbers ----------------------------------------------------------------------------------------------


class NoMessage(Trouble):
    text = "{owner} has no `message`: what stands behind the head would be lost"


class NoExample(Trouble):
    text = "{owner} has no example of a line that it {reads}: add one"


class NoWeighing(Trouble):
    text = "no folder has a `weighing.yaml`: nothing could be weighed"


class NotRising(Trouble):
    text = "{what} must rise from {first} to {last}"
