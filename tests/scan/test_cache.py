"""Databases that are kept between calls."""

from pathlib import Path

import pytest

from logsleuth.scan import Scanner, compile_patterns
from logsleuth.scan import cache as kept
from logsleuth.scan.engines.hyperscan import HyperscanEngine
from scan.helpers import ENGINES, found, patterns, reader

PATTERNS = patterns(r"error \d+", "can't")
DATA = b"error 7\ncan't\nfine"


def works(scanner: Scanner) -> bool:
    """Whether it finds what it should."""
    return found(scanner.blocks(reader(DATA))) == {(1, 0), (2, 1)}


def entry(folder: Path) -> Path:
    """The one entry."""
    (path,) = folder.iterdir()
    return path


def compilations(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Grows with each compilation."""
    counted: list[int] = []
    original = Scanner.compiled

    def compiled(self: Scanner, without: frozenset[int]) -> object:
        counted.append(1)
        return original(self, without)

    monkeypatch.setattr(Scanner, "compiled", compiled)
    return counted


def test_a_kept_database_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second call neither derives needles nor compiles."""
    folder = tmp_path / "deep" / "cache"
    assert works(compile_patterns(PATTERNS, cache=folder))
    counted = compilations(monkeypatch)
    scanner = compile_patterns(PATTERNS, cache=folder)
    assert works(scanner)
    assert counted == []
    assert "needles" not in vars(scanner)
    assert entry(folder).stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("harm", ["cut", "empty", "flipped", "other", "foreign", "garbage"])
def test_a_damaged_entry_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, harm: str) -> None:
    """What is not whole, or not made for these patterns, is never loaded; the right one takes its place."""
    compile_patterns(PATTERNS, cache=tmp_path)
    path = entry(tmp_path)
    whole = path.read_bytes()
    middle = len(whole) // 2
    other = kept.digest(patterns("x"), HyperscanEngine())
    path.write_bytes(
        {
            "cut": whole[:middle],
            "empty": b"",
            "flipped": whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :],
            "other": whole.replace(kept.digest(PATTERNS, HyperscanEngine()), other),
            "foreign": b"not ours" + whole,
            "garbage": b"\xff" * 100,
        }[harm]
    )
    counted = compilations(monkeypatch)
    assert works(compile_patterns(PATTERNS, cache=tmp_path))
    assert counted == [1]
    assert entry(tmp_path).read_bytes() == whole or harm


def test_an_entry_that_others_may_write_is_not_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is compiled anew, and replaced by one that is the user's own."""
    compile_patterns(PATTERNS, cache=tmp_path)
    entry(tmp_path).chmod(0o666)
    counted = compilations(monkeypatch)
    assert works(compile_patterns(PATTERNS, cache=tmp_path))
    assert counted == [1]
    assert entry(tmp_path).stat().st_mode & 0o077 == 0


def test_a_whole_entry_that_the_engine_refuses(tmp_path: Path) -> None:
    """A sound wrapping around what is no database is none."""
    key = kept.digest(PATTERNS, HyperscanEngine())

    class Odd:
        def dump(self) -> bytes:
            return b"no database"

        def matcher(self) -> None:
            return None

    kept.save(tmp_path, key, Odd())  # type: ignore[arg-type]  # it only dumps
    assert kept.load(tmp_path, key, HyperscanEngine()) is None
    assert works(compile_patterns(PATTERNS, cache=tmp_path))


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    """Costs a compilation and nothing else."""
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert works(compile_patterns(PATTERNS, cache=blocked / "below"))


def test_the_oldest_entries_go(tmp_path: Path) -> None:
    """A folder holds no more than a few, and nothing half written."""
    for number in range(12):
        compile_patterns(patterns(f"error {number}"), cache=tmp_path)
    assert len(list(tmp_path.iterdir())) == 8


def test_the_key_tells_patterns_and_engines_apart() -> None:
    """Another pattern, another order, another engine: another key."""
    engine, plain = ENGINES
    keys = {
        kept.digest(PATTERNS, engine),
        kept.digest(PATTERNS[::-1], engine),
        kept.digest(PATTERNS[:1], engine),
        kept.digest(PATTERNS, plain),
    }
    assert len(keys) == 4
    assert kept.digest(PATTERNS, engine) in keys


def test_the_plain_engine_keeps_nothing(tmp_path: Path) -> None:
    """It compiles in no time."""
    assert works(compile_patterns(PATTERNS, cache=tmp_path, engine=ENGINES[1]))
    assert list(tmp_path.iterdir()) == []
