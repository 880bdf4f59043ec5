"""Tests of socket snapshots."""

import pytest

from logsleuth.intake.sniffers.listeners import find

SS = 'LISTEN 0      2048       127.0.0.1:8001      0.0.0.0:*    users:(("python",pid=4433,fd=5))'
NETSTAT = "tcp        0      0 127.0.0.1:8950          0.0.0.0:*               LISTEN      3036/./bin/python"
LSOF = "python  3036 root    3u  IPv4  63516      0t0  TCP localhost:8950 (LISTEN)"


def blocks(text: str) -> list[tuple[int, int, str]]:
    """The longest block at each place."""
    found = sorted((block.first, -block.end, block.why) for block in find(text.split("\n"), text))
    kept: list[tuple[int, int, str]] = []
    for first, end, why in found:
        if not kept or first >= kept[-1][1]:
            kept.append((first, -end, why))
    return kept


@pytest.mark.parametrize(
    ("header", "row", "why"),
    [
        ("State  Recv-Q Send-Q Local Address:Port Peer Address:PortProcess", SS, "header of `ss`"),
        ("Netid State  Recv-Q Send-Q Local Address:Port Peer Address:Port Process", "tcp   " + SS, "header of `ss`"),
        (
            "Proto Recv-Q Send-Q Local Address           Foreign Address         State       PID/Program name",
            NETSTAT,
            "header of `netstat`",
        ),
        ("COMMAND  PID USER   FD   TYPE DEVICE SIZE/OFF NODE NAME", LSOF, "header of `lsof`"),
    ],
)
def test_headers(header: str, row: str, why: str) -> None:
    """A table is known by its header and ends where its rows end."""
    assert blocks(f"x\n{header}\n{row}\n{row}\nand on") == [(1, 4, why)]


def test_lines_above_netstat() -> None:
    """The notice and the title above `netstat`'s header belong to it."""
    text = (
        "(Not all processes could be identified, non-owned process info\n will not be shown, you would have to be root to see it all.)\n"
        "Active Internet connections (only servers)\nProto Recv-Q Send-Q Local Address Foreign Address State PID/Program name\n"
        + NETSTAT
    )
    assert blocks(text) == [(0, 5, "header of `netstat`")]


@pytest.mark.parametrize("row", [SS, NETSTAT, LSOF, "tcp   " + SS])
def test_rows_without_a_header(row: str) -> None:
    """Rows that `grep` left are known by themselves."""
    assert blocks(f"$ ss | grep 8001\n{row}") == [(1, 2, "rows of listening sockets")]


@pytest.mark.parametrize(
    "text",
    [
        "2026-12-01 10:00:00 INFO LISTENING on 0.0.0.0:80",
        "COMMAND  PID USER   FD   TYPE DEVICE SIZE/OFF    NODE NAME\nsleep  12 root  cwd  DIR  8,1  4096  2 /",
        "LISTEN to this: 0 0 reasons",
    ],
)
def test_no_snapshot(text: str) -> None:
    """Words make no table of sockets, and open files are no sockets."""
    assert blocks(text) == []
