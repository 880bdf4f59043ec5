"""Layouts and envelopes: how the head of a line, or what is around it, is written."""

from collections.abc import Mapping

from logsleuth.language.faults import MissingKey, NoExample, NoMessage, NotBeside
from logsleuth.language.patterns import head_groups, texts
from logsleuth.language.report import Report
from logsleuth.language.shapes import Got
from logsleuth.model.book import Envelope, Layout


def layout_of(got: Got, report: Report) -> Layout | None:
    """One layout; None after its faults were said."""
    if not _right(got, "the layout", report):
        return None
    return Layout(
        id=got.get("id"),
        form=got.get("form", "pattern"),
        pattern=got.get("pattern", ""),
        keys=_keys(got),
        time=texts(got.value.get("time")),
        zone=got.get("zone"),
        levels=_words(got, "levels"),
        program=got.get("program"),
        order=got.get("order", 50),
        examples=_examples(got),
        spot=report.spot(got.mark),
    )


def envelope_of(got: Got, report: Report) -> Envelope | None:
    """One envelope; None after its faults were said."""
    if not _right(got, "the envelope", report):
        return None
    return Envelope(
        id=got.get("id"),
        form=got.get("form", "pattern"),
        pattern=got.get("pattern", ""),
        keys=_keys(got),
        time=texts(got.value.get("time")),
        zone=got.get("zone"),
        levels=_words(got, "levels"),
        partial=_words(got, "partial"),
        order=got.get("order", 50),
        examples=_examples(got),
        spot=report.spot(got.mark),
    )


def _right(got: Got, owner: str, report: Report) -> bool:
    before = len(report)
    fields, form = got.value, got.get("form", "pattern")
    wanted, other = ("pattern", "keys") if form == "pattern" else ("keys", "pattern")
    if other in fields:
        report.add(NotBeside(key=other, beside=f"form: {form}"), fields[other].key)
    elif wanted not in fields and got.whole:
        report.add(MissingKey(owner=owner, key=wanted), got.mark)
    if wanted in fields:
        found = head_groups(fields["pattern"], report) if wanted == "pattern" else tuple(fields["keys"].value)
        if found is not None and "message" not in found and fields[wanted].whole:
            report.add(NoMessage(owner=owner), fields[wanted].mark)
    _check_examples(got, owner, report)
    return got.whole and len(report) == before


def _check_examples(got: Got, owner: str, report: Report) -> None:
    """Each example has its line; one at least is read, and one at least is not."""
    examples = got.value.get("examples")
    if examples is None or not examples.whole:
        return
    for example in examples.value:
        if not isinstance(example.get("line"), str):
            report.add(MissingKey(owner="an example", key="line"), example.mark)
    refused = [example.get("matches") is False for example in examples.value]
    if all(refused):
        report.add(NoExample(owner=owner, reads="reads"), examples.key)
    if not any(refused):
        report.add(NoExample(owner=owner, reads="does not read"), examples.key)


def _keys(got: Got) -> Mapping[str, tuple[str, ...]]:
    return {column: texts(keys) for column, keys in got.get("keys", {}).items()}


def _words(got: Got, key: str) -> Mapping[str, str]:
    return {word: item.value for word, item in got.get(key, {}).items()}


def _examples(got: Got) -> tuple[Mapping[str, object], ...]:
    return tuple({name: item.value for name, item in example.value.items()} for example in got.get("examples"))
