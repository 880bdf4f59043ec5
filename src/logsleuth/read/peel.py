"""A line, peeled: envelopes off, one after the other, then the head that its program wrote; what is left is the message.

A pure function of the line: it gives the same whatever was read before. What it cannot tell from the line alone, it leaves open.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache

from logsleuth.model.book import Envelope, Layout
from logsleuth.model.run import Origin
from logsleuth.read.envelopes import MOST, Envelopes, Opened
from logsleuth.read.heads import split_head
from logsleuth.read.layouts import Known, Layouts, loose_texts
from logsleuth.read.structured import load_json, texts_of
from logsleuth.read.times import Stamp, completed

NOBODY = Origin()
"""The origin of a line that does not say who wrote it."""


@dataclass(frozen=True, slots=True)
class Peeled:
    """What one line says, and who said it when.

    `texts` are what rules are matched on: the message's lines, then those of every other string of a structured record.
    `stamp` is the time nearest to the writer, `outer` that of the outermost envelope. `head` says that a record begins here;
    `partial`, that the next line of the same `stream` goes on with this one. `inside` is what the envelope that cuts long
    lines in pieces held, None where there is none.
    """

    message: str
    texts: tuple[str, ...]
    stamp: Stamp | None = None
    outer: Stamp | None = None
    level: str | None = None
    logger: str | None = None
    origin: Origin = NOBODY
    layout: str | None = None
    head: bool = False
    partial: bool = False
    stream: str | None = None
    envelopes: tuple[str, ...] = ()
    inside: str | None = None


class Peeler:
    """Peels lines, given how they may be written."""

    def __init__(self, layouts: Sequence[Layout], envelopes: Sequence[Envelope]) -> None:
        self._layouts = Layouts(layouts)
        self._envelopes = Envelopes(envelopes)

    def peel(self, text: str) -> Peeled:
        """The parts of one line, as `text.line.clean` gives it."""
        if text.endswith("\\n") and not text.endswith("\\\\n"):
            text = text[:-2]  # some exports end each line so
        opened: list[Opened] = []
        while True:
            record = load_json(text) if text.startswith("{") else None
            line, rest = split_head(text) if record is None else ("", "")
            if len(opened) == MOST:
                break
            envelope = self._envelopes.open(line, rest) if record is None else self._envelopes.open_record(record)
            if envelope is None:
                break
            opened.append(envelope)
            text = envelope.message
        known = self._layouts.read(line, rest) if record is None else self._layouts.read_record(text, record)
        if known is not None:
            return _wrapped(known.message, known.texts, known, opened) if opened else _plain(known)
        texts = texts_of(text) if record is None else loose_texts(text, record)
        return _wrapped(text, texts, None, opened) if opened else Peeled(text, texts)

    def joined(self, first: Peeled, second: Peeled) -> Peeled:
        """A line that its envelope cut in two, whole again: read anew, so that a record of JSON is one."""
        whole = joined(first, second)
        if second.partial or whole.inside is None:
            return whole
        inner = self.peel(whole.inside)
        return replace(
            whole,
            message=inner.message,
            texts=inner.texts,
            stamp=inner.stamp if inner.stamp and (inner.stamp.dated or whole.stamp is None) else whole.stamp,
            level=inner.level or whole.level,
            logger=inner.logger,
            origin=whole.origin.over(inner.origin),
            layout=inner.layout,
            head=inner.head,
        )


def joined(first: Peeled, second: Peeled) -> Peeled:
    """The two pieces of a line as one, with the head of the first; `Peeler.joined` also reads what they make together."""
    if first.inside is None or second.inside is None:
        message = first.message + second.message
        return replace(first, message=message, texts=texts_of(message), partial=second.partial)
    message = first.message + second.inside
    return replace(
        first, message=message, texts=texts_of(message), partial=second.partial, inside=first.inside + second.inside
    )


def _plain(known: Known) -> Peeled:
    """A line of a known layout without an envelope."""
    return Peeled(
        message=known.message,
        texts=known.texts,
        stamp=known.stamp,
        level=known.level,
        logger=known.logger,
        origin=_origin_of(known.fields),
        layout=known.layout,
        head=True,
    )


def _wrapped(message: str, texts: tuple[str, ...], known: Known | None, opened: Sequence[Opened]) -> Peeled:
    merged: dict[str, str | None] = {}
    for part in opened:
        merged.update((name, value) for name, value in part.fields.items() if value)
    if known is not None:
        merged.update((name, value) for name, value in known.fields.items() if value)
    levels = [known.level if known else None, *(part.level for part in reversed(opened))]
    return Peeled(
        message=message,
        texts=texts,
        stamp=_stamp(known, opened),
        outer=next((part.stamp for part in opened if part.stamp), None),
        level=next((level for level in levels if level), None),
        logger=known.logger if known else None,
        origin=_origin_of(merged),
        layout=known.layout if known else None,
        head=known is not None,
        partial=any(part.partial for part in opened),
        stream=next((part.stream for part in opened if part.stream), None),
        envelopes=tuple(part.envelope for part in opened),
        inside=next((part.message for part in opened if part.cuts), None),
    )


def _stamp(known: Known | None, opened: Sequence[Opened]) -> Stamp | None:
    """The stamp nearest to the writer that names a day, with the year that one further out tells; else the nearest of all."""
    stamps = [known.stamp if known else None, *(part.stamp for part in reversed(opened))]
    written = [stamp for stamp in stamps if stamp is not None]
    dated = [stamp for stamp in written if stamp.dated]
    if not dated:
        return written[0] if written else None
    return completed(dated[0], next((stamp for stamp in dated if stamp.year is not None), None))


_ORIGIN = tuple(item.name for item in fields(Origin))


def _origin_of(values: Mapping[str, str | None]) -> Origin:
    return _origin(*map(values.get, _ORIGIN))


@lru_cache(maxsize=4096)
def _origin(*values: str | None) -> Origin:
    host, container, program, pid, thread, rank, local_rank = values
    return Origin(
        host=_name(host),
        container=_name(container),
        program=_name(program),
        pid=_number(pid),
        thread=_name(thread),
        rank=_number(rank),
        local_rank=_number(local_rank),
    )


def _name(text: str | None) -> str | None:
    """A name without blanks around it; None for an empty one and for the dash that stands for nothing."""
    text = text.strip() if text else ""
    return None if text in {"", "-"} else text


def _number(text: str | None) -> int | None:
    text = text.strip() if text else ""
    return int(text) if text.isdecimal() and text.isascii() and len(text) <= 18 else None
