"""Expectation files: lines that should be there."""

from logsleuth.errors import RuleFault
from logsleuth.language import forms
from logsleuth.language.nodes import compose
from logsleuth.language.patterns import texts
from logsleuth.language.report import Report


def expectations(text: str, path: str) -> list[str]:
    """The lines of an expectation file: a YAML list where the name ends in `.yaml` or `.yml`, else one a line. Raises RuleFault."""
    text = text.removeprefix("\ufeff")
    if not path.lower().endswith((".yaml", ".yml")):
        return [line.strip("\r") for line in text.split("\n") if line.strip()]
    report = Report(path, text)
    node, faults = compose(text)
    for trouble, mark in faults:
        report.add(trouble, mark)
    got = forms.EXPECTATIONS.fit(node, "the file", report) if node is not None else None
    if report.faults:
        raise RuleFault(report.faults)
    return list(texts(got))
