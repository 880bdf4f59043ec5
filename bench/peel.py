"""How long it takes to peel a line, by layout, against its budget. Run it: `python bench/peel.py`; it fails where a budget is broken by half."""

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from logsleuth.read.peel import Peeler
from read.writings import envelopes, layouts

ORDINARY, COMMON, STRUCTURED = 12.0, 7.0, 20.0
"""Microseconds a line."""

LINES = (
    (COMMON, "[2026-12-01 10:00:03 TP1] Load weight begin. avail mem=78.44 GB"),
    (COMMON, 'INFO:     10.0.0.9:41552 - "POST /generate HTTP/1.1" 200 OK'),
    (COMMON, "INFO 12-01 10:00:05 [gpu_model_runner.py:2602] Starting to load model"),
    (COMMON, '  File "/usr/lib/python3.12/site-packages/x/y.py", line 3, in main'),
    (COMMON, "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2 GiB"),
    (ORDINARY, "E1201 10:00:00.123456       1 reflector.go:140] failed"),
    (ORDINARY, "2026-12-01 02:22:19.090 UTC [26685] LOG:  database system is ready"),
    (ORDINARY, "[2026-12-01 10:00:00,123] INFO started (kafka.server.KafkaServer)"),
    (ORDINARY, "2026-12-01T10:00:00Z GET http://127.0.0.1:8090/health connect: refused"),
    (STRUCTURED, "(EngineCore_DP0 pid=312) INFO 12-01 10:00:05 [gpu_model_runner.py:2602] Starting"),
    (STRUCTURED, "Dec 01 02:00:00 node7 server[812]: INFO:     Started"),
    (STRUCTURED, '{"level":30,"time":1796090400123,"pid":18,"hostname":"web-7c9d","msg":"connected"}'),
    (STRUCTURED, '{"log":"INFO:     Started\\n","stream":"stderr","time":"2026-12-01T02:00:00.123456789Z"}'),
)


def cost(peeler: Peeler, line: str) -> float:
    """Microseconds to peel the line: the best of five rounds."""
    best = float("inf")
    for _ in range(5):
        begin = time.perf_counter()
        for _ in range(2000):
            peeler.peel(line)
        best = min(best, (time.perf_counter() - begin) / 2000)
    return best * 1e6


def main() -> int:
    """Prints a row for each line; 1 where one cost half more than its budget."""
    peeler = Peeler(layouts(), envelopes())
    broken = 0
    for budget, line in LINES:
        spent = cost(peeler, line)
        broken += spent > 1.5 * budget
        print(f"{spent:6.1f} us of {budget:4.0f}  {line[:70]}")
    return int(broken > 0)


if __name__ == "__main__":
    sys.exit(main())
