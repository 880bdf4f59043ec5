"""One input as it is read: its bytes in UTF-8, and what is known of it once it was read to its end."""

import hashlib
from datetime import datetime

from logsleuth.intake.binary import binary_kind
from logsleuth.intake.encodings import encoding_of, to_utf8
from logsleuth.intake.stream import CHUNK, Chunks, Reader, StreamError, ahead
from logsleuth.model.run import Note

_HEAD = 1 << 16


class Source:
    """An input, to be read before the next one is asked for.

    `path` is how it is cited; `modified` is when its file or member was last changed (UTC), None where nobody tells; `local` says that it is
    a plain file on disk. `encoding` is what its head is written in (a name of Python's), `binary` that it is no text: then there is a note,
    and it need not be read.
    """

    def __init__(
        self,
        path: str,
        stream: Reader,
        *,
        modified: datetime | None = None,
        local: bool = False,
        threaded: bool = False,
    ) -> None:
        self.path = path
        self.modified = modified
        self.local = local
        self._stream = stream
        self._digest = hashlib.sha256()
        self._size = 0
        self._notes: list[Note] = []
        self._closed = False
        head = stream.peek(_HEAD)
        encoding = encoding_of(head)
        kind = binary_kind(head, encoding)
        self.encoding = encoding.name
        self.binary = kind is not None
        self._empty = not head
        self._say_of_head(kind, stray=encoding.stray)
        decoded = to_utf8(self._counted(), encoding)
        self._chunks = ahead(decoded) if threaded else decoded
        self._out = Reader(self._chunks)

    @property
    def size(self) -> int:
        """Bytes of the input, unpacked and before any transcoding, that were read; all of them after the end."""
        return self._size

    @property
    def sha256(self) -> str:
        """The digest of these bytes, in hexadecimal."""
        return self._digest.hexdigest()

    @property
    def notes(self) -> tuple[Note, ...]:
        """What the user should know of the reading; complete after the end."""
        return tuple(self._notes)

    def peek(self, n: int) -> bytes:
        """The first `n` bytes that were not read yet, in UTF-8; fewer only at the end. Meant for up to 4 MiB."""
        self._check()
        return self._out.peek(n)

    def read(self, n: int) -> bytes:
        """The next bytes in UTF-8, at most `n` and perhaps fewer; none at the end. Large pieces (1 MiB) are fast."""
        self._check()
        return self._out.read(n)

    def close(self) -> None:
        """End the reading; whoever yielded this source does so when the next one is asked for."""
        self._closed = True
        if hasattr(self._chunks, "close"):
            self._chunks.close()

    def _check(self) -> None:
        if self._closed:
            raise ValueError(f"{self.path} was passed: a source is read before the next one is asked for")

    def _say_of_head(self, kind: str | None, *, stray: bool) -> None:
        if kind is not None:
            self._note(f"binary file ({kind}): passed over")
        elif stray:
            self._note("the text is UTF-8 with stray bytes")

    def _note(self, message: str) -> None:
        self._notes.append(Note(message, self.path))

    def _counted(self) -> Chunks:
        """The bytes as they are stored, counted and digested; trouble with them becomes a note."""
        try:
            while chunk := self._stream.read(CHUNK):
                self._size += len(chunk)
                self._digest.update(chunk)
                yield chunk
        except StreamError as error:
            self._note(str(error))
        if not self._size:
            self._note("empty file")
