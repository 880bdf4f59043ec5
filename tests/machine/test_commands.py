"""Command lines of processes and of shells."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logsleuth.machine.commands import is_python, of_process, of_shell, unwrapped


@pytest.mark.parametrize(
    ("text", "interpreter", "module", "program", "port"),
    [
        ("/opt/x/bin/python3 -m shop.server --port 8000", "/opt/x/bin/python3", "shop.server", "server", 8000),
        ("python3.11 -u -X dev -m shop --port=8001", "python3.11", "shop", "shop", 8001),
        ("python -Im shop", "python", "shop", "shop", None),
        ("python3 /srv/venv/bin/shopd -b 127.0.0.1:8001 -w 4", "python3", None, "shopd", 8001),
        ("python3 -c 'import x' --port 1", "python3", None, "python3", 1),
        ("python -m http.server 8950", "python", "http.server", "server", 8950),
        ("node --max-old-space-size=4096 /srv/app/server.js -p 3000", "node", None, "server.js", 3000),
        ("java -Xmx4g -cp a:b -Dserver.port=8081 org.shop.Main", "java", None, "Main", 8081),
        ("java -jar /srv/shop-1.2.jar --server.port=8082", "java", None, "shop-1.2.jar", 8082),
        ("/usr/bin/ruby /srv/app.rb", "/usr/bin/ruby", None, "app.rb", None),
        ("shopd: master [app]", None, None, "shopd", None),
        ("shop::scheduler_TP0", None, None, "shop", None),
        ("[kworker/0:0H-events_highpri]", None, None, "kworker/0:0H-events_highpri", None),
        ("[python3] <defunct>", None, None, "python3", None),
        ("(sd-pam)", None, None, "sd-pam", None),
        ("-bash", None, None, "bash", None),
        ("bash ./bench/start.sh", None, None, "start.sh", None),
        ("{start.sh} /bin/sh /start.sh", None, None, "start.sh", None),
        ("cache-server 127.0.0.1:6379", None, None, "cache-server", 6379),
        ("/usr/local/bin/exporter --web.listen-address=127.0.0.1:9100", None, None, "exporter", 9100),
        ("shopd --bind :8000", None, None, "shopd", 8000),
        ("shopd --master-addr 10.0.0.5:29500", None, None, "shopd", None),
        ("shopd --dist-init-addr 10.0.0.5:5000 --metrics-port 9 --port 8000", None, None, "shopd", 8000),
        ("ssh -p 2222 forge", None, None, "ssh", None),
        ("ps -o pid -p 8000", None, None, "ps", None),
        ("shopd --port 99999", None, None, "shopd", None),
        ("", None, None, None, None),
    ],
)
def test_a_process_is_told_by_its_command_line(
    text: str, interpreter: str | None, module: str | None, program: str | None, port: int | None
) -> None:
    """The interpreter with what it runs, a title that a program gave itself, and the port to listen on; not those of others."""
    told = of_process(text)

    assert (interpreter, module, program, port) == (told.interpreter, told.module, told.program, told.port)


def test_a_cut_line_tells_no_port_at_its_end() -> None:
    """`--port 300` may be the rest of 30000."""
    assert (300, None) == (of_process("shopd --port 300").port, of_process("shopd --port 300", cut=True).port)


@pytest.mark.parametrize(
    ("text", "command", "port", "wrapped"),
    [
        ("A=1 nohup python3 -m shop --port 8000 > /tmp/x.log 2>&1 &", "python3 -m shop --port 8000", 8000, True),
        ("PORT=3000 node server.js", "node server.js", 3000, False),
        ("sudo -u ada env -i X=1 setsid ./shopd", "./shopd", None, True),
        ("timeout 30 shopd &>log", "shopd", None, True),
        ("numactl --cpunodebind=0 --membind=0 python -m shop", "python -m shop", None, True),
        ("shopd && echo ok", "shopd", None, False),
        ("nice -n 10 shopd", "shopd", None, True),
    ],
)
def test_a_typed_line_is_told_without_what_stands_around_it(
    text: str, command: str, port: int | None, *, wrapped: bool
) -> None:
    """Variables, wrappers, redirections and the final `&` belong to the shell."""
    told = of_shell(text)

    assert (command, port, wrapped) == (told.text, told.port, told.wrapped)


def test_variables_set_for_a_command_are_kept() -> None:
    """They are told beside its words."""
    assert (["x"], (("A", "1"), ("B", "c")), False) == unwrapped("A=1 B=c x")


@given(text=st.text(alphabet=st.sampled_from("ab -=:./'\"&|<>{}[]()0129$"), max_size=60))
@settings(max_examples=100)
def test_no_command_line_raises(text: str) -> None:
    """Whatever a title holds, it is told or left untold."""
    assert of_process(text).text == text.strip()
    of_shell(text)


def test_names_of_python() -> None:
    """Versions and other implementations count; what only begins so does not."""
    assert [True, True, True, False] == [
        is_python(word) for word in ("/a/python3.11", "pypy3", "python3.13t", "pythonic")
    ]
