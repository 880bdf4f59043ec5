"""Inputs made for the tests: archives and streams of every kind, whole, cut and damaged."""

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import lz4.frame
import zstandard

from logsleuth.intake import Bounds, Source, sources
from logsleuth.intake.stream import Reader
from logsleuth.model.run import Note

TEXT = b"".join(b"2026-12-01 10:%02d:%02d line %d of a log\n" % (i // 60 % 60, i % 60, i) for i in range(20_000))
PACK: Mapping[str, Callable[[bytes], bytes]] = {
    "gz": gzip.compress,
    "bz2": bz2.compress,
    "xz": lzma.compress,
    "zst": zstandard.ZstdCompressor(write_checksum=True).compress,
    "lz4": lz4.frame.compress,
}


def reader(data: bytes, piece: int = 1000) -> Reader:
    """A reader of the bytes, which come in small pieces."""
    return Reader(pieces(data, piece))


def pieces(data: bytes, piece: int = 1000) -> Iterator[bytes]:
    """The bytes in small pieces."""
    return (data[at : at + piece] for at in range(0, len(data), piece))


def tarred(files: Mapping[str, bytes], mode: str = "w", form: int = tarfile.PAX_FORMAT) -> bytes:
    """A tar archive of the files, with a time of 2026-12-01 10:00 UTC."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode, format=form) as archive:  # type: ignore[call-overload]
        for name, data in files.items():
            archive.addfile(entry(name, size=len(data)), io.BytesIO(data))
    return out.getvalue()


def entry(name: str, kind: bytes = tarfile.REGTYPE, size: int = 0, target: str = "") -> tarfile.TarInfo:
    """The head of one member."""
    info = tarfile.TarInfo(name)
    info.type, info.size, info.linkname, info.mtime = kind, size, target, 1_796_119_200
    return info


def zipped(files: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip archive of the files."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


class Pipe(io.RawIOBase):
    """A stream that cannot seek, as a pipe."""

    def __init__(self, data: bytes = b"") -> None:
        super().__init__()
        self._data = io.BytesIO(data)
        self.written = bytearray()

    def readable(self) -> bool:
        """It is."""
        return True

    def writable(self) -> bool:
        """It is."""
        return True

    def read(self, size: int = -1, /) -> bytes:
        """The next bytes."""
        return self._data.read(size)

    def write(self, data: Any, /) -> int:
        """Keep the bytes."""
        self.written += data
        return memoryview(data).nbytes


def write(folder: Path, name: str, data: bytes) -> str:
    """The path of a new file with these bytes."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return str(path)


def drain(source: Source, size: int = 1 << 20) -> bytes:
    """All that is left of the source."""
    parts = []
    while part := source.read(size):
        assert len(part) <= size
        parts.append(part)
    return b"".join(parts)


def take(
    paths: Sequence[str], stdin: bytes | None = None, bounds: Bounds | None = None
) -> tuple[dict[str, bytes], list[tuple[str, str]]]:
    """What is read of the paths, and the notes as (path, message), those of the sources among them."""
    texts: dict[str, bytes] = {}
    notes: list[tuple[str, str]] = []
    for item in sources(paths, stdin=None if stdin is None else io.BytesIO(stdin), bounds=bounds or Bounds()):
        if isinstance(item, Note):
            notes.append((item.path or "", item.message))
            continue
        texts[item.path] = drain(item)
        notes += [(note.path or "", note.message) for note in item.notes]
    return texts, notes
