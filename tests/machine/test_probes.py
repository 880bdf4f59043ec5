"""What a piece of Python code asks."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logsleuth.machine.probes import MAX_CODE, Asked, Names, Probe, probe


@pytest.mark.parametrize(
    ("code", "imports", "prints"),
    [
        ("import a; print(a.__file__)", ("a",), ((Asked("file", "a"),),)),
        ("import a.b as m; print(m.__file__, m)", ("a.b",), ((Asked("file", "a.b"), Asked("module", "a.b")),)),
        ("import a.b; print(a.b.__path__)", ("a.b",), ((Asked("path", "a.b"),),)),
        ("import a; print('ok')", ("a",), ((Asked("marker", text="ok"),),)),
        ("from a import b; print(b.__file__)", ("a",), ((Asked("file", "a.b"),),)),
        (
            "import importlib.util as u; s = u.find_spec('a'); print(s, s and s.origin)",
            ("importlib.util",),
            ((Asked("spec", "a"), Asked("origin", "a")),),
        ),
        (
            "from importlib.util import find_spec as f; print(f('a') is not None)",
            ("importlib.util",),
            ((Asked("found", "a"),),),
        ),
        (
            "import importlib; m = importlib.import_module('a.b'); print(m.__file__)",
            ("importlib", "a.b"),
            ((Asked("file", "a.b"),),),
        ),
        (
            "import sys; print(sys.executable); print(sys.path)",
            ("sys",),
            ((Asked("executable"),), (Asked("sys-path"),)),
        ),
        ("try:\n import a\nexcept ImportError: pass", ("a",), ()),
        ("print(1 + 1)", (), ((Asked("other"),),)),
    ],
)
def test_code_is_read(code: str, imports: tuple[str, ...], prints: tuple[tuple[Asked, ...], ...]) -> None:
    """Imports, and what each printed value stands for."""
    told = probe(code)

    assert told is not None
    assert (imports, prints) == (told.imports, told.prints)


@pytest.mark.parametrize(
    ("expression", "module"), [("sys.argv[1]", "a.b"), ("sys.argv[1].split('.')[0]", "a"), ("sys.argv[9]", None)]
)
def test_arguments_are_seen(expression: str, module: str | None) -> None:
    """`python -c CODE MODULE`: what stands behind the code is in `sys.argv`."""
    told = probe(f"import sys, importlib.util as u; print(u.find_spec({expression}))", ["a.b"])

    assert told is not None
    assert ((Asked("spec", module) if module else Asked("other")),) == told.prints[0]


def test_a_session_keeps_its_names() -> None:
    """At `>>>`, a name imported before still stands for its module."""
    names = Names()
    probe("import a.b as m", (), names)

    assert probe("m.__file__", (), names) == Probe(values=(Asked("file", "a.b"),))


@pytest.mark.parametrize(
    "code",
    [
        "def",
        "import",
        "print('",
        "(" * 500,
        "a" + ".b" * 3000,
        "x" * (MAX_CODE + 1),
        "-" * 9000 + "1",
        "\0",
        "0x" + "f" * 9000,
    ],
)
def test_what_cannot_be_read_asks_nothing(code: str) -> None:
    """No code is run, and none makes the reader fail."""
    told = probe(code)

    assert told is None or not told.imports


@given(code=st.text(alphabet=st.sampled_from("abimport .;=()'\"\\[]sy,:\n\tforwith0"), max_size=80))
@settings(max_examples=100)
def test_no_code_raises(code: str) -> None:
    """Whatever was typed."""
    probe(code)
