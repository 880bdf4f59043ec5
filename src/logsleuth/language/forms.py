"""The table of shapes: which keys each kind of rule file may have, and what their values look like. Nothing is decided elsewhere."""

from typing import Final

from logsleuth.language.shapes import ByKind, Flag, ListOf, MapOf, Number, OneOf, Record, Shape, Span, Text, Value
from logsleuth.model.book import PHASES, PRIORS, WEIGHTS, Same
from logsleuth.model.relation import RELATIONS
from logsleuth.model.run import KINDS

LEVELS: Final = ("debug", "info", "warning", "error", "critical")
STATUSES: Final = ("experimental", "test", "stable")
ROLES: Final = ("cause", "symptom", "advice")
SIDES: Final = ("before", "after", "either")
EACH: Final = ("rank", "host", "process", "file")
TYPES: Final = ("text", "integer", "float", "size", "duration", "time")
HOW: Final = ("often", "sometimes")
LINKS: Final = ("run", "host", "subject", "time")
COLUMNS_OF_A_HEAD: Final = (
    "message", "time", "level", "logger", "host", "container", "program", "pid", "thread", "rank", "local_rank", "stream",
)  # fmt: skip
TIMES: Final = (
    "iso", "iso-slash", "iso-dot", "packed-month-day", "month-day", "syslog", "apache", "us", "day-month-year", "dmesg-T", "java-util", "yymmdd",
    "time-only", "epoch", "monotonic", "since-start",
)  # fmt: skip
"""The forms of times that a layout may name; a test holds this list and that of the reader equal."""

PATTERNS: Final = ("line", "text", "raw", "record")
MODIFIERS: Final = ("scan", "case", "kind", "level", "program", "benign", "unicode")

_WORD: Final = "lower case letters, digits and `_`, a letter first"
_NAME: Final = Text(name="[a-z][a-z0-9_]*", says="a name", rule=_WORD)
_DASHED: Final = r"[a-z0-9]+(?:[-_][a-z0-9]+)*"
_DASHED_RULE: Final = "lower case letters, digits and dashes"
_ID: Final = Text(name="[a-z0-9]+(?:-[a-z0-9]+)*", says="an id", rule=_DASHED_RULE)
_PROGRAM: Final = Text(
    name=r"[A-Za-z0-9][\w.+-]*", says="a program's name", rule="letters, digits, `.`, `_` and dashes"
)
_CAUSE: Final = Text(name=rf"[a-z]+\.{_DASHED}", says="a cause", rule="an area, a point and a name: `os.disk-full`")
_VARIABLE: Final = Text(name="[a-z][a-z0-9_]*", says="a variable", rule=_WORD)


def _words(words: tuple[str, ...], says: str) -> Text:
    return Text(words=words, says=says)


_REGEX: Final = Text(may_be_empty=True)  # that it matches the empty text is the better message
_LITERALS: Final = ByKind("a text or a list of texts", scalar=ListOf(Text(), alone=True), items=ListOf(Text()))

_PATTERN_KEYS: Final[dict[str, Shape]] = {
    "line": _REGEX,
    "text": _LITERALS,
    "raw": _REGEX,
    "record": _REGEX,
    "scan": _REGEX,
    "case": _words(("ignore",), "way to compare"),
    "kind": ListOf(_words(KINDS, "kind of input"), alone=True),
    "level": ListOf(_words(LEVELS, "level"), alone=True),
    "program": ListOf(_PROGRAM, alone=True),
    "benign": Flag(),
    "unicode": Flag(),
}
_ONE_PATTERN: Final = OneOf(PATTERNS, "`line`, `text`, `raw` and `record`")
_NEAR: Final = Record(
    {"of": _NAME, "within": Span(), "lines": Number(), "side": _words(SIDES, "side")},
    required=("of",),
    one_of=(OneOf(("within", "lines")),),
)
_MISSING: Final = Record(
    {**_PATTERN_KEYS, "after": Text(), "each": _words(EACH, "thing to ask for each of")},
    required=("after",),
    one_of=(_ONE_PATTERN,),
)
_COUNT: Final = Record(
    {"of": _NAME, "at_least": Number(least=1), "within": Span(), "distinct": Text()}, required=("of", "at_least")
)
_MATCHER: Final = ByKind("a value or a list of values", scalar=Value(), items=ListOf(Value()))
_CONDITION: Final = Record(
    {
        **{name: MapOf(_MATCHER, may_be_empty=True) for name in RELATIONS},
        **_PATTERN_KEYS,
        "missing": _MISSING,
        "count": _COUNT,
        "near": _NEAR,
        "where": Text(),
    },
    one_of=(
        OneOf(
            (*PATTERNS, "missing", "count", *RELATIONS),
            "`line`, `text`, `raw`, `record`, `missing`, `count` and a table",
        ),
    ),
)
_CONDITIONS: Final = MapOf(_CONDITION, Text(name="[a-z][a-z0-9_]*", says="a condition", rule=_WORD))

_FINDS: Final = ByKind(
    "`nothing` or a mapping",
    scalar=_words(("nothing",), "thing to find"),
    pairs=MapOf(Text(may_be_empty=True), may_be_empty=True),
)
_TEST: Final = Record(
    {
        "log": Text(may_be_empty=True),
        "inputs": MapOf(Text(may_be_empty=True), Text(says="a file's name")),
        "expect": ListOf(Text(), alone=True),
        "finds": _FINDS,
    },
    required=("finds",),
    one_of=(OneOf(("log", "inputs")),),
)
_STEP: Final = Record({"run": ListOf(Text(may_be_empty=True)), "tells": Text()}, required=("run", "tells"))

RULE: Final = Record(
    {
        "id": _ID,
        "cause": _CAUSE,
        "gives": _words(tuple(RELATIONS), "table"),
        "columns": MapOf(Text()),
        "says": Text(),
        "when": _CONDITIONS,
        "unless": _CONDITIONS,
        "where": ListOf(Text(), alone=True),
        "types": MapOf(_words(TYPES, "type")),
        "same": _words(tuple(Same), "way to belong together"),
        "subject": ListOf(_VARIABLE, alone=True),
        "weight": _words(WEIGHTS, "weight"),
        "against": Flag(),
        "role": _words(ROLES, "role"),
        "standing": Flag(),
        "anchor": Text(),
        "began": Text(),
        "next": ListOf(_STEP),
        "about": Text(),
        "status": _words(STATUSES, "status"),
        "falsepositives": ListOf(Text(), alone=True),
        "references": ListOf(Text(), alone=True),
        "tests": ListOf(_TEST),
    },
    required=("id", "when", "about", "tests"),
    one_of=(OneOf(("cause", "gives")),),
)

_PHASE: Final = Record(
    {**_PATTERN_KEYS, "phase": _words(PHASES, "phase"), "start": Flag()}, required=("phase",), one_of=(_ONE_PATTERN,)
)
_BENIGN: Final = Record(
    {**_PATTERN_KEYS, "why": Text(), "unless": Record(_PATTERN_KEYS, one_of=(_ONE_PATTERN,))},
    required=("why",),
    one_of=(_ONE_PATTERN,),
)
PROFILE: Final = Record(
    {
        "program": _PROGRAM,
        "title": Text(),
        "embedded_in": ListOf(_PROGRAM, alone=True, may_be_empty=True),
        "levels": ListOf(_words(LEVELS, "level"), alone=True, may_be_empty=True),
        "ready": _words(PHASES, "phase"),
        "phases": ListOf(_PHASE, may_be_empty=True),
        "benign": ListOf(_BENIGN, may_be_empty=True),
        "gives": ListOf(RULE, may_be_empty=True),
    },
    required=("program", "title"),
)

_EXAMPLE: Final = MapOf(Value(), Text())
_HEAD_KEYS: Final[dict[str, Shape]] = {
    "id": _ID,
    "pattern": Text(),
    "keys": MapOf(ListOf(Text(), alone=True), _words(COLUMNS_OF_A_HEAD, "column of a head")),
    "time": ListOf(_words(TIMES, "form of a time"), alone=True),
    "zone": Text(),
    "levels": MapOf(_words(LEVELS, "level")),
    "order": Number(),
    "examples": ListOf(_EXAMPLE),
}
_PATTERN_OR_KEYS: Final = OneOf(("pattern", "keys"))
LAYOUT: Final = Record(
    {**_HEAD_KEYS, "form": _words(("pattern", "json", "logfmt"), "form"), "program": _PROGRAM},
    required=("id", "examples"),
    one_of=(_PATTERN_OR_KEYS,),
)
ENVELOPE: Final = Record(
    {**_HEAD_KEYS, "form": _words(("pattern", "json"), "form"), "partial": MapOf(Text())},
    required=("id", "examples"),
    one_of=(_PATTERN_OR_KEYS,),
)

_EDGE: Final = Record(
    {"to": _CAUSE, "how": _words(HOW, "word for how often"), "link": _words(LINKS, "link")}, required=("to",)
)
CAUSE: Final = Record(
    {
        "title": Text(),
        "meaning": Text(),
        "prior": _words(PRIORS, "prior"),
        "residual": Flag(),
        "subject": ListOf(_VARIABLE, alone=True, may_be_empty=True),
        "leads_to": ListOf(_EDGE, may_be_empty=True),
        "fix": Text(),
    },
    required=("title", "meaning", "prior", "fix"),
)
CAUSES: Final = MapOf(CAUSE, _CAUSE)


def _each(words: tuple[str, ...], number: Number) -> Record:
    return Record(dict.fromkeys(words, number), required=words)


_SHARE: Final = Number(whole=False, least=0, most=1, above=True)
WEIGHING: Final = Record(
    {
        "ratios": _each(WEIGHTS, Number(whole=False, least=1, most=1e6, above=True)),
        "priors": _each(PRIORS, Number(whole=False, least=0, most=1e6, above=True)),
        "unknown": Number(whole=False, least=0, most=1e6, above=True),
        "edges": _each(HOW, _SHARE),
        "residual": _SHARE,
    },
    required=("ratios", "priors", "unknown", "edges", "residual"),
)

EXPECTATIONS: Final = ListOf(Text(), may_be_empty=True)
