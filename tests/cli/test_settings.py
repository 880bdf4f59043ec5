"""`logsleuth.toml`: where it is found, what it changes, and what is said of a faulty one."""

from pathlib import Path

import pytest
from test_bad_input import REFUSED, program

from logsleuth.cli.settings import settings
from logsleuth.errors import UsageError

RULE = """\
- id: acme-asleep
  cause: app.exception
  says: "{name} sleeps"
  when: {e: {line: '^(?P<name>\\w+) has fallen asleep$'}}
  about: it says so itself
  tests:
    - {log: rex has fallen asleep, finds: {name: rex}}
    - {log: rex has woken up, finds: nothing}
"""


@pytest.fixture(autouse=True)
def _no_settings_of_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


def project(folder: Path, text: str) -> Path:
    """A project with these settings and one rule of its own."""
    (folder / "own").mkdir(parents=True)
    (folder / "own/pack.yaml").write_text(RULE)
    (folder / "logsleuth.toml").write_text(text)
    return folder


def test_the_nearest_file_upward_counts(tmp_path: Path) -> None:
    """A call from anywhere inside a project has its settings, and folders are relative to the file."""
    root = project(tmp_path / "a", 'rules = ["own"]')
    deep = root / "b/c"
    deep.mkdir(parents=True)

    assert (root / "own",) == settings(deep).folders
    assert () == settings(tmp_path).files


def test_the_users_file_comes_first(tmp_path: Path) -> None:
    """What the project says replaces what the user says."""
    mine = project(tmp_path / "config/logsleuth", 'rules = ["own"]\ndisable = ["x"]')
    root = project(tmp_path / "a", 'rules = ["own"]\ndisable = ["y"]')
    told = settings(root)

    assert (mine / "own", root / "own") == told.folders
    assert {"x": mine / "logsleuth.toml", "y": root / "logsleuth.toml"} == told.disabled


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rules = [", "no TOML"),
        ("rule = []", "unknown key `rule`; there are `rules`, `disable`"),
        ('rules = "own"', "must be a list of texts"),
        ("disable = [1]", "must be a list of texts"),
        ('rules = ["elsewhere"]', "no such folder"),
    ],
)
def test_a_faulty_file_is_one_line(tmp_path: Path, text: str, said: str) -> None:
    """With the file's path and what was meant."""
    root = project(tmp_path / "a", text)
    with pytest.raises(UsageError) as caught:
        settings(root)

    assert str(caught.value).startswith(str(root / "logsleuth.toml"))
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    """Whatever stands in it."""
    root = project(tmp_path / "a", "")
    (root / "logsleuth.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UsageError, match="UTF-8"):
        settings(root)


def test_analyze_uses_the_rules_of_the_project(tmp_path: Path) -> None:
    """As if the folder had been given with --rules; --no-config passes it over."""
    root = project(tmp_path / "a", 'rules = ["own"]')
    (root / "server.log").write_text("rex has fallen asleep\n")

    assert b"app.exception" in program("analyze", "server.log", "-v", cwd=root).stdout
    assert b"app.exception" not in program("analyze", "server.log", "-v", "--no-config", cwd=root).stdout


def test_a_disabled_rule_finds_nothing(tmp_path: Path) -> None:
    """The others go on, and an id that no rule has is said."""
    (tmp_path / "server.log").write_text(REFUSED)
    ids = program("rules", "list", "--cause", "python.wrong-interpreter", "--ids", cwd=tmp_path).stdout.decode().split()
    (tmp_path / "logsleuth.toml").write_text(f"disable = {[*ids, 'none-such']}".replace("'", '"'))
    done = program("analyze", "server.log", "-v", cwd=tmp_path)

    assert b"python.wrong-interpreter" not in done.stdout
    assert b"disable: there is no rule `none-such`" in done.stderr
