"""Rules that were made from others, as YAML, and what could not be said."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from logsleuth.author.quoting import quoted, single
from logsleuth.text.escape import visible


class Unsaid(Exception):
    """Something that the rule language cannot say; its text is the reason."""


@dataclass(frozen=True, slots=True)
class Left:
    """What was not taken over: the rule or part of one, and why."""

    what: str
    why: str

    def __str__(self) -> str:
        return f"{self.what}: {self.why}"


@dataclass(frozen=True, slots=True)
class Made:
    """One rule. `when` maps a condition to its keys, in YAML's flow style; `finds` to its texts; `notes` say what differs from its origin."""

    id: str
    title: str
    when: Mapping[str, str]
    about: str
    positive: str
    negative: str
    weight: str = "moderate"
    status: str = "experimental"
    where: tuple[str, ...] = ()
    subject: Mapping[str, str] = field(default_factory=dict)  # variable -> the field that it is of
    grouped: bool = False  # whether what it counts is grouped by its subject, so that it cannot do without one
    anchor: str = ""
    falsepositives: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    meaning: str = ""
    cause: str = ""  # the name of a cause of its own, which rules of one origin share; the id where it is empty


@dataclass(slots=True)
class Imported:
    """What came of some files."""

    made: list[Made] = field(default_factory=list)
    left: list[Left] = field(default_factory=list)

    def add(self, other: "Imported") -> None:
        """What came of one more file."""
        self.made += other.made
        self.left += other.left


def written(made: Sequence[Made], left: Sequence[Left], causes: Mapping[str, str]) -> str:
    """The rule file. `causes` maps the id of a rule to its cause."""
    lines = ["# Made by `logsleuth rules import`. Read each rule before you trust it.", ""]
    if left:
        lines.append("# Not taken over:")
        lines += [f"#   {one_line(str(each))}" for each in left]
        lines.append("")
    for rule in made:
        lines += [*_rule(rule, causes[rule.id]), ""]
    return "\n".join(lines).rstrip("\n") + "\n" if made else "\n".join([*lines, "[]"]) + "\n"


def causes_written(made: Sequence[Made], causes: Mapping[str, str]) -> str:
    """A file of causes: one for each rule."""
    lines: list[str] = ["# Made by `logsleuth rules import`: causes of rules that were imported.", ""]
    for rule in {causes[rule.id]: rule for rule in reversed(made)}.values():
        lines += [
            f"{causes[rule.id]}:",
            f"  title: {quoted(rule.title)}",
            f"  meaning: {quoted(rule.meaning or rule.title)}",
            "  prior: uncommon",
            *([f"  subject: [{', '.join(rule.subject)}]"] if rule.subject else []),
            f"  fix: {quoted('see where the rule comes from: ' + rule.about)}",
            "",
        ]
    return "\n".join(lines)


def _rule(rule: Made, cause: str) -> Iterable[str]:
    yield from (f"# {rule.id}: {one_line(note)}" for note in rule.notes)
    yield f"- id: {rule.id}"
    yield f"  cause: {cause}"
    told = "".join(f", {_no_blanks(label)} {{{name}}}" for name, label in rule.subject.items())
    yield f"  says: {quoted(_no_blanks(rule.title) + told)}"
    yield "  when:"
    yield from (f"    {name}: {keys}" for name, keys in rule.when.items())
    if rule.where:
        yield f"  where: [{', '.join(quoted(each) for each in rule.where)}]"
    yield "  same: run"
    if rule.subject:
        yield f"  subject: [{', '.join(rule.subject)}]"
    if rule.anchor:
        yield f"  anchor: {rule.anchor}"
    yield f"  weight: {rule.weight}"
    yield f"  status: {rule.status}"
    yield f"  about: {quoted(rule.about)}"
    for name, texts in (("falsepositives", rule.falsepositives), ("references", rule.references)):
        if texts:
            yield f"  {name}: [{', '.join(quoted(each) for each in texts)}]"
    yield "  tests:"
    yield f"    - {{log: {quoted(rule.positive)}, finds: {{}}}}"
    yield f"    - {{log: {quoted(rule.negative)}, finds: nothing}}"


def raw(expression: str, scan: str = "") -> str:
    """A condition on the stored line, also on lines that a profile calls benign: an imported rule knows of no profiles."""
    cheaper = f", scan: {single(scan)}" if scan else ""
    return f"{{raw: {single(expression)}{cheaper}, benign: true}}"


def fitted(rule: Made, keys: Sequence[str]) -> Made:
    """The rule for a cause that is there, which is told apart by `keys` alone: its variables take their names.

    Raises Unsaid where the rule groups by more fields than the cause has keys.
    """
    if not rule.grouped:
        return replace(rule, subject={})
    free = [key for key in keys if key not in rule.subject.values()]
    names = {name: label if label in keys else (free.pop(0) if free else "") for name, label in rule.subject.items()}
    if not all(names.values()):
        fields = ", ".join(rule.subject.values())
        raise Unsaid(
            f"it groups by {fields}, and its cause is not told apart by as much: write causes with --causes FILE"
        )
    when = dict(rule.when)
    for name, new in names.items():
        when = {condition: keys_.replace(f"(?P<{name}>", f"(?P<{new}>") for condition, keys_ in when.items()}
    return replace(rule, when=when, subject={names[name]: label for name, label in rule.subject.items()})


def one_line(text: str) -> str:
    """The text as a line of a comment or a terminal: nothing in it moves the cursor or ends the line."""
    return visible(" ".join(text.split()))[:500]


def _no_blanks(text: str) -> str:
    """A sentence in which no brace is a blank to be filled in."""
    return text.replace("{", "(").replace("}", ")")
