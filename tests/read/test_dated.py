"""Years that a log leaves out are inferred from logs beside it that name theirs."""

from datetime import UTC, datetime
from pathlib import Path

import runs
from logsleuth.read.dated import dated

from .writings import peeler


def test_the_latest_time_with_a_year() -> None:
    """A line without a year, or without a time, tells nothing."""
    head = b"Aug 22 21:53:20 nas01 app: x\n[2023-08-22 21:53:21,795: ERROR/MainProcess] y\n[2023-08-22 21:53:20,000: INFO/MainProcess] z\n"

    assert datetime(2023, 8, 22, 21, 53, 21, 795000, UTC) == dated(head, peeler())
    assert dated(b"no time\nAug 22 21:53:20 nas01 app: x\n", peeler()) is None


def test_a_kernel_log_without_a_year_lies_beside_the_application_s(tmp_path: Path) -> None:
    """The files were copied years later, and the record of the kernel is still of the same minute."""
    killed = "Memory cgroup out of memory: Killed process 7088 (celery) total-vm:1204880kB, anon-rss:998100kB, file-rss:2340kB, shmem-rss:0kB, UID:1000"
    paths = runs.write(
        tmp_path,
        {
            "kern.log": f"Aug 22 21:53:59 nas01 kernel: [405441.200440] {killed}\nAug 22 21:54:21 nas01 kernel: [405442.200440] eth0: link up\n",
            "app.log": "[2023-08-22 21:54:01,795: ERROR/MainProcess] Process 'ForkPoolWorker-3' pid:41 exited with 'signal 9 (SIGKILL)'\n",
        },
    )

    assert "process.killed-oom" == runs.report(paths)["hypotheses"][0]["cause"]
