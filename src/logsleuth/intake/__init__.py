"""From what is handed over to bytes: paths, archives and standard input as sources, each with its kind.

The only room that opens what it is given. It unpacks nothing to disk, raises nothing for what it cannot read (a `Note` says so), and
does not interpret a line beyond telling what kind of text it belongs to.
"""

from logsleuth.intake.bounds import Bounds
from logsleuth.intake.kinds import head_kind, segments
from logsleuth.intake.open import sources
from logsleuth.intake.source import Source

__all__ = ["Bounds", "Source", "head_kind", "segments", "sources"]
