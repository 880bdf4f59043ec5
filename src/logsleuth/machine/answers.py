"""What an interpreter answers: how it prints modules, specs, paths, its version, and that it does not find something."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from logsleuth.machine.pattern import Pattern
from logsleuth.machine.probes import Asked

_MODULE = r"[A-Za-z_][\w.]{0,200}"
_SPEC = Pattern(
    rf"ModuleSpec\(name='(?P<name>{_MODULE})', loader=(?P<loader>None|.{{0,300}}?)"
    r"(?:, origin='(?P<origin>[^']{0,1000})')?(?:, submodule_search_locations=(?P<locations>.*?\]\)?))?\)"
)
_REPR = Pattern(
    rf"<module '(?P<name>{_MODULE})'(?: (?P<namespace>\(namespace\)|\(<[^>]{{0,200}}NamespaceLoader[^>]{{0,200}}>\)))?"
    r"(?: from (?P<from>'[^']{0,1000}'|\[[^\]]{0,2000}\]))?(?: \(built-in\)| \(frozen\)| \([^)]{0,200}\))?>"
)
_NAMESPACE_PATH = Pattern(r"_NamespacePath\(\[.{0,4000}\]\)")
_QUOTED = Pattern(r"'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\"")
_NOT_FOUND = Pattern(
    rf"(?:ModuleNotFoundError|ImportError): No module named '?(?P<module>{_MODULE})'?(?:; '(?P<parent>{_MODULE})' is not a package)?"
)
_CANNOT = Pattern(
    rf"ImportError: cannot import name '(?P<what>[^']{{1,200}})' from (?:partially initialized module )?'(?P<module>{_MODULE})'(?: \((?P<where>[^)]{{1,1000}})\))?"
)
_NO_ATTRIBUTE = Pattern(
    rf"AttributeError: (?:partially initialized )?module '(?P<module>{_MODULE})' has no attribute '(?P<what>\w{{1,200}})'"
)
_NONE_ATTRIBUTE = Pattern(
    r"AttributeError: 'NoneType' object has no attribute '(?:origin|submodule_search_locations|loader|name)'"
)
_RUN_FAILED = Pattern(
    rf"(?P<executable>\S*(?:python|pypy)[\d.]*(?:\.exe)?): (?:Error while finding module specification for '(?P<asked>{_MODULE})' \(\w+: )?"
    rf"No module named '?(?P<module>{_MODULE})'?(?:; '(?P<package>{_MODULE})' is a package)?"
)
_VERSION = Pattern(r"Python (?P<version>\d+\.\d+\.\d+\S*)")
_FINAL = Pattern(r"[A-Za-z_][\w.]{0,200}(?:Error|Exception|Interrupt|Exit)\b(?::|$)")
_FRAME = Pattern(r"  File \"(?P<file>[^\"]{1,1000})\", line \d+")
_LIST = Pattern(r"\[(?:'[^']*'|\"[^\"]*\")?(?:, (?:'[^']*'|\"[^\"]*\"))*\]")


@dataclass(frozen=True, slots=True)
class Answer:
    """One thing learned. `columns` are those of the relation, `paths` those of a search path."""

    columns: Mapping[str, Any] = field(default_factory=dict)
    paths: tuple[str, ...] = ()


def found(module: str, **more: Any) -> Answer:
    """The module was found."""
    return Answer({"module": module, "found": True} | more)


def not_found(module: str) -> Answer:
    """The module was not found."""
    return Answer({"module": module, "found": False})


def version(line: str) -> str | None:
    """The version that `python -V`, or a session's first line, tells."""
    match = _VERSION.match(line)
    return match["version"] if match else None


def search_path(text: str) -> tuple[str, ...]:
    """The entries of a search path printed as a list of Python; the quotes inside are read, nothing is run."""
    return tuple(match[1] or match[2] or "" for match in _QUOTED.finditer(text))


def is_list(text: str) -> bool:
    """Whether the text is a list of Python that holds texts alone."""
    return _LIST.fullmatch(text.strip()) is not None


def run_failed(line: str) -> tuple[str, list[Answer]] | None:
    """What `python -m` prints if it does not find what it is to run: the interpreter, and what it found and did not.

    `No module named a.b` means that `a` was found; where it was not, the text is `Error while finding module specification`.
    """
    match = _RUN_FAILED.match(line)
    if match is None:
        return None
    if match["package"]:
        return match["executable"], [found(match["package"])]
    missing = match["module"]
    answers = [not_found(name) for name in dict.fromkeys((match["asked"] or missing, missing))]
    parent = missing.rpartition(".")[0]
    return match["executable"], answers + [found(name) for name in with_parents(parent)]


def repr_of(line: str) -> Answer | None:
    """A spec or a module as Python shows it, wherever it was asked for."""
    if match := _SPEC.match(line):
        return _spec(match)
    if match := _REPR.match(line):
        return _module(match)
    return None


def failed(lines: Sequence[str], imports: Sequence[str]) -> list[Answer] | None:
    """What an exception says about the modules asked for; None if there is none."""
    final = next((line for line in reversed(lines) if _FINAL.match(line)), None)
    if final is None:
        return None
    if match := _NOT_FOUND.match(final):
        return _missing(match, imports)
    if match := _CANNOT.match(final):
        where = match["where"]
        namespace = where == "unknown location"
        return [found(match["module"], namespace=namespace or None, origin_path=None if namespace else where)]
    if match := _NO_ATTRIBUTE.match(final):
        return [found(match["module"], namespace=True if match["what"] == "__file__" else None)]
    if _NONE_ATTRIBUTE.match(final):
        return [not_found(name) for name in imports[-1:]]
    ran = {match["file"] for line in lines if (match := _FRAME.match(line)) is not None}
    tops = dict.fromkeys(name.partition(".")[0] for name in imports)
    return [found(top) for top in tops if any(f"/{top}/" in file for file in ran)]


def _missing(match: re.Match[str], imports: Sequence[str]) -> list[Answer]:
    """A module that was not found: the one asked for, a parent of it, or one that it needs."""
    missing = match["module"]
    asked = [name for name in imports if name == missing or name.startswith(f"{missing}.")]
    answers = [not_found(name) for name in dict.fromkeys([*asked, missing])]
    parent = match["parent"] or missing.rpartition(".")[0]
    answers += [found(name) for name in with_parents(parent)]
    if not asked and imports:
        # what was asked for ran, or its package did, and needs something that is not there
        answers += [
            found(top)
            for top in dict.fromkeys(name.partition(".")[0] for name in imports[:1])
            if top != missing.partition(".")[0]
        ]
    return answers


def with_parents(module: str) -> Iterator[str]:
    """The module, its parent, and so on up to the package: `a.b.c`, `a.b`, `a`."""
    while module:
        yield module
        module = module.rpartition(".")[0]


def printed(line: str, asked: Sequence[Asked]) -> Iterator[Answer]:
    """What one printed line says, value by value."""
    rest = line.strip()
    for item in asked:
        text, rest = _value(rest, item, last=item is asked[-1])
        answer = _meant(item, text)
        if answer is not None:
            yield answer


def valued(line: str, asked: Asked) -> Answer | None:
    """What a session's answer to a bare expression says: texts stand in quotes, and None is not shown at all."""
    text = line.strip()
    if text[:1] in {"'", '"'} and text[-1:] == text[:1]:
        text = text[1:-1]
    return _meant(asked, text or "None")


def _value(rest: str, asked: Asked, *, last: bool) -> tuple[str, str]:
    """The text of one value, and what is left of the line."""
    pattern = {"spec": _SPEC, "module": _REPR, "path": _NAMESPACE_PATH}.get(asked.what)
    match = pattern.match(rest) if pattern else None
    if match is None and rest.startswith("["):
        match = _LIST.match(rest)
    if match is None and asked.what == "marker" and asked.text and rest.startswith(asked.text):
        return asked.text, rest[len(asked.text) :].lstrip()
    if match is not None:
        return match[0], rest[match.end() :].lstrip()
    if last:
        return rest, ""
    word, _, after = rest.partition(" ")
    return word, after.lstrip()


def _meant(asked: Asked, text: str) -> Answer | None:
    """What a value means, being what was asked."""
    if asked.module is None:
        return _of_interpreter(asked, text)
    if asked.what in {"file", "path", "module"}:
        return _of_module(asked, text)
    if asked.what == "found" and text in {"True", "False"}:
        return Answer({"module": asked.module, "found": text == "True"})
    return _of_spec(asked, text)


def _of_interpreter(asked: Asked, text: str) -> Answer | None:
    if asked.what == "sys-path" and text.startswith("["):
        return Answer(paths=search_path(text))
    if asked.what in {"executable", "prefix"} and text:
        return Answer({asked.what: text})
    if asked.what == "version" and text[:1].isdigit():
        return Answer({"version": text.split(None, 1)[0]})
    return None


def _of_module(asked: Asked, text: str) -> Answer | None:
    """A module's file, path or the module itself: it was imported, so it was found. A file of None is a namespace package."""
    module = asked.module or ""
    if asked.what == "module":
        match = _REPR.match(text)
        return _module(match, module) if match else found(module)
    if asked.what == "path":
        namespace = text.startswith("_NamespacePath")
        locations = search_path(text)
        return found(module, namespace=namespace, origin_path=None if namespace or not locations else locations[0])
    if text == "None":
        return found(module, namespace=True)
    return (
        found(module, namespace=False, origin_path=text)
        if "/" in text or "\\" in text or text.endswith(".py")
        else None
    )


def _of_spec(asked: Asked, text: str) -> Answer | None:
    module = asked.module or ""
    if asked.what == "spec":
        match = _SPEC.match(text)
        return _spec(match, module) if match else not_found(module) if text == "None" else None
    if asked.what == "origin":
        # `s and s.origin` is None for a namespace as well as for what was not found: the spec beside it decides
        return None if text == "None" else found(module, origin_path=text, namespace=False)
    if asked.what == "locations" and text.startswith("_NamespacePath"):
        return found(module, namespace=True)
    return None


def _spec(match: re.Match[str], module: str | None = None) -> Answer:
    origin = match["origin"]
    namespace = origin is None and (match["loader"] == "None" or "NamespaceLoader" in match["loader"])
    return found(module or match["name"], origin_path=origin, namespace=namespace)


def _module(match: re.Match[str], module: str | None = None) -> Answer:
    where = match["from"]
    namespace = match["namespace"] is not None
    origin = where.strip("'") if where and where.startswith("'") else None
    return found(module or match["name"], origin_path=origin, namespace=namespace)
