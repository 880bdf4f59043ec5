"""The laws of the cache: what is read back is what was kept, or nothing."""

import io
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from language.folders import GOOD, RULE, spoiled, write
from logsleuth.language import cache as cache_module
from logsleuth.language import load
from logsleuth.language.cache import HEAD, KEPT, keep, kept, key_of
from logsleuth.language.files import read_files
from logsleuth.model.book import Book


@dataclass(frozen=True)
class Place:
    """A good folder, a cache, and the book."""

    rules: Path
    cache: Path
    book: Book

    @property
    def entries(self) -> Sequence[Path]:
        """The entries of the cache."""
        return sorted((self.cache / "rules").iterdir())

    @property
    def key(self) -> str:
        """The key of the folder's files."""
        return key_of(read_files([self.rules]))


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """A cache with one entry."""
    rules = write(tmp_path / "in", GOOD)
    return Place(rules, tmp_path / "cache", load([rules], cache=tmp_path / "cache"))


def test_warm_is_cold(place: Place) -> None:
    """What is kept is read back equal, in every value."""
    assert place.book == kept(place.cache, place.key)
    assert place.book == load([place.rules], cache=place.cache)
    assert 1 == len(place.entries)


def test_it_is_private(place: Place) -> None:
    """Entry and folder belong to the user alone, whatever the mask says."""
    assert 0o700 == (place.cache / "rules").stat().st_mode & 0o777
    assert 0o600 == place.entries[0].stat().st_mode & 0o777


def test_any_change_is_another_entry(place: Place) -> None:
    """A byte, a name, a folder or a version more is another key."""
    keys = {place.key}
    write(place.rules, {"packs/good.yaml": spoiled(RULE, "a lock", "a lok")})
    keys.add(place.key)
    (place.rules / "packs/good.yaml").rename(place.rules / "packs/better.yaml")
    keys.add(place.key)
    keys.add(key_of(read_files([place.rules, place.rules])))

    assert 4 == len(keys)


def test_versions_are_another_entry(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry of another version of logsleuth, of its reader or of Python is not read."""
    keys = {place.key}
    with monkeypatch.context() as patch:
        patch.setattr("logsleuth.__version__", "9.9")
        keys.add(place.key)
    with monkeypatch.context() as patch:
        patch.setattr(sys, "version", "4.0")
        keys.add(place.key)
    with monkeypatch.context() as patch:
        patch.setattr(cache_module, "_sources", lambda: [b"other"])
        keys.add(place.key)

    assert 4 == len(keys)


@pytest.mark.parametrize("at", [0, len(HEAD), len(HEAD) + 32, -1])
def test_a_damaged_entry_is_made_anew(place: Place, at: int) -> None:
    """One changed byte, wherever, and the entry counts no more; the next load heals it."""
    entry = place.entries[0]
    data = bytearray(entry.read_bytes())
    data[at] ^= 1
    entry.write_bytes(bytes(data))

    assert None is kept(place.cache, place.key)
    assert place.book == load([place.rules], cache=place.cache)
    assert place.book == kept(place.cache, place.key)


@pytest.mark.parametrize("size", [0, 5, len(HEAD) + 40])
def test_a_cut_entry_is_made_anew(place: Place, size: int) -> None:
    """The same for one that was cut."""
    os.truncate(place.entries[0], size)

    assert place.book == load([place.rules], cache=place.cache)
    assert place.book == kept(place.cache, place.key)


@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666])
def test_an_entry_that_others_may_write_is_not_trusted(place: Place, mode: int) -> None:
    """Who could have written it is asked before a byte of it is read."""
    place.entries[0].chmod(mode)

    assert None is kept(place.cache, place.key)


def test_a_folder_that_others_may_write_is_not_trusted(place: Place) -> None:
    """Nor is anything in such a folder, and nothing is written there."""
    (place.cache / "rules").chmod(0o777)

    assert None is kept(place.cache, place.key)
    place.entries[0].unlink()
    assert place.book == load([place.rules], cache=place.cache)
    assert [] == list(place.entries)


def test_another_users_entry_is_not_trusted(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """What belongs to somebody else is not read."""
    monkeypatch.setattr(os, "geteuid", lambda: 4321)

    assert None is kept(place.cache, place.key)


def test_a_link_is_not_followed(place: Place, tmp_path: Path) -> None:
    """An entry that is a link to something else is none."""
    entry = place.entries[0]
    entry.rename(tmp_path / "elsewhere")
    entry.symlink_to(tmp_path / "elsewhere")

    assert None is kept(place.cache, place.key)


def test_nothing_but_the_model_is_made(place: Place) -> None:
    """Even a whole entry in a private folder calls nothing: other names are refused."""

    class Evil:
        def __reduce__(self) -> tuple[object, ...]:
            return os.system, ("echo oops > oops",)

    for value in (Evil(), {"a": 1}, [io.StringIO]):
        payload = pickle.dumps(value)
        place.entries[0].write_bytes(HEAD + cache_module._checksum(payload) + payload)

        assert None is kept(place.cache, place.key)
    assert not Path("oops").exists()


def test_a_cache_that_cannot_be_written_is_no_fault(place: Place, tmp_path: Path) -> None:
    """Without a cache everything goes on as before."""
    (tmp_path / "file").write_text("x", encoding="utf-8")

    assert place.book == load([place.rules], cache=tmp_path / "file")


def test_old_entries_go(place: Place) -> None:
    """The cache does not grow for ever."""
    for number in range(KEPT + 5):
        keep(place.cache, f"{number:040}", place.book)

    assert KEPT == len(place.entries)


def test_many_at_once(place: Place) -> None:
    """Readers and writers at the same time see a whole entry or none."""
    seen: list[bool] = []

    def work() -> None:
        for _ in range(20):
            keep(place.cache, place.key, place.book)
            seen.append(kept(place.cache, place.key) == place.book)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert 80 == sum(seen)
    assert 1 == len(place.entries)


def test_a_warm_start_reads_no_yaml(place: Place) -> None:
    """With an entry at hand neither the YAML library nor that of patterns is imported."""
    code = (
        "import sys; from pathlib import Path; from logsleuth import language; "
        "language.load([Path(sys.argv[1])], cache=Path(sys.argv[2])); "
        "print(sorted({'yaml', 'regex', 'difflib', 'logsleuth.language.assemble'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(place.rules), str(place.cache)], capture_output=True, text=True, check=True
    )

    assert "[]" == done.stdout.strip()
