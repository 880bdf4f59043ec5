"""What all tests share."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("default", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("default")

ROOT = Path(__file__).parent.parent


@pytest.hookimpl(tryfirst=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Where no skip is allowed, one is said loudly."""
    if os.environ.get("LOGSLEUTH_NO_SKIP") and terminalreporter.stats.get("skipped"):
        terminalreporter.write_line("tests were skipped, and LOGSLEUTH_NO_SKIP is set", red=True)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Where no skip is allowed, one fails the run."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("LOGSLEUTH_NO_SKIP") and exitstatus == 0 and reporter and reporter.stats.get("skipped"):
        session.exitstatus = 1


@pytest.fixture
def run_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[dict[str, str]], Sequence[str]]:
    """Writes the files of a run into a fresh folder, makes it the working directory, and gives their names."""
    monkeypatch.chdir(tmp_path)

    def write(files: dict[str, str]) -> Sequence[str]:
        for name, text in files.items():
            Path(name).parent.mkdir(parents=True, exist_ok=True)
            Path(name).write_text(text, encoding="utf-8")
        return sorted(files)

    return write
