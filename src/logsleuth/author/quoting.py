"""Texts as YAML scalars, for rules that are written by a program."""


def single(text: str) -> str:
    """In single quotes, in which a backslash is a backslash; in double ones where a character would not survive."""
    return "'" + text.replace("'", "''") + "'" if text.isprintable() else quoted(text)


def quoted(text: str) -> str:
    """In double quotes, with escapes for what YAML or a reader would stumble over."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t").replace("\n", "\\n")
    return '"' + "".join(each if each.isprintable() else f"\\U{ord(each):08x}" for each in escaped) + '"'
