"""How the bytes of a text are encoded, told from its head, and the way to UTF-8 where it is not that already."""

import codecs
import re
from dataclasses import dataclass

from logsleuth.intake.stream import Chunks

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_WIDE = ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")
_LATIN = re.compile(rb"[\x80-\x9f]")
_SAMPLE = 1 << 13


@dataclass(frozen=True, slots=True)
class Encoding:
    """An encoding by its name in Python, the bytes of its mark, and whether the head has bytes that do not belong to it."""

    name: str
    mark: int = 0
    stray: bool = False

    @property
    def wide(self) -> bool:
        """Whether the bytes have to be transcoded: what reads lines looks for single bytes."""
        return self.name in _WIDE


def encoding_of(head: bytes) -> Encoding:
    """The encoding of a text with this head. Without a mark and without a byte beyond ASCII it is called `ascii`."""
    for mark, name in _MARKS:
        if head.startswith(mark):
            return Encoding(name, len(mark))
    return _unmarked_wide(head) or _narrow(head)


def _unmarked_wide(head: bytes) -> Encoding | None:
    """UTF-16 without a mark: every second byte of Latin text is NUL, and the others are not."""
    sample = head[: min(_SAMPLE, len(head) & ~1)]
    if len(sample) < 8:
        return None
    pairs = len(sample) // 2
    low, high = sample[0::2].count(0), sample[1::2].count(0)
    if high >= 0.7 * pairs and low <= 0.02 * pairs:
        return Encoding("utf-16-le")
    return Encoding("utf-16-be") if low >= 0.7 * pairs and high <= 0.02 * pairs else None


def _narrow(head: bytes) -> Encoding:
    if head.isascii():
        return Encoding("ascii")
    text = codecs.getincrementaldecoder("utf-8")("surrogateescape").decode(head)
    stray = sum("\udc80" <= char <= "\udcff" for char in text)
    if not stray:
        return Encoding("utf-8")
    proper = sum(char > "\x7f" for char in text) - stray
    if not proper and not _LATIN.search(head):
        return Encoding("latin-1")
    return Encoding("utf-8", stray=True)


def to_utf8(chunks: Chunks, encoding: Encoding) -> Chunks:
    """The text in UTF-8 without a mark; bytes of a narrow encoding are passed as they are."""
    skip = encoding.mark
    decoder = codecs.getincrementaldecoder(encoding.name)("replace") if encoding.wide else None
    for whole in chunks:
        chunk = whole[skip:] if skip else whole
        skip = max(skip - len(whole), 0)
        yield decoder.decode(chunk).encode("utf-8", "replace") if decoder else chunk
    if decoder and (rest := decoder.decode(b"", final=True)):
        yield rest.encode("utf-8", "replace")
