"""Writes logs for benchmarks: what a fleet of workers behind a web server prints, with a few lines that mean trouble.

    python bench/generate_log.py OUT --megabytes 1000 [--ranks 8] [--envelope docker|cri] [--hits 0.0005] [--seed 1]

The same arguments give the same bytes. About one line in 2,000 is trouble; some lines hold colours, progress bars, bytes that are no UTF-8.
"""

import argparse
import json
import random
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

BEGIN = datetime(2026, 3, 9, 6, 0, tzinfo=UTC)
BATCH = 5_000
"""Lines that are written at once."""

WORDS = [
    "order",
    "invoice",
    "basket",
    "customer",
    "ship",
    "return",
    "refund",
    "label",
    "parcel",
    "depot",
    "route",
    "driver",
    "window",
    "slot",
    "weight",
    "price",
    "tax",
    "total",
    "größe",
    "straße",
    "où",
    "déjà",
    "ещё",
    "注文",
    "配送",
    "confirm",
    "cancel",
    "retry",
    "cache",
    "index",
    "shard",
    "replica",
    "leader",
    "follower",
    "term",
    "commit",
    "apply",
]

TROUBLE = (
    "ModuleNotFoundError: No module named 'fleet_{n}'",
    "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 3.{n} GiB. GPU 1 has a total capacity of 79.11 GiB of which 2.{n} GiB is free.",
    "OSError: [Errno 98] Address already in use",
    "RuntimeError: CUDA error: device-side assert triggered",
    "[E ProcessGroupNCCL.cpp:{n}] [Rank 2] Watchdog caught collective operation timeout: WorkNCCL(SeqNum={n}, OpType=ALLREDUCE, Timeout(ms)=600000) ran for 600{n} milliseconds before timing out.",
    "NVRM: Xid (PCI:0000:3b:00): {n}, pid=2211, name=python3, Ch 00000010",
    "Out of memory: Killed process {n} (python3) total-vm:812345kB, anon-rss:654321kB, file-rss:0kB",
    "worker-{n} invoked oom-killer: gfp_mask=0xcc0(GFP_KERNEL), order=0, oom_score_adj=0",
    "ImportError: libfoo.so.{n}: cannot open shared object file: No such file or directory",
    'psycopg.OperationalError: connection failed: connection to server at "10.2.0.{n}", port 5432 failed: Connection refused',
    "FATAL:  remaining connection slots are reserved for roles with the SUPERUSER attribute",
    "java.lang.OutOfMemoryError: Java heap space",
    "panic: runtime error: index out of range [{n}] with length 3",
    "nginx: [emerg] bind() to 0.0.0.0:80{n} failed (98: Address already in use)",
    "MISCONF Redis is configured to save RDB snapshots, but it's currently unable to persist to disk.",
    "Back-off restarting failed container web in pod web-{n}_default",
    "Liveness probe failed: HTTP probe failed with statuscode: 50{n}",
    "requests.exceptions.SSLError: HTTPSConnectionPool(host='api', port=443): certificate verify failed: certificate has expired ({n})",
    "[Errno 28] No space left on device: '/var/lib/app/{n}.tmp'",
    "Worker (pid:{n}) was sent SIGKILL! Perhaps out of memory?",
)
TRACEBACK = (
    "Traceback (most recent call last):",
    '  File "/srv/fleet/app/jobs.py", line {n}, in run',
    "    self.step(batch)",
    '  File "/srv/fleet/app/step.py", line {n}, in step',
    "    raise error",
)


class Writer:
    """Makes lines, each a little later than the one before."""

    def __init__(self, seed: int, ranks: int, hits: float) -> None:
        self._random = random.Random(seed)
        self._ranks = ranks
        self._hits = hits
        self._time = BEGIN
        self._kinds: tuple[Callable[[], str], ...] = (
            self._step,
            self._access,
            self._query,
            self._cache,
            self._request,
            self._odd,
        )

    def lines(self) -> Iterator[tuple[datetime, str]]:
        """Lines without end, with their times."""
        pick, weights = self._random.choices, (34, 26, 14, 12, 12, 2)
        while True:
            for kind in pick(self._kinds, weights, k=1000):
                self._time += timedelta(milliseconds=3)
                for line in self._trouble() if self._random.random() < self._hits else (kind(),):
                    yield self._time, line

    def _number(self, most: int) -> int:
        return int(self._random.random() * most)

    def _head(self) -> str:
        stamp = self._time.strftime("%Y-%m-%d %H:%M:%S")
        return f"[{stamp} rank{self._number(self._ranks)}] "

    def _step(self) -> str:
        n = self._number
        return f"{self._head()}INFO step {n(90000)}: batch of {n(256)}, {n(900000)} tokens, usage: 0.{n(90):02d}, throughput (tok/s): {n(9000)}.{n(99)}, queued: {n(40)}"

    def _access(self) -> str:
        n = self._number
        path = ("/v1/orders", "/v1/orders/search", "/healthz", "/static/app.js")[n(4)]
        return f'INFO:     10.{n(256)}.{n(256)}.{n(256)}:{n(65536)} - "POST {path} HTTP/1.1" 200 OK'

    def _query(self) -> str:
        n = self._number
        return f"{self._head()}DEBUG db: SELECT id, total FROM orders WHERE customer = {n(10**6)} took {n(90)}.{n(999):03d} ms, {n(50)} rows (errors=0)"

    def _cache(self) -> str:
        n = self._number
        return f"{self._head()}WARNING cache: key order:{n(10**9):09x} expired after {n(3600)}s; timeout=30s retries=0 status=stale"

    def _request(self) -> str:
        n = self._number
        words = " ".join(self._random.choices(WORDS, k=10 + n(70)))
        return f"{self._head()}INFO request id={n(1 << 60):015x} text='{words}' limit={n(4096)} error=None"

    def _odd(self) -> str:
        n = self._number
        return (
            f"\rloading shards:  {n(100)}% | {n(20)}/20 [00:{n(60):02d}<00:{n(60):02d}, 1.{n(99):02d}s/it]",
            f"\x1b[36m{self._head()}\x1b[0mDEBUG frame \udcff\udcfe from peer {n(99)}",
        )[n(2)]

    def _trouble(self) -> Iterator[str]:
        n = self._number
        if n(10) == 0:
            yield from (line.replace("{n}", str(n(900))) for line in TRACEBACK)
            yield self._random.choice(TROUBLE).replace("{n}", str(n(90)))
        else:
            yield f"{self._head()}ERROR {self._random.choice(TROUBLE).replace('{n}', str(n(90)))}"


def plain(_time: datetime, line: str) -> bytes:
    """The line as it is."""
    return line.encode("utf-8", "surrogateescape") + b"\n"


def docker(time: datetime, line: str) -> bytes:
    """The line as Docker's json-file driver stores it."""
    text = line.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    log = (
        json.dumps(text + "\n", ensure_ascii=False)
        .replace("<", "\\u003c")
        .replace(">", "\\u003e")
        .replace("&", "\\u0026")
    )
    return f'{{"log":{log},"stream":"stderr","time":"{time:%Y-%m-%dT%H:%M:%S.%f}000Z"}}\n'.encode()


def cri(time: datetime, line: str) -> bytes:
    """The line as a CRI runtime stores it."""
    return f"{time:%Y-%m-%dT%H:%M:%S.%f}000Z stderr F ".encode() + plain(time, line)


ENVELOPES = {"plain": plain, "docker": docker, "cri": cri}


def generate(
    path: Path, megabytes: int, *, ranks: int = 8, envelope: str = "plain", hits: float = 0.0005, seed: int = 1
) -> None:
    """Writes a log of at least so many megabytes (of a million bytes); an existing file of that size is kept."""
    if path.exists() and path.stat().st_size >= megabytes * 1_000_000:
        return
    wrap, size = ENVELOPES[envelope], 0
    lines = Writer(seed, ranks, hits).lines()
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        while size < megabytes * 1_000_000:
            batch = b"".join(wrap(time, line) for time, line in (next(lines) for _ in range(BATCH)))
            size += file.write(batch)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--megabytes", type=int, default=1000)
    parser.add_argument("--ranks", type=int, default=8)
    parser.add_argument("--envelope", choices=ENVELOPES, default="plain")
    parser.add_argument("--hits", type=float, default=0.0005)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    generate(args.out, args.megabytes, ranks=args.ranks, envelope=args.envelope, hits=args.hits, seed=args.seed)


if __name__ == "__main__":
    main()
