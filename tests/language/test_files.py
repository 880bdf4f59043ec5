"""Which files a folder of rules holds."""

import os
from pathlib import Path

import pytest

from language.folders import write
from logsleuth.language import builtin_folder
from logsleuth.language.files import digest, read_files


def test_kinds_by_place(tmp_path: Path) -> None:
    """The place says what a file is; what is hidden, or no YAML, is none."""
    names = "b.yaml a.yml causes.yaml weighing.yaml packs/x.yaml packs/deep/y.yaml programs/p.yaml layouts/l.yaml envelopes/e.yaml"
    others = "README.md .hidden.yaml packs/.git/z.yaml other/o.yaml packs/x.yaml~"
    write(tmp_path, dict.fromkeys(f"{names} {others}".split(), "x"))

    assert [
        ("a.yml", "pack"),
        ("b.yaml", "pack"),
        ("causes.yaml", "causes"),
        ("weighing.yaml", "weighing"),
        ("packs/deep/y.yaml", "pack"),
        ("packs/x.yaml", "pack"),
        ("programs/p.yaml", "program"),
        ("layouts/l.yaml", "layouts"),
        ("envelopes/e.yaml", "envelopes"),
    ] == [(file.name, file.kind) for file in read_files([tmp_path])]


def test_a_missing_folder_is_told(tmp_path: Path) -> None:
    """A folder that is not there is no empty folder."""
    assert ["no such folder"] == [file.trouble for file in read_files([tmp_path / "no"])]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_named_pipe_does_not_wait(tmp_path: Path) -> None:
    """What is no regular file is told, and not waited for."""
    (tmp_path / "packs").mkdir()
    os.mkfifo(tmp_path / "packs" / "p.yaml")
    (tmp_path / "packs" / "l.yaml").symlink_to(tmp_path / "packs" / "nowhere")

    assert ["No such file or directory", "it is no regular file"] == [file.trouble for file in read_files([tmp_path])]


def test_digest_tells_contents_apart(tmp_path: Path) -> None:
    """The digest follows names and bytes, and not where the folder lies."""
    first = write(tmp_path / "a", {"packs/x.yaml": "1", "packs/y.yaml": "2"})
    second = write(tmp_path / "b", {"packs/x.yaml": "1", "packs/y.yaml": "2"})
    swapped = write(tmp_path / "c", {"packs/x.yaml": "2", "packs/y.yaml": "1"})

    assert digest(read_files([first])) == digest(read_files([second]))
    assert digest(read_files([first])) != digest(read_files([swapped]))
    assert digest(read_files([first])) != digest(read_files([first, second]))


def test_builtin_rules_are_found_from_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules that come along do not depend on the working folder."""
    monkeypatch.chdir(tmp_path)

    assert (builtin_folder() / "causes.yaml").is_file()
