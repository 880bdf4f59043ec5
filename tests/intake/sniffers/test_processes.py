"""Tests of process snapshots."""

import pytest

from logsleuth.intake.sniffers.processes import find

AUX = "root           1  0.0  0.0   2796  1180 ?        Ss   Apr07   0:04 /sbin/init"
FULL = "root           1       0  0 10:00 ?        00:00:00 /sbin/init"


def blocks(text: str) -> list[tuple[int, int, str]]:
    """The blocks found, without those that lie in a table found before."""
    found = [(block.first, block.end, block.why) for block in find(text.split("\n"), text)]
    return [block for at, block in enumerate(found) if all(block[0] >= before[1] for before in found[:at])]


@pytest.mark.parametrize(
    ("header", "row", "why"),
    [
        ("USER         PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND", AUX, "header of `ps aux`"),
        ("UID          PID    PPID  C STIME TTY          TIME CMD", FULL, "header of `ps -ef`"),
        (
            "  PID  PPID                  STARTED ELAPSED CMD",
            "  612     1 Mon Jan 20 04:11:09 2026     300 python3",
            "header of `ps`",
        ),
        ("                 STARTED   PID CMD", "Mon Jan 20 04:11:09 2026   612 python3", "header of `ps`"),
        ("PID   USER     TIME  COMMAND", "    1 root      0:00 nginx: master", "header of `ps`"),
        (
            "  PID STAT WCHAN                  RSS NLWP     ELAPSED COMMAND",
            "    1 Ss   do_epoll_wait   1180    1    01:02:03 init",
            "header of `ps`",
        ),
        ("    PID TTY          TIME CMD", "   4410 pts/0    00:00:00 bash", "header of `ps`"),
        ("PID CMD", "1 init", "header of `ps`"),
        (
            "    PID USER      PR  NI    VIRT    RES    SHR S  %CPU  %MEM     TIME+ COMMAND",
            "      1 root  20   0  2796 1180 1000 S 0.0 0.0 0:00.04 init",
            "header of `top`",
        ),
    ],
)
def test_headers(header: str, row: str, why: str) -> None:
    """A table is known by its header in any mix of columns, and ends where its rows end."""
    assert blocks(f"{header}\n{row}\n{row}\n\nand on") == [(0, 3, why)]


def test_top_begins_above_its_table() -> None:
    """What `top` prints above its table belongs to it."""
    text = "x\ntop - 10:00:00 up 3 days,  1 user\nTasks:  12 total\n\n    PID USER  PR  NI  VIRT  RES  SHR S  %CPU  %MEM  TIME+ COMMAND\n  1 root  20  0  1  1  1 S  0.0  0.0  0:00.04 init"
    assert blocks(text) == [(1, 6, "header of `top`")]


@pytest.mark.parametrize("row", [AUX, FULL])
def test_rows_without_a_header(row: str) -> None:
    """Rows that `grep` left are known by themselves."""
    assert blocks(f"$ ps | grep init\n{row}\n") == [(1, 2, "rows of `ps`")]


@pytest.mark.parametrize(
    "text",
    [
        "2026-12-01 10:00:00 Server PID: 91733",
        "|  GPU   GI   CI        PID   Type   Process name                   GPU Memory |",
        "[  pid  ]   uid  tgid total_vm      rss pgtables_bytes swapents oom_score_adj name",
        "COMMAND  PID USER   FD   TYPE DEVICE SIZE/OFF NODE NAME",
        "Proto Recv-Q Send-Q Local Address Foreign Address State PID/Program name",
        "started PID 1 ? S 12:00",
    ],
)
def test_no_snapshot(text: str) -> None:
    """The letters PID make no table of processes."""
    assert blocks(text) == []
