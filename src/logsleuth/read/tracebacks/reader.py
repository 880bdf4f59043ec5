"""Gives each line to the traceback that it belongs to, and tells what became of each."""

import re
from collections.abc import Sequence

from logsleuth.model.run import Origin
from logsleuth.read.tracebacks.block import Block, Fed, Offer
from logsleuth.read.tracebacks.intros import fatal_of, introduction, known
from logsleuth.read.tracebacks.recent import Recent
from logsleuth.read.tracebacks.shape import Fit, Seen, Start
from logsleuth.read.tracebacks.shapes import begin
from logsleuth.read.tracebacks.values import Introduction, Part, Traceback

MAX_TEXT = 65_536
"""Characters read of one line."""

MAX_OPEN = 64
"""Tracebacks that may be open at once; the oldest is given up for a new one."""

WAIT = 6
"""Lines for which the reader stays active after a line that may introduce a traceback."""

_WHOLE = re.compile(r'(?:^|[^"])Traceback \(most recent call last\):\\n|^[^"]*\\n(?:\\t|    )at ')
"""A text with literal newlines; a string in quotes is unescaped, and fed besides, by those who know its record."""

_MAY_BEGIN = re.compile(
    r"(?:^|.*[\s:;])(?:[A-Za-z_$][\w$]*\.)*[A-Z][\w$`]*(?:Exception|Error|Throwable|Failure)(?: \[\w+\])?(?::|\s*$)"
    r"|(?:future|task|handle): ?<|Error: |Process [^:]{1,120}:$"
)


class TracebackReader:
    """Reads tracebacks from lines that are fed in the order of the file.

    It may be fed from the first line on which a start pattern hit, as long as it is `active`, and again from the next such line.
    """

    def __init__(self) -> None:
        self._blocks: list[Block] = []
        self._recent = Recent()
        self._found: list[Traceback] = []
        self._waiting = 0

    @property
    def active(self) -> bool:
        """Whether it wants the next line."""
        return bool(self._blocks) or self._waiting > 0

    def feed(self, line: int, text: str, origin: Origin, *, head: bool = False, prefix: str = "") -> None:
        """Read one line.

        Args:
            line: its number in the artifact; several calls may name the same one, where one stored line holds many.
            text: the message: envelopes and log head peeled, as far as they are known.
            origin: who wrote it, as far as the line tells.
            head: whether a log head stood on the line, so that a record begins with it.
            prefix: what was peeled off in front of the text; two lines of one record that each carry the head have the same.
        """
        self._waiting = max(0, self._waiting - 1)
        for at, piece in enumerate(_pieces(text)):
            self._read(Fed(line, piece[:MAX_TEXT], origin, head and at == 0, prefix))

    def _read(self, fed: Fed) -> None:
        block, offer = self._best(fed)
        start = self._begin(fed) if offer.fit <= Fit.WEAK else None
        if start is not None and (block is None or not start.soft):
            block = self._open(start, fed)
        elif block is not None:
            block.take(fed, offer)
            start = None
        else:
            start = None
        self._others(fed, block, started=start is not None)
        if block is None and (known(fed.text) or _MAY_BEGIN.match(fed.text)):
            self._waiting = WAIT
        elif start is not None or fed.head:
            self._waiting = 0
        self._recent.add(fed)

    def _best(self, fed: Fed) -> tuple[Block | None, Offer]:
        """The open block that the line fits best: of its own origin, not interrupted, the better fit, the one that was last added to."""
        best: tuple[tuple[bool, bool, bool, Fit, int], Block, Offer] | None = None
        for block in self._blocks:
            offer = block.offer(fed)
            if offer.fit is not Fit.NONE:
                same = fed.origin != Origin() and block.same(fed.origin)
                rank = (same, offer.fit > Fit.WEAK, block.cut is None, offer.fit, -block.idle)
                if best is None or rank >= best[0]:
                    best = (rank, block, offer)
        return (best[1], best[2]) if best else (None, Offer(Fit.NONE))

    def _before(self, fed: Fed) -> Sequence[Seen]:
        return self._recent.before(fed.origin)

    def _begin(self, fed: Fed) -> Start | None:
        return begin(fed.line, fed.text, self._before(fed)) if fed.text and not fed.text.isspace() else None

    def _open(self, start: Start, fed: Fed) -> Block:
        if len(self._blocks) >= MAX_OPEN:
            self._close(self._blocks.pop(0), "size-limit")
        block = Block(start, fed, introduction(fed.line, "", self._before(fed)))
        self._blocks.append(block)
        return block

    def _others(self, fed: Fed, chosen: Block | None, *, started: bool) -> None:
        for block in self._blocks:
            if block is not chosen:
                block.passed(fed, started=started, taken=chosen is not None)
        closed = [block for block in self._blocks if block.closed]
        for block in closed:
            self._blocks.remove(block)
            self._close(block, block.cut or "new-head")

    def finish(self, reason: str, *, torn: bool = False) -> None:
        """No further line comes of this window.

        Args:
            reason: `end-of-file` or `size-limit`: how a traceback that is not complete was cut.
            torn: the last line that was fed has no end, so that its words may be cut off.
        """
        last = self._recent.last if torn else None
        for block in self._blocks:
            self._close(block, reason, torn=last)
        self._blocks.clear()
        self._recent = Recent()
        self._waiting = 0

    def _close(self, block: Block, reason: str, *, torn: int | None = None) -> None:
        parts = block.chain.parts()
        intro = introduction(block.line, block.lead, ()) if block.lead.strip() and block.introduced else block.intro
        for part in parts:
            if torn is not None:
                part.tear(torn)
        cut = block.cut or reason
        limited = parts[-1] if parts and reason == "size-limit" and parts[-1].language != "python" else None
        self._found += [_traceback(block, part, cut, intro, limited=part is limited) for part in parts]

    def tracebacks(self) -> list[Traceback]:
        """All that has ended so far, in the order of their first lines."""
        return sorted(self._found, key=lambda found: (found.line, found.end_line))


def _traceback(block: Block, part: Part, cut: str, intro: Introduction | None, *, limited: bool) -> Traceback:
    how = _how(part, cut, limited=limited)
    lines = tuple(sorted(set(part.lines)))
    root = part.root()
    said = fatal_of(intro)
    return Traceback(
        line=lines[0] if lines else block.line,
        end_line=lines[-1] if lines else block.line,
        origin=block.origin,
        type=part.type,
        message=part.text(),
        language=part.language,
        complete=how is None,
        cut=how,
        chained=part.link if part.because is not None else None,
        root_type=root.type,
        root_message=root.text(),
        frames=part.ordered(),
        lines=lines or (block.line,),
        introduced_by=intro,
        fatal=part.fatal if said is None else said,
    )


def _how(part: Part, cut: str, *, limited: bool) -> str | None:
    """How the part was cut; None if it is complete."""
    if not part.final and not part.headed and part.language != "python":
        return "no-head"
    if not part.final or limited:
        return "end-of-file" if part.torn else cut
    if not part.headed:
        return "no-head"
    return "end-of-file" if part.torn else None


def _pieces(text: str) -> list[str]:
    r"""The text without a literal `\n` at its end; cut at such where it holds a whole traceback."""
    if "#011" in text:
        text = text.replace("#011", "\t")
    if "\\n" not in text:
        return [text]
    if text.count("\\n") > 1 and _WHOLE.search(text):
        return [piece.replace('\\"', '"').replace("\\t", "\t") for piece in text[: MAX_TEXT * 4].split("\\n")]
    return [text.removesuffix("\\n")]
