"""Causes and numbers as values, and those that come along."""

from pathlib import Path

from language.folders import GOOD, write
from logsleuth.language import builtin_folder, load, load_lenient
from logsleuth.model.book import Cause, Edge, Weighing

RESIDUAL = """
app.exception app.assertion log.incomplete process.restart-loop process.hung process.killed-signal process.crashed-native
process.stale-listener health.false-positive dist.rank-lost dist.collective-timeout net.connection-refused net.timeout
"""
IDS = """
python.wrong-interpreter python.missing-package python.broken-install python.shadowed-module python.version-conflict
python.unsupported-version python.stale-code app.exception app.assertion config.bad-argument config.bad-value
config.missing-setting config.missing-file feature.not-enabled model.unsupported model.corrupt-weights
model.artifact-mismatch model.tokenizer model.context-too-long hub.access-denied hub.unreachable gpu.out-of-memory
gpu.kv-cache-too-small gpu.memory-held-by-others gpu.driver-mismatch gpu.not-visible gpu.arch-unsupported
gpu.illegal-access gpu.hardware-fault gpu.degraded gpu.kernel-build dist.nccl-failure dist.collective-timeout
dist.rendezvous-failure dist.rank-lost process.port-in-use process.stale-listener process.already-running
process.killed-oom process.killed-signal process.crashed-native process.hung process.never-started
process.restart-loop os.disk-full os.permission-denied os.file-limit os.memory-limit os.shm-too-small
os.missing-library os.io-error os.clock-skew net.dns-failure net.connection-refused net.blocked net.timeout
net.tls-failure net.rate-limited auth.denied db.unavailable db.schema-mismatch db.connection-limit db.version-mismatch
db.lock-contention db.corruption container.image-pull container.probe-failed container.unschedulable
health.false-positive log.incomplete
"""


def test_causes_and_weights(tmp_path: Path) -> None:
    """All keys arrive."""
    book = load([write(tmp_path, GOOD)])

    assert book.causes == {
        "os.disk-full": Cause(
            "os.disk-full", "the disk is full", "no space is left", "common", residual=True, fix="enlarge it"
        ),
        "process.already-running": Cause(
            "process.already-running",
            "another instance runs",
            "another instance holds the lock",
            "uncommon",
            subject=("file", "port"),
            leads_to=(Edge("os.disk-full", "sometimes", "host"),),
            fix="see whether it is alive",
        ),
    }
    assert book.weighing == Weighing(
        ratios={"weak": 2.0, "moderate": 8.0, "strong": 64.0, "conclusive": 1024.0},
        priors={"rare": 0.01, "uncommon": 0.03, "common": 0.1},
        unknown=1.0,
        edges={"often": 0.95, "sometimes": 0.7},
        residual=0.95,
    )


def test_the_residual_causes() -> None:
    """Those that are named first only for want of another are the ones that the design lists."""
    book, _ = load_lenient([builtin_folder()])

    assert sorted(RESIDUAL.split()) == sorted(cause.id for cause in book.causes.values() if cause.residual)


def test_no_fix_destroys() -> None:
    """What is proposed kills nothing by name and deletes nothing at once."""
    book, _ = load_lenient([builtin_folder()])

    assert [] == [cause.id for cause in book.causes.values() if any(w in cause.fix for w in ("kill", "pkill", "rm -"))]


def test_ids_are_those_agreed_on() -> None:
    """Every id that a report may name is in the catalogue, and no other."""
    book, _ = load_lenient([builtin_folder()])

    assert sorted(IDS.split()) == sorted(book.causes)


def test_no_residual_cause_leads_to_another_kind() -> None:
    """A residual cause leads to residual ones alone: an edge to another would take away the one that is implied the other way."""
    book, _ = load_lenient([builtin_folder()])

    assert [] == [
        (cause.id, edge.to)
        for cause in book.causes.values()
        for edge in cause.leads_to
        if cause.residual and not book.causes[edge.to].residual
    ]
