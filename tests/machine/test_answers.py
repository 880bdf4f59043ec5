"""How interpreters answer."""

from typing import Any

import pytest

from logsleuth.machine import answers
from logsleuth.machine.probes import Asked


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            "ModuleSpec(name='json', loader=<_frozen_importlib_external.SourceFileLoader object at 0x7f1>, origin='/usr/lib/python3.11/json/__init__.py', submodule_search_locations=['/usr/lib/python3.11/json'])",
            {
                "module": "json",
                "found": True,
                "origin_path": "/usr/lib/python3.11/json/__init__.py",
                "namespace": False,
            },
        ),
        (
            "ModuleSpec(name='pkg', loader=None, submodule_search_locations=_NamespacePath(['/srv/app/pkg']))",
            {"module": "pkg", "found": True, "origin_path": None, "namespace": True},
        ),
        (
            "ModuleSpec(name='pkg', loader=<_frozen_importlib_external.NamespaceLoader object at 0x7f>, submodule_search_locations=_NamespacePath(['/srv/pkg']))",
            {"module": "pkg", "found": True, "origin_path": None, "namespace": True},
        ),
        (
            "ModuleSpec(name='sys', loader=<class '_frozen_importlib.BuiltinImporter'>, origin='built-in')",
            {"module": "sys", "found": True, "origin_path": "built-in", "namespace": False},
        ),
        ("<module 'a' from '/x/a.py'>", {"module": "a", "found": True, "origin_path": "/x/a.py", "namespace": False}),
        ("<module 'a' (namespace)>", {"module": "a", "found": True, "origin_path": None, "namespace": True}),
        (
            "<module 'a' (namespace) from ['/x/a']>",
            {"module": "a", "found": True, "origin_path": None, "namespace": True},
        ),
        (
            "<module 'a' (<_frozen_importlib_external.NamespaceLoader object at 0x7f>)>",
            {"module": "a", "found": True, "origin_path": None, "namespace": True},
        ),
    ],
)
def test_specs_and_modules_tell_themselves(line: str, expected: dict[str, Any]) -> None:
    """A spec without an origin, and a module without a file, is a namespace package; all versions of Python show it in a way of their own."""
    answer = answers.repr_of(line)

    assert answer is not None
    assert expected == dict(answer.columns)


@pytest.mark.parametrize(
    ("final", "imports", "expected"),
    [
        ("ModuleNotFoundError: No module named 'a'", ["a"], [("a", False)]),
        ("ModuleNotFoundError: No module named 'a.b'", ["a.b.c"], [("a.b.c", False), ("a.b", False), ("a", True)]),
        ("ModuleNotFoundError: No module named 'a.b'; 'a' is not a package", ["a.b"], [("a.b", False), ("a", True)]),
        ("ModuleNotFoundError: No module named 'torch'", ["a.b"], [("torch", False), ("a", True)]),
        ("ImportError: cannot import name 'x' from 'a' (unknown location)", ["a"], [("a", True)]),
        ("AttributeError: module 'a' has no attribute '__file__'", ["a"], [("a", True)]),
        ("AttributeError: 'NoneType' object has no attribute 'origin'", ["a"], [("a", False)]),
        ("ValueError: odd", ["a"], []),
    ],
)
def test_an_exception_tells_what_was_found(final: str, imports: list[str], expected: list[tuple[str, bool]]) -> None:
    """The message names the first part that is missing: what stands before it was found, and what asked for it is not there."""
    told = answers.failed(
        ["Traceback (most recent call last):", '  File "<string>", line 1, in <module>', final], imports
    )

    assert told is not None
    assert expected == [(answer.columns["module"], answer.columns["found"]) for answer in told]


def test_an_unknown_location_is_a_namespace() -> None:
    """«(unknown location)» is what Python says for a module without a file."""
    told = answers.failed(["ImportError: cannot import name 'LLM' from 'a' (unknown location)"], ["a"])

    assert told == [answers.found("a", namespace=True, origin_path=None)]


def test_frames_show_that_a_module_ran() -> None:
    """An import that fails inside the package found the package."""
    lines = [
        '  File "<string>", line 1, in <module>',
        '  File "/x/a/__init__.py", line 3, in <module>',
        "OSError: libx.so: cannot open",
    ]

    assert answers.failed(lines, ["a.b"]) == [answers.found("a")]


@pytest.mark.parametrize("lines", [[], ["ok"], ["/x/a.py:3: UserWarning: careful"]])
def test_without_an_exception_nothing_failed(lines: list[str]) -> None:
    """Warnings are no exceptions."""
    assert answers.failed(lines, ["a"]) is None


@pytest.mark.parametrize(
    ("line", "executable", "expected"),
    [
        ("/usr/bin/python3: No module named shop", "/usr/bin/python3", [("shop", False)]),
        ("/usr/bin/python3: No module named shop.server", "/usr/bin/python3", [("shop.server", False), ("shop", True)]),
        (
            "/x/python: Error while finding module specification for 'shop.server' (ModuleNotFoundError: No module named 'shop')",
            "/x/python",
            [("shop.server", False), ("shop", False)],
        ),
        (
            "/x/python: No module named shop.__main__; 'shop' is a package and cannot be directly executed",
            "/x/python",
            [("shop", True)],
        ),
    ],
)
def test_python_m_names_itself(line: str, executable: str, expected: list[tuple[str, bool]]) -> None:
    """The short form for a dotted name means that the parent was found."""
    told = answers.run_failed(line)

    assert told is not None
    assert (executable, expected) == (told[0], [(a.columns["module"], a.columns["found"]) for a in told[1]])


def test_several_values_stand_on_one_line() -> None:
    """`print(s, s and s.origin, list(...))` for a namespace package."""
    asked = [Asked("spec", "pkg"), Asked("origin", "pkg"), Asked("locations", "pkg")]
    line = (
        "ModuleSpec(name='pkg', loader=None, submodule_search_locations=_NamespacePath(['/srv/pkg'])) None ['/srv/pkg']"
    )

    told = list(answers.printed(line, asked))

    assert [(True, True)] == [(a.columns["found"], a.columns["namespace"]) for a in told]


@pytest.mark.parametrize(("line", "found"), [("None", True), ("/x/a.py", True), ("unrelated words", None)])
def test_a_file_of_none_is_a_namespace(line: str, found: bool | None) -> None:  # noqa: FBT001
    """The import worked, or nothing would have been printed."""
    told = list(answers.printed(line, [Asked("file", "a")]))

    assert ([found] if found else []) == [a.columns["found"] for a in told]
    assert [a.columns.get("namespace") for a in told] == ([line == "None"] if found else [])


def test_a_spec_of_none_is_not_found() -> None:
    """`find_spec` answers None for what it does not find."""
    assert list(answers.printed("None", [Asked("spec", "a")])) == [answers.not_found("a")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [("['', '/a b', \"/it's\"]", ("", "/a b", "/it's")), ("[]", ()), ("['/a', '/b']", ("/a", "/b"))],
)
def test_a_search_path_is_a_list(text: str, expected: tuple[str, ...]) -> None:
    """The empty entry is the working directory."""
    assert answers.is_list(text)
    assert expected == answers.search_path(text)


def test_a_version_is_told() -> None:
    """By `-V`, `-VV` and the first line of a session."""
    assert ("3.11.7", "3.13.0rc1", None) == (
        answers.version("Python 3.11.7 (main, May  9 2026, 07:35:25) [GCC 12.2.0]"),
        answers.version("Python 3.13.0rc1"),
        answers.version("Python is a language"),
    )


def test_parents_go_up_to_the_package() -> None:
    """A module's parents."""
    assert ["a.b.c", "a.b", "a"] == list(answers.with_parents("a.b.c"))
