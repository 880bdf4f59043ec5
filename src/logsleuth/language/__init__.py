"""The rule language: YAML files in, a book out; or all that is wrong with them, each with its place and what was meant.

Nothing here reads a log, and nothing of a rule is run: expressions and patterns are only checked.
"""

from logsleuth.language.files import builtin_folder
from logsleuth.language.load import check, examine, expectations, load, load_lenient

__all__ = ["builtin_folder", "check", "examine", "expectations", "load", "load_lenient"]
