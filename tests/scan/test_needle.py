"""The superset law: whatever a pattern matches is found in the stored line, however that line was written."""

import json
import re
from collections.abc import Callable
from functools import lru_cache

import pytest
import regex
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from logsleuth.model.book import On, Pattern
from logsleuth.scan import PatternError, Scanner, compile_patterns, derive
from logsleuth.scan.engines import Engine
from scan.helpers import ENGINES, found, reader

Pair = tuple[str, str]
"""An expression, and a text that it matches."""

LETTERS = "abcXYZ019 _-.:,;\"'\\/<>&=+`[](){}|*?^$#é\u00fc\u00df\u6a21\U0001f600\u2192\t"
CLASSES = {
    r"\d": "0379", r"\w": "aZ_5", r"\s": " \t", r"\S": "a\"'\\/<é\u6a21&", r"\D": 'x "é', r"\W": '-"/ é', ".": 'x "\t\\/é\u6a21\U0001f600',
    r"[^']": 'x"\\é\t/', r'[^"\s]': "x'\\é/<", "[a-f/]": "af/", "[éü\u6a21]": "éü", r"[\w.+-]": "a.+-", r"[^\W\d]": "aZ_", r"[\\/]": "\\/", "[^a-z]": 'A"\té',
}  # fmt: skip


@st.composite
def literals(draw: st.DrawFn) -> Pair:
    """A text, escaped."""
    text = draw(st.text(LETTERS, min_size=1, max_size=6))
    return regex.escape(text), text


@st.composite
def classes(draw: st.DrawFn) -> Pair:
    """A class with a quantifier, and some of its members."""
    name = draw(st.sampled_from(sorted(CLASSES)))
    low, high, quantifier = draw(
        st.sampled_from(
            [
                (1, 1, ""),
                (1, 4, "+"),
                (0, 4, "*"),
                (0, 1, "?"),
                (2, 3, "{2,3}"),
                (3, 3, "{3}"),
                (1, 4, "+?"),
                (0, 40, "{0,40}"),
                (1, 30, "{1,}"),
            ]
        )
    )
    count = draw(st.integers(low, min(high, 5)))
    return name + quantifier, draw(st.text(CLASSES[name], min_size=count, max_size=count))


def joined(parts: list[Pair]) -> Pair:
    """One after the other."""
    return "".join(expression for expression, _ in parts), "".join(text for _, text in parts)


def wider(inner: st.SearchStrategy[Pair]) -> st.SearchStrategy[Pair]:
    """Groups, alternatives, repetitions and looks around something."""
    several = st.lists(inner, min_size=1, max_size=3).map(joined)
    return st.one_of(
        several.map(lambda pair: (f"(?:{pair[0]})", pair[1])),
        several.map(lambda pair: (f"(?>{pair[0]})", pair[1])),
        several.map(lambda pair: (f"({pair[0]})?", "")),
        several.map(lambda pair: (f"(?:{pair[0]}){{2}}", pair[1] * 2)),
        st.tuples(several, several).map(lambda two: (f"(?:{two[0][0]}|{two[1][0]})", two[1][1])),
        several.map(lambda pair: (f"(?={pair[0]}){pair[0]}", pair[1])),
        several.map(lambda pair: (f"{pair[0]}(?<!zzz)\\b", pair[1])),
    )


INNER = st.lists(st.recursive(st.one_of(literals(), classes()), wider, max_leaves=4), min_size=1, max_size=4).map(
    joined
)
PAIRS = st.tuples(
    st.sampled_from(["", "^", r"\A", r"\b", "(?:^|: )"]),
    INNER,
    st.sampled_from(["", "$", r"\Z", r"\b"]),
).map(lambda three: (three[0] + three[1][0] + three[2], three[1][1]))


def go_quoted(text: str) -> str:
    """As Go's `%q` and slog's text handler write it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t")
    return f'time=2026-01-01T00:00:00Z level=INFO msg="{escaped}" n=1'


def for_html(text: str) -> str:
    """JSON with what HTML minds as numbers."""
    return re.sub("[<>&'+=`]", lambda match: f"\\u{ord(match[0]):04X}", json.dumps(text))


WRITERS: dict[str, Callable[[str], str]] = {
    "as it is": lambda text: text,
    "after a head": lambda text: f"[2026-01-01 00:00:00] INFO: {text}",
    "after a progress bar": lambda text: f"\r 10%|#\r 20%|##\r{text}",
    "in JSON": lambda text: json.dumps({"log": text + "\n", "stream": "stderr"}),
    "in JSON, characters kept": lambda text: json.dumps({"log": text + "\n"}, ensure_ascii=False),
    "in JSON, slashes escaped": lambda text: json.dumps({"log": text}).replace("/", "\\/"),
    "in JSON for HTML": lambda text: f'{{"message":{for_html(text)}}}',
    "in JSON in JSON": lambda text: json.dumps({"log": json.dumps({"message": text}) + "\n"}),
    "in JSON in JSON, characters kept": lambda text: json.dumps(
        {"log": json.dumps({"m": text}, ensure_ascii=False)}, ensure_ascii=False
    ),
    "in JSON in logfmt": lambda text: go_quoted(json.dumps({"message": text})),
    "in logfmt": go_quoted,
    "in logfmt in JSON": lambda text: json.dumps({"log": go_quoted(text)}),
    "by a syslog daemon": lambda text: f"Jan  1 00:00:00 gpu-01 app[1]: {text}".replace("\t", "#011"),
}


@lru_cache(maxsize=256)
def scanner_of(pattern: Pattern, number: int) -> Scanner:
    """Compiling takes a while."""
    return compile_patterns([pattern], engine=ENGINES[number])


def hits(pattern: Pattern, stored: bytes, engine: Engine) -> bool:
    """Whether some line of the stored text is a candidate."""
    return bool(found(scanner_of(pattern, ENGINES.index(engine)).blocks(reader(stored), jobs=1)))


def compiled(pattern: Pattern) -> bool:
    """Whether there is something to look for."""
    try:
        derive(pattern)
    except PatternError:
        return False
    return True


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: type(engine).__name__)
@pytest.mark.parametrize("writer", WRITERS.values(), ids=WRITERS)
@given(pair=PAIRS)
@settings(max_examples=25)
def test_a_match_is_found_however_it_was_written(pair: Pair, writer: Callable[[str], str], engine: Engine) -> None:
    """What `line:` matches on the message is a candidate in any wrapping."""
    expression, text = pair
    assume(regex.search(expression, text, regex.ASCII))
    pattern = Pattern("k", expression=expression)
    assume(compiled(pattern))
    assert hits(pattern, b"first\n" + writer(text).encode() + b"\nlast", engine)


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: type(engine).__name__)
@given(pair=PAIRS, data=st.data())
@settings(max_examples=50)
def test_colour_codes_within_a_match_do_not_hide_it(pair: Pair, data: st.DataObject, engine: Engine) -> None:
    """Colours are no text: neither as codes, nor as escapes in JSON, nor NULs."""
    expression, text = pair
    assume(regex.search(expression, text, regex.ASCII))
    pattern = Pattern("k", expression=expression)
    assume(compiled(pattern))
    at = data.draw(st.integers(0, len(text)))
    code = data.draw(st.sampled_from(["\x1b[31m", "\x1b[0m", "\x1b[38;5;9m", "\0", "\x1b]0;title\x07"]))
    coloured = text[:at] + code + text[at:]
    assert hits(pattern, coloured.encode(), engine)
    if not code.startswith("\x1b]"):
        assert hits(pattern, json.dumps({"log": coloured}).encode(), engine)


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: type(engine).__name__)
@given(pair=PAIRS)
@settings(max_examples=50)
def test_raw_patterns_are_found_in_the_stored_line(pair: Pair, engine: Engine) -> None:
    """`raw:` is matched on the line as it is stored, and so is its needle."""
    expression, text = pair
    assume(regex.search(expression, text, regex.ASCII))
    pattern = Pattern("k", expression=expression, on=On.RAW)
    assume(compiled(pattern))
    assert hits(pattern, text.encode() + b"\r\n", engine)


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: type(engine).__name__)
@given(first=INNER, second=INNER, gap=st.sampled_from([r"\n", r"\s+", r"[^x]*", r"(?s:.*)", r"\n.*\n"]))
@settings(max_examples=60)
def test_one_line_at_least_of_a_record_is_found(first: Pair, second: Pair, gap: str, engine: Engine) -> None:
    """A record's match may go over several lines; one of them is a candidate."""
    expression, text = first[0] + gap + second[0], f"{first[1]}\n\n{second[1]}"
    assume(regex.search(expression, text, regex.ASCII))
    pattern = Pattern("k", expression=expression, on=On.RECORD)
    assume(compiled(pattern))
    assert hits(pattern, text.encode(), engine)


@given(
    text=st.text(LETTERS + "kKsSiI\u0130\u017f", min_size=1, max_size=8),
    upper=st.booleans(),
    writer=st.sampled_from(sorted(WRITERS)),
    unicode=st.booleans(),
)
@settings(max_examples=60)
def test_case_is_ignored(text: str, writer: str, upper: bool, unicode: bool) -> None:  # noqa: FBT001  # drawn
    """`case: ignore` finds a text in either case, in an expression and as a literal."""
    other = text.upper() if upper else text.lower()
    stored = WRITERS[writer](other).encode()
    flags = regex.IGNORECASE | (0 if unicode else regex.ASCII)
    if regex.search(regex.escape(text), other, flags):
        assert hits(Pattern("k", expression=regex.escape(text), ignore_case=True, unicode=unicode), stored, ENGINES[0])
    if text.lower() in other.lower() and not set(text + other) & set("\u0130"):
        assert hits(Pattern("k", literals=(text,), ignore_case=True), stored, ENGINES[0])


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ("(?i)größe", "GRÖSSE größe GRÖßE"),
        ("(?i:Out) of memory", "OUT of memory"),
        ("(?x) out \\ of   # a comment\n\\ memory", "out of memory"),
        ("foo(?i)bar", "fooBAR"),
        (r"(?<n>a)(?P<n>b)[[:alpha:]]\p{Lu}x", "abcDx"),
        (r"(?|(a)|(b))c", "bc"),
        (r"a\Kbc\h+d", "abc \td"),
        (r"(?P<q>['\"])x(?P=q)tail", "'x'tail"),
        (r"(a)?(?(1)b|c)d", "cd"),
        (r"\mfoo\M", "a foo b"),
        (r"a++b", "aab"),
        (r"[[:^digit:]]end", "\u6a21end"),
        (r"^(?=.*first)(?=.*second thing)", "second thing, then first"),
        (r"\N{RIGHTWARDS ARROW}x", "\u2192x"),
    ],
)
def test_dialects(expression: str, text: str) -> None:
    """What only `regex` reads, and flags inside of an expression, are understood."""
    assert regex.search(expression, text, regex.ASCII)
    for writer in WRITERS.values():
        assert hits(Pattern("k", expression=expression), writer(text).encode(), ENGINES[0])


@pytest.mark.parametrize("word", ["\u0130stanbul", "ma\u017f\u017f", "\u212aelvin"])
def test_unicode_folding(word: str) -> None:
    """With `unicode: true`, letters that fold to ASCII are found for it."""
    plain = word.replace("\u0130", "i").replace("\u017f", "s").replace("\u212a", "k")
    pattern = Pattern("k", expression=plain, ignore_case=True, unicode=True)
    assert bool(regex.search(plain, word, regex.IGNORECASE)) <= hits(pattern, word.encode(), ENGINES[0])


def test_bytes_that_are_no_utf8() -> None:
    """They are read as the replacement character, so a needle with it finds them."""
    assert hits(Pattern("k", expression="a\ufffdb"), b"a\xffb", ENGINES[0])
    assert hits(Pattern("k", expression="a[\ufffd]b"), b"a\xc3\x28\n a\xfeb", ENGINES[0])
    assert hits(Pattern("k", expression="a.b"), b"a\xffb", ENGINES[0])


@pytest.mark.parametrize(
    "pattern",
    [
        Pattern("k", expression=""),
        Pattern("k", expression="^$"),
        Pattern("k", expression="a?"),
        Pattern("k", expression=r"\b"),
        Pattern("k", expression="(?!x)"),
        Pattern("k", expression="x|"),
        Pattern("k", expression="(?:a|b*)c?"),
        Pattern("k", expression="(?:foo){e<=1}"),
        Pattern("k", expression=r"(?P<n>a(?&n)?)"),
        Pattern("k", expression="(?V1)[a--b]"),
        Pattern("k", expression=r"\n", on=On.RECORD),
        Pattern("k", expression="a" + "(" * 5000 + ")" * 5000),
        Pattern("k", expression="["),
        Pattern("k", literals=()),
        Pattern("k", literals=("a", "")),
        Pattern("k", literals=("\n",)),
        Pattern("k", expression="abc", scan="a*"),
        Pattern("k", expression="abc", scan="("),
    ],
)
def test_refusals(pattern: Pattern) -> None:
    """A pattern that matches the empty text, or that has no needle, is refused by its key."""
    with pytest.raises(PatternError, match=r"^k: ") as refused:
        compile_patterns([pattern])
    assert refused.value.key == "k"


def test_a_given_scan_is_used() -> None:
    """`scan:` decides what is looked for, in the line as it is stored; anchors only narrow, and are dropped."""
    pattern = Pattern("k", expression="never", scan='^a"c$')
    for engine in ENGINES:
        assert hits(pattern, b'x\na"c\r\n', engine)
        assert not hits(pattern, b'a\\"c\nac\nnever', engine)


def test_a_needle_does_not_find_everything() -> None:
    """A superset is a small one."""
    pattern = Pattern("k", expression=r"^(?P<python>\S*python[\d.]*): No module named '?(?P<module>[\w.]+)")
    for engine in ENGINES:
        assert not hits(pattern, b"python3: No module name\nNo module named x", engine)
        assert not hits(Pattern("k", expression=r'"status": 5\d\d'), b'{"a":"\\"status\\": 200"}', engine)


def test_the_same_literal_with_and_without_quotes() -> None:
    """Quotes stand as they are, or escaped to any depth."""
    pattern = Pattern("k", literals=('can\'t "open"',))
    for quote in ("'", "\\'", "\\u0027", "\\\\u0027", "\\x27"):
        for double in ('"', '\\"', '\\\\\\"', "\\u0022"):
            assert hits(pattern, f"x can{quote}t {double}open{double}".encode(), ENGINES[0])
