r"""How fast the scan is, and beside ripgrep on the same file with the same patterns.

    python bench/scan_bench.py [--megabytes 1000] [--rounds 5] [--costs]

Logs are generated under bench/data once and kept. In each round every command runs once, in turn, each in a process of its own; what is
printed is the median over the rounds, and the ratio to ripgrep is the median of the ratios within a round. ripgrep runs as
`rg --no-unicode -n -f PATTERNS FILE`: with Unicode its `\b` alone can take a thousand times longer. It is left out where it is not on
the PATH. The patterns are those of `rules/` once there are enough of them, and else a list of this file.
"""

import argparse
import json
import re
import resource
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import generate_log

from logsleuth import scan
from logsleuth.model.book import On, Pattern

HERE = Path(__file__).parent
DATA = HERE / "data"
RULES = HERE.parent / "rules"
PATTERNS, WORDS = DATA / "patterns.json", DATA / "patterns.txt"
ENOUGH = 150
LOGS: Mapping[str, Mapping[str, Any]] = {"plain": {}, "docker": {"envelope": "docker"}, "64 ranks": {"ranks": 64}}

LITERALS = """
No module named|CUDA out of memory|Address already in use|device-side assert triggered|illegal memory access|unhandled system error
unhandled cuda error|Watchdog caught collective operation timeout|Segmentation fault|Traceback (most recent call last):|Cannot allocate memory
cannot open shared object file|Exception in ASGI application|died unexpectedly|uncorrectable ECC error|Connection refused|Connection reset by peer
Broken pipe|No space left on device|Permission denied|Too many open files|CUBLAS_STATUS_ALLOC_FAILED|CUDNN_STATUS_NOT_INITIALIZED
no kernel image is available for execution|invalid device ordinal|unspecified launch failure|HIP out of memory|ncclInternalError|ncclSystemError
ncclRemoteError|Call to ibv_modify_qp failed|Call to ibv_reg_mr failed|NET/IB : No device found|no socket interface found|DistNetworkError
The client socket has failed to connect|The server socket has failed to listen|EADDRINUSE|undefined symbol:|version `GLIBC_|version `GLIBCXX_
SyntaxError: |IndentationError: |NotImplementedError|RecursionError|UnicodeDecodeError|BrokenProcessPool|EngineDeadError|HeaderTooLarge
MetadataIncompleteBuffer|Error while deserializing header|Repository Not Found|Can't load tokenizer|does not appear to have a file named
HTTP 429|Rate limit reached|CERTIFICATE_VERIFY_FAILED|Name or service not known|Temporary failure in name resolution|Network is unreachable
No route to host|invoked oom-killer|Memory cgroup out of memory|exit code -9|exit code -11|Fatal Python error|double free or corruption
terminate called after throwing|java.lang.OutOfMemoryError|GC overhead limit exceeded|unable to create native thread|fatal error: concurrent map
all goroutines are asleep - deadlock|remaining connection slots are reserved|database system was interrupted|could not connect to server
the database system is starting up|deadlock detected|MISCONF Redis is configured|OOM command not allowed|LOADING Redis is loading
CROSSSLOT Keys in request|upstream timed out|no live upstreams|upstream prematurely closed connection|host not found in upstream
SSL_do_handshake() failed|Back-off restarting failed container|ImagePullBackOff|ErrImagePull|FailedScheduling|FailedMount|Readiness probe failed
Liveness probe failed|Evicted|node(s) had taint|start-limit-hit|Failed with result 'exit-code'|Failed with result 'oom-kill'
Main process exited|watchdog: BUG: soft lockup|hung_task_timeout_secs|Remounting filesystem read-only|I/O error, dev|nfs: server
Stale file handle|Input/output error|Read-only file system|Disk quota exceeded|Structure needs cleaning|blk_update_request
Application startup failed|Worker failed to boot|WORKER TIMEOUT|worker_connections are not enough|Could not acquire lock|Lock wait timeout exceeded
"""
REGEXES = r"""
ModuleNotFoundError: No module named '(?P<module>[\w.]+)'
^(?P<python>\S*python[\d.]*): No module named (?P<module>[\w.]+)
Tried to allocate (?P<size>[\d.]+) (?P<unit>[KMG]iB)
\[Errno (?P<errno>\d+)\] (?P<what>.+)
^(?P<type>[A-Za-z_][\w.]*(?:Error|Exception|Interrupt|Exit)): (?P<message>.*)$
GPU (?P<gpu>\d+) has a total capacity of (?P<total>[\d.]+) GiB of which (?P<free>[\d.]+) GiB is free
OpType=(?P<op>\w+), .*Timeout\(ms\)=(?P<timeout>\d+)
NVRM: Xid \((?P<pci>[^)]+)\): (?P<xid>\d+)
Killed process (?P<pid>\d+) \((?P<name>[^)]+)\).*anon-rss:(?P<rss>\d+)kB
(?P<library>lib[\w.+-]+\.so[\d.]*): cannot open shared object
"(?P<verb>GET|POST|PUT|DELETE) (?P<path>\S+) HTTP/[\d.]+" (?P<status>5\d\d)
usage: (?P<usage>0\.9[5-9]|1\.0)
throughput \(tok/s\): 0\.0\d*, queued: (?P<queued>[1-9]\d*)
took (?P<ms>\d{4,})\.\d+ ms, (?P<rows>\d+) rows
expired after (?P<age>\d{5,})s
exited with code (?P<code>-?[1-9]\d*)
exitcode:? (?P<code>-\d+)
signal (?P<number>\d+) \((?P<name>SIG[A-Z]+)\)
(?:was sent|received|got) (?P<name>SIG[A-Z]+)
[Ff]ailed to (?P<verb>load|open|connect|bind|allocate|start) (?P<what>\S+)
[Uu]nable to (?P<verb>\w+) (?P<what>[^:]+): (?P<why>.+)
(?P<n>\d+)/(?P<of>\d+) (?:ranks?|workers?) (?:failed|missing|not responding)
size of tensor a \((?P<a>\d+)\) must match the size of tensor b \((?P<b>\d+)\)
shapes cannot be multiplied \((?P<a>\d+x\d+) and (?P<b>\d+x\d+)\)
requires (?P<package>[\w-]+)(?P<op>[<>=!]=|[<>])(?P<version>[\d.]+)
Port (?P<port>\d+) is (?:already )?in use
bind\(\) to (?P<address>\S+) failed \((?P<errno>\d+): (?P<why>[^)]+)\)
(?:listen|dial) tcp (?P<address>\S+): (?P<why>.+)
connect\(\) failed \((?P<errno>\d+): (?P<why>[^)]+)\) while connecting to upstream
FATAL: +(?P<why>password authentication failed|role "\S+" does not exist|database "\S+" does not exist)
ERROR: +relation "(?P<relation>[^"]+)" does not exist
connection to server at "(?P<host>[^"]+)", port (?P<port>\d+) failed: (?P<why>.+)
panic: (?P<what>.+)
thread '(?P<thread>[^']+)' panicked at (?P<where>.+)
Exception in thread "(?P<thread>[^"]+)" (?P<type>[\w.$]+)
^Caused by: (?P<type>[\w.$]+)(?:: (?P<message>.*))?$
npm ERR! code (?P<code>E\w+)
Error: Cannot find module '(?P<module>[^']+)'
listen (?P<errno>EADDRINUSE|EACCES): .*:(?P<port>\d+)
(?P<unit>[\w@.-]+\.service): Main process exited, code=(?P<code>\w+), status=(?P<status>\S+)
(?P<unit>[\w@.-]+\.service): Failed at step (?P<step>[A-Z_]+) spawning (?P<path>[^:]+): (?P<why>.+)
EXT4-fs error \(device (?P<device>[^)]+)\)
segfault at (?P<address>[0-9a-f]+) ip (?P<ip>[0-9a-f]+)
(?P<name>[\w-]+) invoked oom-killer: gfp_mask=(?P<mask>\w+)
mlx5_core (?P<pci>\S+): Port module event: module (?P<module>\d+)
certificate (?:has expired|is not yet valid)
statuscode: (?P<status>[45]\d\d)
container (?P<name>\S+) in pod (?P<pod>\S+) (?:is waiting|terminated)
Failed to pull image "(?P<image>[^"]+)": (?P<why>.+)
0/(?P<nodes>\d+) nodes are available: (?P<why>.+)
loss of heartbeat from (?P<worker>\S+) for (?P<seconds>[\d.]+)s
temperature (?P<celsius>9\d|1\d\d) ?C
nan or inf (?:detected )?in (?P<what>\w+)
loss (?:is|=) ?(?:nan|inf)
checksum mismatch (?:for|in) (?P<file>\S+)
queue (?:is )?full \((?P<n>\d+)\)
dropped (?P<n>\d+) (?:requests|tokens|messages|packets)
"(?:level|severity)": ?"(?:fatal|FATAL|critical|CRITICAL)"
level=(?:fatal|panic|dpanic)
\b(?P<code>[A-Z]{2,}_[A-Z]+_(?:ERR|FAIL)[A-Z]*)\b
\b(?P<address>0x[0-9a-f]{12,16})\b.* in (?P<symbol>\w+)
rank ?(?P<rank>\d+):? (?P<type>\w+Error): (?P<message>.*)
(?P<what>\S+) is deprecated.*removed in (?P<version>v?\d+\.\d+)
[Rr]etry(?:ing)? (?P<n>\d+) of (?P<of>\d+)
(?P<n>\d+) retries exceeded
max_connections ?= ?(?P<n>\d+)
"""
FOLDED = r"""
illegal (?:memory access|instruction|address)
\bout[ -]of[ -](?:host |device |gpu |pinned )?memory\b
\b(?:fatal|critical|panic)\b[: ]+(?P<message>.+)
uncorrectable (?P<kind>ecc|double bit|nvlink|pcie) error
tim(?:ed ?out|eout) (?:after|waiting for) (?P<seconds>\d+)
\bassert(?:ion)? ?(?:failed|error|failure)\b
\b(?:dead|live) ?lock(?:ed)? (?:detected|suspected)\b
driver (?:version )?(?:mismatch|is insufficient)
(?P<who>tokenizer|scheduler|router|worker) (?:is )?(?:dead|hung|crashed|stuck)
not (?:enough|sufficient) (?P<what>disk|memory|shared memory)
(?:quota|limit) exceeded for (?P<what>\S+)
access denied for user
invalid (?:token|api key|credentials)
could not resolve host:? (?P<host>\S+)
corrupt(?:ed|ion)? (?P<what>index|page|block|database)
"""


def own_patterns() -> list[Pattern]:
    """The list of this file."""
    found = [
        Pattern(f"literal/{n}", literals=(text,)) for n, text in enumerate(re.split(r"[|\n]", LITERALS.strip("\n")))
    ]
    found += [Pattern(f"regex/{n}", expression=text) for n, text in enumerate(REGEXES.strip("\n").split("\n"))]
    folded = enumerate(FOLDED.strip("\n").split("\n"))
    return found + [Pattern(f"folded/{n}", expression=text, ignore_case=True) for n, text in folded]


def rule_patterns() -> list[Pattern]:
    """What the YAML files under `rules/` look for, as far as the plain keys tell."""
    import yaml  # noqa: PLC0415  # only where rules are read

    found: list[Pattern] = []
    for path in sorted(RULES.rglob("*.yaml")):
        if path.parent.name in {"packs", "programs"}:
            found += [
                p
                for node in _mappings(yaml.safe_load(path.read_text()))
                for p in _patterns(node, f"{path.stem}/{len(found)}")
            ]
    return found


def _mappings(node: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(node, dict):
        yield node
    for item in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from _mappings(item)


def _patterns(node: Mapping[str, Any], key: str) -> Iterator[Pattern]:
    folded = node.get("case") == "ignore"
    scan_form = node.get("scan") if isinstance(node.get("scan"), str) else None
    for name in On:
        if isinstance(text := node.get(str(name)), str):
            yield Pattern(f"{key}/{text}", expression=text, on=name, ignore_case=folded, scan=scan_form)
    text = node.get("text")
    if isinstance(text, str) or (isinstance(text, list) and all(isinstance(item, str) for item in text)):
        texts = (text,) if isinstance(text, str) else tuple(text)
        yield Pattern(f"{key}/{texts[0]}", literals=texts, ignore_case=folded)


def patterns(*, own: bool = False) -> list[Pattern]:
    """The patterns of the rules where there are enough of them, else, or with `own`, those of this file."""
    found = [] if own else rule_patterns()
    return found if len(found) >= ENOUGH else own_patterns()


_LOOKS = re.compile(r"\(\?(?:[=!>]|<[=!])|\\Z|[*+?}]\+")


def for_ripgrep(pattern: Pattern) -> str:
    """The pattern as ripgrep reads it: without names, `$` as hyperscan and ripgrep both mean it."""
    if pattern.expression is None:
        text = "|".join(re.sub(r"([\\.+*?()|\[\]{}^$])", r"\\\1", literal) for literal in pattern.literals)
    else:
        text = re.sub(r"\(\?P<\w+>", "(?:", pattern.expression)
    return f"(?i:{text})" if pattern.ignore_case else f"(?:{text})"


def one_pass(path: Path, jobs: int) -> None:
    """A pass in this process with the patterns that were written down for it; prints what it took."""
    chosen = [
        Pattern(**{**fields, "on": On(fields["on"]), "literals": tuple(fields["literals"])})
        for fields in json.loads(PATTERNS.read_text())
    ]
    began = time.perf_counter()
    scanner = scan.compile_patterns(chosen, cache=DATA / "cache")
    compiled = time.perf_counter() - began
    with path.open("rb", buffering=0) as file:
        passing = scanner.blocks(file.read, jobs=jobs)
        lines = hits = 0
        for block in passing:
            lines, hits = block.first_line + block.newlines - 1, hits + len(block.hits)
    took = time.perf_counter() - began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        json.dumps(
            {
                "seconds": took,
                "compile": compiled,
                "lines": lines,
                "hits": hits,
                "peak": peak,
                "met": list(passing.bounds_met.values()),
            }
        )
    )


def timed(command: Sequence[str]) -> tuple[float, str]:
    """Seconds of a whole process, and its output."""
    began = time.perf_counter()
    result = subprocess.run(command, check=False, capture_output=True, text=True, errors="replace")
    return time.perf_counter() - began, result.stdout


def compare(name: str, path: Path, rounds: int) -> None:
    """Prints a line for each command."""
    size, rg = path.stat().st_size / 1e6, shutil.which("rg")
    commands = {
        f"scan -j{jobs}": [
            sys.executable,
            __file__,
            "--one",
            str(path),
            "--jobs",
            str(jobs),
        ]
        for jobs in (1, 2)
    }
    if rg:
        commands["rg"] = [rg, "--no-unicode", "-n", "-f", str(WORDS), str(path)]
    walls: dict[str, list[float]] = {command: [] for command in commands}
    told: dict[str, str] = {}
    for _ in range(rounds):
        for command, line in commands.items():
            wall, told[command] = timed(line)
            walls[command].append(wall)
    for command, taken in walls.items():
        ratio = statistics.median(own / other for own, other in zip(taken, walls["rg"], strict=True)) if rg else None
        print(
            f"{name:9} {command:9} {size / statistics.median(taken):6.0f} MB/s  {_summary(told[command])}"
            + (f"  x rg {ratio:.2f}" if ratio else "")
        )


def _summary(output: str) -> str:
    try:
        told = json.loads(output)
    except ValueError:
        return f"{output.count(chr(10))} lines"
    return f"{told['hits']} candidates, {len(told['met'])} bounds met, compile {told['compile'] * 1000:.0f} ms, peak {told['peak']:.0f} MB"


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--megabytes", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--costs", action="store_true", help="print the dearest patterns instead, on 8 MB")
    parser.add_argument("--own", action="store_true", help="the patterns of this file, whatever the rules hold")
    parser.add_argument("--one", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--jobs", type=int, default=2, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.one:
        one_pass(args.one, args.jobs)
        return
    paths = {name: DATA / f"{name.replace(' ', '-')}-{args.megabytes}.log" for name in LOGS}
    for name, options in LOGS.items():
        generate_log.generate(paths[name], args.megabytes, **options)
    chosen = patterns(own=args.own)
    print(f"{len(chosen)} patterns")
    if args.costs:
        for key, seconds in scan.costs(chosen, paths["plain"].read_bytes()[:8_000_000])[:25]:
            print(f"{seconds * 1000:8.2f} ms  {key}")
        return
    PATTERNS.write_text(json.dumps([asdict(pattern) for pattern in chosen]))
    known = [pattern for pattern in chosen if not _LOOKS.search(pattern.expression or "")]
    WORDS.write_text("".join(for_ripgrep(pattern) + "\n" for pattern in known))
    if len(known) < len(chosen):
        print(f"ripgrep is spared {len(chosen) - len(known)} of them, which look ahead or back")
    for name, path in paths.items():
        compare(name, path, args.rounds)


if __name__ == "__main__":
    main()
