"""Tests of the kernel's lines."""

import pytest

from logsleuth.intake.sniffers.kernel import is_line


@pytest.mark.parametrize(
    "line",
    [
        "[    0.000000] Linux version 6.1.0",
        "[12345.678901][  T812] oom-kill:constraint=CONSTRAINT_NONE",
        "<6>[   12.345678] usb 1-1: new device",
        "kern  :info  : [    0.000000] Linux version",
        "[Tue Aug  6 06:58:01 2024] docker0: port 2(veth0b1c) entered forwarding state",
        "[Tue Aug  6 06:58:01 2024]  <TASK>",
        "Aug 22 20:58:54 nas01 kernel: [402150.000000] usb 1-4: reset",
        "2026-12-01T10:00:00.123456+00:00 nas01 kernel: usb 1-4: reset",
        "6,1234,5678901,-;usb 1-4: reset",
        "[  123.456] usb 1-4: reset",
    ],
)
def test_lines(line: str) -> None:
    """The kernel's lines are known in every form of `dmesg`, and in a system log."""
    assert is_line(line)


@pytest.mark.parametrize(
    "line",
    [
        "[Tue Aug 06 06:58:01 2024] [error] [client 10.0.0.1] File does not exist",
        "[Tue Aug  6 06:58:01 2024] PHP 8.2 Development Server (http://localhost:8000) started",
        "[Tue Aug  6 06:58:01 2024] 127.0.0.1:5000 Accepted",
        "[    12.345678] (II) Loading extension",
        "[2026-12-01 10:00:00,311] [INFO] x",
        "Aug 22 20:58:54 nas01 sshd[1]: kernel: not this",
        "[12.3] x",
        "",
    ],
)
def test_no_lines(line: str) -> None:
    """Servers that write dates in the same brackets are not the kernel."""
    assert not is_line(line)
