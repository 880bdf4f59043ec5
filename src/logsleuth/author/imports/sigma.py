"""Sigma rules on logs, read by pySigma, as rules of ours: each detection becomes one expression over a line of JSON.

Fields are looked for under their own names: Sigma leaves to a pipeline what a log calls them, and here there is none.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from types import ModuleType
from typing import Any

from logsleuth.author.imports import jsonline
from logsleuth.author.imports.correlation import correlated
from logsleuth.author.imports.made import Imported, Left, Made, Unsaid, raw
from logsleuth.author.imports.names import rule_id
from logsleuth.author.imports.proof import examples
from logsleuth.author.imports.regexes import rewritten
from logsleuth.author.imports.tree import Every, Leaf, Never, Node, Some, line_expression, needed
from logsleuth.errors import UsageError

WEIGHTS = {"informational": "weak", "low": "weak", "medium": "moderate", "high": "strong", "critical": "strong"}
STATUSES = {"stable": "stable", "test": "test"}
MOST_LEAVES = 2_000
LONGEST_EXPRESSION = 60_000
"""Characters of an expression; a longer one would slow down the scan of every log."""


def imported(text: str, path: str) -> Imported:
    """The rules of one file, which may hold several documents. Raises UsageError where it cannot be read, or pySigma is not there."""
    collection = _collection(text, path)
    found = Imported()
    told = {id(error) for rule in collection.rules for error in rule.errors}
    found.left += [Left(path, str(error).split("\n")[0]) for error in collection.errors if id(error) not in told]
    bases = {id(rule): Base(rule) for rule in collection.rules if type(rule).__name__ == "SigmaRule"}
    for rule in collection.rules:
        if rule.errors:
            found.left += [Left(_called(rule), str(error).split("\n")[0]) for error in rule.errors]
            continue
        try:
            if id(rule) in bases:
                found.made += _plain(rule, bases[id(rule)], path)
            else:
                found.made.append(correlated(rule, lambda each: bases[id(each)].node(), _draft(rule, path)))
        except Unsaid as why:
            found.left.append(Left(_called(rule), str(why)))
    return found


class Base:
    """A rule on single records, and its tree, which is made when it is asked for."""

    def __init__(self, rule: Any) -> None:
        self.rule = rule

    def node(self) -> Node:
        """The tree. Raises Unsaid."""
        return _tree(self.rule)


def _sigma() -> ModuleType:
    try:
        import sigma.collection  # noqa: PLC0415  # an extra, and slow to import
    except ImportError as error:
        raise UsageError(
            "Sigma rules are read by pySigma, which is not installed: pip install 'logsleuth[sigma]'"
        ) from error
    return sigma.collection


def _collection(text: str, path: str) -> Any:
    module = _sigma()
    try:
        return module.SigmaCollection.from_yaml(text, collect_errors=True, policy=_policy())
    except RecursionError as error:
        raise UsageError(f"{path}: it is nested too deeply") from error
    except Exception as error:  # of YAML, of pySigma, and of what it did not foresee in a file
        said = " ".join(str(error).split())[:300] or type(error).__name__
        raise UsageError(f"{path}: it is no file of Sigma rules: {said}") from error


def _policy() -> Any:
    """Expressions are read as Python reads them, which knows more than RE2; they are compiled, and searched for nothing."""
    from sigma.policy import SigmaPolicy  # noqa: PLC0415  # an extra, and slow to import
    from sigma.policy.regex_engine import PythonRegexEngine  # noqa: PLC0415  # as above

    return SigmaPolicy(regex_engine=PythonRegexEngine())


def _called(rule: Any) -> str:
    return str(rule.title or rule.name or rule.id or "a rule without a title")


def _plain(rule: Any, base: Base, path: str) -> list[Made]:
    """The rule itself; none if it is there only for a correlation."""
    node = base.node()
    if rule._backreferences and not rule._output:  # noqa: SLF001  # the only place where pySigma says so
        return []
    draft = _draft(rule, path)
    expression = line_expression(node)
    positive, negative = examples([(expression, node)])
    return [draft({"event": raw(expression, needed(node))}, positive=positive, negative=negative)]


def _draft(rule: Any, path: str) -> Callable[..., Made]:
    """What every rule takes over from its origin; the caller adds the rest."""
    title = " ".join(str(rule.title or "a Sigma rule").split())
    level = str(rule.level).lower() if rule.level else "medium"
    description = " ".join(str(rule.description or "").split())
    said = f"Sigma rule {rule.id or title}, from {path}" + (f": {description}" if description else "")

    def draft(when: dict[str, str], **more: Any) -> Made:
        keys: dict[str, Any] = {
            "weight": WEIGHTS.get(level, "moderate"),
            "status": STATUSES.get(str(rule.status).lower(), "experimental"),
            "falsepositives": tuple(str(each) for each in rule.falsepositives or () if str(each).strip()),
            "references": tuple(str(each) for each in rule.references or () if str(each).strip()),
            "meaning": description or title,
        }
        return Made(rule_id("sigma", title), title, when, said, **{**keys, **more})

    return draft


# The tree -----------------------------------------------------------------------------------------------------------------


def _tree(rule: Any) -> Node:
    parsed = [_parsed(condition) for condition in rule.detection.parsed_condition]
    node = parsed[0] if len(parsed) == 1 else Some(tuple(parsed))
    if len(line_expression(node)) > LONGEST_EXPRESSION:
        raise Unsaid(f"its expression would be longer than {LONGEST_EXPRESSION} characters")
    return node


def _parsed(condition: Any) -> Node:
    try:
        found = condition.parsed
    except RecursionError as error:
        raise Unsaid("its condition is nested too deeply") from error
    except Exception as error:  # pySigma tells a wrong condition only here
        raise Unsaid(" ".join(str(error).split())[:300] or type(error).__name__) from error
    if found is None:
        raise Unsaid("its condition is empty")
    return _node(found)


def _node(item: Any) -> Node:
    kind = type(item).__name__
    if kind == "ConditionAND":
        return Every(tuple(map(_node, item.args)))
    if kind == "ConditionOR":
        return Some(tuple(map(_node, item.args)))
    if kind == "ConditionNOT":
        return Never(_node(item.args[0]))
    if kind == "ConditionFieldEqualsValueExpression":
        return _field(str(item.field), item.value)
    if kind == "ConditionValueExpression":
        return _keyword(item.value)
    raise Unsaid(f"a condition of kind {kind}")


def _field(name: str, value: Any) -> Node:
    kind = type(value).__name__
    if kind == "SigmaExpansion":
        return Some(tuple(_field(name, each) for each in value.values))
    if kind == "SigmaCIDRExpression":
        return Some(tuple(_wild(name, _split(network), ignore_case=True) for network in value.expand()))
    found = _FIELDS.get(kind)
    if found is None:
        raise Unsaid(f"{_UNSAID.get(kind, f'a value of kind {kind}')} (field {name})")
    return found(name, value)


_UNSAID = {
    "SigmaCompareExpression": "comparing a number with lt, lte, gt or gte: an expression cannot count",
    "SigmaFieldReference": "comparing one field with another",
    "SigmaTimestampPart": "a part of a time",
    "SigmaQueryExpression": "a query of some other product",
}


def _text(name: str, value: Any) -> Node:
    return _wild(name, _pieces(value), ignore_case=type(value).__name__ != "SigmaCasedString")


def _wild(name: str, pieces: Sequence[str | None], *, ignore_case: bool) -> Leaf:
    """A text with stretches that may be anything (None) and single characters that may (a private mark)."""
    shown = tuple(None if piece is None else piece.replace(SINGLE, "x") for piece in pieces)
    if None not in pieces and not any(SINGLE in (piece or "") for piece in pieces):
        text = "".join(piece or "" for piece in pieces)
        return Leaf(jsonline.has(name, jsonline.scalar(text, ignore_case=ignore_case)), name, (text,))
    if set(pieces) == {None}:
        return Leaf(jsonline.has(name, jsonline.not_null()), name, ("x",), known=False)
    inside = "".join(jsonline.ANY if piece is None else _singles(piece, ignore_case=ignore_case) for piece in pieces)
    quoted = jsonline.string(inside)
    if all(piece is None or re.fullmatch(r"[0-9.]+", piece) for piece in pieces):
        bare = "".join(r"[0-9.eE+-]*" if piece is None else re.escape(piece) for piece in pieces)
        quoted = f"(?:{quoted}|{bare}{jsonline.END})"
    return Leaf(jsonline.has(name, quoted), name, shown, known=not any(SINGLE in (piece or "") for piece in pieces))


SINGLE = "\ue000"
"""Stands for any one character; a text of a rule that holds it itself is refused."""


def _singles(piece: str, *, ignore_case: bool) -> str:
    return jsonline.CHAR.join(jsonline.literal(part, ignore_case=ignore_case) for part in piece.split(SINGLE))


def _pieces(value: Any) -> list[str | None]:
    """The parts of a Sigma string: texts, with single wildcards marked inside, and None for any stretch."""
    found: list[str | None] = []
    for part in value.s:
        if isinstance(part, str) and SINGLE in part:
            raise Unsaid("a character for private use in a value")
        text = (
            part
            if isinstance(part, str)
            else {"WILDCARD_MULTI": None, "WILDCARD_SINGLE": SINGLE}.get(getattr(part, "name", ""), "")
        )
        if text == "":
            raise Unsaid("a placeholder that only a pipeline fills in")
        if text is not None and found and found[-1] is not None:
            found[-1] += text
        elif text is not None or not found or found[-1] is not None:
            found.append(text)
    return found


def _split(text: str) -> list[str | None]:
    """A network as pySigma writes it: text and `*`."""
    found: list[str | None] = []
    for number, part in enumerate(text.split("*")):
        found += [None] * (number > 0) + [part] * bool(part)
    return found


def _number(name: str, value: Any) -> Node:
    text = str(value)
    whole = f"{re.escape(text)}(?:\\.0+)?" if re.fullmatch(r"-?[0-9]+", text) else re.escape(text)
    return Leaf(jsonline.has(name, rf'(?:"{re.escape(text)}"|{whole}{jsonline.END})'), name, (text,))


def _truth(name: str, value: Any) -> Node:
    word, digit = ("true", "1") if value.boolean else ("false", "0")
    return Leaf(jsonline.has(name, rf'(?:"(?i:{word})"|(?:{word}|{digit}){jsonline.END})'), name, (word,), known=False)


def _exists(name: str, value: Any) -> Node:
    there = Leaf(jsonline.has(name, jsonline.not_null()), name, ("x",), known=False)
    return there if value.exists else Never(there)


def _null(name: str, _value: Any) -> Node:
    return Never(Leaf(jsonline.has(name, jsonline.not_null()), name, ("x",), known=False))


def _flags(value: Any) -> int:
    known = {"IGNORECASE": re.IGNORECASE, "MULTILINE": re.MULTILINE, "DOTALL": re.DOTALL}
    return int(sum(known[flag.name] for flag in value.flags))


def _regex(name: str, value: Any) -> Node:
    found = rewritten(str(value.regexp), _flags(value))
    return Leaf(jsonline.has(name, found.expression), name, (found.sample,), known=False)


_FIELDS: dict[str, Callable[[str, Any], Node]] = {
    "SigmaString": _text,
    "SigmaCasedString": _text,
    "SigmaNumber": _number,
    "SigmaBool": _truth,
    "SigmaNull": _null,
    "SigmaExists": _exists,
    "SigmaRegularExpression": _regex,
}


def _keyword(value: Any) -> Node:
    """A text or an expression that stands anywhere in the record."""
    kind = type(value).__name__
    if kind == "SigmaExpansion":
        return Some(tuple(map(_keyword, value.values)))
    if kind == "SigmaRegularExpression":
        found = rewritten(str(value.regexp), _flags(value))
        return Leaf(rf"(?=\s*\{{.*{found.expression})", "", (found.sample,), known=False)
    if kind == "SigmaNumber":
        return Leaf(jsonline.anywhere([str(value)], ignore_case=True), "", (str(value),))
    if kind not in {"SigmaString", "SigmaCasedString"}:
        raise Unsaid(f"a keyword of kind {kind}")
    pieces = list(_trimmed(_pieces(value)))
    if any(piece is not None and SINGLE in piece for piece in pieces):
        raise Unsaid("`?` in a keyword")
    if not pieces:
        raise Unsaid("a keyword that any record has")
    leaf = jsonline.anywhere(pieces, ignore_case=kind == "SigmaString")
    return Leaf(leaf, "", tuple(pieces))


def _trimmed(pieces: Sequence[str | None]) -> Iterator[str | None]:
    """Without the stretches at either end, which a keyword has anyhow."""
    texts = [number for number, piece in enumerate(pieces) if piece is not None]
    yield from pieces[texts[0] : texts[-1] + 1] if texts else ()
