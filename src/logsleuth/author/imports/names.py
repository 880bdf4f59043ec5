"""Names of things that are made: ids of rules and causes, variables."""

import hashlib
import re
import unicodedata

LONGEST = 60


def slug(text: str, joint: str = "-") -> str:
    """The text in lower case letters, digits and one kind of joint; a digest where nothing is left of it."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    words = re.findall(r"[a-z0-9]+", plain)
    made = joint.join(words)[:LONGEST].strip(joint)
    return made or hashlib.blake2b(text.encode(errors="replace"), digest_size=4).hexdigest()


def rule_id(prefix: str, title: str) -> str:
    """The id of a rule."""
    return f"{prefix}-{slug(title)}"


def variable(name: str) -> str:
    """The variable that holds the value of a field; the prefix keeps it apart from words of SQL and names of conditions."""
    return f"by_{slug(name, '_')}"


def apart(name: str, taken: set[str], joint: str = "-") -> str:
    """The name, with a number if it is taken; it is taken afterwards."""
    found, number = name, 2
    while found in taken:
        found, number = f"{name}{joint}{number}", number + 1
    taken.add(found)
    return found
