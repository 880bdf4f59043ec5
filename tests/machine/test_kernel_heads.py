"""Heads of the kernel's lines."""

from datetime import UTC, datetime

import pytest

from logsleuth.machine.kernel_heads import line

TAKEN = datetime(2026, 12, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    "text",
    [
        "[    1.264463] usb 1-4: reset",
        "[ 1.264463] usb 1-4: reset",
        "<6>[    1.264463] usb 1-4: reset",
        "kern  :info  : [    1.299072] usb 1-4: reset",
        "[    1.264463][  T123] usb 1-4: reset",
        "[  +0.014714] usb 1-4: reset",
        "[    1.313786 <    0.014714>] usb 1-4: reset",
        "[Dec 1 04:02] usb 1-4: reset",
        "6,1234,5140900,-;usb 1-4: reset",
    ],
)
def test_seconds_since_the_boot_are_no_time(text: str) -> None:
    """The head is peeled, and no moment is made of it."""
    found = line(text, TAKEN)

    assert found is not None
    assert ("usb 1-4: reset", None) == (found.message, found.written)


@pytest.mark.parametrize(
    ("text", "time", "zone_known", "host"),
    [
        ("[Tue Dec  1 04:02:16 2026] usb 1-4: reset", datetime(2026, 12, 1, 4, 2, 16, tzinfo=UTC), False, None),
        (
            "2026-12-01T04:02:16,299072+00:00 usb 1-4: reset",
            datetime(2026, 12, 1, 4, 2, 16, 299072, tzinfo=UTC),
            True,
            None,
        ),
        (
            "Aug 22 20:58:54 nas01 kernel: [402150.000000] usb 1-4: reset",
            datetime(2026, 8, 22, 20, 58, 54, tzinfo=UTC),
            False,
            "nas01",
        ),
        (
            "2026-12-01T04:02:16.000001+01:00 nas01 kernel: usb 1-4: reset",
            datetime(2026, 12, 1, 3, 2, 16, 1, tzinfo=UTC),
            True,
            "nas01",
        ),
        (
            "<4>1 2026-12-01T04:02:16Z nas01 kernel - - usb 1-4: reset",
            datetime(2026, 12, 1, 4, 2, 16, tzinfo=UTC),
            True,
            "nas01",
        ),
    ],
)
def test_dates_and_hosts_are_read(text: str, time: datetime, *, zone_known: bool, host: str | None) -> None:
    """`dmesg -T`, its ISO form, syslog in the old form and the new."""
    found = line(text, TAKEN)

    assert found is not None
    assert found.written is not None
    assert ("usb 1-4: reset", time, zone_known, host) == (
        found.message,
        found.written.time,
        found.written.zone_known,
        found.host,
    )


@pytest.mark.parametrize(
    "text",
    ["", "Aug 22 21:53:21 nas01 CRON[512]: (root) CMD", "2026-12-01T04:02:16Z nas01 sshd[3]: hello", "usb 1-4: reset"],
)
def test_lines_of_others_are_none(text: str) -> None:
    """A system log holds lines of other programs."""
    assert line(text, TAKEN) is None
