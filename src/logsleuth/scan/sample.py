"""A text that a tree matches: what an engine must find, if it is to be trusted with the needle."""

from logsleuth.scan.nodes import ESCAPED, Alt, Break, Chars, Look, Node, Repeat, Seq

_PLAIN = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")


def sample(node: Node, *, escaped: bool) -> bytes:
    """The shortest such text, or nearly so; with `escaped`, characters stand as JSON for HTML writes them inside a string."""
    match node:
        case Chars():
            return _char(node, escaped=escaped)
        case Seq(items):
            return b"".join(sample(item, escaped=escaped) for item in items)
        case Alt(items):
            return sample(items[-1], escaped=escaped) if items else b""
        case Repeat(item, low, _):
            return sample(item, escaped=escaped) * low
        case Break() | Look():
            return b""


def _char(chars: Chars, *, escaped: bool) -> bytes:
    plain = chars.ascii & _PLAIN or chars.ascii
    if not plain:
        code = min(chars.others, default=0xE9)
        text = chr(code).encode("utf-8", "surrogatepass")
        return _numbered(code) if escaped and chars.others else text
    code = min(plain)
    return _numbered(code) if escaped and code in ESCAPED and not chars.spreads else bytes((code,))


def _numbered(code: int) -> bytes:
    units = chr(code).encode("utf-16-be", "surrogatepass").hex()
    return b"".join(b"\\u" + units[at : at + 4].encode() for at in range(0, len(units), 4))
