"""Analyses texts as the program does, for tests of rules, stories and laws."""

import functools
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from logsleuth import judge, language
from logsleuth import report as reports
from logsleuth.analyze import Request, analyze, judged
from logsleuth.model.book import Book
from logsleuth.model.report import Outcome

CACHE = Path(tempfile.gettempdir()) / "logsleuth-test-cache"


@functools.cache
def book() -> Book:
    """The built-in rules."""
    return language.load([language.builtin_folder()])


def outcome(paths: Sequence[str], *, expected: Sequence[str] = (), of: Book | None = None, **more: Any) -> Outcome:
    """What the analysis of these inputs came to."""
    return analyze(Request(paths=paths, expected=expected, cache=CACHE, jobs=1, **more), of or book())


def judgement(
    paths: Sequence[str], *, expected: Sequence[str] = (), of: Book | None = None, source: str | None = None
) -> judge.Judgement:
    """What the rules find in these inputs."""
    return judged(Request(paths=paths, expected=expected, cache=CACHE, jobs=1, source=source), of or book())


def report(
    paths: Sequence[str], *, expected: Sequence[str] = (), of: Book | None = None, **more: Any
) -> dict[str, Any]:
    """The report on these inputs."""
    return reports.build(outcome(paths, expected=expected, of=of, **more))


def write(folder: Path, files: Mapping[str, str | bytes]) -> list[str]:
    """Writes the inputs of a run; their paths."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return [str(folder / name) for name in files]
