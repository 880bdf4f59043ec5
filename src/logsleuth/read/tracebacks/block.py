"""One traceback, or chain of them, of one origin: which lines can be its own, and how it ended."""

import re
from dataclasses import dataclass

from logsleuth.model.run import Origin
from logsleuth.read.tracebacks.chain import Chain
from logsleuth.read.tracebacks.grammar import blank
from logsleuth.read.tracebacks.message import looks_like_head
from logsleuth.read.tracebacks.shape import Fit, Start
from logsleuth.read.tracebacks.shapes import begin_chained
from logsleuth.read.tracebacks.values import Introduction

PATIENCE = {"message": 100, "suspended": 300, "frames": 500}
"""Lines of others that may come before a block is given up: after its final line, after it was interrupted, else."""

_NOBODY = Origin()
_TIMES = re.compile(
    r"(?:\d{4}[-/]\d\d[-/]\d\d[T ])?\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?|[A-Z][a-z]{2} [ \d]\d(?= )"
)
_TIME = r"[\w:.,/+ -]{1,40}?"


@dataclass(frozen=True, slots=True)
class Fed:
    """A line as it was fed; `prefix` is what was peeled off in front of it, as far as the caller tells."""

    line: int
    text: str
    origin: Origin
    head: bool
    prefix: str = ""


@dataclass(frozen=True, slots=True)
class Offer:
    """How well a line fits a block, and the text that would be taken; `led` if the block's prefix was stripped from it."""

    fit: Fit
    text: str = ""
    led: bool = False


_REFUSED = Offer(Fit.NONE)


class Block:
    """A chain, its origin, and what has come between its lines.

    `headed` says whether each of its lines carries a log head of its own, `marked` whether each carries the origin,
    `led` whether each carries the text that stood before its first; all None until its second line tells.
    """

    def __init__(self, start: Start, fed: Fed, intro: Introduction | None) -> None:
        self.origin = fed.origin
        self.intro = intro
        self.cut: str | None = None
        self.closed = False
        self.suspended = False  # a line that may have been of its own writer did not fit
        self.chain = Chain(start.shape, begin_chained)
        self.lead = start.lead
        self.line = self._last = fed.line
        self._lead = _lead_pattern(start.lead)
        self._led: bool | None = None if self._lead else False
        self._headed: bool | None = None if fed.head and not start.lead else False
        self._marked: bool | None = None if fed.origin != _NOBODY else False
        self._prefix = fed.prefix
        self.idle = 0
        if start.rest.strip() and self.chain.fit(start.rest) is not Fit.NONE:
            self.chain.take(fed.line, start.rest)

    @property
    def introduced(self) -> bool:
        """Whether the text before the first line was an introduction, and not a prefix of every line."""
        return not self._led

    def same(self, origin: Origin) -> bool:
        """Whether a line of that origin surely has the same writer as far as can be told."""
        return origin == self.origin or self.origin.same(origin)

    def offer(self, fed: Fed) -> Offer:
        """How well the line fits."""
        if not self.origin.agrees(fed.origin) or (self._marked and fed.origin != self.origin):
            return _REFUSED
        offer = self._choose(fed)
        return offer if offer.fit is not Fit.NONE and self._allows(fed, offer) else _REFUSED

    def _choose(self, fed: Fed) -> Offer:
        """With its prefix stripped, or as it is."""
        match = self._lead.match(fed.text) if self._lead and self._led is not False else None
        if match is not None:
            text = fed.text[match.end() :]
            fit = self.chain.fit(text)
            if self._led or fit > Fit.NONE:
                return Offer(fit, text, led=True)
        if self._led:
            return _REFUSED
        return Offer(self.chain.fit(fed.text), fed.text)

    def _allows(self, fed: Fed, offer: Offer) -> bool:
        """Whether origin, head and what came before let the line be taken."""
        if fed.line == self._last:
            return (
                offer.fit > Fit.WEAK or len(offer.text.split()) > 2
            )  # a record's other values follow on the same line
        if self.suspended and offer.fit < Fit.FIRM and not offer.led:
            return False
        if self.origin == _NOBODY and fed.origin != _NOBODY and offer.fit < Fit.FIRM:
            return False
        if not fed.head:
            return not self._headed
        return self._allows_head(fed, offer)

    def _allows_head(self, fed: Fed, offer: Offer) -> bool:
        if self._headed is False:
            return offer.fit is Fit.FIRM and offer.text[:1].isspace()
        if offer.fit is Fit.WEAK:
            same = bool(fed.prefix) and fed.prefix == self._prefix
            return bool(self._headed) and (same or blank(offer.text) or (not fed.prefix and offer.text[:1].isspace()))
        return True

    def take(self, fed: Fed, offer: Offer) -> None:
        """Take the line; it was offered and fits."""
        if fed.line == self._last:
            self._headed = False if self._headed is None else self._headed
        else:
            self._headed = fed.head if self._headed is None else self._headed
            self._marked = fed.origin == self.origin if self._marked is None else self._marked
        self._led = offer.led if self._led is None else self._led
        self.chain.take(fed.line, offer.text)
        self._last, self.idle, self.cut, self.suspended = fed.line, 0, None, False
        self.chain.stray(0)

    def passed(self, fed: Fed, *, started: bool, taken: bool) -> None:
        """The line went by: another traceback's start, a line of another one, or a line of none."""
        self.idle += 1
        if self.origin.agrees(fed.origin):
            self._own_passed(fed, started=started, taken=taken)
        elif started and self.chain.awaits and self.cut is None:
            self.cut = "other-origin"
        kind = "message" if self.chain.done else "suspended" if self.suspended else "frames"
        self.closed |= self.idle > PATIENCE[kind]

    def _own_passed(self, fed: Fed, *, started: bool, taken: bool) -> None:
        text = self._inside(fed.text)
        if text is None:
            return
        self.chain.stray(self.idle)
        if taken and not started:
            return
        if not (started or fed.head or looks_like_head(text)):
            return
        self.suspended = True
        if self.chain.done:
            self.closed = True
        elif started and self.chain.awaits and not self.same(fed.origin):
            self.cut = self.cut or "other-origin"
        else:
            self.cut = self.cut or "new-head"

    def _inside(self, text: str) -> str | None:
        """The text behind the prefix that all of its lines carry; None if the line has another."""
        if not self._led or self._lead is None:
            return text
        match = self._lead.match(text)
        return text[match.end() :] if match else None


def _lead_pattern(lead: str) -> "re.Pattern[str] | None":
    """A pattern for a prefix that stands before every line: the same text, its times aside."""
    if not lead.strip() or len(lead) > 200:
        return None
    pieces, at = [], 0
    for match in _TIMES.finditer(lead):
        pieces += [re.escape(lead[at : match.start()]), _TIME]
        at = match.end()
    return re.compile("".join(pieces) + re.escape(lead[at:]))
