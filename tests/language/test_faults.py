"""Each fault, by the smallest file that has it: its class, its place, and that it is the only one."""

import inspect
import re
from pathlib import Path

import pytest

from language.folders import (
    CAUSES,
    ENVELOPE,
    GOOD,
    JOINED,
    LAYOUT,
    MARK,
    PROFILE,
    RULE,
    WEIGHING,
    found,
    place_of,
    says,
    spoiled,
)
from logsleuth.language import faults
from logsleuth.language.faults import Trouble, meant
from logsleuth.language.files import LARGEST

PACK, CAUSE_FILE, WEIGHT_FILE = "packs/good.yaml", "causes.yaml", "weighing.yaml"
PROFILE_FILE, LAYOUT_FILE, ENVELOPE_FILE = "programs/acme.yaml", "layouts/acme.yaml", "envelopes/acme.yaml"


def _rule(old: str, new: str) -> tuple[str, str]:
    return PACK, spoiled(RULE, old, new)


def _joined(old: str, new: str) -> tuple[str, str]:
    return PACK, spoiled(JOINED, old, new)


LINE = "{line: 'lock file (?P<file>\\S+) exists'}"
LOOP = spoiled(PROFILE, "      e: {line: 'starting acme on (?P<port>\\d+)'}", "      e: {settings: {value: $port}}")

CASES: list[tuple[type[Trouble], tuple[str, str]]] = [
    (faults.ControlCharacter, _rule("takes", "¦\x07takes")),
    (faults.NotYaml, _rule("about: the", "about: >¦bad the")),
    (faults.ColonSplits, _rule("about: the", "about: the¦: same")),
    (faults.BadEscape, _rule("about: the program takes a lock", 'about: "a ¦\\Sword"')),
    (faults.QuoteOpen, _rule("about: the", "about: ¦'the")),
    (faults.CannotBegin, _rule("about: the", "about: ¦@the")),
    (faults.CommaCuts, _rule("- {log: lock file removed", "- {log: x, ¦lock file removed")),
    (
        faults.BadIndent,
        (
            PACK,
            spoiled(RULE, "{file: /run/a.pid}}", "{file: /run/a.pid").replace(
                "- {log: lock file removed", "- ¦{log: x"
            ),
        ),
    ),
    (faults.TabIndents, _rule("  about", "¦\tabout")),
    (faults.MoreDocuments, (PACK, RULE + "¦---\n" + RULE)),
    (faults.AnchorUsed, _rule("about: the", "about: ¦&a the")),
    (faults.TagUsed, _rule("about: the", "about: ¦!!str the")),
    (faults.TooDeep, _rule("about: the program takes a lock", "about: " + "[" * 22 + "¦" + "[" * 5 + "]" * 27)),
    (faults.KeyNotText, _rule("about: the", "¦[a]: 1\n  about: the")),
    (faults.DuplicateKey, _rule("  about:", "  about: x\n  ¦about:")),
    (faults.WrongType, _rule("about: the program takes a lock", "about: ¦[a]")),
    (faults.ReadAsOther, _rule("about: the program takes a lock", "about: ¦no")),
    (faults.ReadAsOther, _rule("file: /run/a.pid}", "file: ¦08}")),
    (faults.ReadAsOther, _rule("log: lock file removed", "log: ¦12:30")),
    (faults.AmbiguousValue, _joined("deleted: null", "deleted: ¦no")),
    (faults.UnknownKey, _rule("  about:", "  ¦wight: weak\n  about:")),
    (faults.UnknownKey, _joined("{launches: {pid", "{¦launchs: {pid")),
    (faults.MissingKey, (PACK, spoiled(RULE, "  about: the program takes a lock\n", "").replace("- id", "- ¦id", 1))),
    (faults.MissingKey, (PACK, RULE.replace('  says: "{file} is locked: {e.text}"\n', "").replace("- id", "- ¦id"))),
    (faults.NoneGiven, _rule(LINE, "¦{benign: true}")),
    (faults.TooManyGiven, _rule("  about:", "  ¦gives: deaths\n  about:")),
    (faults.UnknownWord, _joined("weight: strong", "weight: ¦stong")),
    (faults.UnknownWord, _joined("level: [error]", "level: [¦err]")),
    (faults.UnknownWord, _joined("after: e,", "after: ¦'phase:redy',")),
    (faults.UnknownWord, (LAYOUT_FILE, spoiled(LAYOUT, "[iso]", "[¦iso8601]"))),
    (faults.EmptyValue, _rule("about: the program takes a lock", "about: ¦''")),
    (faults.BadName, _rule("id: lock-held", "id: ¦Lock_Held")),
    (faults.BadName, _rule("    e:", "    ¦E:")),
    (faults.BadName, _rule(LINE, "{line: ¦'lock file (?P<_file>\\S+) exists'}")),
    (faults.BadName, (PROFILE_FILE, spoiled(PROFILE, "id: port", "id: ¦phase"))),
    (faults.BadSpan, _joined("within: 5s", "within: ¦5 parsecs")),
    (faults.OutOfRange, _joined("at_least: 2", "at_least: ¦0")),
    (faults.OutOfRange, (WEIGHT_FILE, spoiled(WEIGHING, "residual: 0.95", "residual: ¦1.5"))),
    (faults.DuplicateId, (PACK, RULE + RULE.replace("id: ", "id: ¦"))),
    (faults.DuplicateId, (PROFILE_FILE, PROFILE + PROFILE[PROFILE.index("  - id: port") :].replace("id: ", "id: ¦"))),
    (faults.BadRegex, _rule(LINE, "{line: ¦'lock file (?P<file>\\S+ exists'}")),
    (faults.BadRegex, (LAYOUT_FILE, spoiled(LAYOUT, "pattern: '^(", "pattern: ¦'^(("))),
    (faults.BadRegex, _joined("command: '~serve'", "command: ¦'~(serve'")),
    (faults.MatchesEmpty, _rule(LINE, "{line: ¦'(?P<file>\\S*)'}")),
    (faults.MatchesEmpty, _rule(LINE, LINE[:-1] + ", scan: ¦'x*'}")),
    (
        faults.HidesColumn,
        (
            PACK,
            RULE.replace("file>", "path>")
            .replace("{file}", "{path}")
            .replace("{file:", "{path:")
            .replace("line: ", "line: ¦"),
        ),
    ),
    (faults.OnlyForPatterns, _joined("command: '~serve'},", "command: '~serve'}, ¦level: [error],")),
    (faults.LookAround, _joined("took > 100", "regexp_like(e.text, ¦'(?=x)')")),
    (faults.UnknownColumn, _joined("{port: $port, pid: $pid, address", "{port: $port, pid: $pid, ¦adress")),
    (faults.UnknownColumn, _joined("{old.started}", "{¦old.startet}")),
    (faults.UnknownColumn, _joined("distinct: port", "distinct: ¦prot")),
    (faults.UnknownColumn, (PROFILE_FILE, spoiled(PROFILE, "value: port}", "¦valu: port}"))),
    (faults.UnknownColumn, (PROFILE_FILE, spoiled(PROFILE, "value: '80'", "¦valu: '80'"))),
    (faults.UnknownCause, _rule("cause: process.already-running", "cause: ¦process.already-runing")),
    (faults.UnknownCause, (CAUSE_FILE, spoiled(CAUSES, "to: os.disk-full", "to: ¦os.disk-ful"))),
    (faults.UnknownVariable, _rule("finds: {file", "finds: {¦fil")),
    (faults.UnknownVariable, _joined("subject: [port]", "subject: [¦prt]")),
    (faults.UnknownVariable, _joined("types: {took: integer}", "types: {took: integer, ¦tok: integer}")),
    (faults.NoSubject, _joined("subject: [port]", "subject: [port, ¦took]")),
    (faults.SubjectRefused, _joined("subject: [port]", "subject: [¦pid]")),
    (faults.SubjectRefused, (CAUSE_FILE, spoiled(CAUSES, "[file, port]", "[file, port, ¦time]"))),
    (faults.UnknownCondition, _joined("of: e, within", "of: ¦ee, within")),
    (faults.UnknownCondition, _joined("anchor: e", "anchor: ¦own")),
    (faults.UnknownCondition, (PROFILE_FILE, spoiled(PROFILE, "title: Acme", "title: Acme\nready: ¦serving"))),
    (faults.OfUnless, _joined("took > 100", "¦own.pid > 100")),
    (faults.ReservedName, _rule(LINE, "{line: ¦'lock file (?P<where>\\S+) (?P<file>) exists'}")),
    (faults.ReservedName, _joined("    many: {", "    ¦order: {")),
    (faults.ReservedName, _joined("{launches: {pid: $pid}", "{launches: {pid: $pid, command: ¦$select}")),
    (faults.NameClash, _joined("    many: {", "    ¦took: {")),
    (
        faults.DuplicateId,
        _joined(
            "    own: {launches: {pid: $pid}, near: {of: e, within: 5s, side: before}, where: 'own.time < e.time'}",
            "    ¦old: {launches: {pid: $pid}}",
        ),
    ),
    (faults.TypesDiffer, _joined("old: {processes: {pid: $pid,", "old: ¦{processes: {pid: $pid, user: $port,")),
    (faults.TypeIgnored, _joined("types: {took: integer}", "types: {took: integer, port: ¦size}")),
    (faults.ListJoined, _joined("deleted: null", "ancestors: ¦$took")),
    (faults.ValueMisfit, _joined("deleted: null", "deleted: ¦'true'")),
    (faults.ValueMisfit, _joined("'0.0.0.0', '::'", "'0.0.0.0', ¦0")),
    (faults.ValueMisfit, _joined("deleted: null", "deleted: ¦~yes")),
    (
        faults.Circle,
        (
            PACK,
            spoiled(
                JOINED, "many: {count: {of: e,", "more: {count: {of: many, at_least: 2}}\n    many: {count: {of: more,"
            )
            .replace(", distinct: port", "")
            .replace("    many: {", "    many: ¦{"),
        ),
    ),
    (
        faults.Circle,
        (
            CAUSE_FILE,
            "¦"
            + spoiled(CAUSES, "  fix: enlarge it", "  leads_to: [{to: process.already-running}]\n  fix: enlarge it")
            .split("os.disk-full:\n")[1]
            .join(["os.disk-full:\n", CAUSES.split("os.disk-full:\n")[0]]),
        ),
    ),
    (faults.Circle, (PROFILE_FILE, LOOP.replace("    gives: settings", "    gives: ¦settings"))),
    (faults.RefersToItself, _joined("many: {count: {of: e,", "many: {count: {of: ¦many,")),
    (
        faults.NotBeside,
        (PROFILE_FILE, spoiled(PROFILE, "    about: the start", "    ¦weight: strong\n    about: the start")),
    ),
    (faults.NotBeside, _rule("  about:", "  ¦columns: {pid: '1'}\n  about:")),
    (faults.NotBeside, (ENVELOPE_FILE, spoiled(ENVELOPE, "form: json", "form: pattern").replace("  keys", "  ¦keys"))),
    (
        faults.NoPositiveTest,
        _rule("  tests:\n    - {log: lock file /run/a.pid exists, finds: {file: /run/a.pid}}\n", "  ¦tests:\n"),
    ),
    (
        faults.NoNegativeTest,
        (PACK, RULE.replace("    - {log: lock file removed, finds: nothing}\n", "").replace("  tests:", "  ¦tests:")),
    ),
    (faults.MissingNeverSeen, _joined("{missing: {text: [bound, up]", "{missing: ¦{text: [bounnd]")),
    (faults.SqlUnexpected, _joined("took > 100", "took > ¦> 100")),
    (faults.SqlUnexpected, _joined("took > 100", "took ¦!= 100")),
    (faults.SqlUnexpected, _joined("took > 100", "e.text ¦like 'x%'")),
    (faults.SqlEnded, _joined("old.ancestors, 1)", "old.ancestors, 1¦")),
    (faults.SqlTextOpen, _joined("took > 100", "e.text = ¦'a")),
    (faults.SqlTooDeep, _joined("took > 100", "(" * 41 + "¦took > 100" + ")" * 41)),
    (faults.UnknownFunction, _joined("array_contains", "¦array_contain")),
    (faults.ArgumentCount, _joined("took > 100", "¦abs(took, 1) > 100")),
    (faults.UnknownName, _joined("took > 100", "¦tok > 100")),
    (faults.UnknownName, _joined('"sport = :{port}"', '"sport = :{¦prt}"')),
    (faults.SqlTypes, _joined("took > 100", "¦e.text > 100")),
    (faults.SqlTypes, _joined("began: e.time -", "began: ¦e.line -")),
    (faults.NotABoolean, _joined("took > 100", "¦took")),
    (faults.BadInterval, _joined("interval '1 millisecond'", "interval ¦'1 blink'")),
    (faults.NoMessage, (LAYOUT_FILE, LAYOUT.replace("<message>", "<text>").replace("pattern: ", "pattern: ¦"))),
    (
        faults.NoExample,
        (LAYOUT_FILE, LAYOUT.replace("    - {line: x, matches: false}\n", "").replace("  examples", "  ¦examples")),
    ),
    (faults.NotRising, (WEIGHT_FILE, spoiled(WEIGHING, "ratios: {weak: 2", "ratios: ¦{weak: 9"))),
]

OF_FILES = {faults.NotReadable, faults.NoFolder, faults.TooLarge, faults.BadEncoding, faults.NoWeighing}
"""Faults of a file or folder as a whole: see test_assemble."""


def _name(value: object) -> str:
    return value.__name__ if isinstance(value, type) else ""


@pytest.mark.parametrize(("trouble", "case"), CASES, ids=_name)
def test_each_fault(trouble: type[Trouble], case: tuple[str, str], tmp_path: Path) -> None:
    """A fault is said once, by its own class, with file, line, column and the line itself; nothing else is said."""
    name, text = case
    line, column = place_of(text)
    text = text.replace(MARK, "")
    faults_found = found(tmp_path, {name: text})

    assert 1 == len(faults_found), [str(fault) for fault in faults_found]
    fault = faults_found[0]
    assert says(fault, trouble), fault.message
    assert (str(tmp_path / name), line, column) == (fault.path, fault.line, fault.column), fault.message
    assert text.split("\n")[line - 1] == fault.excerpt


def test_every_class_is_shown() -> None:
    """No fault without the file that shows it."""
    every = {kind for _, kind in inspect.getmembers(faults, inspect.isclass) if issubclass(kind, Trouble)}
    known = {kind for kind in every if kind.text and not kind.advice}

    assert known == {trouble for trouble, _ in CASES} | OF_FILES


def test_the_good_folder_has_none(tmp_path: Path) -> None:
    """What the cases spoil is right."""
    assert [] == found(tmp_path, GOOD)


def test_meant_names_the_nearest() -> None:
    """An unknown word is answered by the nearest known one, else by all, if they are few."""
    assert "; did you mean `port`?" == meant("prot", ["address", "port", "pid"])
    assert "; there are `a`, `b`" == meant("zzz", ["a", "b", "a"])
    assert not meant("zzz", [f"word{number}" for number in range(40)])
    assert not meant("zzz", [])


def test_details_are_shown_safely() -> None:
    """A detail from a file cannot put control characters, or pages of text, into a message."""
    message = faults.UnknownCause(cause="a\x1b[2J\n" + "b" * 999, meant="").message

    assert message.isprintable()
    assert len(message) < 400


def test_large_file_bound_is_generous() -> None:
    """No file that somebody wrote by hand is refused for its size."""
    assert LARGEST >= 1 << 20


def test_every_fault_has_a_section_of_the_page() -> None:
    """Where it can be read what was meant."""
    page = (Path(__file__).parents[2] / "docs/rules.md").read_text(encoding="utf-8")
    anchors = {
        title.lower().replace(" ", "-").replace(",", "").replace("`", "")
        for title in re.findall(r"^#+ (.*)$", page, re.MULTILINE)
    }
    sections = {kind.section for _, kind in inspect.getmembers(faults, inspect.isclass) if issubclass(kind, Trouble)}

    assert set() == sections - anchors


def test_the_code_is_the_name_in_words() -> None:
    """As it is written in a report for machines."""
    assert ("unknown-column", "not-a-boolean") == (faults.UnknownColumn.code(), faults.NotABoolean.code())
