"""The whole book: what overrides what, what comes first, and faults of files as such."""

from pathlib import Path

import pytest

from language.folders import CAUSES, GOOD, JOINED, LAYOUT, PROFILE, RULE, found, says, spoiled, write
from logsleuth.language import check, faults, load, load_lenient
from logsleuth.language.assemble import _circles
from logsleuth.language.files import LARGEST

GIVER = """\
- id: {id}
  gives: {gives}
  about: it fills a table
  when:
    e: {{{reads}}}
  columns: {{pid: '1'}}
  tests:
    - {{log: a, finds: {{}}}}
    - {{log: b, finds: nothing}}
"""


def test_a_later_folder_overrides(tmp_path: Path) -> None:
    """A rule, cause, layout, profile of a later folder replaces that of the same id, and nothing else."""
    first = write(tmp_path / "a", GOOD)
    second = write(
        tmp_path / "b",
        {
            "mine.yaml": spoiled(RULE, "about: the program", "about: my program"),
            "causes.yaml": spoiled(CAUSES, "title: the disk is full", "title: my disk"),
            "layouts/x.yaml": spoiled(LAYOUT, "time: [iso]", "time: [syslog]"),
            "programs/x.yaml": PROFILE.split("gives:")[0].replace("title: Acme", "title: Mine"),
        },
    )
    base, book = load([first]), load([first, second])

    assert ["my program takes a lock"] == [rule.about for rule in book.rules if rule.id == "lock-held"]
    assert "my disk" == book.causes["os.disk-full"].title
    assert [("syslog",)] == [layout.time for layout in book.layouts]
    assert ["Mine"] == [profile.title for profile in book.profiles]
    assert {rule.id for rule in base.rules} - {rule.id for rule in book.rules} == {"acme/port"}
    assert (base.weighing, base.envelopes) == (book.weighing, book.envelopes)
    assert base.digest != book.digest


def test_one_folder_may_not_say_a_thing_twice(tmp_path: Path) -> None:
    """Two files of one folder cannot hold the same id; the second is told where the first stands."""
    (fault,) = found(tmp_path, {"packs/more.yaml": RULE})

    assert f"the rule `lock-held` already stands in {tmp_path}/packs/good.yaml:1" == fault.message
    assert (str(tmp_path / "packs/more.yaml"), 1, 7) == (fault.path, fault.line, fault.column)


def test_what_fills_a_table_comes_first(tmp_path: Path) -> None:
    """Rules that give tables stand before those that read them; the others follow by their ids."""
    pack = (
        GIVER.format(id="a-last", gives="retries", reads="deaths: {}")
        + GIVER.format(id="b-then", gives="deaths", reads="launches: {}")
        + GIVER.format(id="c-first", gives="launches", reads="line: x")
        + RULE
    ).replace("columns: {pid: '1'}\n  tests:\n    - {log: a, finds: {}}\n    - {log: b, finds: nothing}\n- id: b", "columns: {what: '1'}\n  tests:\n    - {log: a, finds: {}}\n    - {log: b, finds: nothing}\n- id: b")  # fmt: skip
    book = load([write(tmp_path, {**GOOD, "packs/good.yaml": pack})])

    assert ["acme/port", "c-first", "b-then", "a-last", "lock-held"] == [rule.id for rule in book.rules]


def test_a_line_that_is_missing_reads_the_boots(tmp_path: Path) -> None:
    """A rule with `missing` waits for what fills the tables that tell what a log covers."""
    rule = GIVER.format(id="odd", gives="boots", reads="missing: {text: a, after: 'phase:ready'}").replace(
        "pid", "number"
    )
    (fault,) = found(tmp_path, {"packs/odd.yaml": rule})

    assert says(fault, faults.Circle)


def test_circles_are_told_once() -> None:
    """Each circle once, from its smallest name, and what only hangs on it not at all."""
    graph = {"a": {"b"}, "b": {"c"}, "c": {"b", "x"}, "d": {"d"}, "e": {"a", "d"}}

    assert [["b", "c", "b"], ["d", "d"]] == sorted(_circles(graph))


def test_lenient_breaks_circles(tmp_path: Path) -> None:
    """What goes round in a circle is left out; the rest stays."""
    causes = spoiled(CAUSES, "  fix: enlarge it", "  leads_to: [{to: process.already-running}]\n  fix: enlarge it")
    book, said = load_lenient([write(tmp_path, {**GOOD, "causes.yaml": causes})])

    assert 1 == len(said)
    assert {} == dict(book.causes)
    assert ["acme/port"] == [rule.id for rule in book.rules]


def test_an_unread_catalogue_makes_no_cause_unknown(tmp_path: Path) -> None:
    """Where the catalogue is no YAML that is the only fault, not each rule that names a cause of it."""
    assert 1 == len(found(tmp_path, {"causes.yaml": "a: ["}))


def test_an_empty_catalogue_has_no_causes(tmp_path: Path) -> None:
    """Where it is read, and names none, each cause is unknown."""
    assert {"unknown cause `process.already-running`"} == {
        fault.message for fault in found(tmp_path, {"causes.yaml": "# none\n"})
    }


@pytest.mark.parametrize(
    ("trouble", "data", "line", "column"),
    [
        (faults.BadEncoding, b"- id: x\n  \xff", 2, 3),
        (faults.TooLarge, b"#" * (LARGEST + 1), 1, 1),
    ],
)
def test_files_that_cannot_be_read(
    trouble: type[faults.Trouble], data: bytes, line: int, column: int, tmp_path: Path
) -> None:
    """A file that cannot be read at all is told as one."""
    (fault,) = found(tmp_path, {"packs/odd.yaml": data})

    assert says(fault, trouble)
    assert (line, column) == (fault.line, fault.column)


def test_folders_that_cannot_be_read(tmp_path: Path) -> None:
    """A folder that is not there, and folders without weights, are faults."""
    good = write(tmp_path / "a", GOOD)
    (missing,) = check([good, tmp_path / "b"])
    assert says(missing, faults.NoFolder)

    (good / "packs/l.yaml").symlink_to(tmp_path / "nowhere")
    (dangling,) = check([good])
    assert says(dangling, faults.NotReadable)

    (bare,) = check([write(tmp_path / "c", {"causes.yaml": CAUSES})])
    assert says(bare, faults.NoWeighing)


def test_byte_order_marks_and_empty_files(tmp_path: Path) -> None:
    """A mark at the front is no fault, nor is a file of comments."""
    assert [] == found(
        tmp_path, {"packs/good.yaml": b"\xef\xbb\xbf" + (RULE + JOINED).encode(), "packs/no.yaml": "# none\n"}
    )
