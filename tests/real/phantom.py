"""Stages a phantom attribute: a server runs from an installed copy while an edited checkout lies beside it.

usage: phantom.py FOLDER STAGE

The checkout gives every `Planner` its `spare` when it is made, and prints a line about it; the installed copy uses the attribute
and never sets it. A request brings it out. Left in the folder are

    server.log          what the server wrote
    ps.txt              the process as `ps` showed it while it ran
    checkout/           the code that somebody reads
    site-packages/      the code that ran

Stages differ in what the edit touched: `moved` shifts the lines that the traceback quotes, `beside` leaves the file of the
traceback as it was and changes only the one that makes the object.
"""

import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path

EXPECTED = "Berth planning keeps"
"""The line that only the checkout prints."""

MAIN = '''\
"""A small harbour office: ships ask for a berth."""

import argparse
import http.server
import logging

from harbor.desk import Desk

logger = logging.getLogger(__name__)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=8080)
    parser.add_argument("--berths", type=int, default=4)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logger.info("harbour office starting with %s", options)
    desk = Desk(options.berths)

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            if self.path == "/health":
                answer = b"open"
            else:
                answer = desk.answer(self.path.strip("/")).encode()
            self.send_response(200)
            self.end_headers()
            self.wfile.write(answer)

    server = http.server.HTTPServer(("127.0.0.1", options.port), Handler)
    logger.info("harbour office is open on port %d", server.server_address[1])
    server.serve_forever()


main()
'''

DESK = """\
import logging

from harbor.planner import Planner

logger = logging.getLogger(__name__)


class Desk:
    def __init__(self, berths):
        self.planner = Planner(berths)
        logger.info("the desk is ready")

    def answer(self, ship):
        logger.info("%s asks for a berth", ship)
        return f"{ship}: berth {self.berth_of(ship)}"

    def berth_of(self, ship):
        free = self.planner.free()
        return free[0] if len(free) > self.planner.spare else "none"
"""

PLANNER = """\
import logging

logger = logging.getLogger(__name__)


class Planner:
    def __init__(self, berths):
        self.taken = {}
        self.berths = berths
        logger.info("planner has %d berths", berths)

    def free(self):
        return [one for one in range(self.berths) if one not in self.taken]
"""

SPARE = """\
        self.berths = berths
        self.spare = max(1, berths // 4)
        logger.info("Berth planning keeps %d spare", self.spare)
"""

CHECKED = """\
    def answer(self, ship):
        if not ship:
            return "name your ship"
"""


def edited(stage: str) -> dict[str, str]:
    """The files of the checkout."""
    files = installed()
    files["planner.py"] = PLANNER.replace("        self.berths = berths\n", SPARE)
    if stage == "moved":
        files["desk.py"] = DESK.replace("    def answer(self, ship):\n", CHECKED)
    return files


def installed() -> dict[str, str]:
    """The files of the installed copy."""
    return {"__init__.py": "", "__main__.py": MAIN, "desk.py": DESK, "planner.py": PLANNER}


def written(folder: Path, files: Mapping[str, str]) -> None:
    """Writes a package."""
    (folder / "harbor").mkdir(parents=True)
    for name, text in files.items():
        (folder / "harbor" / name).write_text(text, encoding="utf-8")


def staged(folder: Path, stage: str) -> None:
    """Runs the server from the installed copy, asks it for a berth, and takes down what it left."""
    written(folder / "site-packages", installed())
    written(folder / "checkout", edited(stage))
    (folder / "work").mkdir()
    environment = os.environ | {"PYTHONPATH": str(folder / "site-packages"), "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "harbor", "--port", "0", "--berths", "6"]
    log = folder / "server.log"
    with log.open("wb") as out:
        server = subprocess.Popen(command, cwd=folder / "work", env=environment, stdout=out, stderr=subprocess.STDOUT)
        try:
            ask(port_of(log))
            shown = subprocess.run(
                ["ps", "-o", "pid,ppid,user,lstart,args", "-p", str(server.pid)], check=True, capture_output=True
            )
            (folder / "ps.txt").write_bytes(shown.stdout)
        finally:
            server.terminate()
            server.wait(timeout=30)


def port_of(log: Path) -> int:
    """The port that the server says it is open on. Raises TimeoutError if it never does."""
    for _ in range(300):
        _, found, after = log.read_text(encoding="utf-8").partition("is open on port ")
        if found and "\n" in after:
            return int(after.split()[0])
        time.sleep(0.1)
    raise TimeoutError(f"the server did not open: {log.read_text(encoding='utf-8')}")


def ask(port: int) -> None:
    """A health check, which is answered, and a ship, which is not: the exception closes the connection."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=10) as answer:
        assert answer.read() == b"open"
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/albatross", timeout=10).close()
    except (urllib.error.URLError, ConnectionError):
        return
    raise AssertionError("the ship was given a berth")


if __name__ == "__main__":
    staged(Path(sys.argv[1]).absolute(), sys.argv[2])
