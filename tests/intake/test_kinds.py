"""Tests of kinds and seams."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logsleuth.intake.kinds import head_kind, segments
from logsleuth.model.run import KINDS, Segment

LOG = [f"2026-12-01 10:00:{i:02d} INFO server.main request {i} took {i} ms" for i in range(60)]
TRANSCRIPT = """\
ops@gpu-7:~$ date
Tue Dec  1 10:02:00 UTC 2026
ops@gpu-7:~$ ps aux | head
USER         PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND
root           1  0.0  0.0   2796  1180 ?        Ss   Apr07   0:04 /sbin/init
ops        41209  101  1.9 98234112 10241876 ?   Sl   Apr10 2931:18 /opt/venv/bin/python3 -m server --port 30000
ops@gpu-7:~$ ss -ltnp
State   Recv-Q  Send-Q   Local Address:Port    Peer Address:PortProcess
LISTEN  0       2048           0.0.0.0:30000        0.0.0.0:*     users:(("python3",pid=41209,fd=78))
ops@gpu-7:~$ tail -3 server.log
/usr/bin/python3: No module named server
ops@gpu-7:~$ curl -v http://localhost:30000/health
*   Trying 127.0.0.1:30000...
* Connected to localhost (127.0.0.1) port 30000 (#0)
> GET /health HTTP/1.1
> Host: localhost:30000
>
< HTTP/1.1 200 OK
< content-length: 0
<
* Connection #0 to host localhost left intact
ops@gpu-7:~$ ~/venv/bin/python3 -c "import server; print(server.__file__)"
None
ops@gpu-7:~$ env | grep CUDA
CUDA_VISIBLE_DEVICES=0,1
ops@gpu-7:~$ docker ps
CONTAINER ID   IMAGE   COMMAND   CREATED   STATUS   PORTS   NAMES
ops@gpu-7:~$ sudo dmesg -T | tail -2
[Tue Aug  6 06:58:01 2024] IPv6: ADDRCONF(NETDEV_CHANGE): veth0b1c: link becomes ready
[Tue Aug  6 06:58:01 2024] docker0: port 2(veth0b1c) entered forwarding state
ops@gpu-7:~$"""


def kinds(text: str, path: str = "x.txt") -> list[str]:
    """The kinds in order."""
    return [part.kind for part in segments(text.split("\n"), path)]


def test_transcript_is_cut_at_its_prompts() -> None:
    """Each command's output is of its own kind, with its prompt; the date goes to the snapshot below it."""
    expected = [
        ("processes", 1, 6),
        ("listeners", 7, 9),
        ("log", 10, 11),
        ("health", 12, 21),
        ("interpreter", 22, 23),
        ("environ", 24, 25),
        ("text", 26, 27),
        ("kernel", 28, 31),
    ]
    assert [(part.kind, part.first, part.last) for part in segments(TRANSCRIPT.split("\n"), "paste.txt")] == expected


@settings(max_examples=100)
@given(
    st.lists(
        st.one_of(
            st.sampled_from([*TRANSCRIPT.split("\n"), *LOG[:5], "", "A=1", "pip==1.0", ">>> x"]), st.text(max_size=60)
        ),
        max_size=40,
    ),
    st.sampled_from(["x.log", "x.txt", "-"]),
)
def test_segments_cover_all_lines(lines: list[str], path: str) -> None:
    """Whatever the lines are, each lies in exactly one segment, of a known kind and with a reason."""
    parts = segments(lines, path)
    covered = [line for part in parts for line in range(part.first, part.last + 1)]
    assert covered == list(range(1, len(lines) + 1))
    assert all(part.kind in KINDS and part.why for part in parts)


def test_no_lines() -> None:
    """A text without lines has no segments; one of blank lines is text."""
    assert segments([], "x.log") == ()
    assert segments(["", " "], "x.log") == (Segment("text", 1, 2, "blank lines"),)


def test_log_with_other_things_in_it() -> None:
    """Settings, health requests and package names inside a log leave it a log."""
    lines = [*LOG, "HOME=/root", "PATH=/bin", "LANG=C", *LOG, "numpy==1.0", *LOG]
    lines += ['INFO:     127.0.0.1:5000 - "GET /health HTTP/1.1" 200 OK'] * 30
    assert segments(lines, "server.log") == (Segment("log", 1, len(lines), "lines of a log"),)


def test_access_log_is_a_log() -> None:
    """A server's account of health requests is a log, not a poll."""
    line = '10.0.0.1 - - [01/Dec/2026:10:00:00 +0000] "GET /health HTTP/1.1" 200 2 "-" "probe/1.27"'
    assert kinds("\n".join([line] * 30), "access.txt") == ["log"]


def test_table_inside_a_log() -> None:
    """A table stands out of the log around it, which is one log before and one after."""
    table = [
        "  PID  PPID                  STARTED ELAPSED CMD",
        "  612     1 Mon Jan 20 04:11:09 2026     300 /usr/bin/python3 -m app",
    ]
    assert kinds("\n".join([*LOG, *table, *LOG]), "ci.log") == ["log", "processes", "log"]


def test_headings_are_seams() -> None:
    """Headings between sections part them as prompts do."""
    text = (
        "=== ps ===\nPID   USER     TIME  COMMAND\n    1 root      0:00 nginx: master\n=== env ===\nHOME=/root\nPATH=/bin\n=== log ===\n"
        + LOG[0]
    )
    assert kinds(text) == ["processes", "environ", "log"]


def test_trace_of_a_script() -> None:
    """`set -x` marks begin segments where what follows is of another kind."""
    text = "+ ./start.sh\nstarting\n+ curl -sf http://localhost:8000/health\nok\n+ ps -ef\nUID  PID  PPID  C STIME TTY  TIME CMD\nroot  1  0  0 10:00 ?  00:00:00 sh"
    assert kinds(text, "ci.log") == ["log", "health", "processes"]


def test_request_without_an_answer() -> None:
    """A health request that printed nothing is one all the same: an empty 200 prints nothing."""
    assert kinds("$ curl -sf http://localhost:8000/health\n$ ls\na b") == ["health", "text"]


@pytest.mark.parametrize(
    "path",
    [
        "server.log",
        "logs/nohup.out",
        "x.tar.gz!logs/server.log.1.gz",
        "app-2026.log.xz",
        "syslog",
        "stderr.txt",
        "-",
        "run",
    ],
)
def test_one_line_of_a_failed_start(path: str) -> None:
    """Where nothing is known of a line, a name that is a log's, or that says nothing, makes it a log."""
    assert kinds("unable to open it", path) == ["log"]


@pytest.mark.parametrize("path", ["notes.txt", "compose.yml", "catalog.csv", "dialogs.json"])
def test_named_otherwise(path: str) -> None:
    """A name that is that of another form makes it text, also where it has the letters `log` in it."""
    assert kinds("unable to open it", path) == ["text"]


@pytest.mark.parametrize(
    "text",
    [
        "/usr/bin/python3: No module named server",
        "Traceback (most recent call last):\n  File \"x.py\", line 1, in <module>\nKeyError: 'x'",
        '{"level":"info","ts":1700000000.1,"msg":"x"}',
        "web-1  | ready\nweb-1  | done",
        "I0311 07:58:20.012874    1187 server.go:416] Version: v1",
        "level=info msg=x",
    ],
)
def test_lines_of_a_log(text: str) -> None:
    """The forms of logs are known whatever the file is called."""
    assert kinds(text, "x.txt") == ["log"]


@pytest.mark.parametrize(
    "text",
    [
        "Filesystem  Size  Used Avail Use% Mounted on\n/dev/sda1  10G  9G  1G  90% /",
        "total 20\ndrwxr-xr-x 2 app app 4096 Jul  8 10:02 .",
        "fs.inotify.max_user_watches = 8192",
        "services:\n  web:\n    build: .",
        '{\n  "State": {\n    "Status": "exited"\n  }\n}',
        "SECRET = os.getenv('SECRET', '')\nDEBUG = False",
        'NAME="Debian GNU/Linux"\nPRETTY_NAME="Debian GNU/Linux 12"\nID=debian',
    ],
)
def test_other_text(text: str) -> None:
    """What is of none of the kinds is text."""
    assert kinds(text) == ["text"]


def test_requirements_are_no_environment() -> None:
    """What a project asks for is not what is installed."""
    text = "flask==3.0\nredis==5.0"
    assert kinds(text, "freeze.txt") == ["packages"]
    assert kinds(text, "requirements.txt") == ["text"]


def test_colours_and_carriage_returns() -> None:
    """Colours and CRLF hide nothing."""
    assert kinds("\x1b[32m$\x1b[0m env\r\nHOME=/root\r\nPATH=/bin\r") == ["environ"]


def test_separated_environment() -> None:
    """A kernel's copy of an environment is known by its NULs."""
    assert kinds("HOME=/root\0PATH=/bin\0") == ["environ"]


def test_many_seams() -> None:
    """A text with thousands of changes is not cut to shreds."""
    lines = ["State Recv-Q Send-Q Local Address:Port", *LOG[:1]] * 3000
    assert kinds("\n".join(lines)) == ["log"]


def test_head_kind() -> None:
    """A file too large to be cut is a log, unless nearly all of its head is something else."""
    kernel = "\n".join(f"[{i:5d}.{i:06d}] usb 1-1: reset" for i in range(3000)).encode()
    assert head_kind(kernel, "x").kind == "kernel"
    assert head_kind("\n".join(LOG).encode(), "x.txt").kind == "log"
    assert head_kind(b"no kind at all\n" * 99, "x.txt").kind == "log"
    assert head_kind(kernel + ("\n" + "\n".join(LOG)).encode() * 50, "x").kind == "log"
    assert head_kind(b"", "x") == Segment("log", 1, 1, "too large for anything but a log")
