"""The fast engine finds what the plain one finds; what it is known to miss is kept from it."""

import random
from pathlib import Path

import pytest

from logsleuth.model.book import Pattern
from logsleuth.scan import derive
from logsleuth.scan.engines import Found
from logsleuth.scan.engines import hyperscan as engine
from logsleuth.scan.engines.hyperscan import HyperscanEngine
from logsleuth.scan.engines.python import PythonEngine
from logsleuth.scan.form import Form, Needle

PIECES = [
    "error",
    "failed",
    "to ",
    "No module",
    "named",
    "open ",
    " bind",
    "bind",
    "rank",
    "time",
    "out",
    "=",
    "é",
    ": ",
    "'",
    '"',
    "/v1/",
    "10",
    "zz ",
]
MIDDLES = ["", ".*", r"\S+", r"\d*", "[^']+", r"\s+", "(?:to )?", ".", r"\w{1,3}", "'"]


def by_line(found: Found, data: bytes) -> set[tuple[int, int]]:
    """(line, number of the needle)."""
    return {(data.count(b"\n", 0, end - 1), number) for end, number in found}


@pytest.mark.parametrize("seed", range(12))
def test_both_engines_agree(seed: int) -> None:
    """On many needles at once, whose parts overlap, in short and in longer blocks."""
    rand = random.Random(seed)  # noqa: S311  # a test's dice
    texts = [
        "".join(rand.choices(PIECES, k=3)) + rand.choice(MIDDLES) + "".join(rand.choices(PIECES, k=2))
        for _ in range(12)
    ]
    needles = {number: derive(Pattern("k", expression=text)) for number, text in enumerate(texts)}
    most = [10_000] * len(needles)
    fast, plain = (found.compile(needles).matcher() for found in (HyperscanEngine(), PythonEngine()))
    for _ in range(40):
        lines = [
            text.replace(rand.choice(MIDDLES), "x") + "".join(rand.choices(PIECES, k=rand.randrange(9)))
            for text in rand.choices(texts, k=4)
        ]
        lines += ["".join(rand.choices(PIECES, k=rand.randrange(30))) for _ in range(rand.randrange(6))]
        data = "\n".join(lines).encode()
        assert by_line(plain.find(data, 0, most), data) == by_line(fast.find(data, 0, most), data)


def test_a_literal_at_the_end_of_a_short_block() -> None:
    """Blocks of a few dozen bytes are searched to their end."""
    needles = {0: Needle((Form(b"ab"),)), 1: Needle((Form(b'"MESSAGE"\\x20?:'),))}
    matcher = HyperscanEngine().compile(needles).matcher()
    for size in range(1, 120):
        assert matcher.find(b"y" * size + b"ab", 0, [1, 1]) == [(size + 2, 0)]


def test_overlapping_literals_around_repetitions() -> None:
    """An occurrence of one needle's end within another's beginning loses no match."""
    texts = ["bindga.*gamma", "to bindgam.*beta", "iledbi.*open ", "bindde.*bind", "iledbin.*to alpha"]
    needles = {number: derive(Pattern("k", expression=text)) for number, text in enumerate(texts)}
    matcher = HyperscanEngine().compile(needles).matcher()
    for data, number in [
        (b"zyxzyxbindbindto to bindgammaqrsqrsqrsfailedbindgammavvvv\n", 0),
        (b"zyxzyxzyxzyxno suchfailedbindfailedbinddelta qrsqrsqrsqrsqrsno suchfailedbindvvv\n", 3),
    ]:
        assert number in {found for _, found in matcher.find(data, 0, [9] * len(texts))}


def test_an_expression_that_is_never_found_is_looked_for_otherwise() -> None:
    """One that a new database does not find in its samples is replaced, by its literals or by the plain engine."""
    broken = rb"0(?:\\{0,7}\'|\\{1,8}(?:u00|x)27)(?:\xc3\x9f|\\{1,8}u00[dD][fF]|\\{1,8}x[dD][fF])"
    samples = (b"0'\xc3\x9f", b"0\\u0027\\u00df")
    for form in (Form(broken, samples=samples), Form(broken, core=b"0", samples=samples)):
        matcher = HyperscanEngine().compile({0: Needle((form,))}).matcher()
        for sample in samples:
            assert matcher.find(b"x" * 100 + sample + b"x" * 600, 0, [9])


@pytest.mark.parametrize(
    ("form", "text"),
    [
        (Form(rb"(\w+)=\1(?= died)", core=b"died"), b"a=a died"),
        (Form(rb"(?:x{20000}){20000}y", core=b"xy"), b"xy"),
        (Form(rb"(?P<q>a)(?P=q)"), b"aa"),
    ],
)
def test_what_hyperscan_refuses(form: Form, text: bytes) -> None:
    """A needle that is not taken is looked for in another form, and the others lose nothing."""
    matcher = HyperscanEngine().compile({0: Needle((form,)), 1: Needle((Form(b"other"),))}).matcher()
    assert {number for _, number in matcher.find(b"q " + text + b"\nother\n", 0, [9, 9])} == {0, 1}


def test_bounds_and_offsets() -> None:
    """One match on a line, the first ones, none before the offset that was told."""
    matcher = HyperscanEngine().compile({0: Needle((Form(b"ab"),))}).matcher()
    data = b"ab ab ab\nab\nab\n"
    assert matcher.find(data, 0, [9]) == [(2, 0), (11, 0), (14, 0)]
    assert matcher.find(data, 2, [9]) == [(5, 0), (11, 0), (14, 0)]
    assert matcher.find(data, 0, [2]) == [(2, 0), (11, 0)]
    assert matcher.find(data, 0, [0]) == []


def test_no_needles() -> None:
    """Nothing is looked for, nothing found."""
    database = HyperscanEngine().compile({})
    assert database.matcher().find(b"x", 0, []) == []
    assert database.dump() is None


def test_dumps() -> None:
    """A database comes back from its bytes, and from nothing else."""
    dumped = HyperscanEngine().compile({0: Needle((Form(b"ab"),))}).dump()
    assert dumped is not None
    loaded = HyperscanEngine().load(dumped)
    assert loaded is not None
    assert loaded.matcher().find(b"ab", 0, [1]) == [(2, 0)]
    assert HyperscanEngine().load(b"") is None
    assert HyperscanEngine().load(dumped[: len(dumped) // 2]) is None


def test_identity(monkeypatch: pytest.MonkeyPatch) -> None:
    """It names the library and the processor; without /proc the name of the processor does."""
    assert HyperscanEngine().identity() == HyperscanEngine().identity()
    monkeypatch.setattr(engine, "_CPU", Path("/nowhere/cpuinfo"))
    assert "hyperscan" in HyperscanEngine().identity()
