"""The kernel's log."""

from datetime import UTC, datetime

from logsleuth.machine import kernel

from .making import TAKEN, fixture, printed, read, rows, snapshot


def test_an_oom_kill_is_one_row_over_its_lines() -> None:
    """From the invoker to the kill; seconds since the boot are no time."""
    reading = kernel.read(fixture("dmesg_oom.txt", "kernel"))

    assert rows(reading, "kernel") == [
        {
            "path": "dmesg_oom.txt",
            "line": 2,
            "end_line": 12,
            "event": "oom-kill",
            "pid": 812,
            "process": "python",
            "cgroup": "/system.slice/docker-77.scope",
            "scope": "cgroup",
        }
    ]
    assert reading.notes == ()


def test_a_system_log_has_hosts_and_no_year() -> None:
    """Events in order, each with its lines; the year is the file's, and a note says so."""
    reading = kernel.read(fixture("kern.log", "kernel", taken_at=TAKEN))

    assert rows(reading, "kernel", "event", "pid", "device", "code", "line", "end_line") == [
        ("oom-kill", 7088, None, None, 2, 3),
        ("xid", None, "0000:1b:00", "79", 6, 7),
        ("segfault", 867, None, "6", 8, 9),
        ("tcp-flood", None, None, "8000", 10, 10),
    ]
    assert rows(reading, "kernel", "time", "origin.host", "clock")[0] == (
        datetime(2026, 8, 22, 21, 53, 20, tzinfo=UTC),
        "nas01",
        "nas01 kern.log",
    )
    assert ["zone", "year"] == [note.message.split()[0] for note in reading.notes]


def test_without_a_reference_there_is_no_year() -> None:
    """A line whose year nobody knows has no time."""
    assert rows(kernel.read(fixture("kern.log", "kernel")), "kernel", "time") == [None] * 4


def test_a_hung_task_keeps_its_trace() -> None:
    """What the kernel prints below belongs to it."""
    text = """\
[Tue Oct 28 08:10:31 2025] INFO: task worker:1204 blocked for more than 120 seconds.
[Tue Oct 28 08:10:31 2025]       Tainted: P           OE      6.8.0-60-generic
[Tue Oct 28 08:10:31 2025] "echo 0 > /proc/sys/kernel/hung_task_timeout_secs" disables this message.
[Tue Oct 28 08:10:31 2025] Call Trace:
[Tue Oct 28 08:10:31 2025]  io_schedule+0x46/0x80
[Tue Oct 28 08:16:35 2025] nfs: server 10.0.9.4 OK
"""
    assert rows(read(text, "kernel"), "kernel", "event", "line", "end_line", "zone_known") == [
        ("hung-task", 1, 5, False)
    ]


def test_a_quiet_log_is_an_answer() -> None:
    """No event: the relation is there, and empty."""
    reading = read("[    1.264463] usb 1-4: reset\n", "kernel")

    assert (rows(reading, "kernel"), reading.notes) == ([], ())


def test_lines_without_a_head_are_read_if_they_are_the_kernels_beyond_doubt() -> None:
    """`grep -o` and editors take heads away."""
    assert rows(read("Out of memory: Killed process 812 (python) total-vm:1kB\n", "kernel"), "kernel", "pid") == [812]


def test_what_this_machine_prints_is_read() -> None:
    """Every line of `dmesg` is known as the kernel's."""
    for form in ([], ["-T"], ["--time-format", "iso"], ["-x"]):
        reading = kernel.read(snapshot(printed("dmesg", *form), "kernel"))

        assert "kernel" in reading.rows
