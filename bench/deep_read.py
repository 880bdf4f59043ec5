"""`analyze` of large logs as a whole process: plain, each line in a Docker envelope, and with 64 ranks; against ripgrep and the plain case.

    python bench/deep_read.py [--megabytes 1000] [--rounds 3] [--rg PATH]

The logs are made under bench/data by `generate_log.py` and kept. Each round runs every command once, in turn, so that ratios hold when
the speed of the machine drifts; printed are medians over the rounds, of ratios within a round. ripgrep gets all patterns that the
scan is given (look-around, which it lacks, left out) and runs as `rg --no-unicode -n -f PATTERNS FILE`; without it that column is empty.
"""

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import generate_log
import scan_bench

from logsleuth import language, read

LOGS: Mapping[str, Mapping[str, Any]] = {"plain": {}, "docker": {"envelope": "docker"}, "64 ranks": {"ranks": 64}}
LOOKS = re.compile(r"\(\?<?[=!](?:[^()\\]|\\.|\([^()]*\))*\)")
"""Look-around, with one level of groups inside."""


@dataclass(frozen=True, slots=True)
class Run:
    """What one process took: seconds on the clock, seconds of processors, megabytes at the peak."""

    wall: float
    cpu: float
    peak: float


def timed(command: Sequence[str], environment: Mapping[str, str]) -> Run:
    """Runs a command to its end; what it prints is thrown away. Exit status 1 says that something was found, or nothing was."""
    began = time.perf_counter()
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode > 1:
        raise SystemExit(f"exit status {process.returncode}: {' '.join(command)}")
    return Run(time.perf_counter() - began, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def for_ripgrep(rg: str | None, path: Path) -> str:
    """Writes the patterns of the built-in rules, each once, and tells how many; a pattern that ripgrep refuses is left out."""
    book = language.load([language.builtin_folder()])
    patterns = (*book.patterns(), *read.START_PATTERNS)
    written = dict.fromkeys(LOOKS.sub("", scan_bench.for_ripgrep(pattern)) for pattern in patterns)
    taken = [line for line in written if rg and takes(rg, line)]
    path.write_text("".join(f"{line}\n" for line in taken))
    return f"{len(written)} patterns ({len(taken)} for ripgrep)"


def takes(rg: str, pattern: str) -> bool:
    """Whether ripgrep can read a pattern."""
    command = [rg, "--no-unicode", "-q", "-e", pattern, "-"]
    return subprocess.run(command, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode <= 1


def commands(paths: Mapping[str, Path], rg: str | None, words: Path) -> dict[tuple[str, str], list[str]]:
    """All commands of one round, by log and name."""
    analyze = [sys.executable, "-m", "logsleuth", "analyze"]
    found = {}
    for log, path in paths.items():
        for jobs in ("1", "2"):
            found[log, f"analyze, {jobs} threads"] = [*analyze, "--jobs", jobs, str(path)]
        if rg:
            found[log, "ripgrep"] = [rg, "--no-unicode", "-n", "-f", str(words), str(path)]
    return found


def ratio(ours: Sequence[Run], theirs: Sequence[Run] | None, of: str) -> str:
    """The median of the ratios of each round."""
    if not theirs:
        return "    -"
    return f"{statistics.median(getattr(a, of) / getattr(b, of) for a, b in zip(ours, theirs, strict=True)):5.2f}"


def show(runs: Mapping[tuple[str, str], Sequence[Run]]) -> None:
    """Prints the table."""
    print("| log | command | wall s | CPU s | peak MB | wall / rg | CPU / rg | wall / plain | CPU / plain |")
    print("|---|---|---|---|---|---|---|---|---|")
    for (log, name), own in runs.items():
        wall, cpu = statistics.median(run.wall for run in own), statistics.median(run.cpu for run in own)
        rg, plain = runs.get((log, "ripgrep")), runs["plain", name]
        cells = [f"{wall:.2f}", f"{cpu:.2f}", f"{max(run.peak for run in own):.0f}"]
        cells += [ratio(own, rg, "wall"), ratio(own, rg, "cpu"), ratio(own, plain, "wall"), ratio(own, plain, "cpu")]
        print(f"| {log} | {name} | {' | '.join(cells)} |")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--megabytes", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--rg", default=shutil.which("rg"), help="where ripgrep is (default: on the PATH)")
    args = parser.parse_args()
    paths = {name: scan_bench.DATA / f"{name.replace(' ', '-')}-{args.megabytes}.log" for name in LOGS}
    for name, options in LOGS.items():
        generate_log.generate(paths[name], args.megabytes, **options)
    with tempfile.TemporaryDirectory() as folder:
        words = Path(folder) / "patterns.txt"
        print(f"{for_ripgrep(args.rg, words)}, {args.rounds} rounds, {args.megabytes} MB each")
        environment = os.environ | {"XDG_CACHE_HOME": folder}
        todo = commands(paths, args.rg, words)
        timed(todo["plain", "analyze, 2 threads"], environment)  # fills the caches
        runs: dict[tuple[str, str], list[Run]] = {key: [] for key in todo}
        for _ in range(args.rounds):
            for key, command in todo.items():
                runs[key].append(timed(command, environment))
    show(runs)


if __name__ == "__main__":
    main()
