"""Where the faults of a file are gathered."""

from logsleuth.language.faults import NotYaml
from logsleuth.language.nodes import Mark, Scalar, compose
from logsleuth.language.report import Report


def test_a_fault_has_its_line() -> None:
    """The excerpt is the line without its end; the same fault is said once."""
    report = Report("a.yaml", "x\r\ny: 1\r\n")
    for _ in range(2):
        report.add(NotYaml(problem="odd"), Mark(2, 4))

    assert ["a.yaml:2:4: this is no YAML: odd"] == [str(fault) for fault in report.faults]
    assert "y: 1" == report.faults[0].excerpt
    assert report.said(Mark(2, 4))
    assert not report.said(Mark(2, 5))


def test_places_inside_a_value() -> None:
    """A place in a value counts its quotes, and doubled ones; a value over several lines has the place of its begin."""
    text = "a: xyz\nb: 'x''yz'\nc: >-\n  xyz\nd: \"x\\tyz\"\n"
    node, _ = compose(text)
    report = Report("a.yaml", text)
    scalars = [value for _, value in node.pairs if isinstance(value, Scalar)]  # type: ignore[union-attr]

    assert [Mark(1, 5), Mark(2, 6), Mark(3, 4), Mark(5, 6)] == [report.inside(scalar, 1) for scalar in scalars]
    assert Mark(2, 8) == report.inside(scalars[1], 2)
    assert Mark(5, 4) == report.inside(scalars[3], 3)
    assert Mark(9, 1) == report.inside(Scalar("x", plain=True, mark=Mark(9, 1)), 0)
