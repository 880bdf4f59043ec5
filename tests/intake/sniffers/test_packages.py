"""Tests of package lists."""

import pytest

from logsleuth.intake.sniffers.packages import find, is_line


def blocks(text: str) -> list[tuple[int, int, str]]:
    """The blocks found."""
    return [(block.first, block.end, block.why) for block in find(text.split("\n"), text)]


@pytest.mark.parametrize(
    "header",
    [
        "Package    Version\n---------- -------",
        "Package    Version  Editable project location\n---------- -------- -------------------------",
        "Package    Version  Location  Installer\n---------- -------- --------- ---------",
        "Package Version Latest Type\n------- ------- ------ -----",
    ],
)
def test_pip_list(header: str) -> None:
    """The list is known by its header and ends where its rows end; notices of pip do not end it."""
    text = f"$ pip list\n{header}\nnumpy      1.26.4   /srv/numpy\n[notice] A new release of pip is available\ntorch      2.8.0\n$ ls"
    assert blocks(text) == [(1, 6, "header of `pip list`")]


def test_pip_show() -> None:
    """Blocks of fields, with dashes between them, are one list."""
    text = (
        "Name: a\nVersion: 1.0\nSummary: An a\nLocation: /srv\nRequires: \n---\nName: b\nVersion: 2.0\nRequires: \nfoo"
    )
    assert blocks(text) == [(0, 9, "fields of `pip show`")]


@pytest.mark.parametrize(
    "head",
    [
        "# packages in environment at /opt/conda:\n#\n# Name  Version  Build  Channel",
        'List of packages in environment: "/opt/conda"\n\n  Name  Version  Build  Channel\n──────────────',
    ],
)
def test_conda(head: str) -> None:
    """Lists of conda and its kin are known by their first line."""
    text = f"{head}\nnumpy      1.26.4          py311h64a7726_0    conda-forge\n$ ls -l here"
    assert blocks(text) == [(0, text.count("\n"), "header of `conda list`")]


@pytest.mark.parametrize(
    "line",
    [
        "numpy==1.26.4",
        "pkg @ file:///srv/pkg",
        "-e git+https://example.org/x.git@0a1b#egg=x",
        "# Editable install with no version control (x==0.1)",
        "a 1.0 requires b, which is not installed.",
        "a 1.0 has requirement b<2, but you have b 2.1.",
        "No broken requirements found.",
        "torch                    2.8.0",
        '[{"name": "pip", "version": "24.0"}]',
        "numpy=1.26.4=py311h64a7726_0",
    ],
)
def test_lines(line: str) -> None:
    """Lines of `freeze`, `check` and the like are known one by one."""
    assert is_line(line)


@pytest.mark.parametrize(
    "line", ["HOME=/root", "loss 0.25", "a == b", "Mem: 31847 6120", "error: x==1", "Name: kibana", ""]
)
def test_no_lines(line: str) -> None:
    """Assignments, figures and comparisons are no packages."""
    assert not is_line(line)


def test_other_fields() -> None:
    """Fields of other things are not those of a package."""
    assert blocks("Name: kibana-7f9c\nNamespace: logging") == []
    assert blocks("Package    Version\nnothing here") == []
