"""The door's functions: load a book, or say everything that is wrong with its files.

What reads the files is imported only where they must be read: a warm start finds its book in the cache.
"""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import TYPE_CHECKING

from logsleuth.errors import Fault, RuleFault
from logsleuth.language.cache import keep, kept, key_of
from logsleuth.language.files import RuleFile, read_files
from logsleuth.model.book import Book

if TYPE_CHECKING:
    from logsleuth.language.examined import Examined


def load(folders: Sequence[Path], *, cache: Path | None = None, disabled: AbstractSet[str] = frozenset()) -> Book:
    """The book of the folders; what a later folder says replaces what an earlier one says of the same id.

    The rules `disabled` are left out. With `cache`, a folder, the book is kept there. Raises RuleFault with all faults of all files.
    """
    files = read_files(folders)
    key = key_of(files, disabled) if cache is not None else ""
    book = kept(cache, key) if cache is not None else None
    if book is not None:
        return book
    book, faults = _assembled(files, disabled)
    if faults or book is None:
        raise RuleFault(faults)
    if cache is not None:
        keep(cache, key, book)
    return book


def load_lenient(folders: Sequence[Path], *, disabled: AbstractSet[str] = frozenset()) -> tuple[Book, list[Fault]]:
    """The book without whatever is faulty, and the faults. Raises RuleFault where nothing can be weighed without what is."""
    book, faults = _assembled(read_files(folders), disabled)
    if book is None:
        raise RuleFault(faults)
    return book, faults


def check(folders: Sequence[Path]) -> list[Fault]:
    """All faults of all files, by file and place."""
    return _assembled(read_files(folders))[1]


def examine(paths: Sequence[Path], *, base: Sequence[Path], text: tuple[str, str] | None = None) -> "Examined":
    """What there is to say about rule files and folders, on top of the folders `base`. Never raises.

    `text` is the name and content of one more file, such as standard input.
    """
    from logsleuth.language.examined import examine as examined  # noqa: PLC0415 - see `_assembled`

    return examined(paths, base=base, text=text)


def expectations(text: str, path: str) -> list[str]:
    """The lines of an expectation file: a YAML list where the name ends in `.yaml` or `.yml`, else one a line. Raises RuleFault."""
    from logsleuth.language import expected  # noqa: PLC0415 - 15 ms at start-up, and seldom needed

    return expected.expectations(text, path)


def _assembled(files: Sequence[RuleFile], disabled: AbstractSet[str] = frozenset()) -> tuple[Book | None, list[Fault]]:
    from logsleuth.language.assemble import assembled  # noqa: PLC0415 - 15 ms at start-up, and not needed when warm

    return assembled(files, disabled)
