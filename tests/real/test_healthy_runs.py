"""Real servers that start, serve and stop: no alarm."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

import runs

HEALTHY = Path(__file__).parents[2] / "fixtures/healthy"
APP = """
async def app(scope, receive, send):
    if scope["type"] != "http":
        raise RuntimeError("only http")
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"ok"})
"""
WSGI = "def app(environ, start):\n    start('200 OK', [])\n    return [b'ok']\n"


def no_alarm(report: dict[str, Any]) -> None:
    """No hypothesis reaches a half, and the verdict is no failure."""
    assert [] == [(h["cause"], h["confidence"]) for h in report["hypotheses"] if h["confidence"] >= 0.5]
    assert "failed" != report["verdict"]


def free_port() -> int:
    """A port that nothing listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def until(ready: Callable[[], bool]) -> None:
    """Waits until something holds, 30 seconds at the most."""
    for _ in range(300):
        if ready():
            return
        time.sleep(0.1)
    pytest.fail("the server did not get ready")


def answers(port: int) -> bool:
    """Whether the server answers."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, ConnectionError, TimeoutError):
        return False


def served(command: Sequence[str], port: int, folder: Path) -> Path:
    """The log of a server that was started, asked twice, and stopped."""
    log = folder / "server.log"
    with log.open("wb") as out:
        server = subprocess.Popen(command, cwd=folder, stdout=out, stderr=subprocess.STDOUT)
        try:
            until(lambda: answers(port))
            assert answers(port)
        finally:
            server.terminate()
            server.wait(timeout=30)
    return log


@pytest.mark.parametrize("name", sorted(path.name for path in HEALTHY.iterdir()))
def test_a_healthy_log(name: str) -> None:
    """Lines that look alarming and are not: requests that were refused, imports that were ignored, a slow compilation."""
    no_alarm(runs.report([str(HEALTHY / name)]))


def test_uvicorn(tmp_path: Path) -> None:
    """A real uvicorn."""
    pytest.importorskip("uvicorn")
    (tmp_path / "main.py").write_text(APP)
    port = free_port()
    log = served([sys.executable, "-m", "uvicorn", "main:app", "--port", str(port)], port, tmp_path)

    assert "Application startup complete" in log.read_text() or "running on" in log.read_text()
    no_alarm(runs.report([str(log)]))


def test_gunicorn(tmp_path: Path) -> None:
    """A real gunicorn."""
    pytest.importorskip("gunicorn")
    (tmp_path / "main.py").write_text(WSGI)
    port = free_port()
    log = served([sys.executable, "-m", "gunicorn", "main:app", "-b", f"127.0.0.1:{port}", "-w", "2"], port, tmp_path)

    assert "Listening at" in log.read_text()
    no_alarm(runs.report([str(log)]))


def postgres_folder() -> Path | None:
    """Where PostgreSQL's programs are, if they are."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if found:
        return found[-1].parent
    path = shutil.which("initdb")
    return Path(path).parent if path else None


def as_user(command: Sequence[str]) -> list[str]:
    """The command, run by the user postgres where root may not run it."""
    return (
        ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", *command]
        if os.geteuid() == 0
        else [*command]
    )


def test_postgresql(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """A real PostgreSQL that is started, asked something wrong, and stopped."""
    programs = postgres_folder()
    if programs is None:
        pytest.skip("PostgreSQL is not installed")
    # A folder that another user may enter, with a path short enough for a socket: pytest's own is neither.
    sockets = Path(tempfile.mkdtemp(prefix="logsleuth-pg-"))
    request.addfinalizer(lambda: shutil.rmtree(sockets, ignore_errors=True))
    data = sockets / "data"
    data.mkdir()
    if os.geteuid() == 0:
        shutil.chown(data, "postgres")
        sockets.chmod(0o777)
    subprocess.run(as_user([str(programs / "initdb"), "-D", str(data), "-A", "trust"]), check=True, capture_output=True)
    data.chmod(0o700)
    port = free_port()
    log = tmp_path / "postgresql.log"
    with log.open("wb") as out:
        server = subprocess.Popen(
            as_user(
                [str(programs / "postgres"), "-D", str(data), "-p", str(port), "-k", str(sockets), "-h", "127.0.0.1"]
            ),
            stdout=out,
            stderr=subprocess.STDOUT,
        )
        try:
            until(lambda: b"ready to accept" in log.read_bytes())
            ask = as_user([str(programs / "psql"), "-h", "127.0.0.1", "-p", str(port), "-U", "postgres", "-c"])
            subprocess.run([*ask, "select 1"], check=True, capture_output=True)
            subprocess.run([*ask, "select 1/0"], check=False, capture_output=True)
        finally:
            server.terminate()
            server.wait(timeout=30)

    assert "division by zero" in log.read_text()
    no_alarm(runs.report([str(log)]))
