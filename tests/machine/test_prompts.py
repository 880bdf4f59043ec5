"""Prompts of a transcript."""

import pytest

from logsleuth.machine.prompts import Prompt, host_of, prompt


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("$ ss -ltnp", Prompt("ss -ltnp", "$")),
        ("$", Prompt("", "$")),
        ("# /srv/venv/bin/python -m pip freeze", Prompt("/srv/venv/bin/python -m pip freeze", "#")),
        ("root@gpu-box:~# ps aux", Prompt("ps aux", "#", "root", "gpu-box")),
        ("(venv) ada@forge:~/shop$ env", Prompt("env", "$", "ada", "forge")),
        ("[ada@forge shop]$ env", Prompt("env", "$", "ada", "forge")),
        ("bash-5.1$ env", Prompt("env", "$")),
        ("+ nohup ./run.sh", Prompt("nohup ./run.sh", "+")),
        ("$ ss -ltnp | grep 29500        # on the head", Prompt("ss -ltnp | grep 29500", "$")),
        (
            "$ python -c 'print(1)  # a comment of the code'",
            Prompt("python -c 'print(1)  # a comment of the code'", "$"),
        ),
    ],
)
def test_a_prompt_is_read(line: str, expected: Prompt) -> None:
    """What was typed, by whom and where; a comment behind the command is no part of it."""
    assert expected == prompt(line)


@pytest.mark.parametrize("line", ["", "HOME=/root", "100 200", "name@host is a mail address", "<html>", "$HOME is set"])
def test_other_lines_are_no_prompts(line: str) -> None:
    """A line that only resembles a prompt is none."""
    assert prompt(line) is None


def test_a_prompt_may_name_a_host() -> None:
    """Only a prompt that names the machine tells its host."""
    assert ("forge", None, None) == (host_of(prompt("a@forge:~$ x")), host_of(prompt("$ x")), host_of(None))
