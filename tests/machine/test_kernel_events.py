"""Events that one line of the kernel tells."""

import pytest

from logsleuth.machine.kernel_events import event


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "NVRM: Xid (PCI:0000:9d:00): 31, pid=771204, name=python3, Ch 00000010",
            ("xid", 771204, "python3", "0000:9d:00", "31"),
        ),
        (
            "NVRM: Xid (PCI:0000:1b:00): 79, pid='<unknown>', name=<unknown>, GPU has fallen off the bus.",
            ("xid", None, None, "0000:1b:00", "79"),
        ),
        (
            "nvidia-nvswitch3: SXid (PCI:0000:c1:00.0): 12028, Non-fatal, Link 28 egress",
            ("xid", None, None, "0000:c1:00.0", "SXid 12028"),
        ),
        (
            "c[867]: segfault at 0 ip 0000563a169a9340 sp 00007ffc8b1bc7b0 error 6 in c[1340,563a169a9000+1000]",
            ("segfault", 867, "c", None, "6"),
        ),
        ("python3[12]: potentially unexpected fatal signal 6.", ("segfault", 12, "python3", None, "6")),
        (
            "traps: python[812] general protection fault ip:7f2 sp:7ff error:0 in libx.so[7f+1]",
            ("trap", 812, "python", None, "general protection fault"),
        ),
        (
            "traps: python[812] trap invalid opcode ip:7f2 sp:7ff error:0 in libx.so",
            ("trap", 812, "python", None, "invalid opcode"),
        ),
        (
            "INFO: task pt_main_thread:1204 blocked for more than 120 seconds.",
            ("hung-task", 1204, "pt_main_thread", None, "120"),
        ),
        ("I/O error, dev nvme0n1, sector 2048 op 0x0:(READ)", ("io-error", None, None, "nvme0n1", None)),
        ("blk_update_request: critical medium error, dev sda, sector 5", ("io-error", None, None, "sda", None)),
        ("Buffer I/O error on dev dm-0, logical block 3, async page read", ("io-error", None, None, "dm-0", None)),
        ("nvme nvme0: I/O 12 QID 3 timeout, aborting", ("io-error", None, None, "nvme0", None)),
        ("EXT4-fs error (device sda1): ext4_find_entry:1455: inode #2", ("fs-error", None, None, "sda1", None)),
        ("EXT4-fs (sda1): Remounting filesystem read-only", ("fs-error", None, None, "sda1", "read-only")),
        ("XFS (dm-0): Corruption detected. Unmount and run xfs_repair", ("fs-error", None, None, "dm-0", None)),
        ("BTRFS error (device sdb): bdev /dev/sdb errs: wr 1", ("fs-error", None, None, "sdb", None)),
        ("Aborting journal on device sda1-8.", ("fs-error", None, None, "sda1", None)),
        ("nfs: server 10.0.9.4 not responding, still trying", ("nfs", None, None, "10.0.9.4", "still trying")),
        ("mlx5_core 0000:ab:00.1 ens21f1np1: Link down", ("link", None, None, "ens21f1np1", "down")),
        ("e1000e 0000:00:19.0 eth0: NIC Link is Down", ("link", None, None, "eth0", "down")),
        ("bond0: (slave eth1): link status definitely down, disabling slave", ("link", None, None, "eth1", "down")),
        (
            "mlx5_core 0000:61:00.0: Port module event: module 0, Cable unplugged",
            ("link", None, None, "0000:61:00.0", "Cable unplugged"),
        ),
        (
            "TCP: request_sock_TCP: Possible SYN flooding on port 8000. Sending cookies.",
            ("tcp-flood", None, None, None, "8000"),
        ),
        (
            "TCP: request_sock_TCP: Possible SYN flooding on port 0.0.0.0:8000. Sending cookies.",
            ("tcp-flood", None, None, None, "8000"),
        ),
    ],
)
def test_an_event_is_told(message: str, expected: tuple[str, int | None, str | None, str | None, str | None]) -> None:
    """Which event, of which process or device, with which number."""
    found = event(message)

    assert found is not None
    got = (found.event, found.pid, found.process, found.device, found.code)
    assert got[:3] + got[4:] == expected[:3] + expected[4:]
    assert expected[3] is None or got[3] == expected[3]


@pytest.mark.parametrize(
    "message",
    [
        "EXT4-fs (vda): mounted filesystem 0000 r/w without journal. Quota mode: none.",
        "nfs: server 10.0.9.4 OK",
        "mlx5_core 0000:ab:00.1 ens21f1np1: Link up",
        "IPv6: ADDRCONF(NETDEV_CHANGE): veth8a1c: link becomes ready",
        "br-3f1e: port 2(veth8a1c) entered blocking state",
        "NVRM: GPU at PCI:0000:1b:00: GPU-uuid",
        "nvme nvme0: 8/0/0 default/read/poll queues",
        "traps: enabled",
        "",
    ],
)
def test_other_lines_are_no_events(message: str) -> None:
    """What is normal, or back to normal, is no fault."""
    assert event(message) is None
