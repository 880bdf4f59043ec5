"""A line that is missing, and whether its absence says something."""

from dataclasses import replace

import pytest

from judge.making import line, lines_found, reasons, row, rows_of, rule, run, table
from logsleuth.judge import judge
from logsleuth.model.book import Condition, Missing, Pattern
from logsleuth.model.relation import Row, Table
from logsleuth.model.verdict import Matches

COVERED = table("boots", row(1, number=0, covered=True), row(9, number=1, covered=True))
NOT_COVERED = "the log does not cover the boot in which `m` would stand"


def lacks(after: str = "a", each: str | None = None) -> Condition:
    """A condition `m` on a line that is missing."""
    return Condition("m", Missing(Pattern("r/m", "x"), after, each))


def test_a_line_is_missing_in_the_boot_that_lacks_it() -> None:
    """One row for each path and boot, which cites the first row of what was reached."""
    judgement = run(
        rule(line("a"), lacks()), [COVERED], a=[row(3, boot=0), row(2, boot=0), row(9, boot=1)], m=[row(10, boot=1)]
    )
    assert [[("a", 2), ("m", 2), ("a", 3)]] == lines_found(judgement)
    assert 2 == judgement.findings[0].count


@pytest.mark.parametrize(
    ("there", "expected"),
    [
        (row(5, boot=0), 0),
        (row(5, boot=None), 0),
        (row(5, boot=1), 1),
        (row(5, path="b.log", boot=0), 1),
    ],
)
def test_a_match_counts_in_its_path_and_boot(there: Row, expected: int) -> None:
    """A match of another boot or path does not, one whose boot is not known does."""
    assert expected == len(run(rule(line("a"), lacks()), [COVERED], a=[row(1, boot=0)], m=[there]).findings)


@pytest.mark.parametrize(
    "boots",
    [
        [],
        [table("boots")],
        [table("boots", row(1, number=0, covered=False))],
        [table("boots", row(1, number=0))],
        [table("boots", row(1, number=0, covered=True), row(2, number=0, covered=False))],
        [table("boots", row(1, number=1, covered=True))],
    ],
)
def test_absence_says_nothing_where_the_log_does_not_cover_it(boots: list[Table]) -> None:
    """Without a row of `boots` that says `covered`, the rule is not judged."""
    judgement = run(rule(line("a"), lacks()), boots, a=[row(1, boot=0)])
    assert ((), [NOT_COVERED]) == (judgement.findings, reasons(judgement))


def test_a_where_that_holds_makes_nothing_sure() -> None:
    """What is in doubt stays so, though the `where` of the condition is true for it."""
    asked = rule(line("a"), replace(lacks(), where="m.line = 1"))
    assert ((), [NOT_COVERED]) == ((judged := run(asked, a=[row(1, boot=0)])).findings, reasons(judged))
    assert 1 == len(run(asked, [COVERED], a=[row(1, boot=0)]).findings)


def test_without_a_boot_the_whole_file_must_be_covered() -> None:
    """A row whose boot is not known may be of any."""
    partly = table("boots", row(1, number=0, covered=True), row(9, number=1, covered=False))
    assert 1 == len(run(rule(line("a"), lacks()), [COVERED], a=[row(1)]).findings)
    assert [NOT_COVERED] == reasons(run(rule(line("a"), lacks()), [partly], a=[row(1)]))


def test_a_phase_can_be_what_was_reached() -> None:
    """`phase:ready` is the rows of `phases` with that phase; without the table it is not judged."""
    phases = table("phases", row(4, boot=0, phase="ready"), row(3, boot=0, phase="started"))
    assert [[("m", 4)]] == lines_found(run(rule(lacks("phase:ready")), [phases, COVERED]))
    assert ["no `phases` were handed over"] == reasons(run(rule(lacks("phase:ready")), [COVERED]))
    assert ((), []) == ((judged := run(rule(lacks("phase:stopped")), [phases, COVERED])).findings, reasons(judged))


ORIGINS = table("origins", *(row(1, boot=0, origin_rank=rank) for rank in (0, 1, 2)))


def test_each_rank_must_have_its_line() -> None:
    """Of the ranks that the run shows, those without a match are given, with the rank as a variable, and cited at their own line if they have one."""
    judgement = run(
        rule(lacks(each="rank"), line("a"), subject=("rank",), says="rank {rank} lacks it"),
        [ORIGINS, COVERED],
        a=[row(5, boot=0, origin_rank=0), row(6, boot=0, origin_rank=2)],
        m=[row(7, boot=0, origin_rank=0)],
    )
    assert ["rank 1 lacks it", "rank 2 lacks it"] == [finding.says for finding in judgement.findings]
    assert [5, 6] == [finding.evidence[0].line for finding in judgement.findings]


def test_the_size_of_the_world_shows_ranks_that_never_wrote() -> None:
    """A setting `world_size` of 4 means the ranks 0 to 3, even where no origins are known."""
    size = table("settings", row(1, name="world_size", value="4"), row(2, name="world_size", value="?"))
    asked = rule(lacks(each="rank"), line("a"), subject=("rank",))
    ranks = [finding.subject["rank"] for finding in run(asked, [size, ORIGINS, COVERED], a=[row(1, boot=0)]).findings]
    assert ["0", "1", "2", "3"] == ranks
    assert 4 == len(run(asked, [size, COVERED], a=[row(1, boot=0)]).findings)
    assert ["no `origins` were handed over"] == reasons(run(asked, [COVERED], a=[row(1, boot=0)]))
    vast = table("settings", row(1, name="world_size", value="999999999"))
    assert ["too many combinations"] == reasons(run(asked, [vast, COVERED], a=[row(1, boot=0)]))


def test_each_asks_for_hosts_processes_and_files_likewise() -> None:
    """`file` goes by the path, `process` by the pid."""
    origins = table(
        "origins", row(1, path="b.log", origin_host="h1", origin_pid=7), row(1, origin_host="h2", origin_pid=8)
    )
    boots = table("boots", row(1, number=0, covered=True), row(1, path="b.log", number=0, covered=True))
    found = {
        each: [
            dict(finding.subject)
            for finding in run(
                rule(lacks(each=each), line("a"), subject=(each,)), [origins, boots], a=[row(2)], m=[there]
            ).findings
        ]
        for each, there in {
            "file": row(3, path="b.log"),
            "host": row(3, origin_host="h2"),
            "process": row(3, origin_pid=7),
        }.items()
    }
    assert {"file": [{"file": "a.log"}], "host": [{"host": "h1"}], "process": [{"process": "8"}]} == found


def test_a_match_that_tells_no_rank_may_be_of_any() -> None:
    """Then it is not known of which ranks the line is missing."""
    judgement = run(rule(lacks(each="rank"), line("a")), [ORIGINS, COVERED], a=[row(5, boot=0)], m=[row(7, boot=0)])
    assert ((), ["a line of `m` does not tell its rank"]) == (judgement.findings, reasons(judgement))


def test_the_log_of_the_rank_must_be_covered() -> None:
    """A rank that wrote into a log which was cut may have written the line."""
    boots = table("boots", row(1, number=0, covered=True), row(1, path="b.log", number=0, covered=False))
    origins = table("origins", row(1, boot=0, origin_rank=0), row(1, path="b.log", boot=0, origin_rank=1))
    judgement = run(rule(lacks(each="rank"), line("a"), subject=("rank",)), [origins, boots], a=[row(5, boot=0)])
    assert ([{"rank": "0"}], [NOT_COVERED]) == ([finding.subject for finding in judgement.findings], reasons(judgement))


def test_dropped_matches_are_not_missing() -> None:
    """Where a bound dropped all lines of the pattern, there were some."""
    found = {"r/a": Matches([row(1, boot=0)], 1), "r/m": Matches([], 3)}
    judgement = judge([rule(line("a"), lacks())], found, {"boots": COVERED})
    assert ["a bound dropped the lines of `m`"] == reasons(judgement)


def test_a_doubtful_start_makes_the_absence_doubtful() -> None:
    """Where it is not known whether what comes before was reached, a sure row of the same boot is preferred."""
    after = line("a", where="a.level = 'info'")
    judgement = run(rule(after, lacks()), [COVERED], a=[row(1, boot=0), row(2, boot=0, level="info")])
    assert [[("a", 2), ("m", 2)]] == lines_found(judgement)
    assert ["`a.level` not known"] == reasons(judgement)


def test_a_missing_line_can_excuse() -> None:
    """In `unless`, a line that is surely missing lets the row go, one that may be missing weakens it."""
    asked = rule(line("a"), unless=(lacks(),), weight="strong")
    assert [] == lines_found(run(asked, [COVERED], a=[row(1, boot=0)]))
    assert ("strong", ()) == (
        (found := run(asked, [COVERED], a=[row(1, boot=0)], m=[row(2, boot=0)]).findings[0]).weight,
        found.weaker,
    )
    assert ("moderate", ("m",)) == ((found := run(asked, a=[row(1, boot=0)]).findings[0]).weight, found.weaker)


def test_a_missing_line_is_shown_as_what_proves_that_it_was_due() -> None:
    """The evidence is the line of `after`, under the name of the condition."""
    origins = table("phases", row(4, boot=0, phase="ready", text="ready to serve"))
    evidence = run(rule(lacks("phase:ready")), [origins, COVERED]).findings[0].evidence[0]
    assert ("row", "m", 4, "ready to serve") == (evidence.kind, evidence.condition, evidence.line, evidence.text)


def test_rows_of_rows_are_not_asked_for_in_vain() -> None:
    """Where nothing was reached, nothing is missing, whatever else is not known."""
    launches = table("launches")
    judgement = run(rule(rows_of("a", "launches"), lacks(each="rank")), [launches])
    assert ((), []) == (judgement.findings, reasons(judgement))
