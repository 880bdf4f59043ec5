"""Files of other programs' rules: which program's, what comes of them, and the rule file that is made and tried."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from logsleuth import language
from logsleuth.author.examples import run_all
from logsleuth.author.imports.made import Imported, Left, Made, Unsaid, causes_written, fitted, written
from logsleuth.author.imports.names import apart
from logsleuth.errors import UsageError

LARGEST = 4 << 20
"""Bytes of a file that are read; a larger one is refused."""

FORMATS = ("sigma", "jenkins")
NAME = "imported.yaml"


@dataclass(frozen=True, slots=True)
class Result:
    """The rule file, the file of its causes (empty where the rules name one that is there), how many rules, what was left."""

    rules: str
    causes: str
    count: int
    left: tuple[Left, ...]


def decoded(data: bytes, path: str) -> str:
    """The text of a file. Raises UsageError where it is too large."""
    if len(data) > LARGEST:
        raise UsageError(f"{path}: it is larger than {LARGEST >> 20} MiB; split it")
    return data.decode("utf-8", "replace").removeprefix("\ufeff")


def format_of(text: str) -> str:
    """The program whose rules a text holds: XML is Jenkins', all else Sigma."""
    return "jenkins" if text.lstrip().startswith("<") else "sigma"


def imported(text: str, path: str, form: str = "") -> Imported:
    """What one file holds. `form` names the program; told by the text where it is empty. Raises UsageError."""
    if (form or format_of(text)) == "jenkins":
        from logsleuth.author.imports import jenkins  # noqa: PLC0415  # the one that is asked for

        return jenkins.imported(text, path)
    from logsleuth.author.imports import sigma  # noqa: PLC0415  # as above

    return sigma.imported(text, path)


def finished(found: Imported, folders: Sequence[Path], *, cause: str = "", cache: Path | None = None) -> Result:
    """The rule file, once each of its rules was loaded and tested on top of `folders`; one that fails is left out and listed.

    With a `cause` all rules name it; without, each has one of its own.
    """
    taken: set[str] = set()
    keys = _keys_of(cause, folders) if cause else ()
    made: list[Made] = []
    unfit: list[Left] = []
    for rule in found.made:
        try:
            made.append(replace(fitted(rule, keys) if cause else rule, id=apart(rule.id, taken)))
        except Unsaid as why:
            unfit.append(Left(rule.title, str(why)))
    causes = {rule.id: cause or f"imported.{rule.cause or rule.id}" for rule in made}
    failed = _failures(made, causes, folders, own=not cause, cache=cache)
    left = [*found.left, *unfit, *(Left(rule.title, failed[rule.id]) for rule in made if rule.id in failed)]
    kept = [rule for rule in made if rule.id not in failed]
    return Result(written(kept, left, causes), "" if cause else causes_written(kept, causes), len(kept), tuple(left))


def _keys_of(cause: str, folders: Sequence[Path]) -> tuple[str, ...]:
    """What the cause is told apart by."""
    book, _ = language.load_lenient(folders)
    return book.causes[cause].subject if cause in book.causes else ()


def _failures(
    made: Sequence[Made], causes: dict[str, str], folders: Sequence[Path], *, own: bool, cache: Path | None
) -> dict[str, str]:
    """Why a rule does not load, or which of its tests fails, by id."""
    import tempfile  # noqa: PLC0415  # for this alone

    if not made:
        return {}
    with tempfile.TemporaryDirectory(prefix="logsleuth-") as name:
        folder = Path(name)
        if own:
            (folder / "causes.yaml").write_text(causes_written(made, causes), encoding="utf-8")
        base = [*folders, folder] if own else list(folders)
        examined = language.examine([], base=base, text=(NAME, written(made, (), causes)))
        loaded = {rule.id for rule in examined.rules}
        faults = [fault for fault in examined.faults if not fault.advice]
        failed = {
            rule.id: f"it does not load: {faults[0].message if faults else 'it replaces a rule that is there'}"
            for rule in made
            if rule.id not in loaded
        }
        if examined.book is not None:
            for result in run_all(examined.rules, examined.book, cache=cache or folder / "cache"):
                if not result.passed:
                    why = "; ".join(result.why) or (
                        "finds nothing" if result.case.finds is not None else "finds something"
                    )
                    failed.setdefault(result.rule.id, f"its example, made for it, does not pass: {why}")
    return failed
