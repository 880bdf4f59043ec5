"""The verdict where programs got ready and a health check says otherwise."""

from pathlib import Path

import pytest

import runs

READY = "2026-11-30T09:12:01.340Z 0 [System] [MY-010931] [Server] /usr/sbin/mysqld: ready for connections. Version: '8.0.35'\n"
REFUSED = "curl: (7) Failed to connect to localhost port 8000 after 0 ms: Connection refused\n"


@pytest.mark.parametrize(("polls", "expected"), [(0, "healthy"), (3, "inconclusive")])
def test_a_check_that_is_refused_outweighs_a_program_that_got_ready(polls: int, expected: str, tmp_path: Path) -> None:
    """One program's word is no sign that the run is well where the last answer says that it is not."""
    files: dict[str, str | bytes] = {"mysql.log": READY}
    if polls:
        files["health.log"] = "".join(f"2026-11-30T09:13:0{n}Z {REFUSED}" for n in range(polls))
    report = runs.report(runs.write(tmp_path, files))

    assert expected == report["verdict"]
