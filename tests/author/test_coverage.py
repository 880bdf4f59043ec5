"""Coverage: what fired in which run, what no run tells apart, and the errors that nothing knows."""

from dataclasses import replace
from pathlib import Path

import pytest

import runs
from logsleuth.author import coverage as author
from logsleuth.errors import NoInputError
from logsleuth.model.book import Benign, Book, Cause, Condition, Pattern, Profile, Rule

HEAD = "2026-11-30 09:12:01,340 ERROR orders.main "


def rule(name: str, pattern: str) -> Rule:
    """A rule of one pattern."""
    return Rule(name, (Condition("seen", Pattern(f"{name}/seen", pattern)),), cause="orders.broken", anchor="seen")


def book() -> Book:
    """Three rules, and a line that is known to mean nothing."""
    benign = Benign(Pattern("orders/benign/0", "^cache is cold"), "it always is")
    return replace(
        runs.book(),
        rules=(rule("licence", "^licence .* ran out"), rule("expired", "ran out"), rule("rates", "^no rates")),
        causes={"orders.broken": Cause("orders.broken", "it broke", "it broke")},
        profiles=(Profile("orders", "Orders", benign=(benign,)),),
    )


def collection(folder: Path) -> list[author.Run]:
    """Three runs, of which one is well."""
    runs.write(
        folder,
        {
            "one/a.log": f"{HEAD}licence A ran out\n{HEAD}cache is cold\n{HEAD}cannot pay order 17\n{HEAD}^^^^\n",
            "two/a.log": f"{HEAD}licence B ran out\n{HEAD}cannot pay order 4711\n{HEAD}cannot pay order 4712\n",
            "two/notes.md": f"{HEAD}a note\n",
            "three/a.log": f"{HEAD.replace('ERROR', 'INFO')}all is well\n",
        },
    )
    return list(author.runs([str(folder)], ["*.md"]))


def test_each_folder_is_a_run(tmp_path: Path) -> None:
    """And a file by itself is one; what is to be left out is."""
    found = collection(tmp_path)

    assert ["one", "three", "two"] == [run.name for run in found]
    assert [1, 1, 1] == [len(run.paths) for run in found]
    assert [str(tmp_path / "one/a.log")] == [run.name for run in author.runs([str(tmp_path / "one/a.log")])]
    assert ["two"] == [run.name for run in author.runs([str(tmp_path / "two")])]


def test_fired_never_and_together(tmp_path: Path) -> None:
    """Two rules that fired in the very same runs are named."""
    found = author.coverage(collection(tmp_path), book(), cache=runs.CACHE)

    assert {"licence": ("one", "two"), "expired": ("one", "two")} == found.fired
    assert ("rates",) == found.never
    assert (("expired", "licence"),) == found.together


def test_errors_that_nothing_knows_are_grouped(tmp_path: Path) -> None:
    """Neither a rule's lines are among them nor benign ones, nor lines without a letter."""
    found = author.coverage(collection(tmp_path), book(), cache=runs.CACHE)

    assert ["cannot pay order *"] == [each.template for each in found.unknown]
    assert (3, ("one", "two"), 3) == (found.unknown[0].lines, found.unknown[0].runs, found.unknown[0].line)
    assert 6 == found.severe


def test_a_run_without_logs_is_a_note(tmp_path: Path) -> None:
    """The others count; without any other it is an error."""
    runs.write(tmp_path, {"one/a.log": f"{HEAD}licence A ran out\n"})
    empty = author.Run("gone", (str(tmp_path / "gone.log"),))
    found = author.coverage([empty, *author.runs([str(tmp_path)])], book(), cache=runs.CACHE)

    assert (("one",), ["gone"]) == (found.runs, [note.path for note in found.notes])
    for nothing in ([], [empty]):
        with pytest.raises(NoInputError):
            author.coverage(nothing, book(), cache=runs.CACHE)
