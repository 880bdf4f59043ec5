"""`rules new`: a file that `rules test` passes as it is."""

from pathlib import Path

import pytest
from test_rules_test import called

from logsleuth.cli.rules import new
from logsleuth.cli.rules import test as tests_command
from logsleuth.errors import UsageError


def test_a_new_rule_passes_and_is_not_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """From a line of a log to a tested rule, in a folder that need not be there yet."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", "/tmp/logsleuth-test-cache")  # noqa: S108
    Path("a.log").write_text("fine\n2026-11-30 09:12:01,340 ERROR orders.main license AB-1 expired on 2026-11-01\n")

    assert 0 == called(new, "--from", "a.log:2", "--id", "acme-licence", "-o", "rules/acme.yaml")
    assert "acme-licence: written to rules/acme.yaml" in capsys.readouterr().out
    assert 0 == called(tests_command, "rules/acme.yaml")
    with pytest.raises(UsageError, match="there already"):
        called(new, "--from", "a.log:2", "-o", "rules/acme.yaml")
