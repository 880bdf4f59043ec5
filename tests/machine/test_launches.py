"""What a script or a shell started."""

import pytest

from logsleuth.machine import launches


@pytest.mark.parametrize(
    ("line", "command", "process"),
    [
        ("+ nohup python3 -m shop --port 8000", "python3 -m shop --port 8000", True),
        ("+ python3 /srv/x.py", "python3 /srv/x.py", True),
        ("+ ./bench/start.sh", "./bench/start.sh", False),
        ("$ /x/python -m shop > log 2>&1 &", "/x/python -m shop", True),
        ("ada@forge:~$ nohup ./shopd &", "./shopd", True),
        ("nohup /x/python -m shop &", "/x/python -m shop", True),
        ("/x/python -m shop &", "/x/python -m shop", True),
    ],
)
def test_a_launch_is_told(line: str, command: str, *, process: bool) -> None:
    """What goes to the background, or is traced as a program; a script starts the process that matters."""
    told = launches.command(line)

    assert told is not None
    assert (command, process) == (told.columns["command"], told.process)


@pytest.mark.parametrize(
    "line",
    [
        "+ sleep 5",
        "+ export A=1",
        "+ curl -s http://h/",
        "$ ps aux",
        "$ python -V",
        "Server is up &",
        "text",
        "",
        "+ echo x &",
        "$ tail -f log &",
    ],
)
def test_other_commands_start_nothing(line: str) -> None:
    """What ends at once, or only asks."""
    assert launches.command(line) is None


@pytest.mark.parametrize(
    ("line", "pid"),
    [
        ("[1] 51733", 51733),
        ("Server PID: 91733", 91733),
        ("Started server with PID 12", 12),
        ("pid=12", 12),
        ("Launched shopd in the background (pid 99), log in /tmp/x", 99),
        ("sending SIGTERM to pid 881", None),
        ("Killing server pid 881", None),
        ("pid 881 did not exit within 30s", None),
        ("[2026] 10 lines", None),
        ("rapid: 5", None),
    ],
)
def test_a_pid_is_told(line: str, pid: int | None) -> None:
    """Of what was started, not of what is ended."""
    assert pid == launches.pid(line)
