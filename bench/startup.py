"""Start-up: `analyze` of a 100 kB log against `import polars`, `--version` against a bare interpreter, cold and warm cache.

usage: startup.py [ROUNDS]

Each round runs every command once, in turn, so that the ratios hold when the machine's speed drifts. Printed are medians.
"""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
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


def seconds(command: list[str], environment: dict[str, str]) -> float:
    """The wall time of one run."""
    began = time.perf_counter()
    subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return time.perf_counter() - began


def main() -> None:
    """Measures and prints the table."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        log = str(a_log(folder))
        cache = folder / "cache"
        environment = os.environ | {"XDG_CACHE_HOME": str(cache)}
        expect = ["--expect", "Dynamic speculation disable enabled"]
        commands: dict[str, tuple[list[str], Callable[[], None]]] = {
            "bare python": ([PYTHON, "-c", "pass"], lambda: None),
            "import polars": ([PYTHON, "-c", "import polars"], lambda: None),
            "--version": ([PROGRAM, "--version"], lambda: None),
            "completion bash": ([PROGRAM, "completion", "bash"], lambda: None),
            "analyze, warm": ([PROGRAM, "analyze", log, *expect], lambda: None),
            "analyze, cold": ([PROGRAM, "analyze", log, *expect], lambda: shutil.rmtree(cache, ignore_errors=True)),
        }
        seconds(commands["analyze, warm"][0], environment)
        times: dict[str, list[float]] = {label: [] for label in commands}
        for _ in range(ROUNDS):
            for label, (command, before) in commands.items():
                before()
                times[label].append(seconds(command, environment))
        show({label: statistics.median(values) for label, values in times.items()})


def show(median: dict[str, float]) -> None:
    """Prints medians and the ratios that are promised."""
    for label, value in median.items():
        print(f"{label:18s} {value * 1000:7.1f} ms")
    bare, polars = median["bare python"], median["import polars"]
    print(f"\n--version / bare python        {median['--version'] / bare:5.2f}  (promised: 4)")
    print(f"completion / bare python       {median['completion bash'] / bare:5.2f}")
    print(f"analyze, warm / import polars  {median['analyze, warm'] / polars:5.2f}  (promised: 2)")
    print(f"analyze, cold / import polars  {median['analyze, cold'] / polars:5.2f}")


if __name__ == "__main__":
    main()
