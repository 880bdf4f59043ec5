"""No proposed command destroys anything."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logsleuth.model.verdict import Command, Finding, Hypothesis, Share
from logsleuth.report.steps import MOST, harmless, steps


@pytest.mark.parametrize(
    "run",
    [
        "kill -9 20911",
        "pkill -f acme",
        "killall python3",
        "sudo kill 1",
        "rm -rf /tmp/x",
        "reboot",
        "/sbin/reboot",
        "systemctl stop acme",
        "systemctl restart acme",
        "systemctl daemon-reload",
        "systemctl disable acme",
        "service acme stop",
        "truncate -s 0 x.log",
        "mkfs.ext4 /dev/sda1",
        "dd if=/dev/zero of=/dev/sda",
        "find /tmp -name x -delete",
        "find /tmp -exec ls {} ;",
        "sed -i s/a/b/ x",
        "docker rm x",
        "docker run x",
        "docker compose down",
        "kubectl delete pod x",
        "kubectl apply -f x",
        "git reset --hard",
        "git clean -fd",
        "ss -K dst 10.0.0.1",
        "journalctl --vacuum-time=1s",
        "dmesg -C",
        "dmesg --clear",
        "nvidia-smi --gpu-reset",
        "env X=1 rm x",
        "xargs rm",
        "redis-cli FLUSHALL",
        "pip uninstall acme",
        "python3 -m pip install acme",
        "date -s 12:00",
        "hostname other",
        "scancel 12",
    ],
)
def test_harm(run: str) -> None:
    """What stops, removes or changes something is never proposed."""
    assert not harmless(run.split())


@pytest.mark.parametrize(
    "run",
    [
        ["psql", "-c", "DROP TABLE x"],
        ["psql", "-c", "select pg_terminate_backend(1); DELETE from t"],
        ["sh", "-c", "pkill -f acme"],
        ["bash", "-c", "echo x > /etc/hosts"],
        ["python3", "-c", "import os; os.kill(1, 9)"],
        ["python3", "-c", "import shutil; shutil.rmtree('/x')"],
        [],
    ],
)
def test_harm_within_an_argument(run: list[str]) -> None:
    """Words inside one argument count, too."""
    assert not harmless(run)


@pytest.mark.parametrize(
    "run",
    [
        ["ss", "-ltnp", "sport = :8000"],
        ["ps", "-eo", "pid,lstart,args"],
        ["/usr/bin/python3", "-c", "import sys, importlib.util as u; print(u.find_spec(sys.argv[1]))", "acme.server"],
        ["/usr/bin/python3", "-m", "pip", "list", "--editable"],
        ["pip", "show", "acme"],
        ["grep", "-n", "kill", "server.log"],
        ["dmesg", "-T", "--level=err"],
        ["systemctl", "status", "acme"],
        ["docker", "inspect", "acme"],
        ["kubectl", "-n", "prod", "describe", "pod", "x"],
        ["nvidia-smi", "--query-compute-apps=pid,used_memory,name", "--format=csv"],
        ["sh", "-c", "ulimit -n -u; sysctl fs.file-nr kernel.pid_max 2>/dev/null"],
        ["find", "/models", "-name", "*.json"],
        ["df", "-h", "/models"],
        ["env"],
        ["git", "-C", "/srv/acme", "log", "-1"],
    ],
)
def test_looking(run: list[str]) -> None:
    """What only looks is proposed."""
    assert harmless(run)


@given(st.sampled_from(["sudo", "sh", "env", "nice", "python3"]), st.sampled_from(["kill", "rm", "reboot", "killall"]))
def test_harm_behind_a_runner(runner: str, word: str) -> None:
    """Whatever runs it, a word of harm keeps a command out."""
    assert not harmless([runner, "-x", word, "1"])


def hypothesis(cause: str, *runs: str) -> Hypothesis:
    """A hypothesis whose only finding proposes these commands."""
    commands = tuple(Command(tuple(run.split()), "tells") for run in runs)
    finding = Finding("r", cause, {}, "strong", (), next=commands)
    return Hypothesis(cause, {}, 1.0, 0.0, 0.5, (Share(finding, 6.0),))


def test_what_separates_comes_first() -> None:
    """A command that the rival asks for, too, tells the two apart."""
    first, second = hypothesis("a", "ls -l", "ss -ltn", "ls -l", "rm x"), hypothesis("b", "df", "ss -ltn")

    assert [("ss", "-ltn"), ("ls", "-l")] == [command.run for command in steps(first, second)]
    assert [("ls", "-l"), ("ss", "-ltn")] == [command.run for command in steps(first)]


def test_few() -> None:
    """A hypothesis proposes a handful."""
    assert MOST == len(steps(hypothesis("a", *(f"ls {n}" for n in range(9)))))
