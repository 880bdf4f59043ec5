"""Start-up: `analyze` of a 100 kB log against `import polars`, `--version` against a bare interpreter, cold and warm cache.

usage: startup.py [ROUNDS]

Each round runs every command once, in turn, so that the ratios hold when the machine's speed drifts. Printed are medians of the time
on the clock, and of that of the processors, which a busy machine disturbs less; ratios are medians of those within a round. The byte code
of all modules is there, as it is once a package is installed: it is written to a folder of this run, whatever the environment says.
"""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 15
PYTHON = sys.executable
PROGRAM = str(Path(PYTHON).parent / "logsleuth")
FIXTURE = Path(__file__).parent.parent / "fixtures/stories/phantom-attribute/server.log"


def a_log(folder: Path) -> Path:
    """A log of 100 kB: the first story's, with requests served before the crash."""
    head, crash = FIXTURE.read_text().split("[2026-02-17 08:18:13 TP5]", 1)
    line = "[2026-02-17 08:18:12 TP0] Decode batch. #running-req: 1, #token: 40, token usage: 0.00, gen throughput (token/s): 5.1, #queue-req: 0, \n"
    fill = line * ((100_000 - len(head) - len(crash)) // len(line))
    path = folder / "server.log"
    path.write_text(f"{head}{fill}[2026-02-17 08:18:13 TP5]{crash}")
    return path


@dataclass(frozen=True, slots=True)
class Run:
    """Seconds of one process, on the clock and of the processors."""

    wall: float
    cpu: float


def timed(command: list[str], environment: dict[str, str]) -> Run:
    """One run. Raises where it did not come to its end; that something was found is status 1."""
    began = time.perf_counter()
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode > 1:
        raise SystemExit(f"exit status {process.returncode}: {' '.join(command)}")
    return Run(time.perf_counter() - began, used.ru_utime + used.ru_stime)


def environment_in(folder: Path) -> dict[str, str]:
    """Caches of this run alone, byte code among them."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"XDG_CACHE_HOME": str(folder / "cache"), "PYTHONPYCACHEPREFIX": str(folder / "bytecode")}


def main() -> None:
    """Measures and prints the table."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        log = str(a_log(folder))
        environment = environment_in(folder)
        expect = ["--expect", "Dynamic speculation disable enabled"]
        commands: dict[str, tuple[list[str], Callable[[], None]]] = {
            "bare python": ([PYTHON, "-c", "pass"], lambda: None),
            "import polars": ([PYTHON, "-c", "import polars"], lambda: None),
            "--version": ([PROGRAM, "--version"], lambda: None),
            "completion bash": ([PROGRAM, "completion", "bash"], lambda: None),
            "analyze, warm": ([PROGRAM, "analyze", log, *expect], lambda: None),
            "analyze, cold": (
                [PROGRAM, "analyze", log, *expect],
                lambda: shutil.rmtree(folder / "cache", ignore_errors=True),
            ),
        }
        for command, _ in commands.values():
            timed(command, environment)  # fills the caches
        runs: dict[str, list[Run]] = {label: [] for label in commands}
        for _ in range(ROUNDS):
            for label, (command, before) in commands.items():
                before()
                runs[label].append(timed(command, environment))
        show(runs)


def show(runs: dict[str, list[Run]]) -> None:
    """Prints medians and the ratios that are promised."""
    print(f"{'':18s} {'wall':>10s} {'CPU':>10s}")
    for label, own in runs.items():
        wall, cpu = statistics.median(run.wall for run in own), statistics.median(run.cpu for run in own)
        print(f"{label:18s} {wall * 1000:7.1f} ms {cpu * 1000:7.1f} ms")
    print()
    for label, of, promised in (
        ("--version", "bare python", 4),
        ("completion bash", "bare python", 4),
        ("analyze, warm", "import polars", 2),
        ("analyze, cold", "import polars", None),
    ):
        told = f"  (promised: {promised})" if promised else ""
        print(f"{label:15s} / {of:13s} {ratio(runs[label], runs[of])}{told}")


def ratio(ours: Sequence[Run], theirs: Sequence[Run]) -> str:
    """The medians of the ratios of each round, of both times."""
    pairs = list(zip(ours, theirs, strict=True))
    wall = statistics.median(a.wall / b.wall for a, b in pairs)
    return f"{wall:7.2f}    {statistics.median(a.cpu / b.cpu for a, b in pairs):7.2f}"


if __name__ == "__main__":
    main()
