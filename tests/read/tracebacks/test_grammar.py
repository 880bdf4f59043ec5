"""Which lines name an exception."""

import pytest

from logsleuth.read.tracebacks.grammar import final, indentation


@pytest.mark.parametrize(
    "text",
    [
        "OSError",
        "a.b.Timeout: x",
        "zlib.error: x",
        "KeyboardInterrupt",
        "torch._C._LinAlgError: x",
        "E.<locals>.BoomError",
    ],
)
def test_sure(text: str) -> None:
    """Names that nothing but an exception has."""
    found = final(text)
    assert found is not None
    assert found.sure


@pytest.mark.parametrize("text", ["Boom: x", "Boom", "my_error: x"])
def test_possible(text: str) -> None:
    """Names that may be something else."""
    found = final(text)
    assert found is not None
    assert not found.sure


@pytest.mark.parametrize(
    "text",
    ["INFO: x", "Killed", "two words: x", "key:value", "note: x", "/a/b: x", "", "main: started", "app.main: up"],
)
def test_none(text: str) -> None:
    """Words that no exception has."""
    assert final(text) is None


def test_messages() -> None:
    """None stands for no colon, an empty text for nothing behind it."""
    assert [None, "", "", "x: y"] == [
        found.message for text in ("OSError", "OSError:", "OSError: ", "OSError: x: y") if (found := final(text))
    ]


def test_indentation() -> None:
    """Blanks and tabs count one each."""
    assert [0, 2, 1] == [indentation(text) for text in ("a", "  a", "\ta")]
