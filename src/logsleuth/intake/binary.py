"""Whether a file is no text at all, told from its head: by its magic bytes, or by the share of bytes that no text has."""

import codecs
import re

from logsleuth.intake.encodings import Encoding

_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"\x7fELF", "ELF"),
    (b"\x89PNG\r\n\x1a\n", "PNG image"),
    (b"\xff\xd8\xff", "JPEG image"),
    (b"GIF87a", "GIF image"),
    (b"GIF89a", "GIF image"),
    (b"II*\0", "TIFF image"),
    (b"MM\0*", "TIFF image"),
    (b"%PDF-", "PDF"),
    (b"SQLite format 3\0", "SQLite database"),
    (b"LPKSHHRH", "systemd journal: export it with `journalctl --file`"),
    (b"ElfFile\0", "Windows event log"),
    (b"\xd4\xc3\xb2\xa1", "packet capture"),
    (b"\xa1\xb2\xc3\xd4", "packet capture"),
    (b"\n\r\r\n", "packet capture"),
    (b"\xca\xfe\xba\xbe", "Java class"),
    (b"\xcf\xfa\xed\xfe", "Mach-O"),
    (b"\xce\xfa\xed\xfe", "Mach-O"),
    (b"\0asm", "WebAssembly"),
    (b"\x89HDF\r\n\x1a\n", "HDF5"),
    (b"PAR1", "Parquet"),
    (b"ARROW1\0\0", "Arrow"),
    (b"Obj\x01", "Avro"),
    (b"\x93NUMPY", "NumPy array"),
    (b"GGUF", "GGUF model"),
    (b"JAVA PROFILE 1.0", "Java heap dump"),
    (b"7z\xbc\xaf\x27\x1c", "7-Zip archive: unpack it first"),
    (b"Rar!\x1a\x07", "RAR archive: unpack it first"),
    (b"!<arch>\n", "ar archive"),
    (b"\xed\xab\xee\xdb", "RPM package"),
    (b"\x1f\x9d", "compress data: unpack it first"),
    (b"wOFF", "font"),
    (b"wOF2", "font"),
    (b"OggS", "sound"),
    (b"fLaC", "sound"),
    (b"ID3", "sound"),
    (b"PERFILE2", "perf data"),
)
_PATTERNS = (
    (re.compile(rb"\x80[\x02-\x05](?:\x95|[}\](ccKM\x8c\x89\x88])"), "pickle"),
    (re.compile(rb"RIFF.{4}(?:WEBP|WAVE|AVI )", re.DOTALL), "media"),
    (re.compile(rb".{4}ftyp", re.DOTALL), "media"),
    (re.compile(rb"MZ.{58}.{0,4}\0\0", re.DOTALL), "Windows program"),
    (re.compile(rb"[\x42-\xff]\r\r\n.{0,4}\0", re.DOTALL), "Python byte code"),
    (re.compile(rb"..\r\n[\0-\x03]\0\0\0.{8}[\xe3\x63]", re.DOTALL), "Python byte code"),
    (re.compile(rb".{5}\0\0\0\{\"", re.DOTALL), "safetensors model"),
)
_SAMPLE = 1 << 14
_CONTROLS = bytes(byte for byte in [*range(1, 32), 127] if byte not in b"\a\b\t\n\v\f\r\x1b")


def binary_kind(head: bytes, encoding: Encoding) -> str | None:
    """What a binary file with this head is; None for text.

    NUL bytes alone do not make it binary: a rotated log may begin with a long run of them, and an environment is separated by them.
    """
    named = next((kind for magic, kind in _MAGIC if head.startswith(magic)), None)
    named = named or next((kind for pattern, kind in _PATTERNS if pattern.match(head)), None)
    if named:
        return named
    odd = _odd_wide(head, encoding) if encoding.wide else _odd(head)
    return "control bytes" if odd else None


def _odd(head: bytes) -> bool:
    """Whether more than one byte in ten is a control byte, or one in three is none of any text."""
    sample = head.replace(b"\0", b"")[:_SAMPLE]
    if not sample:
        return False
    controls = len(sample) - len(sample.translate(None, _CONTROLS))
    if controls < 2:
        return False
    text = codecs.getincrementaldecoder("utf-8")("surrogateescape").decode(sample)
    stray = sum("\udc80" <= char <= "\udcff" for char in text)
    size = len(sample)
    return controls > 0.1 * size or (controls > 0.01 * size and controls + stray > 0.3 * size)


def _odd_wide(head: bytes, encoding: Encoding) -> bool:
    text = codecs.getincrementaldecoder(encoding.name)("replace").decode(head[encoding.mark : _SAMPLE])
    odd = sum(char == "\ufffd" or (char < " " and char not in "\a\b\t\n\v\f\r\x1b\0") for char in text)
    return odd > 0.1 * len(text)
