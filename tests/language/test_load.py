"""The door: what is loaded, what is refused, and what never happens."""

import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from language.folders import GOOD, PROFILE, RULE, WEIGHING, found, spoiled, write
from logsleuth.errors import RuleFault
from logsleuth.language import builtin_folder, check, load, load_lenient

DOCS = Path(__file__).parents[2] / "docs" / "rules.md"


def test_builtin_rules_have_no_fault() -> None:
    """Whatever rules come along load without a fault."""
    assert [] == [str(fault) for fault in check([builtin_folder()])]


def test_patterns_have_keys_of_their_own() -> None:
    """No two patterns of the book are called the same."""
    book, _ = load_lenient([builtin_folder()])
    keys = [pattern.key for pattern in book.patterns()]

    assert len(keys) == len(set(keys))


def test_the_example_of_the_page_loads(tmp_path: Path) -> None:
    """The first rule that the page of the language shows is right as it stands."""
    example_rule = re.search(r"```yaml\n(- id: .*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert example_rule is not None

    user = write(tmp_path, {"mine.yaml": example_rule[1]})
    assert [] == [fault for fault in check([builtin_folder(), user]) if str(user) in fault.path]


def test_all_faults_of_all_files_are_raised(tmp_path: Path) -> None:
    """Nothing is loaded, and everything is said, by file and place."""
    files = {
        "packs/good.yaml": RULE.replace("about:", "abot:"),
        "programs/acme.yaml": spoiled(PROFILE, "phase: started", "phase: begun"),
        "weighing.yaml": spoiled(WEIGHING, "residual: 0.95", "residual: 2"),
    }
    with pytest.raises(RuleFault) as raised:
        load([write(tmp_path, {**GOOD, **files})])

    assert [
        (f"{tmp_path}/weighing.yaml", 5, 11),
        (f"{tmp_path}/packs/good.yaml", 6, 3),
        (f"{tmp_path}/programs/acme.yaml", 5, 13),
    ] == [(fault.path, fault.line, fault.column) for fault in raised.value.faults]
    assert "abot" in str(raised.value)
    assert "begun" in str(raised.value)


def test_lenient_leaves_out_what_is_faulty(tmp_path: Path) -> None:
    """What is right is loaded; a rule whose cause is left out goes with it."""
    causes = GOOD["causes.yaml"].replace("prior: uncommon", "prior: unusual")
    book, faults = load_lenient([write(tmp_path, {**GOOD, "causes.yaml": causes})])

    assert ["`unusual` is no prior"] == [fault.message.split(";")[0] for fault in faults]
    assert ["os.disk-full"] == list(book.causes)
    assert ["acme/port"] == [rule.id for rule in book.rules]


def test_lenient_needs_numbers(tmp_path: Path) -> None:
    """Without weights there is no book at all."""
    with pytest.raises(RuleFault):
        load_lenient([write(tmp_path, {**GOOD, "weighing.yaml": "ratios: {}"})])


_TEXTS = sorted(GOOD.items())
_SCRAPS = [
    "", "\t", "\n", "\0", "'", '"', "{", "}", "[", "]", ":", "-", "- ", "&a ", "*a", "!!x ", "? ", "| ", "~", "null", "no", "08", "$x", "~(",
    "(?P<x>", "\ufeff", "é", "%", "#", "\\", "---\n", "[[[[", "{{{{", "a: ", "where", "when:", "999999999999999999999", "..", "\x85",
]  # fmt: skip


@given(st.data())
@example(None)
@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_file_raises_anything_else(tmp_path: Path, data: st.DataObject | None) -> None:
    """However a good file is spoiled, it loads, or RuleFault says why, each fault with a place that is in the file."""
    name, text = _TEXTS[0]
    if data is not None:
        name, text = data.draw(st.sampled_from(_TEXTS))
        for _ in range(data.draw(st.integers(1, 4))):
            at, width = data.draw(st.integers(0, len(text))), data.draw(st.sampled_from([0, 0, 1, 3, 20]))
            text = text[:at] + data.draw(st.sampled_from(_SCRAPS)) + text[at + width :]
    folder = write(tmp_path, {**GOOD, name: text})
    try:
        load([folder])
    except RuleFault as fault:
        _check_places(fault, folder / name)
    with suppress(RuleFault):
        load_lenient([folder])


def _check_places(fault: RuleFault, spoiled_file: Path) -> None:
    lines = len(spoiled_file.read_bytes().split(b"\n"))
    for each in fault.faults:
        assert each.column >= 1
        assert 1 <= each.line <= (lines + 1 if each.path == str(spoiled_file) else 99)
        assert each.message.isprintable()


@given(st.binary(max_size=300))
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_bytes_raise(tmp_path: Path, data: bytes) -> None:
    """Any bytes as a rule file are a fault, or nothing."""
    for name in GOOD:
        found(tmp_path, {name: data})


def test_it_does_not_depend_on_the_order_of_files(tmp_path: Path) -> None:
    """Rules cut into files in any way make the same book, but for where they stand."""
    whole = load([write(tmp_path / "a", GOOD)])
    one, two = RULE, GOOD["packs/good.yaml"].removeprefix(RULE)
    cut = load([write(tmp_path / "b", {**GOOD, "packs/good.yaml": two, "zz.yaml": one})])

    def ids(book: object) -> Sequence[str]:
        return [rule.id for rule in book.rules]  # type: ignore[attr-defined]

    assert ids(whole) == ids(cut)
