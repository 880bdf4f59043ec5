"""The report on a terminal."""

import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from logsleuth.model.report import Outcome
from logsleuth.model.verdict import Finding
from logsleuth.report import build, render
from report.stories import EXPECTED, REFUSED, cite, false_positive, healthy, outcome, phantom


def page(run: Outcome, **more: Any) -> str:
    """The page at 80 columns without colour."""
    return render(build(run), **({"width": 80, "color": False} | more))


@pytest.mark.parametrize("story", [false_positive, phantom, healthy])
@pytest.mark.parametrize("width", [40, 80, 120])
def test_fits_a_screen(story: Callable[[], Outcome], width: int) -> None:
    """No more than forty lines at 80 columns, none wider but commands, none with a trailing space."""
    rows = page(story(), width=width).split("\n")

    assert len(rows) <= 41 or width == 40
    assert all(len(row) <= width or "/usr/bin/python3 -c" in row for row in rows)
    assert all(row == row.rstrip() for row in rows)


def test_failed() -> None:
    """The verdict, how sure it is, the line that shows it, what it explains, what to do."""
    text = page(false_positive())

    assert text.startswith("FAILED  the wrong Python interpreter was used\n")
    assert re.search(
        r"^1  python\.wrong-interpreter \(module=acme\.launch_server\) +0\.85 very likely$", text, re.MULTILINE
    )
    assert f"   + server.log:1  {REFUSED}\n" in text
    assert "nothing speaks against it" in text
    assert "   explains  health.false-positive, process.stale-listener (port=8000)\n" in text
    assert "explained by python.wrong-interpreter\n" in text
    assert "   next      /usr/bin/python3 -c 'import sys" in text
    assert "ps.txt: the time of the snapshot" in text
    assert text.endswith("4 inputs, 16 lines, 1.63 kB; 187 rules of version 5f2c0a91\n")


def test_inconclusive() -> None:
    """The sentence says what to collect; the expectation its status and why; contradiction is shown."""
    text = page(phantom())

    assert text.startswith("INCONCLUSIVE  1 expected line is not there")
    assert f"   missing  {EXPECTED}\n" in text
    assert "unless a condition guards it" in " ".join(text.split())
    assert "   - server.log:206  File" in text
    assert "server.log:205 ×8\n" in text
    assert "12 rules could not be judged on this input (-v says why)." in text


def test_healthy() -> None:
    """A run that is well takes a few lines."""
    text = page(healthy())

    assert text.startswith("HEALTHY  nothing wrong was found")
    assert "and 1 hypothesis more (-v): feature.not-enabled" in text
    assert text.count("\n") < 10


def test_colour_changes_nothing_else() -> None:
    """Without its colour codes the coloured page is the plain one."""
    colored = page(false_positive(), color=True)

    assert "\x1b[1;31mFAILED\x1b[0m" in colored
    assert page(false_positive()) == re.sub(r" +$", "", re.sub(r"\x1b\[[\d;]*m", "", colored), flags=re.MULTILINE)


def test_explain() -> None:
    """The ledger: prior, findings, why one brings nothing, and what would overturn the first."""
    text = " ".join(page(false_positive(), explain=True).split())

    assert "-3.32 prior: such a cause is common" in text
    assert "+0.00 system-python-lacks-module (strong): the same event as other-interpreter-runs-the-module" in text
    assert "bits against it would bring it below 0.5" in text


def test_verbose() -> None:
    """All there is: reasons, the time line, the inputs."""
    text = page(phantom(), verbose=True)

    assert "no table `processes` was handed over: rule-0, rule-1" in text
    assert "2026-02-17T08:15:40  server.log:187  acme: ready" in text
    assert "server.log  log: looks like log" in text


def test_around() -> None:
    """With the lines about a cited one, it is shown in its place; its own text is known anyway."""
    about = ((203, "x"), (204, "before"), (206, "after"), (207, "y"))
    whole = page(phantom(), around={("server.log", 205): (*about[:2], (205, "the line"), *about[2:])})
    run = outcome(Finding("r", "app.exception", {}, "strong", (cite("server.log", 205, "the line"),)))

    assert "     204  before\n     205  the line\n     206  after\n" in whole
    assert "203" not in whole
    assert "     205  the line\n     206  after\n" in page(run, around={("server.log", 205): about})


def test_rows_are_told_apart() -> None:
    """What is made of columns stands in brackets: no line reads so."""
    assert "+ ss.txt:2  [port=8000 pid=20911]\n" in page(false_positive())


def test_top() -> None:
    """As many as asked for; the others are named."""
    text = page(phantom(), top=1)

    assert "2  feature.not-enabled" not in text
    assert "and 2 hypotheses more (-v): feature.not-enabled, python.stale-code" in text


def test_ruled_out() -> None:
    """What is ruled out stands apart, with the reason."""
    against = Finding(
        "r", "python.stale-code", {}, "strong", (cite("server.log", 3, "x"),), against=True, says="the frames agree"
    )
    text = page(outcome(against))

    assert "Ruled out\n   python.stale-code: the frames agree\n" in text
    assert "1  python.stale-code" not in text


def test_hostile() -> None:
    """Whatever a log holds, nothing acts on the terminal and no markup is read, whichever encoding it has."""
    evil = "\x1b[2J[red]\u202e\x07" + "A" * 5000
    finding = Finding("r", "app.exception", {"k": evil}, "conclusive", (cite(evil, 3, evil),), says=evil)
    for encoding in ("utf-8", "ascii", "latin-1"):
        text = page(outcome(finding), explain=True, verbose=True, encoding=encoding)

        assert all(character.isprintable() or character == "\n" for character in text)
        assert "\\x1b[2J[red]\\u202e\\x07" in text
        text.encode(encoding)


def test_rich_is_loaded_only_to_draw() -> None:
    """Who writes JSON does not wait for rich."""
    code = "import sys, logsleuth.report; sys.exit(any(name.split('.')[0] == 'rich' for name in sys.modules))"

    assert 0 == subprocess.run([sys.executable, "-c", code], check=False).returncode
