"""Snapshots of processes, in each layout and as this machine prints them."""

import os
from datetime import UTC, datetime

import pytest

from logsleuth.machine import ps

from .making import TAKEN, fixture, printed, read, rows, snapshot

LISTED = """\
  PID  PPID USER                      STARTED ELAPSED COMMAND
  612     1 root     Mon Jan 20 04:11:09 2025 1058100 /usr/bin/python3 /usr/bin/keeperd -c /etc/keeper.conf
 4410   612 web      Sat Feb  1 07:15:30 2025   10239 /srv/old/venv/bin/python -m shop.web -b 127.0.0.1:8001
 4433  4410 web      Sat Feb  1 07:15:31 2025   10238 /srv/old/venv/bin/python -m shop.web -b 127.0.0.1:8001
"""
AUX = """\
USER         PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND
root           1  0.0  0.0   2796  1180 ?        Ss   Apr07   0:04 /usr/bin/tini -- sleep infinity
ada        41209  101  1.9 98234112 1024187 ?    Sl   Apr10 2931:18 /opt/a/bin/python3 -m acme.server --port 30000
ada        41388 98.7  4.1 147201040 21873344 ?  Sl   Apr10 2859:40 acme::scheduler_TP0
ada        91702  0.0  0.0   7372  3480 pts/2    S+   11:20   0:00 bash ./start.sh
ada        91790  0.0  0.0  10072  3312 pts/2    R+   11:21   0:00 ps aux
"""


def test_starts_to_the_second_are_exact() -> None:
    """A start and an elapsed time in one row tell the moment of the snapshot, and with it every age."""
    reading = read(LISTED, "processes")

    assert rows(reading, "processes", "pid", "age_min", "snapshot_at")[1] == (
        4410,
        10239.0,
        datetime(2025, 2, 1, 10, 6, 9, tzinfo=UTC),
    )
    assert rows(reading, "processes", "started", "time", "zone_known")[2] == (
        datetime(2025, 2, 1, 7, 15, 31, tzinfo=UTC),
        datetime(2025, 2, 1, 7, 15, 31, tzinfo=UTC),
        False,
    )
    assert reading.notes == ()


def test_ancestors_go_up_to_the_first() -> None:
    """Parents of parents, as far as the table shows them."""
    assert [[1], [612, 1], [4410, 612, 1]] == rows(read(LISTED, "processes"), "processes", "ancestors")


def test_a_circle_of_parents_ends() -> None:
    """A hostile table may say that two processes are each other's parents."""
    reading = read("  PID  PPID CMD\n 1 2 a\n 2 1 b\n 3 3 c\n", "processes")

    assert [[2], [1], []] == rows(reading, "processes", "ancestors")


def test_days_and_times_of_day_give_bounds() -> None:
    """`ps aux` says the day of an old process and the minute of a young one; its own row tells the time of the snapshot."""
    reading = read(AUX, "processes")

    _, server, _, script, own = rows(reading, "processes", "pid", "started", "age_min", "age_max")
    assert server == (41209, None, 40860.0, None)
    assert script == (91702, None, 0.0, 120.0)
    assert own == (91790, None, 0.0, 60.0)
    assert "not written in full" in reading.notes[0].message


def test_bounds_of_a_start_need_the_year_of_the_file() -> None:
    """`Apr10` is that day of the latest year before the file was written."""
    row = rows(read(AUX, "processes", taken_at=TAKEN), "processes")[1]

    assert (datetime(2026, 4, 10, tzinfo=UTC), False) == (row["earliest"], row["zone_known"])
    assert row["latest"] < datetime(2026, 4, 11, tzinfo=UTC)
    assert "time" not in row


def test_commands_are_told() -> None:
    """Interpreter, module, program and port of the command line."""
    found = rows(read(AUX, "processes"), "processes", "executable", "interpreter", "module", "program", "port")

    assert found[1] == ("/opt/a/bin/python3", "/opt/a/bin/python3", "acme.server", "server", 30000)
    assert found[2] == (None, None, None, "acme", None)
    assert found[3] == ("bash", None, None, "start.sh", None)


def test_a_date_beside_the_table_is_its_moment() -> None:
    """`date; ps` in one paste."""
    reading = read("$ date; ps aux\nSun Apr 12 11:21:30 UTC 2026\n" + AUX, "processes", taken_at=TAKEN)

    row = rows(reading, "processes")[1]
    assert (datetime(2026, 4, 12, 11, 21, 30, tzinfo=UTC), True) == (row["snapshot_at"], row["zone_known"])
    assert (datetime(2026, 4, 10, tzinfo=UTC), 127290.0) == (row["earliest"], row["age_min"])
    assert reading.notes == ()


def test_a_tree_tells_the_parents() -> None:
    """`ps auxf` has no column for the parent, and draws it."""
    reading = ps.read(fixture("ps_tree.txt", "processes"))

    parents = dict(rows(reading, "processes", "pid", "ppid"))
    assert parents == {
        1: None,
        655: None,
        40120: 655,
        40133: 40120,
        40134: 40133,
        40388: 40134,
        20011: None,
        20014: 20011,
        20019: 20014,
    }
    assert rows(reading, "processes", "pid", "ancestors")[5] == (40388, [40134, 40133, 40120, 655])
    assert rows(reading, "processes", "program")[-2:] == ["python3", "work.py"]


def test_busybox_says_little() -> None:
    """A name in braces is no part of the command; there are no starts."""
    assert rows(ps.read(fixture("busybox_ps.txt", "processes")), "processes", "pid", "program", "port", "age_min") == [
        (1, "start.sh", None, None),
        (7, "server.js", 3000, None),
        (31, "ps", None, None),
    ]


def test_top_has_its_own_head() -> None:
    """The first line of `top -b` tells the time of day."""
    reading = ps.read(fixture("top.txt", "processes", taken_at=datetime(2026, 12, 1, 4, 38, 14, tzinfo=UTC)))

    assert rows(reading, "processes", "pid", "state", "snapshot_at")[1] == (
        812,
        "S",
        datetime(2026, 12, 1, 4, 38, 13, tzinfo=UTC),
    )


def test_rows_without_a_header_are_read() -> None:
    """`ps aux | grep acme`."""
    reading = read("\n".join(AUX.splitlines()[2:4]), "processes")

    assert rows(reading, "processes", "pid", "line") == [(41209, 1), (41388, 2)]


def test_threads_of_a_process_are_one_row() -> None:
    """`ps -eLf` has a row for each thread."""
    text = "UID        PID  PPID   LWP  C NLWP STIME TTY          TIME CMD\nada 9 1 9 0 2 04:02 ? 00:00:05 x\nada 9 1 10 0 2 04:02 ? 00:00:05 x\n"

    assert rows(read(text, "processes"), "processes", "pid") == [9]


def test_a_deleted_executable_is_marked() -> None:
    """The mark of the kernel behind a path."""
    reading = read("  PID CMD\n 12 /opt/x/bin/shopd (deleted)\n 13 y\n", "processes")

    assert rows(reading, "processes", "deleted", "program") == [(True, "shopd"), (None, "y")]


def test_rows_cut_at_the_width_tell_no_port_at_the_end() -> None:
    """Several rows of one width were cut there, perhaps within a number."""
    reading = read("  PID CMD\n   12 shopd --port 300\n   13 shopd --port 300\n   14 a\n", "processes")

    assert rows(reading, "processes", "port") == [None, None, None]


def test_a_host_in_the_prompt_is_the_origin() -> None:
    """`root@gpu-box:~# ps aux`."""
    found = rows(
        read("root@gpu-box:~# ps aux\n" + AUX, "processes", taken_at=TAKEN), "processes", "origin.host", "clock"
    )

    assert found[1] == ("gpu-box", "gpu-box x.txt")


@pytest.mark.parametrize(
    "command",
    [
        "ps aux",
        "ps -ef",
        "ps -eo pid,ppid,lstart,etimes,cmd",
        "ps auxf",
        "ps -eo user,lstart,pid,args",
        "ps -eo args,pid,lstart",
        "ps -eo pid,start,stime,comm,cmd",
        "top -b -n1",
    ],
)
def test_what_this_machine_prints_is_read(command: str) -> None:
    """Every row of a live table is read, this very process among them."""
    text = printed(*command.split())
    listed = text.rstrip("\n").split("\n")
    head = next(at for at, line in enumerate(listed) if "PID" in line)

    found = rows(ps.read(snapshot(text, "processes", taken_at=datetime.now(UTC))), "processes", "pid", "age_max")

    assert len(found) == len(listed) - head - 1
    assert os.getpid() in {pid for pid, _ in found}
