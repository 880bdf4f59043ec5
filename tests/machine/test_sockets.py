"""Listening sockets, in each layout and as this machine prints them."""

import os
import socket

import pytest

from logsleuth.machine import sockets

from .making import fixture, printed, read, rows, snapshot

COLUMNS = ("address", "port", "pid", "process", "queue", "backlog")


def test_ss_gives_a_row_for_each_process() -> None:
    """Several processes of one socket are several rows; several descriptors of one process are one; UDP and connections are none."""
    assert rows(sockets.read(fixture("ss.txt", "listeners")), "listeners", *COLUMNS) == [
        ("0.0.0.0", 80, 29, "nginx", 0, 511),  # noqa: S104
        ("0.0.0.0", 80, 1, "nginx", 0, 511),  # noqa: S104
        ("127.0.0.1", 8000, 812, "python3", 129, 128),
        ("127.0.0.53", 53, None, None, 0, 4096),
        ("::", 8080, 900, "java", 0, 4096),
        ("*", 9100, 700, "node exporter", 0, 4096),
    ]


def test_netstat_names_pid_and_program() -> None:
    """Its queue of waiting connections is told, a backlog is not; UDP does not listen."""
    assert rows(sockets.read(fixture("netstat.txt", "listeners")), "listeners", *COLUMNS) == [
        ("127.0.0.1", 8950, 3036, "./bin/python", 0, None),
        ("0.0.0.0", 80, 29, "nginx: master pr", 0, None),  # noqa: S104
        ("::", 22, None, None, 0, None),
    ]


def test_lsof_lists_clients_too() -> None:
    """Only rows that listen count; blanks in names are escaped, and ports may be named."""
    assert rows(sockets.read(fixture("lsof.txt", "listeners")), "listeners", *COLUMNS[:4]) == [
        ("*", 8950, 13504, "python3"),
        ("::1", 8080, 991, "web app"),
    ]


def test_a_filter_by_state_drops_its_column() -> None:
    """`ss -o state listening` prints no state."""
    text = 'Recv-Q Send-Q Local Address:Port Peer Address:PortProcess\n0 128 0.0.0.0:8000 0.0.0.0:* users:(("x",pid=5,fd=3))\n'

    assert rows(read(text, "listeners"), "listeners", "port", "pid") == [(8000, 5)]


def test_processes_may_stand_on_the_next_line() -> None:
    """A narrow terminal breaks the row; the row then cites both lines."""
    text = 'LISTEN 0 128 0.0.0.0:8000 0.0.0.0:*\n\t users:(("x",pid=5,fd=3))\n'

    assert rows(read(text, "listeners"), "listeners", "pid", "line", "end_line") == [(5, 1, 2)]


def test_a_table_without_listeners_is_an_answer() -> None:
    """Nothing listens: the relation is there, and empty."""
    reading = read("State  Recv-Q Send-Q Local Address:Port Peer Address:PortProcess\n", "listeners")

    assert (rows(reading, "listeners"), reading.notes) == ([], ())


def test_a_host_in_the_prompt_is_the_origin() -> None:
    """`ada@forge:~$ ss -ltnp`."""
    text = "ada@forge:~$ ss -ltnp\nLISTEN 0 128 0.0.0.0:8000 0.0.0.0:*\n"

    assert rows(read(text, "listeners"), "listeners", "origin.host") == ["forge"]


@pytest.mark.parametrize("command", ["ss -ltnp", "ss -tulpn", "netstat -tlnp", "lsof -nP -iTCP -sTCP:LISTEN"])
def test_what_this_machine_prints_is_read(command: str) -> None:
    """A socket that this process holds is found, with its owner."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        held.listen(5)
        port = held.getsockname()[1]
        text = printed(*command.split())

    found = rows(sockets.read(snapshot(text, "listeners")), "listeners", "port", "pid")

    assert (port, os.getpid()) in found
