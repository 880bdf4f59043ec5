"""Three runs, filled in by hand: a launch with the wrong interpreter, a line that is missing, and a run that is well."""

from datetime import UTC, datetime

from logsleuth.model.book import Cause, Edge, Weighing
from logsleuth.model.report import Event, Outcome, Sign, Stats
from logsleuth.model.run import Artifact, Moment, Note, Origin
from logsleuth.model.verdict import Command, Evidence, Expectation, Finding, NotJudged, Place
from logsleuth.weigh import weigh

WEIGHING = Weighing(
    ratios={"weak": 2, "moderate": 8, "strong": 64, "conclusive": 1024},
    priors={"rare": 0.01, "uncommon": 0.03, "common": 0.1},
    unknown=1.0,
    edges={"often": 0.95, "sometimes": 0.7},
    residual=0.95,
)

CAUSES = {
    cause.id: cause
    for cause in (
        Cause(
            "python.wrong-interpreter",
            "the wrong Python interpreter was used",
            "it was started by an interpreter other than the one of the environment meant for it",
            prior="common",
            subject=("module",),
            leads_to=(Edge("health.false-positive", "often"),),
            fix="start it with the interpreter of its own environment, by its full path",
        ),
        Cause("python.stale-code", "other code ran than the code at hand", "", leads_to=(Edge("app.exception"),)),
        Cause(
            "feature.not-enabled", "the feature was never switched on", "", fix="set its flag, threshold or variable"
        ),
        Cause(
            "app.exception", "the application failed with an exception of its own", "", prior="common", residual=True
        ),
        Cause("log.incomplete", "the log was cut before the line that decides", "", residual=True),
        Cause("health.false-positive", "the health check was answered by something else", "", residual=True),
        Cause("process.stale-listener", "an older process holds the port", "", residual=True, subject=("port",)),
    )
}

REFUSED = "/usr/bin/python3: No module named acme.launch_server"
EXPECTED = "Dynamic speculation disable enabled"
SHA = "0" * 64


def moment(hour: int, minute: int, second: int, clock: str = "server.log") -> Moment:
    """A moment of the day of the runs."""
    return Moment(datetime(2026, 2, 17, hour, minute, second, tzinfo=UTC), clock=clock, zone_known=False)


def cite(path: str, line: int, text: str, kind: str = "line", **more: object) -> Evidence:
    """A cited line."""
    return Evidence(kind, path, line, line, text, **more)  # type: ignore[arg-type]


def artifact(path: str, kind: str, lines: int, *programs: str) -> Artifact:
    """An input."""
    return Artifact(path, kind, f"looks like {kind}", lines * 80, SHA, lines, "utf-8", programs=programs)


def outcome(*findings: Finding, **more: object) -> Outcome:
    """A run with these findings, weighed."""
    given = {
        "artifacts": (artifact("server.log", "log", 214, "acme"),),
        "stats": Stats(17_120, 214, 0.12, 187, "5f2c0a91"),
    }
    return Outcome(weighed=weigh(findings, CAUSES, WEIGHING), causes=CAUSES, **(given | more))  # type: ignore[arg-type]


def false_positive() -> Outcome:
    """The bare `python3` lacks the module, the launch fails at once, and an older server answers the health check."""
    refused = cite("server.log", 1, REFUSED, condition="refused")
    ready = cite("start.log", 5, "Server ready after 10 seconds", condition="ready")
    old = "pid=20911 interpreter=/root/ml-env/bin/python3 module=acme.launch_server port=8000 started=2026-02-17"
    owner = cite("ss.txt", 2, "port=8000 pid=20911", "row", condition="owner")
    process = cite("ps.txt", 3, old, "row", condition="old")
    find = (
        "/usr/bin/python3",
        "-c",
        "import sys, importlib.util as u; print(u.find_spec(sys.argv[1]))",
        "acme.launch_server",
    )
    wrong = {"cause": "python.wrong-interpreter", "subject": {"module": "acme.launch_server"}}
    return outcome(
        Finding(
            rule="system-python-lacks-module",
            weight="strong",
            evidence=(refused,),
            says="/usr/bin/python3 was used to start acme.launch_server, and it does not have it",
            next=(
                Command(find, "whether this interpreter finds it; None means that it does not"),
                Command(("ps", "-eo", "pid,lstart,args"), "which interpreters run servers on this machine"),
            ),
            **wrong,  # type: ignore[arg-type]
        ),
        Finding(
            rule="other-interpreter-runs-the-module",
            weight="strong",
            evidence=(refused, process),
            says="/usr/bin/python3 does not have acme.launch_server, and /root/ml-env/bin/python3 runs it (pid 20911)",
            standing=True,
            **wrong,  # type: ignore[arg-type]
        ),
        Finding(
            rule="answered-though-the-launch-failed",
            cause="health.false-positive",
            subject={},
            weight="strong",
            evidence=(refused, ready),
            says="the health check was content (port 8000), though the launch had failed",
        ),
        Finding(
            rule="listener-while-the-launch-failed",
            cause="process.stale-listener",
            subject={"port": "8000"},
            weight="strong",
            evidence=(owner, ready, process),
            says="port 8000, on which the health check was answered, is held by process 20911, though the launch had failed",
            standing=True,
            next=(Command(("ss", "-ltnp", "sport = :8000"), "which process holds the port now"),),
        ),
        artifacts=(
            artifact("server.log", "log", 1),
            artifact("start.log", "health", 5),
            artifact("ps.txt", "processes", 7),
            artifact("ss.txt", "listeners", 3),
        ),
        stats=Stats(1_630, 16, 0.05, 187, "5f2c0a91"),
        not_judged=(NotJudged("killed-by-kernel", "no table `kernel` was handed over"),),
        notes=(Note("the time of the snapshot is taken from the file", "ps.txt"),),
    )


def phantom() -> Outcome:
    """The traceback is cut before its exception, and a line of the start is missing."""
    ready = cite(
        "server.log", 187, "The server is fired up and ready to roll!", moment=moment(8, 15, 40), condition="ready"
    )
    frame = cite(
        "server.log",
        205,
        'Traceback (most recent call last):\n  File "/srv/acme/scheduler.py", line 2104, in event_loop_overlap\n'
        '    self.run_batch(batch)\n  File "/srv/acme/eagle_worker_v2.py", line 702, in forward_batch_generation',
        "traceback",
        origin=Origin(rank=0),
        moment=moment(8, 16, 2),
        count=8,
    )
    return outcome(
        Finding(
            rule="expected-line-is-missing",
            cause="feature.not-enabled",
            subject={},
            weight="moderate",
            evidence=(ready,),
            says=f"the start was passed, and the line {EXPECTED!r} was not printed",
            next=(Command(("env",), "whether the variable that switches it on is set"),),
        ),
        Finding(
            rule="expected-line-is-missing-code",
            cause="python.stale-code",
            subject={},
            weight="moderate",
            evidence=(ready,),
            says="the code at hand prints a line that the code that ran did not print",
            next=(
                Command(
                    ("ls", "-l", "/proc/4711/exe"), "which interpreter runs the server; ask that one, not the shell's"
                ),
                Command(("pkill", "-f", "acme"), "never shown"),
            ),
        ),
        Finding(
            rule="traceback-is-cut",
            cause="log.incomplete",
            subject={},
            weight="strong",
            evidence=(frame,),
            count=8,
            says="a traceback ends before the line that names the exception",
        ),
        Finding(
            rule="frames-agree",
            cause="python.stale-code",
            subject={},
            weight="weak",
            against=True,
            evidence=(cite("server.log", 206, 'File "/srv/acme/eagle_worker_v2.py", line 702'),),
            says="a frame agrees with the tree",
        ),
        expectations=(
            Expectation(
                EXPECTED,
                "missing",
                "the log holds this start of acme from line 3 on, and acme got as far as the phase 'serving' (server.log:187): "
                "a line of its start would have been seen, unless a condition guards it",
                proof=(Place("server.log", 187, ready.text),),
            ),
            Expectation("Load weight begin", "found", "it stands at server.log:24, and 7 times more"),
        ),
        events=(Event(moment(8, 15, 40), Origin(), "server.log", 187, "acme: ready"),),
        not_judged=tuple(NotJudged(f"rule-{n}", "no table `processes` was handed over") for n in range(12)),
        healthy_signs=(Sign("acme got ready", "server.log", 187),),
        around={
            ("server.log", 205): (
                (204, "[2026-02-17 08:16:02 TP0] Decode batch. #running-req: 1"),
                (205, "[2026-02-17 08:16:02 TP0] Scheduler hit an exception: Traceback (most recent call last):"),
                (206, '  File "/srv/acme/scheduler.py", line 2104, in event_loop_overlap'),
            )
        },
    )


def healthy() -> Outcome:
    """A run that got ready and answers."""
    return outcome(
        Finding(
            rule="slow-start",
            cause="feature.not-enabled",
            subject={},
            weight="weak",
            evidence=(cite("server.log", 12, "a warning that means little"),),
            says="a warning that means little",
        ),
        healthy_signs=(Sign("acme got ready", "server.log", 187), Sign("the health check was answered", "poll.log", 9)),
        artifacts=(artifact("server.log", "log", 214, "acme"), artifact("poll.log", "health", 9)),
        events=(Event(moment(8, 15, 40), Origin(), "server.log", 187, "acme: ready"),),
    )
